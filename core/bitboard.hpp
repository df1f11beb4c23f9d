// Sets of cells as bits, for words of 64 and 128 bits, and the eight symmetries of a square board.
//
// Bit row·stride + column; row 0 is the top of the board. A symmetry s is a number of three bits:
//
//     4: exchange rows and columns (first)   1: mirror the columns   2: flip the rows
//
// so that {0}, {0, 1} and {0 … 7} are groups, and a game whose rules keep fewer symmetries just
// uses a shorter prefix.
#pragma once

#include <array>
#include <bit>
#include <concepts>
#include <cstdint>

#include "hash.hpp"

namespace ply {

template <class W>
concept BitWord = std::same_as<W, std::uint64_t> || std::same_as<W, Word128>;

constexpr int count(std::uint64_t bits) { return std::popcount(bits); }
constexpr int count(Word128 bits) { return count(low_word(bits)) + count(high_word(bits)); }

constexpr int lowest(std::uint64_t bits) { return std::countr_zero(bits); }
constexpr int lowest(Word128 bits) {
    return low_word(bits) ? lowest(low_word(bits)) : 64 + lowest(high_word(bits));
}

template <BitWord W>
constexpr W bit(int i) {
    return W{1} << i;
}

// Calls visit(i) for the index of every set bit, lowest first.
template <BitWord W, class Visit>
constexpr void for_each_bit(W bits, Visit visit) {
    for (; bits; bits &= bits - 1) visit(lowest(bits));
}

// nth_bit_of_byte[byte][n]: where the n-th set bit of a byte stands.
inline constexpr auto nth_bit_of_byte = [] {
    std::array<std::array<std::uint8_t, 8>, 256> table{};
    for (unsigned byte = 0; byte < 256; ++byte)
        for (unsigned i = 0, n = 0; i < 8; ++i)
            if (byte >> i & 1u) table[byte][n++] = static_cast<std::uint8_t>(i);
    return table;
}();

struct Cell {
    int row;
    int column;

    constexpr bool operator==(const Cell&) const = default;
};

constexpr Cell transformed(Cell cell, int s, int size) {
    if (s & 4) cell = {cell.column, cell.row};
    if (s & 1) cell.column = size - 1 - cell.column;
    if (s & 2) cell.row = size - 1 - cell.row;
    return cell;
}

// Undoing an exchange of rows and columns turns a mirror into a flip.
constexpr int inverse_symmetry(int s) { return s & 4 ? 4 | ((s & 1) << 1) | ((s & 2) >> 1) : s; }

namespace detail {

constexpr std::uint64_t swap_bits(std::uint64_t bits, std::uint64_t mask, int distance) {
    const std::uint64_t change = (bits ^ (bits >> distance)) & mask;
    return bits ^ change ^ (change << distance);
}

constexpr std::uint64_t exchange_axes(std::uint64_t bits) {
    bits = swap_bits(bits, 0x00000000f0f0f0f0u, 28);
    bits = swap_bits(bits, 0x0000cccc0000ccccu, 14);
    return swap_bits(bits, 0x00aa00aa00aa00aau, 7);
}

constexpr std::uint64_t mirror_columns(std::uint64_t bits) {
    bits = ((bits >> 1) & 0x5555555555555555u) | ((bits & 0x5555555555555555u) << 1);
    bits = ((bits >> 2) & 0x3333333333333333u) | ((bits & 0x3333333333333333u) << 2);
    return ((bits >> 4) & 0x0f0f0f0f0f0f0f0fu) | ((bits & 0x0f0f0f0f0f0f0f0fu) << 4);
}

constexpr std::uint64_t flip_rows(std::uint64_t bits) { return __builtin_bswap64(bits); }

}  // namespace detail

// The top left size×size cells of a board with eight bits a row.
constexpr std::uint64_t transformed(std::uint64_t bits, int s, int size) {
    if (s & 4) bits = detail::exchange_axes(bits);
    if (s & 1) bits = detail::mirror_columns(bits) >> (8 - size);
    if (s & 2) bits = detail::flip_rows(bits) >> (8 * (8 - size));
    return bits;
}

// The same with eleven bits a row, cell by cell: large boards are rarely folded by symmetry.
constexpr Word128 transformed(Word128 bits, int s, int size) {
    Word128 result = 0;
    for_each_bit(bits, [&](int i) {
        const Cell cell = transformed(Cell{i / 11, i % 11}, s, size);
        result |= bit<Word128>(cell.row * 11 + cell.column);
    });
    return result;
}

}  // namespace ply
