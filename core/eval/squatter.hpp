// What a Squatter position is worth: small loops that are nearly closed, and room for more.
//
// Most loops that matter hold one cell or two. All of them are looked at together, by shifting the
// board; a cell x (in a domino, the left or upper one) asks how many of its walls stand, if the others
// can still be built:
//
//     . # .        . # # .         . # .
//     # x #        # x - #         # x #        diamond: four walls; dominoes: six
//     . # .        . # # .         # | #
//                                  . # .
//
// Larger loops cost more to find and won no more games at equal nodes, so that evaluation leaves them to
// the search. Moves are judged with all loops: a piece closes one if it sees two gaps between walls
// that belong to one string.
#pragma once

#include <array>
#include <string_view>
#include <type_traits>

#include "../games/squatter.hpp"
#include "linear.hpp"

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
            const SquatterRing<Board, Word> ring(string, string & ~first_column,
                                                 string & ~last_column);
            const Word closed = joints & ring.two_gaps();
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

template <class BoardLayout>
struct SquatterTerms {
    using Board = BoardLayout;
    using Word = typename Board::Word;
    using G = Squatter<Board>;
    using Loops = SquatterLoops<Board>;
    using Sides = typename Loops::Sides;

    static constexpr std::array<Feature, 11> features = {{
        {"captured", "cells won so far"},
        {"captures_now", "to move: cells on which a piece closes a loop around one or two cells"},
        {"threats", "waiting: cells on which a piece would close such a loop"},
        {"double_threat", "waiting: 1 if there are several of them, so that one stays"},
        {"two_moves", "loops around one or two cells that need two more pieces"},
        {"three_moves", "loops around one cell that need three more pieces"},
        {"strings", "middles of three connected pieces in three columns or in three rows"},
        {"clumps", "pieces with more than two own neighbours"},
        {"layers", "steps from the edge, at most two a piece, summed over the pieces"},
        {"corners", "pieces in corners, which are useless"},
        {"room", "free cells that touch own pieces and none of the other side"},
    }};
    static constexpr std::array<std::string_view, 2> phases = {"opening", "late"};
    static constexpr std::array<Feature, 12> actions = {{
        {"captures", "closes a loop of any size"},
        {"blocks", "stands where the opponent would close a loop"},
        {"joins", "sees two gaps between own pieces"},
        {"cuts", "sees two gaps between the opponent's pieces"},
        {"threatens", "is a wall of a loop around one or two cells that needs two more pieces"},
        {"double_threat", "is a wall of several such diamonds"},
        {"spoils", "is a wall of such a loop of the opponent"},
        {"diagonals", "own pieces that touch by a corner"},
        {"friends", "own pieces that touch by a side"},
        {"enemies", "the opponent's pieces that touch"},
        {"edge", "lies on the edge"},
        {"corner", "lies in a corner"},
    }};
    using Values = std::array<int, features.size()>;
    using ActionValues = std::array<int, actions.size()>;

    static constexpr int futility_margin = 40;

    // Sixteenths of the board that are still free, rounded down.
    static constexpr int num_stages = 17;
    static int stage(const G& position) {
        return 16 * ply::count(position.free_cells()) / (position.size() * position.size());
    }
    static Blend blend(int stage) { return {1, 0, stage / 16.0}; }

    static int material(const G& position) {
        return position.score(position.turn()) - position.score(other(position.turn()));
    }
    static void count(const G& position, Values& own, Values& opponent) {
        const Loops loops(position);
        const auto& ring = loops.ring();
        const Sides live = loops.live(), near = ring.any();
        const Sides closers = Loops::walls(loops.one_missing()) & Loops::both(loops.free());
        const Sides strings = live & ring.middles();
        const Sides crowded = live & ring.crowded();
        const auto& two = loops.two_missing();
        const int size = position.size();
        const auto values_of = [&](auto lane, Side side) -> Values {
            constexpr int i = lane;
            const int closing = ply::count(closers[i]);
            return {position.score(side),
                    i == 0 ? closing : 0,
                    i == 0 ? 0 : closing,
                    i == 0 ? 0 : closing >= 2,
                    ply::count(two.diamonds[i]) + ply::count(two.wide[i]) + ply::count(two.tall[i]),
                    ply::count(loops.lonely_diamonds()[i]),
                    ply::count(strings[i]),
                    ply::count(crowded[i]),
                    layers(live[i], size),
                    ply::count(live[i] & corners_of(size)),
                    ply::count(loops.free() & near[i] & ~near[1 - i])};
        };
        own = values_of(std::integral_constant<int, 0>{}, position.turn());
        opponent = values_of(std::integral_constant<int, 1>{}, other(position.turn()));
    }

    class MoveTerms {
    public:
        explicit MoveTerms(const G& position) {
            const Loops loops(position);
            const Word free = loops.free();
            const Sides gaps = loops.ring().two_gaps(), live = loops.live();
            const Sides walls = Loops::walls(loops.two_missing());
            const Word edges = Board::edges(position.size());
            own_ = live[0], opponent_ = live[1];
            const Word captures = Loops::closers(own_, gaps[0] & free);
            const Word blocks = Loops::closers(opponent_, gaps[1] & free);
            const Word doubles = beside_two(loops.two_missing().diamonds[0]);
            const Word corners = corners_of(position.size());
            sets_ = {captures, blocks,   gaps[0], gaps[1], walls[0],
                     doubles,  walls[1], edges,   corners};
        }

        ActionValues operator()(Move move) const {
            const Word near = Board::neighbours(move), diagonal = diagonal_table[move];
            const auto in = [&](int i) { return static_cast<int>(sets_[i] >> move & 1); };
            const int diagonals = ply::count(diagonal & own_);
            const int friends = ply::count(near & ~diagonal & own_);
            const int enemies = ply::count(near & opponent_);
            return {in(0), in(1),     in(2),   in(3),   in(4), in(5),
                    in(6), diagonals, friends, enemies, in(7), in(8)};
        }

    private:
        static Word beside_two(Word inner) {
            const Word north = inner << Board::stride, south = inner >> Board::stride;
            const Word west = inner << 1, east = inner >> 1;
            return (north & south) | (west & east) | ((north | south) & (west | east));
        }

        Word own_, opponent_;
        std::array<Word, 9> sets_;  // the actions that are a matter of yes and no
    };

    // Whether a loop closes: the piece sees two gaps between walls of one string.
    static bool noisy(const G& position, Move move) {
        const Word live = position.live(position.turn());
        if (!Board::may_separate(live, move)) return false;
        for (Word near = live & Board::neighbours(move); near;) {
            const Word string = Loops::string_of(near & (~near + 1), live);
            if (Board::may_separate(string, move)) return true;
            near &= ~string;
        }
        return false;
    }

private:
    static int layers(Word pieces, int size) {
        const auto& inside = inside_table[size - Board::min_size];
        return ply::count(pieces & inside[0]) + ply::count(pieces & inside[1]);
    }

    static Word corners_of(int size) { return corner_table[size - Board::min_size]; }
    static constexpr int num_sizes = Board::max_size - Board::min_size + 1;

    static constexpr auto corner_table = [] {
        std::array<Word, num_sizes> table{};
        for (int n = Board::min_size; n <= Board::max_size; ++n)
            for (Cell cell : {Cell{0, 0}, Cell{0, n - 1}, Cell{n - 1, 0}, Cell{n - 1, n - 1}})
                table[n - Board::min_size] |= bit<Word>(Board::index(cell));
        return table;
    }();

    // Cells at least one step from the edge, and at least two.
    static constexpr auto inside_table = [] {
        std::array<std::array<Word, 2>, num_sizes> table{};
        for (int n = Board::min_size; n <= Board::max_size; ++n) {
            const Word inner = Board::cells(n) & ~Board::edges(n);
            table[n - Board::min_size] = {inner, inner & ~Board::around(Board::edges(n))};
        }
        return table;
    }();

    static constexpr auto diagonal_table = [] {
        std::array<Word, Board::num_bits> table{};
        for (int i = 0; i < Board::num_bits; ++i)
            table[i] = Board::neighbours(i) & ~Board::beside(bit<Word>(i));
        return table;
    }();
};

static_assert(Terms<SquatterTerms<NarrowSquatter>, Squatter<NarrowSquatter>> &&
              Terms<SquatterTerms<WideSquatter>, Squatter<WideSquatter>>);

}  // namespace ply
