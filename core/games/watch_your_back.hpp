// Watch Your Back!: place twelve pieces each, move, sandwich, and mind the shrinking board.
//
//     bit 8·row + column, row 0 at the top          moves:   0 …  63  place on that square
//                                                           64 … 575  64 + 8·from + direction, and 4 more
//      X  1  2  3  4  5  6  X    White's zone:                        for a jump; directions N E S W
//      8  9  …                   rows 0 … 5                      576  pass
//      …              54 55      Black's zone:
//      X 57 58 …      62  X      rows 2 … 7
//
// The first side is White. The shrink at turn 192 treats its four corners in a fixed order whose
// outcomes interfere on the 4×4 board, so before it no symmetry holds to the end of the game.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "../bitboard.hpp"
#include "../game.hpp"
#include "../hash.hpp"

namespace ply {

class WatchYourBack {
public:
    using Board = std::uint64_t;
    enum class Phase : std::uint8_t { placing, moving };

    static constexpr int placements = 24;
    static constexpr std::array<int, 2> shrink_turns = {128, 192};
    static constexpr Move first_step = 64;
    static constexpr Move pass = 64 + 8 * 64;
    static constexpr std::size_t max_moves = 4 * 64;
    static constexpr bool only_sign = true;  // the rules count no margin

    // Rules of the arena, which the course's referee does not have: both off in the pure game.
    struct Rules {
        std::uint16_t max_turns = 0;  // a draw when the moving phase reaches this turn; 0: never
        bool double_pass_draws = false;

        bool operator==(const Rules&) const = default;
    };

    struct Setup {
        Rules rules;
        std::array<Board, 2> pieces = {};  // White, Black
        Phase phase = Phase::placing;
        int turns = 0;    // in this phase
        int shrinks = 0;  // 0, 1 or 2
        int passes = 0;   // in a row just before; only counted where two passes draw
    };

    WatchYourBack() = default;

    explicit WatchYourBack(const Setup& setup)
        : pieces_(setup.pieces),
          turns_(static_cast<std::uint16_t>(setup.turns)),
          rules_(setup.rules),
          phase_(setup.phase),
          shrinks_(static_cast<std::uint8_t>(setup.shrinks)),
          passes_(static_cast<std::uint8_t>(setup.rules.double_pass_draws ? setup.passes : 0)) {}

    // Sides alternate strictly and White opens both phases.
    Side turn() const { return static_cast<Side>(turns_ & 1); }
    int num_actions() const { return pass + 1; }

    void legal_moves(Moves<WatchYourBack>& moves) const {
        if (is_over()) return;
        moves_to(area(), moves);
        if (moves.empty()) moves.push_back(pass);
    }

    // Of a running game, the legal moves but passes that arrive on some squares.
    void moves_to(Board squares, Moves<WatchYourBack>& moves) const {
        const Board free = empty() & squares;
        if (phase_ == Phase::placing)
            for_each_bit(free & zone[index(turn())],
                         [&](int square) { moves.push_back(static_cast<Move>(square)); });
        else
            for (int direction = 0; direction < 4; ++direction) add_moves(direction, free, moves);
    }

    bool is_legal(Move move) const {
        if (is_over() || move > pass) return false;
        if (phase_ == Phase::placing)
            return move < first_step && (empty() & zone[index(turn())] & bit<Board>(move)) != 0;
        if (move < first_step) return false;
        if (move == pass) return !can_move();
        const Step step = step_of(move);
        const Board beside = moved(pieces(turn()) & bit<Board>(step.from), step.direction);
        if (!step.jumps) return (beside & empty()) != 0;
        const Board behind = moved(beside & (pieces_[0] | pieces_[1]), step.direction);
        return (behind & empty()) != 0;
    }

    template <class Watcher = Unwatched>
    void play(Move move, Watcher watcher = {}) {
        if constexpr (is_watched<Watcher>) watcher.begins(move);
        if (move == pass) {
            passes_ = rules_.double_pass_draws ? static_cast<std::uint8_t>(passes_ + 1) : 0;
        } else {
            passes_ = 0;
            arrive(move < first_step ? bit<Board>(move) : lift(move), watcher);
        }
        ++turns_;
        if (phase_ == Phase::placing) {
            if (turns_ == placements) {
                phase_ = Phase::moving;
                turns_ = 0;
                if constexpr (is_watched<Watcher>)
                    if (!is_over()) watcher.starts_moving();
            }
        } else if (shrinks_ < 2 && turns_ == shrink_turns[shrinks_] && !has_loser()) {
            shrink(watcher);  // the arena's draws never come before the course's rules
        }
    }

    // The other side plays twice; not into a shrinking board, where the turn itself does much.
    bool allows_null_move() const {
        return phase_ == Phase::moving && passes_ == 0 &&
               !(shrinks_ < 2 && turns_ + 1 == shrink_turns[shrinks_]);
    }
    void play_null_move() { play(pass); }

    bool is_over() const {
        if (phase_ == Phase::placing) return false;
        return has_loser() || passes_ == 2 || (rules_.max_turns != 0 && turns_ >= rules_.max_turns);
    }

    // The sign of the result: the rules count no margin.
    int margin() const { return has_lost(other(turn())) - has_lost(turn()); }

    std::uint64_t hash() const {
        const std::uint64_t clock = static_cast<std::uint64_t>(turns_) |
                                    static_cast<std::uint64_t>(phase_) << 16 |
                                    static_cast<std::uint64_t>(passes_) << 17;
        return hash_words(pieces_[0], pieces_[1], clock);
    }

    // Until the second shrink the moving phase has all eight symmetries of the square, and the
    // placing phase, whose zones differ by rows, the mirror of the columns; afterwards all eight.
    int num_symmetries(int plies) const {
        if (phase_ == Phase::placing) return plies < placements - turns_ + shrink_turns[1] ? 2 : 1;
        return shrinks_ == 2 || plies < shrink_turns[1] - turns_ ? 8 : 1;
    }
    int inverse(int s) const { return inverse_symmetry(s); }
    // So few pieces that mirror images of this position are likely to come up in one search.
    bool is_early() const { return phase_ == Phase::placing && turns_ <= 6; }

    WatchYourBack transformed(int s) const {
        WatchYourBack result = *this;
        for (Board& board : result.pieces_) board = ply::transformed(board, s, 8);
        return result;
    }

    Move transformed(Move move, int s) const {
        if (move == pass) return pass;
        if (move < first_step) return static_cast<Move>(transformed_square(move, s));
        const Step step = step_of(move);
        const int from = transformed_square(step.from, s);
        return move_of({from, transformed_direction(step.direction, s), step.jumps});
    }

    // What an arrival does: which enemies it captures, and whether it is eliminated itself.
    struct Effect {
        Board captured;
        bool dies;
    };
    Effect effect(Move move) const {
        if (move == pass) return {0, false};
        WatchYourBack copy = *this;
        const Board square = move < first_step ? bit<Board>(move) : copy.lift(move);
        return copy.arrive(square, Unwatched{});
    }

    struct Step {
        int from;
        int direction;  // N E S W
        bool jumps;
    };
    static constexpr Step step_of(Move move) {
        const int code = move - first_step;
        return {code / 8, code & 3, (code & 4) != 0};
    }
    static constexpr Move move_of(Step step) {
        return static_cast<Move>(first_step + 8 * step.from + step.direction +
                                 (step.jumps ? 4 : 0));
    }
    static constexpr int target_of(Step step) {
        return step.from + offset[step.direction] * (step.jumps ? 2 : 1);
    }

    const Rules& rules() const { return rules_; }
    Board pieces(Side side) const { return pieces_[index(side)]; }
    Board corners() const { return corner_table[shrinks_]; }
    Board area() const { return area_table[shrinks_]; }
    Board empty() const { return area() & ~(pieces_[0] | pieces_[1] | corners()); }
    // The ring that the next shrink removes; nothing after the last one.
    Board vanishing() const {
        return shrinks_ < 2 ? area() & ~area_table[static_cast<std::size_t>(shrinks_) + 1] : 0;
    }
    // The turn of the moving phase after which the board shrinks next, if it will.
    std::optional<int> next_shrink() const {
        if (shrinks_ == 2 || is_over()) return std::nullopt;
        return shrink_turns[shrinks_];
    }
    Phase phase() const { return phase_; }
    int turns() const { return turns_; }
    int shrinks() const { return shrinks_; }
    int passes() const { return passes_; }

    // Zones of the placing phase, by side.
    static constexpr std::array<Board, 2> zone = {0x0000ffffffffffffu, 0xffffffffffff0000u};

    static constexpr Board moved(Board set, int direction) {
        constexpr Board first_column = 0x0101010101010101u;
        switch (direction) {
            case 0: return set >> 8;
            case 1: return (set & ~(first_column << 7)) << 1;
            case 2: return set << 8;
            default: return (set & ~first_column) >> 1;
        }
    }

    // Squares with a hostile square on both ends of a column (0) or row (1).
    static constexpr Board between(Board hostile, int axis) {
        return moved(hostile, axis) & moved(hostile, axis + 2);
    }
    static constexpr std::array<int, 4> offset = {-8, 1, 8, -1};

    bool operator==(const WatchYourBack&) const = default;

private:
    static constexpr std::array<Board, 3> area_table = {~Board{0}, 0x007e7e7e7e7e7e00u,
                                                        0x00003c3c3c3c0000u};
    static constexpr std::array<Board, 3> corner_table = {0x8100000000000081u, 0x0042000000004200u,
                                                          0x0000240000240000u};

    bool has_loser() const { return has_lost(Side::first) || has_lost(Side::second); }
    bool has_lost(Side side) const { return count(pieces_[index(side)]) < 2; }

    // A piece steps onto an empty neighbour, or else jumps over the piece there.
    void add_moves(int direction, Board free, Moves<WatchYourBack>& moves) const {
        const Board neighbours = moved(pieces(turn()), direction);
        for_each_bit(neighbours & free, [&](int target) {
            moves.push_back(move_of({target - offset[direction], direction, false}));
        });
        const Board behind = moved(neighbours & (pieces_[0] | pieces_[1]), direction);
        for_each_bit(behind & free, [&](int target) {
            moves.push_back(move_of({target - 2 * offset[direction], direction, true}));
        });
    }

    bool can_move() const {
        Moves<WatchYourBack> moves;
        for (int direction = 0; direction < 4 && moves.empty(); ++direction)
            add_moves(direction, empty(), moves);
        return !moves.empty();
    }

    // Takes the moving piece off its square and returns the square it goes to.
    Board lift(Move move) {
        const Step step = step_of(move);
        pieces_[index(turn())] &= ~bit<Board>(step.from);
        return bit<Board>(target_of(step));
    }

    // First the arriving piece captures, then it may itself stand between enemies.
    template <class Watcher>
    Effect arrive(Board square, Watcher watcher) {
        Board& own = pieces_[index(turn())];
        Board& enemy = pieces_[index(other(turn()))];
        own |= square;
        const Board hostile = own | corners();
        Board captured = 0;
        for (int direction = 0; direction < 4; ++direction)
            captured |= moved(square, direction) & moved(hostile, direction ^ 2);
        captured &= enemy;
        enemy &= ~captured;
        const Board threats = enemy | corners();
        const Board dead = square & (between(threats, 0) | between(threats, 1));
        own &= ~dead;
        if constexpr (is_watched<Watcher>) watcher.eliminates(square, captured, dead, threats);
        return {captured, dead != 0};
    }

    template <class Watcher>
    void shrink(Watcher watcher) {
        if constexpr (is_watched<Watcher>) watcher.shrinks(vanishing(), pieces_);
        ++shrinks_;
        for (Board& board : pieces_) board &= area();
        const int s = shrinks_;
        const std::array<Cell, 4> order = {{{s, s}, {7 - s, s}, {7 - s, 7 - s}, {s, 7 - s}}};
        Board corners_so_far = 0;
        for (Cell cell : order) {
            const Board corner = bit<Board>(8 * cell.row + cell.column);
            if constexpr (is_watched<Watcher>) watcher.makes_corner(corner, pieces_);
            for (Board& board : pieces_) board &= ~corner;
            corners_so_far |= corner;
            const std::array<Board, 2> before = pieces_;
            press(corner, corners_so_far);
            if constexpr (is_watched<Watcher>) watcher.presses(corner, before, pieces_);
        }
    }

    // A new corner eliminates neighbours of either colour that have an enemy or a corner behind them.
    void press(Board corner, Board corners_so_far) {
        const std::array<Board, 2> before = pieces_;
        for (int side = 0; side < 2; ++side)
            for (int direction = 0; direction < 4; ++direction)
                pieces_[side] &= ~(moved(corner, direction) &
                                   moved(before[1 - side] | corners_so_far, direction ^ 2));
    }

    static int transformed_square(int square, int s) {
        const Cell cell = ply::transformed(Cell{square / 8, square % 8}, s, 8);
        return 8 * cell.row + cell.column;
    }

    static int transformed_direction(int direction, int s) {
        if (s & 4) direction = 3 - direction;             // N ↔ W, E ↔ S
        if (s & 1 && direction % 2 == 1) direction ^= 2;  // E ↔ W
        if (s & 2 && direction % 2 == 0) direction ^= 2;  // N ↔ S
        return direction;
    }

    std::array<Board, 2> pieces_ = {};
    std::uint16_t turns_ = 0;
    Rules rules_;
    Phase phase_ = Phase::placing;
    std::uint8_t shrinks_ = 0;
    std::uint8_t passes_ = 0;
};

static_assert(SymmetricGame<WatchYourBack> && PackedGame<WatchYourBack> &&
              sizeof(WatchYourBack) <= 48);

}  // namespace ply
