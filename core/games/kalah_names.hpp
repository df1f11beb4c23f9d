// What moves and cells of Kalah are called.
#pragma once

#include <string>
#include <vector>

#include "kalah.hpp"

namespace ply {

// The swap comes after the houses; where the game has none, no position ever lists it.
template <class Layout>
std::vector<std::string> move_names(const Kalah<Layout>& position) {
    std::vector<std::string> names;
    for (int house = 1; house <= position.rules().houses; ++house)
        names.push_back(std::to_string(house));
    names.push_back("swap");
    return names;
}

// Cells count south's houses, its store, and then north's.
template <class Layout>
std::string name_of_cell(const Kalah<Layout>& position, int cell) {
    const int houses = position.rules().houses, row = houses + 1, house = cell % row;
    const std::string seat = cell < row ? "south" : "north";
    return house == houses ? seat : seat[0] + std::to_string(house + 1);
}

}  // namespace ply
