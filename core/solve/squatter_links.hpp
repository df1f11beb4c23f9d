// Cells that a side of Squatter cannot enclose if its opponent answers well.
//
// A cell is *open* if it can never be a wall of the attacker. A part of open cells stays outside all
// loops if it has two ways out with no cell in common: when the attacker spoils one, the defender
// uses the other. A way is a free cell beside the outside (a door), or a free cell from which, once
// the defender is on it, there are two ways out again.
//
//      ─ edge ─────        d  doors: whichever White fills, Black's stones stay outside
//      . d . s d .         s  a step: Black answers there if White takes the door below it …
//      d B . d B d            … and has two ways out from it
//
// Every cell serves one connection only, so all of them hold at the same time. A stone more never
// hurts the defender, and stones elsewhere need no answer.
#pragma once

#include "../bitboard.hpp"

namespace ply {

template <class Board>
class SquatterLinks {
public:
    using Word = typename Board::Word;

    // What surrounds one side's possible loops.
    struct Shore {
        Word open;     // cells that are never its wall
        Word outside;  // those of them that the edge reaches
        Word free;
    };

    SquatterLinks(Word edges, const Shore& shore)
        : edges_(edges),
          inland_(shore.open & ~shore.outside),
          free_(shore.free),
          unused_(shore.free) {
        reach(shore.outside);
        link_parts();
    }

    // Of cells that nothing but the walls of the attacker could enclose, those still in danger.
    Word endangered(Word cells) {
        Word left = cells & ~outside_ & ~(Board::beside(outside_) & ~inland_);
        // Whoever fills a free cell with two ways out: it is a wall, or it is outside.
        for (int steps = 0; steps <= most_steps; ++steps)
            for_each_bit(left & free_, [&](int i) {
                const auto cell = bit<Word>(i);
                Word unused = unused_ & ~cell;
                if (!has_two_ways(cell, unused, steps)) return;
                unused_ = unused | (unused_ & cell);
                left &= ~cell;
            });
        return left;
    }

private:
    static constexpr int most_steps = 2;

    static constexpr Word first_of(Word set) { return set & (~set + 1); }

    void reach(Word part) {
        outside_ |= part;
        inland_ &= ~part;
        doors_ = Board::beside(outside_) | edges_;
    }

    // Short ways first: long ones use more cells.
    void link_parts() {
        for (int steps = 0; steps <= most_steps; ++steps)
            for (Word rest = inland_; rest;) {
                const Word part = Board::flood(first_of(rest), rest);
                rest &= ~part;
                if (!has_two_ways(part, unused_, steps)) continue;
                reach(part);
                rest = inland_;
            }
    }

    // If so, the cells of both ways are taken out of `unused`.
    bool has_two_ways(Word part, Word& unused, int steps) const {
        const Word beside = Board::beside(part) & unused;
        const Word first = first_of(beside & doors_), second = first_of(beside & doors_ & ~first);
        Word left = unused & ~(first | second);
        int ways = (first ? 1 : 0) + (second ? 1 : 0);
        if (ways < 2 && steps > 0)
            for (Word rest = beside & ~doors_; rest && ways < 2; rest &= rest - 1) {
                const Word step = first_of(rest) & left;
                Word after = left & ~step;
                const Word joined = Board::flood(step, (inland_ & ~part) | step);
                if (!step || !has_two_ways(joined, after, steps - 1)) continue;
                left = after;
                ++ways;
            }
        if (ways == 2) unused = left;
        return ways == 2;
    }

    Word edges_;
    Word inland_;
    Word free_;
    Word unused_;
    Word outside_ = 0;
    Word doors_ = 0;
};

}  // namespace ply
