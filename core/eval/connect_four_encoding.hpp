// Connect Four as numbers: for each cell, whose stone lies there and who would complete four on it.
#pragma once

#include "connect_four.hpp"
#include "encoding.hpp"

namespace ply {

template <class Add>
void encode_board(const ConnectFour& position, Add add) {
    const Side mover = position.turn(), waiting = other(mover);
    for (const auto plane : {position.stones(mover), position.stones(waiting),
                             position.threats(mover), position.threats(waiting)})
        for (int column = 0; column < position.width(); ++column)
            for (int row = 0; row < position.height(); ++row)
                add((plane >> position.cell(column, row) & 1) != 0 ? 1.0f : 0.0f);
    // Which rows are whose depends on who began.
    add(mover == Side::first ? 1.0f : 0.0f);
}

// Inputs of a value network: each stone by the side to move, since rows belong to sides.
inline int num_board_inputs(const ConnectFour&) { return 4 * ConnectFour::max_bits; }

template <class Add>
void board_inputs(const ConnectFour& position, Add add) {
    const Side mover = position.turn();
    int first = mover == Side::first ? 0 : 2 * ConnectFour::max_bits;
    for (const Side side : {mover, other(mover)}) {
        for_each_bit(position.stones(side), [&](int cell) {
            const int row_from_top = position.height() - 1 - position.row_of(cell);
            add(first + cell, row_from_top * position.width() + position.column_of(cell));
        });
        first += ConnectFour::max_bits;
    }
}

}  // namespace ply
