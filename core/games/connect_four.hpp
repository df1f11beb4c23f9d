// Connect Four: stones fall to the lowest free cell of a column; four in a line win.
//
// Bit column·(height + 1) + row, row 0 at the bottom. Each column has one bit more than cells; it is
// always empty, so that no line runs from the top of a column into the next one:
//
//     7×6, stride 7      6 13 20 27 34 41 48    always empty
//                        5 12 19 26 33 40 47
//                        4 11 18 25 32 39 46
//                        3 10 17 24 31 38 45    neighbours: 1 above, 7 to the right,
//                        2  9 16 23 30 37 44    8 up to the right, 6 down to the right
//                        1  8 15 22 29 36 43
//                        0  7 14 21 28 35 42
//
// A move is its column. The margin is the sign of the result: the rules know no other. Solvers often
// count how early one wins; a search here does the same by itself, because wins of games without a
// margin lose a point per ply (search/score.hpp): players read "wins in 5", and the solver has three
// values to tell apart instead of forty.
#pragma once

#include <array>
#include <cstdint>

#include "../bitboard.hpp"
#include "../game.hpp"
#include "../hash.hpp"
#include "../random.hpp"

namespace ply {

class ConnectFour {
public:
    using Board = std::uint64_t;

    static constexpr int min_size = 4;   // columns, and rows
    static constexpr int max_bits = 64;  // columns × (rows + 1)
    static constexpr std::size_t max_moves = max_bits / (min_size + 1);
    static constexpr bool only_sign = true;

    struct Setup {
        int width = 7;
        int height = 6;
        std::array<Board, 2> stones = {};  // by side
    };

    ConnectFour() : ConnectFour(Setup{}) {}

    explicit ConnectFour(const Setup& setup)
        : stones_(setup.stones),
          width_(static_cast<std::uint8_t>(setup.width)),
          height_(static_cast<std::uint8_t>(setup.height)),
          plies_(static_cast<std::uint8_t>(count(occupied()))),
          won_(has_line(stones_[0]) || has_line(stones_[1])) {}

    // Sides alternate strictly, so the number of stones tells whose turn it is.
    Side turn() const { return static_cast<Side>(plies_ & 1); }
    int num_actions() const { return width_; }

    void legal_moves(Moves<ConnectFour>& moves) const {
        if (won_) return;
        for (int column = 0; column < width_; ++column)
            if (is_open(column)) moves.push_back(static_cast<Move>(column));
    }

    bool is_legal(Move move) const { return !won_ && move < width_ && is_open(move); }

    void play(Move move) {
        Board& own = stones_[index(turn())];
        own |= landing(move);
        ++plies_;
        won_ = has_line(own);
    }

    bool is_over() const { return won_ || plies_ == width_ * height_; }

    // Only the side that has just moved can have won.
    int margin() const { return won_ ? -1 : 0; }

    // The stones say whose turn it is.
    std::uint64_t hash() const { return hash_words(stones_[0], stones_[1]); }

    // The mirror of the columns.
    int num_symmetries(int /*plies*/) const { return 2; }
    int inverse(int s) const { return s; }
    // So few stones that mirror images of this position are likely to come up in one search.
    bool is_early() const { return plies_ <= 10; }

    ConnectFour transformed(int s) const {
        ConnectFour result = *this;
        if (s == 1)
            for (Board& stones : result.stones_) stones = mirrored(stones);
        return result;
    }
    Move transformed(Move move, int s) const {
        return s == 1 ? static_cast<Move>(width_ - 1 - move) : move;
    }

    // Most columns are open for most of the game, so a few tries are cheaper than a list.
    template <class Source>
    Move random_move(Source& random) const {
        for (;;)
            if (const auto column = random.below(width_); is_open(static_cast<int>(column)))
                return static_cast<Move>(column);
    }

    int width() const { return width_; }
    int height() const { return height_; }
    int plies() const { return plies_; }
    bool is_won() const { return won_; }
    Board stones(Side side) const { return stones_[index(side)]; }
    Board occupied() const { return stones_[0] | stones_[1]; }
    Board cells() const { return bottom_row() * column_cells(); }
    Board empty() const { return cells() & ~occupied(); }
    // The cells that a stone can reach now, one for each open column.
    Board landings() const { return (occupied() + bottom_row()) & cells(); }
    Board landing(int column) const {
        return (occupied() + bit<Board>(column * stride())) & (column_cells() << column * stride());
    }

    int stride() const { return height_ + 1; }
    int cell(int column, int row) const { return column * stride() + row; }
    int column_of(int cell) const { return cell / stride(); }
    int row_of(int cell) const { return cell % stride(); }

    // How far the next cell lies: upwards, down to the right, to the right, up to the right.
    std::array<int, 4> directions() const { return {1, height_, height_ + 1, height_ + 2}; }

    // Lowest cells of all lines of four that lie within a set, in one direction.
    static Board line_starts(Board set, int direction) {
        const Board pairs = set & set >> direction;
        return pairs & pairs >> 2 * direction;
    }
    bool has_line(Board stones) const {
        Board found = 0;
        for (const int direction : directions()) found |= line_starts(stones, direction);
        return found != 0;
    }

    // The cells of all lines that a side has in one direction.
    Board line_cells(Side side, int direction) const {
        const Board start = line_starts(stones(side), direction);
        const Board pairs = start | start << direction;
        return pairs | pairs << 2 * direction;
    }

    // Whether one last stone completed all lines there are: set-up positions may break this.
    bool ends_by_last_move() const {
        if (!won_) return true;
        const Board own = stones(other(turn()));
        if (has_line(stones(turn()))) return false;
        bool found = false;
        // The bit above a column's stones is free, the one below it is its top stone.
        for_each_bit((occupied() + bottom_row()) >> 1 & own,
                     [&](int top) { found |= !has_line(own & ~bit<Board>(top)); });
        return found;
    }

    // Empty cells where one more stone completes four.
    Board threats(Side side) const { return completions(stones(side)) & empty(); }

    Board mirrored(Board stones) const {
        const Board column = (Board{1} << stride()) - 1;
        Board result = 0;
        for (int i = 0; i < width_; ++i, stones >>= stride())
            result = result << stride() | (stones & column);
        return result;
    }

    Board bottom_row() const {
        return bottom_table[height_] & ~Board{0} >> (max_bits - width_ * stride());
    }

    bool operator==(const ConnectFour&) const = default;

private:
    // The lowest row of every column that fits, by height.
    static constexpr auto bottom_table = [] {
        std::array<Board, max_bits / min_size> table{};
        for (int height = min_size; height < max_bits / min_size; ++height)
            for (int i = 0; i < max_bits; i += height + 1) table[height] |= bit<Board>(i);
        return table;
    }();

    Board column_cells() const { return (Board{1} << height_) - 1; }
    bool is_open(int column) const {
        return (occupied() >> (column * stride() + height_ - 1) & 1) == 0;
    }

    // Cells that would complete four with three stones of a set: above three, or with the gap at
    // any of the four places of a line.
    Board completions(Board set) const {
        const int up = 1;
        Board found = set << up & set << 2 * up & set << 3 * up;
        for (const int direction : {height_ + 0, height_ + 1, height_ + 2}) {
            const Board before = set << direction & set << 2 * direction;
            const Board after = set >> direction & set >> 2 * direction;
            found |= before & (set << 3 * direction | set >> direction);
            found |= after & (set >> 3 * direction | set << direction);
        }
        return found;
    }

    std::array<Board, 2> stones_;
    std::uint8_t width_;
    std::uint8_t height_;
    std::uint8_t plies_;
    bool won_;
};

static_assert(PackedGame<ConnectFour> && QuickLegality<ConnectFour> && RandomMoves<ConnectFour> &&
              EarlySymmetry<ConnectFour> && WinLossGame<ConnectFour> && sizeof(ConnectFour) <= 24);

}  // namespace ply
