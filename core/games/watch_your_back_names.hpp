// What moves and squares of Watch Your Back! are called, and its board as text.
#pragma once

#include <string>
#include <vector>

#include "grid_names.hpp"
#include "watch_your_back.hpp"

namespace ply {

inline std::string name_of_cell(const WatchYourBack& /*position*/, int square) {
    return grid_name({square / 8, square % 8});
}

// Steps that would leave the board have a name of their own, so that names stay one to one.
inline std::vector<std::string> move_names(const WatchYourBack& position) {
    std::vector<std::string> names;
    for (int square = 0; square < WatchYourBack::first_step; ++square)
        names.push_back(name_of_cell(position, square));
    for (Move move = WatchYourBack::first_step; move < WatchYourBack::pass; ++move) {
        const auto step = WatchYourBack::step_of(move);
        const int distance = step.jumps ? 2 : 1;
        const int column =
            step.from % 8 + (step.direction == 1) * distance - (step.direction == 3) * distance;
        const int row =
            step.from / 8 + (step.direction == 2) * distance - (step.direction == 0) * distance;
        const bool inside = column >= 0 && column < 8 && row >= 0 && row < 8;
        names.push_back(inside ? name_of_cell(position, step.from) +
                                     name_of_cell(position, 8 * row + column)
                               : "off-board-" + std::to_string(move));
    }
    names.push_back("pass");
    return names;
}

// 64 characters from the top left: `O` White, `@` Black, `-` empty, `X` corner, blank for removed.
inline std::string board_text(const WatchYourBack& position) {
    std::string text(64, ' ');
    for (int square = 0; square < 64; ++square) {
        const auto here = bit<std::uint64_t>(square);
        if (position.area() & here) text[square] = '-';
        if (position.corners() & here) text[square] = 'X';
        if (position.pieces(Side::first) & here) text[square] = 'O';
        if (position.pieces(Side::second) & here) text[square] = '@';
    }
    return text;
}

}  // namespace ply
