// Small loops of Squatter that are nearly closed, found for both sides and all cells at once.
//
// All of them are looked at together, by shifting the board; a cell x (in a domino, the left or upper
// one) asks how many of its walls stand, if the others can still be built:
//
//     . # .        . # # .         . # .
//     # x #        # x - #         # x #        diamond: four walls; dominoes: six
//     . # .        . # # .         # | #
//                                  . # .
#pragma once

#include <array>
#include <cstdint>

#include "../games/squatter.hpp"

namespace ply {

// A set of cells for each side, the mover's and the opponent's, worked on together.
template <BitWord W>
class SquatterPair {
public:
    SquatterPair() = default;
    SquatterPair(W mover, W opponent) : sets_{mover, opponent} {}

    W operator[](int i) const { return sets_[i]; }
    SquatterPair operator~() const { return {~sets_[0], ~sets_[1]}; }
    SquatterPair operator<<(int n) const { return {sets_[0] << n, sets_[1] << n}; }
    SquatterPair operator>>(int n) const { return {sets_[0] >> n, sets_[1] >> n}; }
    SquatterPair operator&(SquatterPair o) const { return {sets_[0] & o[0], sets_[1] & o[1]}; }
    SquatterPair operator|(SquatterPair o) const { return {sets_[0] | o[0], sets_[1] | o[1]}; }
    SquatterPair operator^(SquatterPair o) const { return {sets_[0] ^ o[0], sets_[1] ^ o[1]}; }

private:
    std::array<W, 2> sets_;
};

// Two words of 64 bits share a register, which halves the work.
template <>
class SquatterPair<std::uint64_t> {
public:
    SquatterPair() = default;
    SquatterPair(std::uint64_t mover, std::uint64_t opponent) : sets_{mover, opponent} {}

    std::uint64_t operator[](int i) const { return sets_[i]; }
    SquatterPair operator~() const { return SquatterPair(~sets_); }
    SquatterPair operator<<(int n) const { return SquatterPair(sets_ << n); }
    SquatterPair operator>>(int n) const { return SquatterPair(sets_ >> n); }
    SquatterPair operator&(SquatterPair o) const { return SquatterPair(sets_ & o.sets_); }
    SquatterPair operator|(SquatterPair o) const { return SquatterPair(sets_ | o.sets_); }
    SquatterPair operator^(SquatterPair o) const { return SquatterPair(sets_ ^ o.sets_); }

private:
    using Lanes = std::uint64_t __attribute__((vector_size(16)));
    explicit SquatterPair(Lanes sets) : sets_(sets) {}

    Lanes sets_;
};

// Every cell's neighbours at once: cell i is in `north` if the cell above it is in the set. A set is
// a word or a pair of words.
template <class Board, class Set>
struct SquatterRing {
    Set north, east, south, west, north_east, south_east, south_west, north_west;

    // The other two are the set without its first and without its last column.
    SquatterRing(const Set& set, const Set& not_first, const Set& not_last)
        : north(set << Board::stride),
          east(not_first >> 1),
          south(set >> Board::stride),
          west(not_last << 1),
          north_east(east << Board::stride),
          south_east(east >> Board::stride),
          south_west(west >> Board::stride),
          north_west(west << Board::stride) {}

    Set any() const {
        return north | east | south | west | north_east | south_east | south_west | north_west;
    }

    // Cells that see at least two gaps between the set's cells, compare Board::may_separate.
    Set two_gaps() const {
        const Set a = ~north & (north_east | east), b = ~east & (south_east | south);
        const Set c = ~south & (south_west | west), d = ~west & (north_west | north);
        return (a & b) | (c & d) | ((a | b) & (c | d));
    }

    // Cells between neighbours to the left and to the right, or above and below.
    Set middles() const {
        return ((north_west | west | south_west) & (north_east | east | south_east)) |
               ((north_west | north | north_east) & (south_west | south | south_east));
    }

    // Cells with more than two neighbours.
    Set crowded() const {
        const auto [one, two] = sum(north, east, south);
        const auto [three, four] = sum(west, north_east, north_west);
        const auto [five, six] = sum(south_east, south_west, one);
        // Two, four and six count twos; three and five count ones.
        return (two & four) | (six & (two | four)) | ((two | four | six) & (three | five));
    }

    // Of three sets, where an odd number holds, and where two or three do.
    static std::array<Set, 2> sum(const Set& a, const Set& b, const Set& c) {
        const Set half = a ^ b;
        return {half ^ c, (a & b) | (half & c)};
    }
};

// The small loops of both sides, by the number of walls that are missing.
template <class Board>
class SquatterLoops {
public:
    using Word = typename Board::Word;
    using Sides = SquatterPair<Word>;
    using Ring = SquatterRing<Board, Sides>;

    struct Shapes {
        Sides diamonds, wide, tall;
    };

    // Inline, so that what a caller does not ask for is not computed.
    [[gnu::always_inline]] explicit SquatterLoops(const Squatter<Board>& position)
        : free_(position.free_cells()),
          live_(position.live(position.turn()), position.live(other(position.turn()))),
          ring_(live_, live_ & both(~first_column), live_ & both(~last_column)) {
        const Side mover = position.turn(), opponent = other(mover);
        const Word inner = position.cells() & ~Board::edges(position.size());
        const Sides prey = {inner & ~position.pieces(mover) & ~position.territory(mover),
                            inner & ~position.pieces(opponent) & ~position.territory(opponent)};
        // Inner cells look at neighbours on the board only: no column needs to be masked.
        const Sides hopeful = live_ | both(free_);
        find_loops(prey, Ring(hopeful, hopeful, hopeful));
    }

    Word free() const { return free_; }
    const Sides& live() const { return live_; }
    const Ring& ring() const { return ring_; }
    const Shapes& one_missing() const { return one_missing_; }
    const Shapes& two_missing() const { return two_missing_; }
    const Sides& lonely_diamonds() const { return lonely_diamonds_; }  // three walls missing

    // The walls around such loops, standing or not.
    static Sides walls(const Shapes& loops) {
        const Sides beside = (loops.diamonds >> 1) | (loops.diamonds << 1) | (loops.wide >> 1) |
                             (loops.wide << 2) | (loops.tall >> Board::stride) |
                             (loops.tall << 2 * Board::stride);
        const Sides middle = loops.diamonds | loops.wide | (loops.wide << 1);
        const Sides column = loops.tall | (loops.tall << Board::stride);
        return beside | (middle >> Board::stride) | (middle << Board::stride) | (column >> 1) |
               (column << 1);
    }

    // Free cells that would close a loop of any size. Strings are grown one after the other.
    static Word closers(Word live, Word joints) {
        Word found = 0;
        for (Word walls = live; joints;) {
            const Word touching = walls & Board::around(joints);
            if (!touching) break;
            const Word string = string_of(touching & (~touching + 1), live);
            const Word closed = joints & ring_of(string).two_gaps();
            found |= closed;
            joints &= ~closed;
            walls &= ~string;
        }
        return found;
    }

    // All pieces that hang together with the given one.
    static Word string_of(Word piece, Word live) {
        for (Word before = 0; before != piece;) {
            before = piece;
            piece |= Board::around(piece) & live;
        }
        return piece;
    }

    static SquatterRing<Board, Word> ring_of(Word set) {
        return {set, set & ~first_column, set & ~last_column};
    }
    static Sides both(Word set) { return {set, set}; }

private:
    [[gnu::always_inline]] void find_loops(const Sides& prey, const Ring& hopeful) {
        constexpr int down = Board::stride;
        const Sides four = prey & hopeful.north & hopeful.east & hopeful.south & hopeful.west;
        const auto [odd, twos] = Ring::sum(ring_.north, ring_.east, ring_.south);
        const Sides all_odd = odd ^ ring_.west, all_twos = twos ^ (odd & ring_.west);
        one_missing_.diamonds = four & all_odd & all_twos;
        two_missing_.diamonds = four & ~all_odd & all_twos;
        lonely_diamonds_ = four & all_odd & ~all_twos;

        const Sides wide = prey & (prey >> 1) & hopeful.north & hopeful.south & hopeful.west &
                           hopeful.north_east & hopeful.south_east & (hopeful.east >> 1);
        find_dominoes(wide, {ring_.north, ring_.south, ring_.west},
                      {ring_.north_east, ring_.south_east, ring_.east >> 1}, &Shapes::wide);
        const Sides tall = prey & (prey >> down) & hopeful.west & hopeful.east & hopeful.north &
                           hopeful.south_west & hopeful.south_east & (hopeful.south >> down);
        find_dominoes(tall, {ring_.west, ring_.east, ring_.north},
                      {ring_.south_west, ring_.south_east, ring_.south >> down}, &Shapes::tall);
    }

    [[gnu::always_inline]] void find_dominoes(const Sides& open, const std::array<Sides, 3>& a,
                                              const std::array<Sides, 3>& b,
                                              Sides Shapes::* shape) {
        const auto [odd_a, twos_a] = Ring::sum(a[0], a[1], a[2]);
        const auto [odd_b, twos_b] = Ring::sum(b[0], b[1], b[2]);
        const Sides odd = odd_a ^ odd_b;
        const auto [two, four] = Ring::sum(twos_a, twos_b, odd_a & odd_b);
        one_missing_.*shape = open & four & odd;
        two_missing_.*shape = open & four & ~two & ~odd;
    }

    static constexpr Word column(int c) {
        Word result = 0;
        for (int row = 0; row < Board::stride; ++row) result |= bit<Word>(Board::index({row, c}));
        return result;
    }
    static constexpr Word first_column = column(0);
    static constexpr Word last_column = column(Board::stride - 1);

    Word free_;
    Sides live_, lonely_diamonds_;
    Ring ring_;
    Shapes one_missing_, two_missing_;
};

}  // namespace ply
