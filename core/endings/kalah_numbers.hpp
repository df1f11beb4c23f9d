// The positions of Kalah with few seeds in the houses, numbered without gaps.
//
// Seeds in 2m houses are counted by the combinatorial number system: with s(i) seeds in the houses
// 0 … i, the own ones first, a position has the number
//
//     C(s(0), 1) + C(s(1) + 1, 2) + … + C(s(2m-1) + 2m-1, 2m)
//
// Fewer seeds come first, and the last term counts all positions with fewer: all positions with
// exactly n seeds, a layer, are next to each other, and a table of more seeds begins with a smaller
// one.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>

#include "../games/kalah.hpp"

namespace ply {

template <class Layout>
class KalahNumbers {
public:
    using G = Kalah<Layout>;
    using Word = typename G::Word;
    using Lanes = KalahLanes<Layout>;

    // What a byte holds, and what a look-up by six bits reaches.
    static constexpr int max_seeds = 63;

    explicit KalahNumbers(int houses) : houses_(houses) {}

    // With up to so many seeds: C(seeds + 2·houses, seeds), or the largest number if that is larger.
    static std::size_t positions(int houses, int seeds) {
        Word128 number = 1;
        for (int i = 1; i <= seeds; ++i) {
            number = number * static_cast<Word128>(2 * houses + i) / static_cast<Word128>(i);
            if (number > ~std::size_t{0}) return ~std::size_t{0};
        }
        return static_cast<std::size_t>(number);
    }

    // The most seeds whose positions fit, one byte each.
    static int fitting_seeds(int houses, std::size_t bytes) {
        int seeds = 0;
        while (seeds < max_seeds && positions(houses, seeds + 1) <= bytes) ++seeds;
        return seeds;
    }

    std::size_t operator()(Word own, Word opponent) const {
        std::size_t number = 0;
        if constexpr (std::same_as<Layout, NarrowKalah>) {
            // One multiplication adds up the lanes below each lane.
            const std::uint64_t mine = (own & Lanes::house_lanes) * Lanes::ones;
            const std::uint64_t theirs =
                (opponent & Lanes::house_lanes) * Lanes::ones + (mine >> 56) * Lanes::ones;
            for (int i = 0, at = 8 * (G::max_houses - houses_); i < houses_; ++i, at += 8)
                number += choose[i][mine >> at & 63u] + choose[houses_ + i][theirs >> at & 63u];
        } else {
            int seeds = 0, i = 0;
            for (const Word word : {own, opponent})
                for (int lane = G::max_houses - houses_; lane < G::max_houses; ++lane)
                    number += choose[i++][seeds += Lanes::lane(word, lane)];
        }
        return number;
    }

    // The houses of a position, and how to get to the next one with as many seeds.
    struct Houses {
        Word own = 0;
        Word opponent = 0;
    };

    Houses at(std::size_t number, int seeds) const {
        Houses found;
        for (int i = 2 * houses_ - 1; i >= 0; --i) {
            number -= choose[i][seeds];
            int below = 0;  // seeds in the houses before this one
            if (i > 0)
                while (below < seeds && choose[i - 1][below + 1] <= number) ++below;
            word_of(found, i) += Lanes::at(lane_of(i), static_cast<std::uint64_t>(seeds - below));
            seeds = below;
        }
        return found;
    }

    // A seed of the first house with seeds, the very first left out, goes to the house before it,
    // and those of the very first with it.
    void advance(Houses& houses) const {
        const int first = lane_of(0);
        const int moved = Lanes::lane(houses.own, first);
        houses.own -= Lanes::at(first, static_cast<std::uint64_t>(moved));
        for (int i = 1; i < 2 * houses_; ++i) {
            if (Lanes::lane(word_of(houses, i), lane_of(i)) == 0) continue;
            word_of(houses, i) -= Lanes::at(lane_of(i), 1);
            word_of(houses, i - 1) +=
                Lanes::at(lane_of(i - 1), static_cast<std::uint64_t>(moved) + 1);
            return;
        }
    }

private:
    // choose[i][s] = C(s + i, i + 1); those too large for a table are never used.
    static constexpr auto choose = [] {
        std::array<std::array<std::uint64_t, max_seeds + 1>, 2 * G::max_houses> table{};
        for (std::size_t i = 0; i < table.size(); ++i)
            for (std::size_t s = 1; s <= max_seeds; ++s)
                table[i][s] = table[i][s - 1] + (i == 0 ? 1 : table[i - 1][s]);
        return table;
    }();

    int lane_of(int i) const { return G::max_houses - houses_ + i % houses_; }
    Word& word_of(Houses& houses, int i) const {
        return i < houses_ ? houses.own : houses.opponent;
    }

    int houses_;
};

}  // namespace ply
