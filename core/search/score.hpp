// Scores: what a search says of a position, from the view of the side to move.
//
//     −32000 … lost … −20001 │ −15000 … evaluation … 15000 │ 20001 … won … 32000        0: even or drawn
//
// A finished game scores ±(win + margin). Where a game counts no margin (Watch Your Back!), every ply
// on the way to the end takes one off, so that a win is sought soon and a loss late. This discount
// belongs to the position, not to the path, so table entries need no correction.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>

#include "../eval/evaluator.hpp"
#include "../game.hpp"

namespace ply {

using Score = int;

inline constexpr Score infinity = 32'500;
inline constexpr Score win = 20'000;  // plus the margin
inline constexpr int max_margin = 9'999;
inline constexpr Score fast_win = 32'000;  // less the plies to the end, where no margin counts
inline constexpr Score proven = win;       // |score| above this is a proven result

constexpr bool is_proven(Score score) { return std::abs(score) > proven; }

// Of a game that ends with this margin after so many plies.
template <Game G>
constexpr Score end_score(int margin, int plies) {
    if (margin == 0) return 0;
    const Score size =
        WinLossGame<G> ? fast_win - plies : win + std::min(std::abs(margin), max_margin);
    return margin > 0 ? size : -size;
}

template <Game G>
Score end_score(const G& position) {
    return end_score<G>(position.margin(), 0);
}

// The score of a position from the score of the child that its best move leads to, both already
// from the same side's view.
template <Game G>
constexpr Score from_child(Score child) {
    if constexpr (!WinLossGame<G>) return child;
    return child > proven ? child - 1 : child < -proven ? child + 1 : child;
}

// The bound that a child's score must pass for `from_child` of it to pass `bound`: its inverse.
template <Game G>
constexpr Score to_child(Score bound) {
    if constexpr (!WinLossGame<G>) return bound;
    return bound > proven ? bound + 1 : bound < -proven ? bound - 1 : bound;
}

}  // namespace ply
