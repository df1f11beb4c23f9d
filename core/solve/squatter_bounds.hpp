// What is known about a Squatter position: cells that a side can never capture.
//
// A cell can become a live piece of p only if it is free or already one; such cells may be *walls* of
// p. Flood from the edge through all others: no later flood stops where this one passes.
//
//     . B . W .      W may still wall + and W only. The flood enters through the B's, and a cell it
//     B + + + W      reaches, or a free cell beside one (it is a wall or it is reached), is never
//     . + W + .      White's.
//
// Many more cells can be kept from a side by answering well (squatter_links.hpp). That narrows what the
// game can still bring, but the cells stay part of it.
//
// What neither side can capture any more is settled. Walls count only beside a cell that is not, so
// the rest of the board is forgotten; free cells there are waiting moves, and two of them cancel
// (whoever uses one is answered with the other), so that only their parity matters.
#pragma once

#include <concepts>

#include "../games/squatter.hpp"
#include "bounds.hpp"
#include "squatter_links.hpp"

namespace ply {

template <class Board>
class Bounds<Squatter<Board>> {
public:
    using G = Squatter<Board>;
    using Word = typename Board::Word;

    struct View : Outlook {
        Word playable;  // of the waiting moves, one or none
    };

    static constexpr bool short_games = true;
    static constexpr bool proof_numbers = true;
    static constexpr bool grow = false;
    int step() const { return 1; }

    Bounds(const G& root, std::size_t /*table_mb*/)
        : cells_(root.cells()), edges_(Board::edges(root.size())) {}

    View look(const G& position) const {
        const Side own = position.turn(), opponent = other(own);
        const Word free = position.free_cells();
        const Half mine = half(position, own, free), theirs = half(position, opponent, free);
        const Word open = (mine.takes & ~(mine.holds & ~theirs.takes)) |
                          (theirs.takes & ~(theirs.holds & ~mine.takes));
        const Word relevant = open | Board::beside(open);

        View view;
        const Word waiting = free & ~relevant;
        const Word odd = count(waiting) % 2 == 1 ? waiting & (~waiting + 1) : 0;
        view.playable = (free & relevant) | odd;
        view.key =
            position.is_early() ? early_key(position) : key_of(mine, theirs, relevant, odd != 0);
        view.settled = count(mine.points & ~open) - count(theirs.points & ~open);
        view.reach = {least(mine, theirs, free), -least(theirs, mine, free)};
        return view;
    }

    void moves(const G& /*position*/, const View& view, Moves<G>& moves) const {
        for_each_bit(view.playable, [&](int i) { moves.push_back(static_cast<Move>(i)); });
    }

    // Among equal promises, contact first: beside own pieces, and diagonal to the opponent's, where
    // it cuts loops (0.6 of the nodes on 6×6 with 22 free cells, 1.1 from the empty 5×5 board).
    int rank(const G& child, const View& view, Move move, bool same_side) const {
        const Word cell = bit<Word>(move), near = Board::around(cell);
        const Word own = child.live(other(child.turn())), opponent = child.live(child.turn());
        const int contacts = count(near & own) + count(near & ~Board::beside(cell) & opponent);
        return 16 * promise(view.reach, same_side) + contacts;
    }

private:
    // One side's view of the board.
    struct Half {
        Word pieces;
        Word territory;
        Word holds;    // live pieces and territory: taking them again changes nothing
        Word points;   // cells that count for it now
        Word walls;    // cells that are or may become its live pieces
        Word reached;  // others, outside all its loops for ever
        Word takes;    // cells that it may capture some day
    };

    Half half(const G& position, Side side, Word free) const {
        const Word pieces = position.pieces(side), territory = position.territory(side);
        const Word live = position.live(side);
        const Word walls = live | free;
        const Word open = cells_ & ~walls;
        const Word reached = Board::flood(edges_ & open, open);
        const Word takes = cells_ & ~edges_ & ~reached & ~(walls & Board::beside(reached));
        return {pieces, territory, live | territory, territory & ~pieces, walls, reached, takes};
    }

    // A margin that `own` can make sure of, whoever moves.
    int least(const Half& own, const Half& opponent, Word free) const {
        const Word taken =
            opponent.takes
                ? SquatterLinks<Board>(edges_, {cells_ & ~opponent.walls, opponent.reached, free})
                      .endangered(opponent.takes)
                : Word{0};
        return count(own.points & ~taken) - count((taken | opponent.territory) & ~opponent.pieces);
    }

    // Mirror images are worth the same. Later on they hardly ever come up together.
    static SolveKey early_key(const G& position) {
        std::uint64_t hash = position.hash();
        for (int s = 1; s < 8; ++s) hash = std::min(hash, position.transformed(s).hash());
        return {fold_multiply(hash, detail::hash_keys[0]), hash};
    }

    static SolveKey key_of(const Half& own, const Half& opponent, Word relevant, bool odd) {
        const Word a = own.pieces & relevant, b = opponent.pieces & relevant;
        const Word c = own.territory & relevant, d = opponent.territory & relevant;
        const Word e = own.takes & relevant, f = opponent.takes & relevant;
        const std::uint64_t parity = odd ? 1 : 0;
        if constexpr (std::same_as<Word, std::uint64_t>) {
            return {hash_words(a, b, c, d, e, f, parity), hash_words(b, c, d, e, f, a, parity)};
        } else {
            const auto hash = [&](Word x, Word y, Word z, std::uint64_t more) {
                return hash_words(low_word(x), high_word(x), low_word(y), high_word(y), low_word(z),
                                  high_word(z), more);
            };
            return {hash(a, b, c, hash(d, e, f, parity)), hash(f, a, d, hash(c, e, b, parity))};
        }
    }

    Word cells_;
    Word edges_;
};

}  // namespace ply
