// What moves and cells of Connect Four are called.
#pragma once

#include <string>
#include <vector>

#include "connect_four.hpp"
#include "grid_names.hpp"

namespace ply {

inline std::vector<std::string> move_names(const ConnectFour& position) {
    std::vector<std::string> names;
    for (int column = 1; column <= position.width(); ++column)
        names.push_back(std::to_string(column));
    return names;
}

// Rows count from the bottom, as in books on the game.
inline std::string name_of_cell(const ConnectFour& position, int cell) {
    return grid_name({position.row_of(cell), position.column_of(cell)});
}

}  // namespace ply
