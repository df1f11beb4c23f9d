// What is known about a position of Watch Your Back!: everything on the last board, and before it how
// many pieces can still fall.
//
// Only the arena's limit on turns makes the second useful: a side that cannot lose enough pieces
// before it is reached will not lose.
#pragma once

#include <algorithm>

#include "../games/watch_your_back.hpp"
#include "../search/known_scores.hpp"
#include "bounds.hpp"

namespace ply {

template <>
class Bounds<WatchYourBack> {
public:
    using View = Outlook;

    static constexpr bool short_games = false;
    static constexpr bool proof_numbers = false;
    static constexpr bool grow = false;
    int step() const { return 1; }

    Bounds(const WatchYourBack& root, std::size_t /*table_mb*/) { known_.prepare(root); }

    View look(const WatchYourBack& position) const {
        const std::uint64_t hash = position.hash();
        const SolveKey key{fold_multiply(hash, detail::hash_keys[0]), hash};
        if (const auto score = known_.find(position)) {
            const int margin = (*score > 0) - (*score < 0);
            return {key, 0, {margin, margin}};
        }
        const Side own = position.turn();
        const int lower = may_lose(position, own) ? -1 : 0;
        const int upper = may_lose(position, other(own)) ? 1 : 0;
        return {key, 0, {lower, upper}};
    }

    void moves(const WatchYourBack& position, const View& /*view*/,
               Moves<WatchYourBack>& moves) const {
        position.legal_moves(moves);
    }

    int rank(const WatchYourBack& /*child*/, const View& view, Move /*move*/,
             bool same_side) const {
        return promise(view.reach, same_side);
    }

    // On the last board, where any winning move would do but not lead to an end.
    std::optional<Move> ending_move(const WatchYourBack& position) const {
        return known_.best_move(position);
    }

private:
    // A step or jump comes from one side, so it captures on the other three at most; a piece that
    // moves between two enemies falls itself. A shrink may take any number.
    static bool may_lose(const WatchYourBack& position, Side side) {
        const int last = position.rules().max_turns;
        if (last == 0 || position.phase() == WatchYourBack::Phase::placing) return true;
        for (int shrink = position.shrinks(); shrink < 2; ++shrink)
            if (WatchYourBack::shrink_turns[shrink] <= last) return true;
        const int plies = last - position.turns();
        const bool moves_next = position.turn() == side;
        const int own_moves = (plies + (moves_next ? 1 : 0)) / 2;
        const int falling = own_moves + 3 * (plies - own_moves);
        return count(position.pieces(side)) - falling < 2;
    }

    KnownScores<WatchYourBack> known_;
};

}  // namespace ply
