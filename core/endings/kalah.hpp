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
#include <atomic>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "../games/kalah.hpp"
#include "../pages.hpp"
#include "endings.hpp"

namespace ply {

// Several threads may ask at once: what two of them work out together is the same.
template <class Layout>
class KalahEndings {
public:
    using G = Kalah<Layout>;

    static constexpr int max_seeds = 16;

    // The seeds that are left depend on the stores where a majority ends the game.
    static bool exist_for(const KalahRules& rules) { return !rules.majority_ends; }

    // Endings with up to `seeds` seeds, or as many as fit into `max_bytes`.
    KalahEndings(const KalahRules& rules, int seeds, std::size_t max_bytes)
        : rules_(rules),
          seeds_(std::min(seeds, fitting_seeds(rules.houses, max_bytes))),
          values_(positions(rules.houses, seeds_)) {}

    const KalahRules& rules() const { return rules_; }
    int seeds() const { return seeds_; }

    // What the mover will win from here on, more than the opponent. The game is not over, and its
    // first two actions are.
    int value(const G& position) {
        const std::atomic_ref<std::int8_t> place(values_[number(position)]);
        std::int8_t known = place.load(std::memory_order_relaxed);
        if (known == 0) {
            known = static_cast<std::int8_t>(worked_out(position) + shift);
            place.store(known, std::memory_order_relaxed);
        }
        return known - shift;
    }

private:
    static constexpr std::int8_t shift = 64;  // zero means that a value is not known yet
    static constexpr bool narrow = std::same_as<Layout, NarrowKalah>;

    // choose[i][s] = C(s + i, i + 1); those too large for a table are never used.
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

    std::uint32_t number(const G& position) const {
        const int houses = rules_.houses;
        std::uint32_t number = 0;
        if constexpr (narrow) {
            using Lanes = KalahLanes<NarrowKalah>;
            // One multiplication adds up the lanes below each lane.
            const std::uint64_t mine = (position.own_word() & Lanes::house_lanes) * Lanes::ones;
            const std::uint64_t theirs =
                (position.opponent_word() & Lanes::house_lanes) * Lanes::ones +
                (mine >> 56) * Lanes::ones;
            for (int i = 0, at = 8 * (G::max_houses - houses); i < houses; ++i, at += 8)
                number += choose[i][mine >> at & 31u] + choose[houses + i][theirs >> at & 31u];
        } else {
            int seeds = 0, i = 0;
            for (const auto word : {position.own_word(), position.opponent_word()})
                for (int house = 0; house < houses; ++house)
                    number += choose[i++][seeds += position.seeds(word, house)];
        }
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

    KalahRules rules_;
    int seeds_;
    Pages<std::int8_t> values_;
};

template <class Layout>
class Endings<Kalah<Layout>> {
public:
    using G = Kalah<Layout>;

    static constexpr bool exist = true;

    // Larger endings cost a search more than they save: see docs/methods.md.
    static constexpr int most_seeds = 8;
    static constexpr std::size_t max_bytes = 4u << 20;

    // The table is kept from search to search.
    void prepare(const G& root) {
        if (table_ && table_->rules() == root.rules()) return;
        table_ = nullptr;
        seeds_ = -1;
        if (!KalahEndings<Layout>::exist_for(root.rules())) return;
        table_ = std::make_unique<KalahEndings<Layout>>(root.rules(), most_seeds, max_bytes);
        seeds_ = table_->seeds();
    }

    std::optional<Ending> find(const G& position) const {
        const int open = position.total_seeds() - G::store(position.own_word()) -
                         G::store(position.opponent_word());
        if (open > seeds_ || position.stage() != KalahStage::later) return {};
        return Ending{position.margin() + table_->value(position)};
    }

private:
    std::unique_ptr<KalahEndings<Layout>> table_;
    int seeds_ = -1;
};

}  // namespace ply
