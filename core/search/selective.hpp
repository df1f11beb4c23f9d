// Selectivity: what gets less than the whole depth, because it looks as if it would not matter.
//
//     late-move reductions         late quiet moves are searched less deep first
//     reverse futility pruning     a static evaluation far above beta cuts off
//     null-move pruning            so does a lead that outlasts a null move, says a shallower search
//     ProbCut                      so does a shallower search that ends well above beta
//     futility pruning             far below alpha, quiet moves are left out
//     internal iterative reduction a node that the table hardly knows is searched a ply less deep
//
// The first and the last are the option `reductions`. The others, the option `pruning`, rest on the
// static evaluation: they hold in null windows around evaluations, never on the principal variation
// and never about proven results.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "score.hpp"
#include "table.hpp"
#include "tuning.hpp"

namespace ply {

// The static evaluation of a node, and between which bounds quiet moves will keep it.
struct StaticEvaluation {
    Score score = -infinity;
    Score lower = -infinity;  // for reverse futility pruning
    Score upper = infinity;   // for futility pruning
};

template <Game G, SelectiveEvaluator E>
StaticEvaluation static_evaluation(const G& position, const E& evaluate, int depth) {
    StaticEvaluation result{evaluate(position)};
    const Score margin = depth * E::selectivity.futility_margin;
    if (depth <= tuning::reverse_futility_max_depth) result.lower = result.score - margin;
    if (depth <= tuning::futility_max_depth) result.upper = result.score + margin;
    return result;
}

inline int depth_after_null_move(int depth) {
    return std::max(0, depth - tuning::null_move_reduction - depth / tuning::null_move_step);
}

// The bound that a shallower search has to pass; nothing where ProbCut does not apply.
template <class E>
std::optional<Score> probcut_bound(const StaticEvaluation& standing, Score beta, int depth) {
    if constexpr (SelectiveEvaluator<E>) {
        constexpr Score margin = E::selectivity.probcut_margin;
        if (margin > 0 && depth >= tuning::probcut_min_depth && standing.score >= beta &&
            !is_proven(beta + margin))
            return beta + margin;
    }
    return {};
}

inline int depth_with(const std::optional<Knowledge>& known, int depth) {
    if (depth < tuning::iir_min_depth) return depth;
    return known && known->depth >= depth - tuning::iir_slack ? depth : depth - 1;
}

inline int late_move_reduction(int depth, int number) {
    static const auto logarithm = [] {
        std::array<float, 256> values{};
        for (int i = 1; i < 256; ++i) values[i] = std::log(static_cast<float>(i));
        return values;
    }();
    if (depth < tuning::lmr_min_depth || number < tuning::lmr_min_move) return 0;
    const float less = logarithm[std::min(depth, 255)] * logarithm[std::min(number, 255)];
    return std::min(static_cast<int>(less / tuning::lmr_divisor + 0.5f), depth - 1);
}

}  // namespace ply
