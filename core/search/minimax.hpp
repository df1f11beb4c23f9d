// Plain minimax, for ever plain: no pruning, no table, no ordering. Every other search must return
// the same value; this one is short enough to be believed. `look` is called at every position that
// is not the last of its line; it may throw to end the search.
#pragma once

#include <algorithm>

#include "score.hpp"

namespace ply {

template <Game G, Evaluator<G> E, class Look = void (*)()>
Score minimax(const G& position, int depth, const E& evaluate, const Look& look = [] {}) {
    if (position.is_over()) return end_score(position);
    if (depth == 0) return evaluate(position);
    look();
    Moves<G> moves;
    position.legal_moves(moves);
    Score best = -infinity;
    for (Move move : moves) {
        G child = position;
        child.play(move);
        const Score score = minimax(child, depth - 1, evaluate, look);
        best = std::max(best, from_child<G>(child.turn() == position.turn() ? score : -score));
    }
    return best;
}

}  // namespace ply
