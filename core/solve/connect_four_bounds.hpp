// What is known about a Connect Four position: wins in one, losses in two, and lines that are gone.
//
//     the mover completes four                        won
//     the opponent threatens two cells to land on     lost
//     every landing lies right below a threat         lost
//     no line is left for a side                      it does not win
//
// Moves that lose at once are left out, so a position with one threat to block has one move.
#pragma once

#include "../games/connect_four.hpp"
#include "bounds.hpp"

namespace ply {

template <>
class Bounds<ConnectFour> {
public:
    using Board = ConnectFour::Board;

    struct View : Outlook {
        Board safe;   // landings that do not lose at once
        int threats;  // of the side that has just moved
    };

    static constexpr bool short_games = true;
    static constexpr bool proof_numbers = false;
    static constexpr bool grow = false;
    int step() const { return 1; }

    Bounds(const ConnectFour& /*root*/, std::size_t /*table_mb*/) {}

    View look(const ConnectFour& position) const {
        View view;
        view.key = key_of(position);
        view.settled = 0;
        view.safe = 0;
        view.threats = 0;
        if (position.is_over()) {
            view.reach = {position.margin(), position.margin()};
            return view;
        }
        const Side own = position.turn();
        const Board landings = position.landings();
        if (landings & position.threats(own)) {
            view.reach = {1, 1};
            return view;
        }
        const Board threats = position.threats(other(own));
        view.threats = count(threats);
        view.safe = safe_landings(landings, threats);
        view.reach = view.safe ? Interval{can_win(position, other(own)) ? -1 : 0,
                                          can_win(position, own) ? 1 : 0}
                               : Interval{-1, -1};
        return view;
    }

    void moves(const ConnectFour& position, const View& view, Moves<ConnectFour>& moves) const {
        for_each_bit(view.safe,
                     [&](int i) { moves.push_back(static_cast<Move>(position.column_of(i))); });
    }

    // More threats first; among equals, columns near the middle, where more lines meet.
    int rank(const ConnectFour& child, const View& view, Move move, bool /*same_side*/) const {
        const int off_middle = std::abs(2 * move - (child.width() - 1));
        return 64 * view.threats - off_middle;
    }

private:
    static SolveKey key_of(const ConnectFour& position) {
        using detail::hash_keys;
        // The occupied cells and the mover's stones, in one word: the bit above a column's stones
        // marks its height.
        const Board word =
            position.stones(position.turn()) + position.occupied() + position.bottom_row();
        const Board image = position.mirrored(word);
        const Board least = std::min(word, image);
        return {fold_multiply(least ^ hash_keys[0], hash_keys[1]), least};
    }

    static Board safe_landings(Board landings, Board threats) {
        const Board forced = landings & threats;
        if (forced & (forced - 1)) return 0;
        return (forced ? forced : landings) & ~(threats >> 1);
    }

    // Whether a line is left without a stone of the opponent.
    static bool can_win(const ConnectFour& position, Side side) {
        return position.has_line(position.stones(side) | position.empty());
    }
};

}  // namespace ply
