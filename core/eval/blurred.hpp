// Blurred knowledge: an evaluation seen unclearly, for weaker play that errs like a weaker player.
//
// Every position gets an error of its own, drawn from its hash and the seed: the same position looks
// the same whenever it is met, and results of finished games stay exact.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>

#include "../hash.hpp"
#include "evaluator.hpp"

namespace ply {

// Derived, so that whatever else the evaluator offers stays as it is.
template <class E>
class Blurred : public E {
public:
    // `blur`: the standard deviation of the error, in evaluation points; 0 leaves all as it is.
    Blurred(E evaluate, int blur, std::uint64_t seed)
        : E(std::move(evaluate)), blur_(blur), seed_(seed) {}

    template <class G>
    int operator()(const G& position) const {
        const int score = E::operator()(position);
        if (blur_ == 0) [[likely]]
            return score;
        return std::clamp(score + error(position.hash(), position.turn()), -max_evaluation,
                          max_evaluation);
    }

private:
    // The sum of four uniform draws is close to a normal one. For the two sides it has opposite
    // signs, as the evaluation of a position has.
    int error(std::uint64_t hash, Side turn) const {
        const std::uint64_t drawn = hash_words(hash, seed_);
        int sum = -4 * 32'768;
        for (int i = 0; i < 4; ++i) sum += static_cast<int>(drawn >> (16 * i) & 0xffff);
        const auto scaled = static_cast<std::int64_t>(blur_) * sum / deviation;
        return static_cast<int>(turn == Side::first ? scaled : -scaled);
    }

    static constexpr std::int64_t deviation = 37'837;  // of the sum: 65536 · √(4 / 12)

    int blur_;
    std::uint64_t seed_;
};

}  // namespace ply
