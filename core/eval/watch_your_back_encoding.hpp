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

// Inputs of a value network: each piece by phase and square, as seen from the mover's end of the
// board, and how long the board stays as it is.
inline constexpr int wyb_clock_buckets = 8;

inline int num_board_inputs(const WatchYourBack&) { return 2 * 2 * 64 + 3 * wyb_clock_buckets; }

template <class Add>
void board_inputs(const WatchYourBack& position, Add add) {
    const Side mover = position.turn();
    const int flip = mover == Side::first ? 0 : 56;  // bottom row to top row
    int first = position.phase() == WatchYourBack::Phase::placing ? 0 : 128;
    for (const Side side : {mover, other(mover)}) {
        for_each_bit(position.pieces(side),
                     [&](int square) { add(first + (square ^ flip), square); });
        first += 64;
    }
    if (position.phase() == WatchYourBack::Phase::placing) return;
    const int shrinks = position.shrinks();
    const int left = shrinks < 2 ? WatchYourBack::shrink_turns[shrinks] - position.turns() : 0;
    add(256 + shrinks * wyb_clock_buckets + std::min(left / 4, wyb_clock_buckets - 1), no_place);
}

}  // namespace ply
