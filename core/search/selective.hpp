// Selectivity: what gets less than the whole depth, because it looks as if it would not matter.
//
//     late moves     are searched less deep first, the later and the deeper the less
//     far ahead      a lead that the other side does not make up in the plies left cuts off
//     ahead anyway   so does one that outlasts a turn given away, says a shallower search
//     far behind     where no quiet move makes up for it, only forcing moves are tried
//
// The last three, called pruning, are opinions: they hold in null windows around opinions, never on
// the principal line and never about results.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include "options.hpp"
#include "score.hpp"

namespace ply {

// What the evaluation of a node says of its search.
struct Forecast {
    Score evaluation = -infinity;
    Score floor = -infinity;   // what is left of it after the plies left
    Score ceiling = infinity;  // what quiet moves make of it
};

template <Game G, FutilityEvaluator E>
Forecast forecast(const G& position, const E& evaluate, int depth) {
    Forecast expected{evaluate(position)};
    const Score margin = depth * E::futility_margin;
    if (depth <= tuning::ahead_max_depth) expected.floor = expected.evaluation - margin;
    if (depth <= tuning::behind_max_depth) expected.ceiling = expected.evaluation + margin;
    return expected;
}

inline int depth_after_skip(int depth) {
    return std::max(0, depth - tuning::skip_plies - (depth >= tuning::skip_deep ? 1 : 0));
}

inline int late_move_reduction(int depth, int number) {
    static const auto logarithm = [] {
        std::array<float, 256> values{};
        for (int i = 1; i < 256; ++i) values[i] = std::log(static_cast<float>(i));
        return values;
    }();
    if (depth < tuning::reduction_min_depth || number < tuning::reduction_min_move) return 0;
    const float less = logarithm[std::min(depth, 255)] * logarithm[std::min(number, 255)];
    return std::min(static_cast<int>(less / tuning::reduction_divisor + 0.5f), depth - 1);
}

}  // namespace ply
