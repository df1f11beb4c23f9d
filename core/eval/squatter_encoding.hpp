// Squatter as numbers: for each cell, whose live piece stands there and whose territory it is.
#pragma once

#include "encoding.hpp"
#include "squatter.hpp"

namespace ply {

template <class Board, class Add>
void encode_board(const Squatter<Board>& position, Add add) {
    const Side mover = position.turn();
    const int size = position.size();
    for (const auto plane : {position.live(mover), position.live(other(mover)),
                             position.territory(mover), position.territory(other(mover))})
        for (int row = 0; row < size; ++row)
            for (int column = 0; column < size; ++column)
                add((plane >> Board::index({row, column}) & 1) != 0 ? 1.0f : 0.0f);
}

// Inputs of a value network: the same cells.
template <class Board>
int num_board_inputs(const Squatter<Board>& position) {
    return 4 * position.size() * position.size();
}

template <class Board, class Add>
void board_inputs(const Squatter<Board>& position, Add add) {
    const Side mover = position.turn();
    const int size = position.size();
    int first = 0;
    for (const auto plane : {position.live(mover), position.live(other(mover)),
                             position.territory(mover), position.territory(other(mover))}) {
        for_each_bit(plane, [&](int cell) {
            const Cell at = Board::cell(cell);
            add(first + at.row * size + at.column, at.row * size + at.column);
        });
        first += size * size;
    }
}

}  // namespace ply
