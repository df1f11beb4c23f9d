// What may be known about a position without searching it: how its game can still end.
//
// The solver asks a game's `Bounds` for an outlook on every position it meets. The primary template
// knows nothing but the rules; a game that knows more specialises it in a file of its own.
#pragma once

#include <algorithm>
#include <cstdint>

#include "../game.hpp"
#include "../hash.hpp"
#include "../search/score.hpp"

namespace ply {

// Margins between which the value of a position is proven to lie, both included. Searching only ever
// narrows an interval; whatever stops it, what is left is true.
struct Interval {
    int lower;
    int upper;

    constexpr bool exact() const { return lower == upper; }
    // Whether it is known if the value reaches `goal`.
    constexpr bool decides(int goal) const { return lower >= goal || upper < goal; }

    constexpr Interval operator-() const { return {-upper, -lower}; }
    constexpr Interval operator+(int shift) const { return {lower + shift, upper + shift}; }
    constexpr Interval operator&(Interval known) const {
        return {std::max(lower, known.lower), std::min(upper, known.upper)};
    }
    constexpr bool operator==(const Interval&) const = default;
};

// No margin of any game is this large.
inline constexpr int unbounded_margin = 1 << 29;

// Two hashes of the same words: one says where in the table, the other whether it is the position.
// Together they are long enough never to be wrong in a lifetime of solving.
struct SolveKey {
    std::uint64_t place;
    std::uint64_t check;
};

// Positions with the same key have the same future, so they may differ in what is `settled`: the
// part of the final margin that no move can change. The table holds values without it.
struct Outlook {
    SolveKey key;
    int settled;
    Interval reach;  // of the final margin, from the mover's view
};

// A guess for ordering: what a child can still be worth to its parent's mover.
constexpr int promise(Interval reach, bool same_side) {
    const int middle = std::max(reach.lower, -1000) + std::min(reach.upper, 1000);
    return same_side ? middle : -middle;
}

template <Game G>
class Bounds {
public:
    using View = Outlook;

    // Margins of one game differ by multiples of this.
    int step() const { return 1; }

    // Whether every game is short enough for plain recursion; if not, the solver deepens.
    static constexpr bool short_games = false;

    // Whether proof numbers find answers sooner than a fixed order of moves (proof_numbers.hpp). Only
    // for short games: positions must not come again.
    static constexpr bool proof_numbers = false;

    // Whether `prepare` is to be called now and then, with the nodes searched so far, to make the
    // bounds better.
    static constexpr bool grow = false;

    Bounds(const G& /*root*/, std::size_t /*table_mb*/) {}

    // May work things out on the way, so it is not const.
    View look(const G& position) {
        const std::uint64_t hash = position.hash();
        constexpr int most = WinLossGame<G> ? 1 : unbounded_margin;
        View view{{fold_multiply(hash, detail::hash_keys[0]), hash}, 0, {-most, most}};
        if (position.is_over()) view.reach = {position.margin(), position.margin()};
        return view;
    }

    // The moves among which there is a best one.
    void moves(const G& position, const View& /*view*/, Moves<G>& moves) const {
        position.legal_moves(moves);
    }

    // How promising a move looks to its mover, from the child it leads to: higher is tried first.
    int rank(const G& /*child*/, const View& view, Move /*move*/, bool same_side) const {
        return promise(view.reach, same_side);
    }
};

}  // namespace ply
