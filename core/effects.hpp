// What a move does, step by step, in words that all games share.
//
// Effects are for people: boards animate them and sentences tell them. The code that plays a move
// also tells its effects, to a watcher (`Watched`); a search plays unwatched, which costs nothing.
//
// An effect is a noun with fields; `name` is its class in Python. Applied one after another to the
// board before the move, the effects of a move give the board after it.
#pragma once

#include <optional>
#include <string>
#include <tuple>
#include <variant>
#include <vector>

#include "bitboard.hpp"
#include "game.hpp"

namespace ply {

// A cell in the game's own numbering; the bindings know its name.
struct Spot {
    int index;

    bool operator==(const Spot&) const = default;
};
using Spots = std::vector<Spot>;

namespace effect {

// All seeds are taken out of a house.
struct Lift {
    static constexpr auto name = "Lift";
    Spot at;
    int seeds;
    auto fields() const { return std::tie(at, seeds); }
};

// One seed falls into each of these, in this order.
struct Sowing {
    static constexpr auto name = "Sowing";
    Spots path;
    auto fields() const { return std::tie(path); }
};

// The last seed fell into an empty house of its own side: these houses are emptied into a store.
struct Capture {
    static constexpr auto name = "Capture";
    Spot last;
    Spots cells;
    Spot store;
    int seeds;
    auto fields() const { return std::tie(last, cells, store, seeds); }
};

// The game is over: what is left in these houses goes to a store.
struct Sweep {
    static constexpr auto name = "Sweep";
    Spots cells;
    Spot store;
    int seeds;
    auto fields() const { return std::tie(cells, store, seeds); }
};

// The same side moves again.
struct ExtraTurn {
    static constexpr auto name = "ExtraTurn";
    Side side;
    auto fields() const { return std::tie(side); }
};

// The players exchange sides; the board stays.
struct Swap {
    static constexpr auto name = "Swap";
    auto fields() const { return std::tie(); }
};

// A new piece on an empty cell.
struct Placement {
    static constexpr auto name = "Placement";
    Spot at;
    Side side;
    auto fields() const { return std::tie(at, side); }
};

// A piece goes to an empty cell, perhaps over another piece.
struct Step {
    static constexpr auto name = "Step";
    Spot from;
    Spot to;
    Side side;
    std::optional<Spot> over;
    auto fields() const { return std::tie(from, to, side, over); }
};

// A piece is taken off because it stands between these two.
struct Elimination {
    static constexpr auto name = "Elimination";
    Spot at;
    Side side;
    Spots by;
    auto fields() const { return std::tie(at, side, by); }
};

// A closed loop captures what is inside; `recaptured` are those cells that the other side owned.
struct Enclosure {
    static constexpr auto name = "Enclosure";
    Side side;
    Spots loop;
    Spots cells;
    Spots recaptured;
    auto fields() const { return std::tie(side, loop, cells, recaptured); }
};

// Cells leave the board, and the pieces on some of them.
struct Shrink {
    static constexpr auto name = "Shrink";
    Spots cells;
    Spots pieces;
    auto fields() const { return std::tie(cells, pieces); }
};

// A cell becomes a corner; a piece on it is lost.
struct Corner {
    static constexpr auto name = "Corner";
    Spot at;
    std::optional<Side> lost;
    auto fields() const { return std::tie(at, lost); }
};

// Another phase of the game begins.
struct Phase {
    static constexpr auto name = "Phase";
    std::string phase;
    auto fields() const { return std::tie(phase); }
};

// A side that cannot move gives the turn away.
struct Pass {
    static constexpr auto name = "Pass";
    Side side;
    auto fields() const { return std::tie(side); }
};

// A winning row of pieces.
struct Line {
    static constexpr auto name = "Line";
    Side side;
    Spots cells;
    auto fields() const { return std::tie(side, cells); }
};

}  // namespace effect

using Effect = std::variant<effect::Lift, effect::Sowing, effect::Capture, effect::Sweep,
                            effect::ExtraTurn, effect::Swap, effect::Placement, effect::Step,
                            effect::Elimination, effect::Enclosure, effect::Shrink, effect::Corner,
                            effect::Phase, effect::Pass, effect::Line>;
using Effects = std::vector<Effect>;

// The set bits as cells, lowest first, for games whose cells are numbered as their bits.
template <BitWord Word>
Spots spots_of(Word bits) {
    Spots spots;
    for_each_bit(bits, [&](int i) { spots.push_back({i}); });
    return spots;
}

}  // namespace ply
