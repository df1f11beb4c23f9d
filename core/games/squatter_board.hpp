// The geometry of Squatter's boards: which bits are cells, edges and neighbours.
//
// One layout serves every size up to its stride; the size is data (masks), so the rules are compiled
// twice and not nine times:
//
//     n = 5 in the narrow layout (stride 8)        n = 10 in the wide one (stride 11)
//
//      0  1  2  3  4  ·  ·  ·                       0  1  2  3  4  5  6  7  8  9  ·
//      8  9 10 11 12  ·  ·  ·                      11 12 13 14 15 16 17 18 19 20  ·
//     16 17 18 19 20  ·  ·  ·                       …
//     24 25 26 27 28  ·  ·  ·                      99 …                       108  ·
//     32 33 34 35 36  ·  ·  ·                       ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·
#pragma once

#include <array>
#include <cstdint>

#include "../bitboard.hpp"

namespace ply {

template <BitWord W, int Stride, int MinSize>
struct SquatterBoard {
    using Word = W;
    static constexpr int stride = Stride;
    static constexpr int min_size = MinSize;
    static constexpr int max_size = Stride;
    static constexpr int num_bits = Stride * Stride;

    static constexpr int index(Cell cell) { return cell.row * Stride + cell.column; }
    static constexpr Cell cell(int i) { return {i / Stride, i % Stride}; }

    static constexpr Word cells(int size) { return cell_table[size - MinSize]; }
    static constexpr Word edges(int size) { return edge_table[size - MinSize]; }

    // All cells that touch a set by a side.
    static constexpr Word beside(Word set) {
        const Word sideways = ((set & ~last_column) << 1) | ((set & ~first_column) >> 1);
        return sideways | (set << Stride) | (set >> Stride);
    }

    // All cells that touch a set by a side or a corner.
    static constexpr Word around(Word set) {
        const Word row = set | ((set & ~last_column) << 1) | ((set & ~first_column) >> 1);
        return (row | (row << Stride) | (row >> Stride)) & ~set;
    }

    static constexpr Word neighbours(int i) { return neighbour_table[i]; }

    // The cells of `passable` that can be reached by side steps from `start` (a subset of it).
    static constexpr Word flood(Word start, Word passable) {
        Word reached = start;
        for (Word grown = 0; grown != reached;) {
            grown = reached;
            reached |= beside(reached) & passable;
        }
        return reached;
    }

    // Whether a wall piece on cell i may cut its surroundings in two, judged by its eight neighbours:
    // the open ones that touch it by a side must form more than one run around it. What lies off the
    // board is open and all one, as the flood starts from every edge.
    static constexpr bool may_separate(Word wall, int i) {
        const Word near = wall & neighbour_table[i];
        constexpr int corner = Stride + 1;
        const Word ring = i >= corner ? near >> (i - corner) : near << (corner - i);
        const unsigned top = static_cast<unsigned>(ring) & 7u;
        const unsigned middle = static_cast<unsigned>(ring >> Stride);
        const unsigned bottom = static_cast<unsigned>(ring >> (2 * Stride)) & 7u;
        return separating[top | (middle & 1u) << 3 | (middle & 4u) << 2 | bottom << 5];
    }

private:
    static constexpr Word column(int c) {
        Word result = 0;
        for (int row = 0; row < Stride; ++row) result |= bit<Word>(row * Stride + c);
        return result;
    }
    static constexpr Word first_column = column(0);
    static constexpr Word last_column = column(Stride - 1);

    static constexpr auto cell_table = [] {
        std::array<Word, Stride - MinSize + 1> table{};
        for (int size = MinSize; size <= Stride; ++size)
            for (int row = 0; row < size; ++row)
                for (int c = 0; c < size; ++c) table[size - MinSize] |= bit<Word>(row * Stride + c);
        return table;
    }();

    static constexpr auto edge_table = [] {
        std::array<Word, Stride - MinSize + 1> table{};
        for (int size = MinSize; size <= Stride; ++size)
            for (int k = 0; k < size; ++k)
                for (Cell cell : {Cell{0, k}, Cell{k, 0}, Cell{size - 1, k}, Cell{k, size - 1}})
                    table[size - MinSize] |= bit<Word>(index(cell));
        return table;
    }();

    static constexpr auto neighbour_table = [] {
        std::array<Word, num_bits> table{};
        for (int i = 0; i < num_bits; ++i) table[i] = around(bit<Word>(i));
        return table;
    }();

    // Indexed by the wall among the neighbours: bits 0 1 2 above, 3 and 4 beside, 5 6 7 below.
    static constexpr auto separating = [] {
        constexpr std::array<int, 8> clockwise = {0, 1, 2, 4, 7, 6, 5, 3};
        std::array<bool, 256> table{};
        for (int ring = 0; ring < 256; ++ring) {
            // A run counts when it contains a side neighbour (odd places); it ends at a wall.
            int runs = 0;
            for (int k = 1; k < 8; k += 2) {
                const auto wall = [&](int place) {
                    return (ring >> clockwise[place & 7] & 1) != 0;
                };
                const bool ends_here = wall(k + 1) || wall(k + 2);
                if (!wall(k) && ends_here) ++runs;
            }
            table[ring] = runs >= 2;
        }
        return table;
    }();
};

using NarrowSquatter = SquatterBoard<std::uint64_t, 8, 3>;
using WideSquatter = SquatterBoard<Word128, 11, 9>;

}  // namespace ply
