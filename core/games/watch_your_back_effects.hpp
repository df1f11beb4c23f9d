// What an action of Watch Your Back! does: a placement, step or pass; eliminations; and a shrink
// with its new corners and what they eliminate.
//
// Cells are numbered as the bits of the board.
#pragma once

#include <cstdlib>

#include "../effects.hpp"
#include "watch_your_back.hpp"

namespace ply {

class WatchYourBackWatcher {
public:
    using Board = WatchYourBack::Board;
    using Pieces = std::array<Board, 2>;

    WatchYourBackWatcher(Side mover, Effects& told) : mover_(mover), told_(told) {}

    void begins(Move move) {
        if (move == WatchYourBack::pass) return told_.push_back(effect::Pass{mover_});
        if (move < WatchYourBack::first_step)
            return told_.push_back(effect::Placement{{move}, mover_});
        const auto step = WatchYourBack::step_of(move);
        std::optional<Spot> over;
        if (step.jumps) over = {step.from + WatchYourBack::offset[step.direction]};
        told_.push_back(effect::Step{{step.from}, {WatchYourBack::target_of(step)}, mover_, over});
    }

    // Captured pieces stand between the arriving piece and what is straight behind them; a dead
    // arriving piece stands between two threats.
    void eliminates(Board arriving, Board captured, Board dead, Board threats) {
        for_each_bit(captured, [&](int at) { eliminate(at, lowest(arriving), other(mover_)); });
        if (!dead) return;
        const int at = lowest(arriving);
        const int axis = dead & WatchYourBack::between(threats, 1) ? 1 : 0;
        eliminate(at, at - std::abs(WatchYourBack::offset[axis]), mover_);
    }

    void starts_moving() { told_.push_back(effect::Phase{"moving"}); }

    void shrinks(Board ring, const Pieces& pieces) {
        told_.push_back(effect::Shrink{spots_of(ring), spots_of(ring & (pieces[0] | pieces[1]))});
    }

    void makes_corner(Board corner, const Pieces& pieces) {
        std::optional<Side> lost;
        for (Side side : {Side::first, Side::second})
            if (pieces[index(side)] & corner) lost = side;
        told_.push_back(effect::Corner{{lowest(corner)}, lost});
    }

    void presses(Board corner, const Pieces& before, const Pieces& after) {
        for (Side side : {Side::first, Side::second})
            for_each_bit(before[index(side)] & ~after[index(side)],
                         [&](int at) { eliminate(at, lowest(corner), side); });
    }

private:
    // A piece between a square beside it and the one straight behind.
    void eliminate(int at, int beside, Side side) {
        told_.push_back(effect::Elimination{{at}, side, {{beside}, {2 * at - beside}}});
    }

    Side mover_;
    Effects& told_;
};

inline Effects effects(const WatchYourBack& position, Move move) {
    Effects told;
    WatchYourBack after = position;
    after.play(move, WatchYourBackWatcher(position.turn(), told));
    return told;
}

}  // namespace ply
