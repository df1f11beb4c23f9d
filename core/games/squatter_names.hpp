// What moves and cells of Squatter are called.
#pragma once

#include <string>
#include <vector>

#include "grid_names.hpp"
#include "squatter.hpp"

namespace ply {

template <class Board>
std::string name_of_cell(const Squatter<Board>& /*position*/, int cell) {
    return grid_name(Board::cell(cell));
}

// Every bit of the layout has a name; those off the board are never legal.
template <class Board>
std::vector<std::string> move_names(const Squatter<Board>& position) {
    std::vector<std::string> names;
    for (int i = 0; i < position.num_actions(); ++i) names.push_back(name_of_cell(position, i));
    return names;
}

}  // namespace ply
