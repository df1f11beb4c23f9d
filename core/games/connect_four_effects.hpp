// What a move of Connect Four does: a placement, and the lines of four or more that it completes.
//
// Cells are numbered as the bits of the board.
#pragma once

#include "../effects.hpp"
#include "connect_four.hpp"

namespace ply {

inline Effects effects(const ConnectFour& position, Move move) {
    const Side mover = position.turn();
    Effects told = {effect::Placement{{lowest(position.landing(move))}, mover}};
    ConnectFour after = position;
    after.play(move);
    for (const int direction : after.directions())
        if (const auto line = after.line_cells(mover, direction))
            told.push_back(effect::Line{mover, spots_of(line)});
    return told;
}

}  // namespace ply
