// Watch Your Back! as numbers: for each square, whose piece stands there or that nobody's can, and
// how far the game is.
#pragma once

#include "encoding.hpp"
#include "watch_your_back.hpp"

namespace ply {

template <class Add>
void encode_board(const WatchYourBack& position, Add add) {
    const Side mover = position.turn();
    const auto closed = ~position.area() | position.corners();
    for (const auto plane : {position.pieces(mover), position.pieces(other(mover)), closed})
        for (int square = 0; square < 64; ++square) add((plane >> square & 1) != 0 ? 1.0f : 0.0f);
    // The zones of the placing phase differ by side.
    add(mover == Side::first ? 1.0f : 0.0f);
    add(position.phase() == WatchYourBack::Phase::placing ? 1.0f : 0.0f);
    add(static_cast<float>(position.shrinks()));
    const int shrinks = position.shrinks();
    const int left = shrinks < 2 ? WatchYourBack::shrink_turns[shrinks] - position.turns() : 0;
    add(static_cast<float>(left) / WatchYourBack::shrink_turns[0]);
}

}  // namespace ply
