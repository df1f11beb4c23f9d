// The positions of Kalah with few seeds in the houses, numbered without gaps.
//
// A side with n seeds in m houses is ranked by the combinatorial number system: with s(i) seeds in its
// houses 0 … i, its rank among all sides with n seeds is
//
//     C(s(0), 1) + C(s(1) + 1, 2) + … + C(s(m-2) + m-2, m-1)
//
// so a move that only brings seeds nearer to the store leads to a lower rank.
//
//     layer: all positions with n seeds      fewer seeds first: a table begins with a smaller one
//       split: the mover has o, the opponent n - o of them                         o from 0 up to n
//         row: one rank of the side with fewer seeds (the mover if equal)
//           one byte for each rank of the other side
//
// Rows are long, and most moves lead from all of a row to all of another one: `kalah_layer.hpp`.
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

    explicit KalahNumbers(int houses) : houses_(houses) {
        std::size_t first = 0;
        for (int n = 0; n <= max_seeds; ++n)
            for (int own = 0; own <= n; ++own) {
                first_[own][n - own] = first;
                first += sides(own) * sides(n - own);
            }
    }

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
        const Ranked mine = ranked(own), theirs = ranked(opponent);
        const std::size_t first = first_[mine.seeds][theirs.seeds];
        return mine.seeds <= theirs.seeds ? first + mine.rank * sides(theirs.seeds) + theirs.rank
                                          : first + theirs.rank * sides(mine.seeds) + mine.rank;
    }

    // The first position of a split.
    std::size_t first(int own_seeds, int opponent_seeds) const {
        return first_[own_seeds][opponent_seeds];
    }

    // The ways to place so many seeds on one side.
    std::size_t sides(int seeds) const {
        return choose[houses_ - 1][seeds + 1] - choose[houses_ - 1][seeds];
    }

    std::size_t rank(Word side) const { return ranked(side).rank; }

    // The side with rank 0, and how to get to the next one with as many seeds.
    Word first_side(int seeds) const {
        return Lanes::at(G::max_houses - 1, static_cast<std::uint64_t>(seeds));
    }

    // A seed of the first house with seeds, the very first left out, goes to the house before it, and
    // those of the very first with it.
    void advance(Word& side) const {
        const int first = G::max_houses - houses_;
        const int moved = Lanes::lane(side, first);
        side -= Lanes::at(first, static_cast<std::uint64_t>(moved));
        for (int lane = first + 1; lane < G::max_houses; ++lane) {
            if (Lanes::lane(side, lane) == 0) continue;
            side -= Lanes::at(lane, 1);
            side += Lanes::at(lane - 1, static_cast<std::uint64_t>(moved) + 1);
            return;
        }
    }

private:
    struct Ranked {
        int seeds;
        std::size_t rank;
    };

    Ranked ranked(Word side) const {
        std::size_t rank = 0;
        if constexpr (std::same_as<Layout, NarrowKalah>) {
            // One multiplication adds up the lanes below each lane.
            const std::uint64_t sums = (side & Lanes::house_lanes) * Lanes::ones;
            for (int i = 0, at = 8 * (G::max_houses - houses_); i < houses_ - 1; ++i, at += 8)
                rank += choose[i][sums >> at & 63u];
            return {static_cast<int>(sums >> 56), rank};
        } else {
            int seeds = 0, lane = G::max_houses - houses_;
            for (int i = 0; i < houses_ - 1; ++i, ++lane)
                rank += choose[i][seeds += Lanes::lane(side, lane)];
            return {seeds + Lanes::lane(side, lane), rank};
        }
    }

    // choose[i][s] = C(s + i, i + 1); those too large for a table are never used.
    static constexpr auto choose = [] {
        std::array<std::array<std::uint64_t, max_seeds + 2>, G::max_houses> table{};
        for (std::size_t i = 0; i < table.size(); ++i)
            for (std::size_t s = 1; s < table[i].size(); ++s)
                table[i][s] = table[i][s - 1] + (i == 0 ? 1 : table[i - 1][s]);
        return table;
    }();

    int houses_;
    std::array<std::array<std::size_t, max_seeds + 1>, max_seeds + 1> first_{};
};

}  // namespace ply
