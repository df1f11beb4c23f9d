// What a Squatter position is worth: small loops that are nearly closed, and room for more.
//
// Most loops that matter hold one cell or two (squatter_loops.hpp). Larger ones cost more to find and won
// no more games at equal nodes, so that evaluation leaves them to the search. Moves are judged with
// all loops: a piece closes one if it sees two gaps between walls that belong to one string.
#pragma once

#include <array>
#include <string_view>
#include <type_traits>

#include "linear.hpp"
#include "squatter_loops.hpp"

namespace ply {

template <class BoardLayout>
struct SquatterTerms {
    using Board = BoardLayout;
    using Word = typename Board::Word;
    using G = Squatter<Board>;
    using Loops = SquatterLoops<Board>;
    using Sides = typename Loops::Sides;

    enum : std::size_t {
        captured,
        captures_now,
        threats,
        double_threats,
        two_moves,
        three_moves,
        strings,
        clumps,
        layers,
        corners,
        room,
        num_features
    };
    static constexpr std::array<Feature, num_features> features = {{
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
    enum : std::size_t {
        captures,
        blocks,
        joins,
        cuts,
        threatens,
        double_threat,
        spoils,
        diagonals,
        friends,
        enemies,
        edge,
        corner,
        num_action_terms
    };
    static constexpr std::array<Feature, num_action_terms> actions = {{
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
    using Values = std::array<int, num_features>;
    using ActionValues = std::array<int, num_action_terms>;

    static constexpr Selectivity selectivity = {.futility_margin = 40};

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
        const Sides middles = live & ring.middles();
        const Sides crowded = live & ring.crowded();
        const auto& two = loops.two_missing();
        const int size = position.size();
        const auto values_of = [&](auto lane, Side side) {
            constexpr int i = lane;
            constexpr bool to_move = i == 0;
            const int closing = ply::count(closers[i]);
            Values values;
            values[captured] = position.score(side);
            values[captures_now] = to_move ? closing : 0;
            values[threats] = to_move ? 0 : closing;
            values[double_threats] = to_move ? 0 : closing >= 2;
            values[two_moves] =
                ply::count(two.diamonds[i]) + ply::count(two.wide[i]) + ply::count(two.tall[i]);
            values[three_moves] = ply::count(loops.lonely_diamonds()[i]);
            values[strings] = ply::count(middles[i]);
            values[clumps] = ply::count(crowded[i]);
            values[layers] = layers_of(live[i], size);
            values[corners] = ply::count(live[i] & corners_of(size));
            values[room] = ply::count(loops.free() & near[i] & ~near[1 - i]);
            return values;
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
            own_ = live[0], opponent_ = live[1];
            sets_[captures] = Loops::closers(own_, gaps[0] & free);
            sets_[blocks] = Loops::closers(opponent_, gaps[1] & free);
            sets_[joins] = gaps[0];
            sets_[cuts] = gaps[1];
            sets_[threatens] = walls[0];
            sets_[double_threat] = beside_two(loops.two_missing().diamonds[0]);
            sets_[spoils] = walls[1];
            sets_[edge] = Board::edges(position.size());
            sets_[corner] = corners_of(position.size());
        }

        ActionValues operator()(Move move) const {
            const Word near = Board::neighbours(move), diagonal = diagonal_table[move];
            ActionValues values;
            for (const auto action : yes_or_no)
                values[action] = static_cast<int>(sets_[action] >> move & 1);
            values[diagonals] = ply::count(diagonal & own_);
            values[friends] = ply::count(near & ~diagonal & own_);
            values[enemies] = ply::count(near & opponent_);
            return values;
        }

    private:
        static Word beside_two(Word inner) {
            const Word north = inner << Board::stride, south = inner >> Board::stride;
            const Word west = inner << 1, east = inner >> 1;
            return (north & south) | (west & east) | ((north | south) & (west | east));
        }

        Word own_, opponent_;
        static constexpr std::size_t yes_or_no[] = {captures,      blocks, joins, cuts,  threatens,
                                                    double_threat, spoils, edge,  corner};
        std::array<Word, num_action_terms> sets_;  // the cells of these
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

    static void noisy_moves(const G& position, Moves<G>& moves) {
        const Word live = position.live(position.turn());
        const SquatterRing<Board, Word> ring = Loops::ring_of(live);
        for_each_bit(Loops::closers(live, ring.two_gaps() & position.free_cells()),
                     [&](int cell) { moves.push_back(static_cast<Move>(cell)); });
    }

private:
    static int layers_of(Word pieces, int size) {
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
