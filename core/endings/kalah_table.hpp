// Exact values of all Kalah endings with few seeds in the houses, one byte each.
//
// An entry is what the mover will win from here on, more than the opponent: the stores do not matter.
// It is worked out when it is first asked for, or, to build a whole table, one layer after the other
// (`fill`). A move leads to fewer seeds, or it only brings the mover's seeds nearer to the store, so
// no position comes again.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "../interrupt.hpp"
#include "../pages.hpp"
#include "../platform/threads.hpp"
#include "kalah_layer.hpp"

namespace ply {

// The seeds that are left depend on the stores where a majority ends the game.
inline bool has_kalah_endings(const KalahRules& rules) { return !rules.majority_ends; }

// The rules that matter once the first two actions are over: games that share them share endings.
inline KalahRules kalah_ending_rules(KalahRules rules) {
    rules.seeds = 0;
    rules.swap = false;
    rules.first_extra_turn = true;
    return rules;
}

// Several threads may ask at once: what two of them work out together is the same.
template <class Layout>
class KalahTable {
public:
    using G = Kalah<Layout>;
    using Numbers = KalahNumbers<Layout>;
    using OnProgress = std::function<void(std::size_t positions)>;

    KalahTable(const KalahRules& rules, int seeds)
        : board_(typename G::Setup{.rules = kalah_ending_rules(rules)}),
          seeds_(seeds),
          number_(rules.houses),
          values_(Numbers::positions(rules.houses, seeds)) {}

    int seeds() const { return seeds_; }

    // Of a game that is not over, with its first two actions behind it.
    int value(const G& position) {
        const std::size_t number = number_(position.own_word(), position.opponent_word());
        const std::atomic_ref<std::int8_t> place(values_[number]);
        std::int8_t known = place.load(std::memory_order_relaxed);
        if (known == 0) {
            known = static_cast<std::int8_t>(worked_out(position) + kalah_value_shift);
            place.store(known, std::memory_order_relaxed);
        }
        return known - kalah_value_shift;
    }

    // The entries of all positions with exactly so many seeds.
    std::span<std::int8_t> layer(int seeds) {
        const std::size_t first = first_number(seeds);
        return {&values_[first], first_number(seeds + 1) - first};
    }

    // What `value` returns, of a layer that is filled.
    int known_value(const G& position) const {
        return values_[number_(position.own_word(), position.opponent_word())] - kalah_value_shift;
    }

    // Works out a layer whose smaller ones are known; false if it was interrupted.
    bool fill(int seeds, int threads, const Interrupt& interrupt, const OnProgress& on_progress) {
        const std::size_t all = first_number(seeds + 1) - first_number(seeds);
        std::atomic<int> next{seeds / 2};  // the split with the most positions first
        std::atomic<std::size_t> done{0};
        std::atomic<bool> stop{false};
        const auto work = [&] {
            for (int fewer; (fewer = next--) >= 0;) fill_split(fewer, seeds - fewer, stop, done);
        };
        if (all < few_positions) {
            work();
            if (on_progress) on_progress(done);
            return true;
        }
        platform::work_together(threads, work, [&] {
            if (interrupt && interrupt()) stop = true;
            if (on_progress) on_progress(done);
        });
        return done == all;
    }

private:
    static constexpr std::size_t few_positions = 1u << 17;  // done sooner than threads are started

    std::size_t first_number(int seeds) const {
        return seeds == 0 ? 0 : Numbers::positions(board_.rules().houses, seeds - 1);
    }

    void fill_split(int fewer, int more, const std::atomic<bool>& stop,
                    std::atomic<std::size_t>& done) {
        if (stop) return;
        KalahSplit<Layout> split(board_.rules(), number_, &values_[0], fewer, more);
        const std::size_t positions = (fewer == more ? 1 : 2) * number_.sides(more);
        for (std::size_t row = 0; row < split.rows() && !stop; ++row) {
            split.next_rows();
            done += positions;
        }
    }

    int worked_out(const G& position) {
        Moves<G> moves;
        position.legal_moves(moves);
        int best = -Numbers::max_seeds;
        for (Move move : moves) {
            G child = position;
            child.play(move);
            const int margin = child.margin() + (child.is_over() ? 0 : value(child));
            best = std::max(
                best, (child.turn() == position.turn() ? margin : -margin) - position.margin());
        }
        return best;
    }

    G board_;  // for its rules
    int seeds_;
    Numbers number_;
    Pages<std::int8_t> values_;
};

}  // namespace ply
