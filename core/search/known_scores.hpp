// Scores that need no search: of finished games, and of endings that are known exactly.
#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "../endings/endings.hpp"
#include "score.hpp"
#include "tuning.hpp"

// All of them, whichever game is searched: one that lacked its own endings would still be searched,
// and nobody would notice.
#include "../endings/kalah.hpp"
#include "../endings/watch_your_back.hpp"

namespace ply {

template <Game G>
class KnownScores {
public:
    // From now on endings are known too, for searches from this position.
    void prepare(const G& root) { endings_.prepare(root); }

    // Several threads may ask at once.
    std::optional<Score> find(const G& position) const {
        if (position.is_over()) return end_score(position);
        if constexpr (Endings<G>::exist)
            if (const auto ending = endings_.find(position))
                return end_score<G>(ending->margin, ending->plies);
        return {};
    }

    template <class Search>
    Score find_or(const G& position, Search search) const {
        const auto score = find(position);
        return score ? *score : search();
    }

    // Whether every line of so many plies ends in a known ending, so that a guess is no use.
    bool within_reach(const G& position, int plies) const {
        if constexpr (requires { endings_.within_reach(position, plies); })
            return endings_.within_reach(position, plies);
        return false;
    }

    // The move that keeps the score of a known ending: the soonest win, the latest loss.
    std::optional<Move> best_move(const G& position) const {
        if constexpr (Endings<G>::exist) {
            if (position.is_over() || !endings_.find(position)) return {};
            Moves<G> moves;
            position.legal_moves(moves);
            return *std::max_element(moves.begin(), moves.end(), [&](Move a, Move b) {
                return score_of(position, a) < score_of(position, b);
            });
        }
        return {};
    }

    // Continues a line that leads to this position to the end of the game, if that is known and
    // there is one: a draw may be endless.
    void finish(std::vector<Move>& line, G position) const {
        while (line.size() < tuning::max_line) {
            const auto move = best_move(position);
            if (!move || (WinLossGame<G> && *find(position) == 0)) return;
            line.push_back(*move);
            position.play(*move);
        }
    }

private:
    // Of a move in a known ending: the endings that follow are known too.
    Score score_of(const G& position, Move move) const {
        G child = position;
        child.play(move);
        const Score score = find(child).value_or(-infinity);
        return from_child<G>(child.turn() == position.turn() ? score : -score);
    }

    Endings<G> endings_;
};

}  // namespace ply
