// In which order moves are tried: most of alpha-beta's strength is trying the best one first.
//
//     hash move · noisy and killers by the evaluator's action score · counter-move · history
#pragma once

#include <algorithm>
#include <array>
#include <cstdlib>
#include <optional>
#include <vector>

#include "score.hpp"
#include "tuning.hpp"

namespace ply {

// Moves that cut off last at the same distance from the root, the latest first.
using Killers = std::array<Move, 2>;
inline constexpr Move no_move = 0xffff;
inline constexpr Killers no_killers = {no_move, no_move};

// What earlier cut-offs teach about quiet moves, by side and move number.
class OrderingMemory {
public:
    explicit OrderingMemory(int num_actions)
        : history_(2 * static_cast<std::size_t>(num_actions), 0),
          counters_(2 * static_cast<std::size_t>(num_actions) + 1, no_move),
          num_actions_(static_cast<std::size_t>(num_actions)) {
        killers_.fill(no_killers);
    }

    // Earlier searches fade, so that a new one learns quickly.
    void fade() {
        for (int& value : history_) value /= tuning::history_fade;
        killers_.fill(no_killers);
    }

    bool is_killer(int ply, Move move) const {
        return killers_[ply][0] == move || killers_[ply][1] == move;
    }
    int history(Side side, Move move) const { return history_[slot(side, move)]; }
    bool is_counter(std::optional<Move> previous, Side side, Move move) const {
        return previous && counters_[slot(side, *previous)] == move;
    }

    const Killers& killers(int ply) const { return killers_[ply]; }
    void add_killer(int ply, Move move) {
        if (killers_[ply][0] != move) killers_[ply] = {move, killers_[ply][0]};
    }

    // A quiet move cut the search off, and those tried before it did not.
    void learn(int ply, Side side, std::optional<Move> previous, Move cut, const Move* tried,
               std::size_t count, int depth) {
        add_killer(ply, cut);
        if (previous) counters_[slot(side, *previous)] = cut;
        const int weight = std::min(depth * depth, tuning::history_max_weight);
        update(slot(side, cut), weight);
        for (std::size_t i = 0; i < count; ++i)
            if (tried[i] != cut) update(slot(side, tried[i]), -weight);
    }

private:
    std::size_t slot(Side side, Move move) const {
        return static_cast<std::size_t>(index(side)) * num_actions_ + move;
    }

    // Drifts towards ±limit, ever slower.
    void update(std::size_t place, int weight) {
        int& value = history_[place];
        value += weight * tuning::history_rate -
                 value * std::abs(weight) * tuning::history_rate / tuning::history_limit;
    }

    std::vector<int> history_;
    std::vector<Move> counters_;
    std::array<Killers, tuning::max_ply + 1> killers_;
    std::size_t num_actions_;
};

}  // namespace ply
