// Exact values of all Kalah endings with few seeds in the houses, filled in as they are asked for.
//
// Seeds in 2m houses are counted by the combinatorial number system: with s(i) seeds in the houses
// 0 … i, the own ones first, a position has the number
//
//     C(s(0), 1) + C(s(1) + 1, 2) + … + C(s(2m-1) + 2m-1, 2m)
//
// which leaves no gaps: fewer seeds come first, and the last term counts all positions with fewer.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "../games/kalah.hpp"
#include "../pages.hpp"

namespace ply {

class KalahEndgames {
public:
    using G = Kalah<NarrowKalah>;

    static constexpr int max_seeds = 16;

    // Endings with more than a third of all seeds cost more to work out than pruning them does.
    KalahEndgames(int houses, int total_seeds, std::size_t max_bytes)
        : houses_(houses),
          seeds_(std::min(total_seeds / 3, fitting_seeds(houses, max_bytes))),
          values_(positions(houses, seeds_)) {}

    int seeds() const { return seeds_; }

    // What the mover will win from here on, more than the opponent; the game is not over.
    int value(const G& position) {
        std::int8_t& place = values_[number(position.own_word(), position.opponent_word())];
        if (place == 0) place = static_cast<std::int8_t>(worked_out(position) + shift);
        return place - shift;
    }

private:
    static constexpr std::int8_t shift = 64;  // zero means that a value is not known yet

    // choose[i][s] = C(s + i, i + 1)
    static constexpr auto choose = [] {
        std::array<std::array<std::uint32_t, 32>, 2 * G::max_houses> table{};
        for (std::size_t i = 0; i < table.size(); ++i)
            for (std::size_t s = 1; s <= max_seeds; ++s)
                table[i][s] = table[i][s - 1] + (i == 0 ? 1 : table[i - 1][s]);
        return table;
    }();

    // C(seeds + 2·houses, seeds)
    static std::size_t positions(int houses, int seeds) {
        std::size_t number = 1;
        for (int i = 1; i <= seeds; ++i)
            number =
                number * static_cast<std::size_t>(2 * houses + i) / static_cast<std::size_t>(i);
        return number;
    }

    // The most seeds whose positions fit, one byte each.
    static int fitting_seeds(int houses, std::size_t bytes) {
        int seeds = 0;
        while (seeds < max_seeds && positions(houses, seeds + 1) <= bytes) ++seeds;
        return seeds;
    }

    std::uint32_t number(std::uint64_t own, std::uint64_t opponent) const {
        using Lanes = KalahLanes<NarrowKalah>;
        // One multiplication adds up the lanes below each lane.
        const std::uint64_t mine = (own & Lanes::house_lanes) * Lanes::ones;
        const std::uint64_t theirs =
            (opponent & Lanes::house_lanes) * Lanes::ones + (mine >> 56) * Lanes::ones;
        std::uint32_t number = 0;
        for (int i = 0, at = 8 * (G::max_houses - houses_); i < houses_; ++i, at += 8)
            number += choose[i][mine >> at & 31u] + choose[houses_ + i][theirs >> at & 31u];
        return number;
    }

    int worked_out(const G& position) {
        Moves<G> moves;
        position.legal_moves(moves);
        int best = -max_seeds;
        for (Move move : moves) {
            G child = position;
            child.play(move);
            const int margin = child.margin() + (child.is_over() ? 0 : value(child));
            best = std::max(
                best, (child.turn() == position.turn() ? margin : -margin) - position.margin());
        }
        return best;
    }

    int houses_;
    int seeds_;
    Pages<std::int8_t> values_;
};

}  // namespace ply
