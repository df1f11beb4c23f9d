// A small, fast, seedable generator: the same seed gives the same games on every machine.
#pragma once

#include <cstdint>

#include "hash.hpp"

namespace ply {

class Random {
public:
    explicit constexpr Random(std::uint64_t seed) : state_(seed) {}

    constexpr std::uint64_t next() {
        state_ += 0xa0761d6478bd642fu;
        return fold_multiply(state_, state_ ^ 0xe7037ed1a0b428dbu);
    }

    // Uniform in [0, bound) up to a bias of bound / 2^32, far below anything a game can show.
    constexpr std::uint32_t below(std::uint32_t bound) {
        return static_cast<std::uint32_t>(((next() >> 32) * bound) >> 32);
    }

private:
    std::uint64_t state_;
};

// Multiply with carry, for one random game: vector units, too, can multiply 32 bits by 32, so several
// of these run side by side in the lanes of one (games/kalah_playouts.hpp).
class LaneRandom {
public:
    // 2^63 numbers until they repeat: multiplier · 2^32 - 1 and multiplier · 2^31 - 1 are prime.
    static constexpr std::uint64_t multiplier = 0xffffda61u;

    explicit constexpr LaneRandom(std::uint64_t seed) : state_(seed) {}

    // As in `Random`.
    constexpr std::uint32_t below(std::uint32_t bound) {
        state_ = (state_ & 0xffffffffu) * multiplier + (state_ >> 32);
        return static_cast<std::uint32_t>(((state_ & 0xffffffffu) * bound) >> 32);
    }

private:
    std::uint64_t state_;
};

}  // namespace ply
