// Random but repeatable knowledge: every position gets an evaluation drawn from its hash. With it
// searches have nothing to hold on to, which makes it the sharpest test of their exactness.
#pragma once

#include <cstdint>

#include "../hash.hpp"
#include "evaluator.hpp"

namespace ply {

struct HashedEvaluator {
    std::uint64_t seed = 0;
    int range = 50;  // evaluations lie in -range … range; a small one makes many equal ones

    template <Game G>
    int operator()(const G& position) const {
        const std::uint64_t drawn = hash_words(position.hash(), seed);
        return static_cast<int>(drawn % static_cast<std::uint64_t>(2 * range + 1)) - range;
    }

    template <Game G>
    void order(const G& position, const Moves<G>& moves, int* scores) const {
        for (std::size_t i = 0; i < moves.size(); ++i) {
            const std::uint64_t drawn = hash_words(position.hash(), seed, std::uint64_t{moves[i]});
            scores[i] = static_cast<int>(drawn % 1000);
        }
    }

    template <Game G>
    bool noisy(const G& position, Move move) const {
        return hash_words(position.hash(), seed, std::uint64_t{move}, std::uint64_t{1}) % 8 == 0;
    }
};

}  // namespace ply
