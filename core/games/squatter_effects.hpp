// What a move of Squatter does: a placement, and an enclosure for every loop that it closes.
//
// Cells are numbered as the bits of the board's layout.
#pragma once

#include <algorithm>
#include <cstdlib>

#include "../effects.hpp"
#include "squatter.hpp"

namespace ply {

template <class Board>
class SquatterWatcher {
public:
    using Word = typename Board::Word;

    SquatterWatcher(const Squatter<Board>& before, Move move, Effects& told)
        : before_(before), move_(move), told_(told) {}

    // Tells the loops that win something; those closed earlier are among the enclosed cells too.
    void encloses(Word wall, Word enclosed) {
        while (enclosed) {
            const Word region = Board::flood(enclosed & -enclosed, enclosed);
            enclosed &= ~region;
            const Word won = region & ~before_.territory(mover());
            if (won)
                told_.push_back(
                    effect::Enclosure{mover(), loop(wall, region), outwards(won),
                                      outwards(won & before_.territory(other(mover())))});
        }
    }

private:
    Side mover() const { return before_.turn(); }

    // The pieces around a region, without those that stand apart inside it: the topmost piece beside
    // a region is outside, and the pieces around it touch each other.
    Spots loop(Word wall, Word region) const {
        const Word beside = Board::beside(region) & wall;
        Word chain = beside & -beside;
        for (Word grown = 0; grown != chain;) {
            grown = chain;
            chain |= Board::around(chain) & beside;
        }
        return spots_of(chain);
    }

    // Cells in the order of their distance from the move.
    Spots outwards(Word cells) const {
        Spots spots = spots_of(cells);
        const auto distance = [&](Spot spot) {
            const Cell one = Board::cell(spot.index), centre = Board::cell(move_);
            return std::max(std::abs(one.row - centre.row), std::abs(one.column - centre.column));
        };
        std::stable_sort(spots.begin(), spots.end(),
                         [&](Spot a, Spot b) { return distance(a) < distance(b); });
        return spots;
    }

    const Squatter<Board>& before_;
    Move move_;
    Effects& told_;
};

template <class Board>
Effects effects(const Squatter<Board>& position, Move move) {
    Effects told = {effect::Placement{{move}, position.turn()}};
    Squatter<Board> after = position;
    after.play(move, SquatterWatcher<Board>(position, move, told));
    return told;
}

}  // namespace ply
