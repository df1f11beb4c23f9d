// Cells of a square grid as people name them: a letter for the column, a number for the row.
#pragma once

#include <string>

#include "../bitboard.hpp"

namespace ply {

inline std::string grid_name(Cell cell) {
    return static_cast<char>('a' + cell.column) + std::to_string(cell.row + 1);
}

}  // namespace ply
