// The one interface between rules and everything built on them.
//
// A game is a small value type. A child position is a copy on which `play` was called; nothing is
// ever undone:
//
//     G child = position;
//     child.play(move);
//     score = child.turn() == position.turn() ? search(child) : -search(child);
//
// The last line is the only place where scores change sign: in Kalah a side may move twice in a row,
// so `turn()` is asked and alternation is never assumed.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <type_traits>

#include "random.hpp"

namespace ply {

// `first` is the player who makes the game's first move, whatever colour or seat the game gives it.
enum class Side : std::uint8_t { first = 0, second = 1 };

constexpr Side other(Side side) { return static_cast<Side>(1 - static_cast<int>(side)); }
constexpr int index(Side side) { return static_cast<int>(side); }

// A dense index below `num_actions()`: history tables, policy heads and move texts share this
// numbering.
using Move = std::uint16_t;

// Stack storage for the moves of one position; sized by the game, never on the heap.
template <std::size_t Capacity>
class MoveList {
public:
    void push_back(Move move) {
        assert(size_ < Capacity);
        moves_[size_++] = move;
    }
    void clear() { size_ = 0; }
    void resize(std::size_t size) {
        assert(size <= size_);
        size_ = size;
    }

    std::size_t size() const { return size_; }
    bool empty() const { return size_ == 0; }
    Move operator[](std::size_t i) const { return moves_[i]; }
    Move& operator[](std::size_t i) { return moves_[i]; }

    const Move* begin() const { return moves_.data(); }
    const Move* end() const { return moves_.data() + size_; }
    Move* begin() { return moves_.data(); }
    Move* end() { return moves_.data() + size_; }

private:
    std::size_t size_ = 0;
    std::array<Move, Capacity> moves_;
};

template <class G>
using Moves = MoveList<G::max_moves>;

template <class G>
concept Game = std::copyable<G> && std::equality_comparable<G> &&
               requires(G position, const G& fixed, Moves<G>& moves, Move move) {
                   { fixed.turn() } -> std::same_as<Side>;
                   // Appends every legal move: none exactly when the game is over, as a forced
                   // pass is a move.
                   { fixed.legal_moves(moves) } -> std::same_as<void>;
                   // Legal by contract: the caller has checked.
                   { position.play(move) } -> std::same_as<void>;
                   { fixed.is_over() } -> std::same_as<bool>;
                   // Final difference from the view of `turn()`; only asked when the game is over.
                   { fixed.margin() } -> std::same_as<int>;
                   // Covers everything that changes the future: mover, turn clocks, pending rights.
                   { fixed.hash() } -> std::same_as<std::uint64_t>;
                   { fixed.num_actions() } -> std::convertible_to<int>;
               };

// Native games are plain words, so that copying a position is a few moves of registers. (Games
// written in Python hold an object and are only copyable.)
template <class G>
concept PackedGame = Game<G> && std::is_trivially_copyable_v<G>;

// Games whose moves call no interpreter: several simulations or threads can be under way at once.
// (Compiled games say so themselves: their positions are copied in part.)
template <class G>
concept NativeGame = PackedGame<G> || (Game<G> && requires { requires G::is_machine_code; });

// Every optional hook, in one place. A game offers those that its rules can answer cheaply; search,
// solver and checks use what they find and do without the rest.
//
//     hook                                   concept          what it gives
//     is_legal(move)                         QuickLegality    the hash move is tried before any move is listed
//     random_move(random)                    RandomMoves      a uniformly random move without a list
//     play_random(random)                    RandomSteps      the same, played; tells whether the game goes on
//     play_random_games(games, most_plies)   RandomGames      many whole random games, faster than step by step
//     num_symmetries, transformed, inverse   SymmetricGame    mirror images: books, learning data, table
//     is_early()                             EarlySymmetry    early positions share their table entry
//     only_sign = true                       WinLossGame      won, drawn or lost: sooner wins score higher
//     allows_null_move(), play_null_move()   NullMoveGame     null-move pruning
//     most_plies()                           BoundedGame      searches beyond the end leave nothing out
//     effects(position, move)                TellingGame      what a move does, for people (effects.hpp)
//
// What an evaluator may offer stands in eval/evaluator.hpp, endings that are known exactly in
// endings/endings.hpp, what the solver may know of a game in solve/bounds.hpp.

template <class G>
concept QuickLegality = Game<G> && requires(const G& fixed, Move move) {
    { fixed.is_legal(move) } -> std::same_as<bool>;
};

// For any source of random numbers with `below(bound)`.
template <class G>
concept RandomMoves = Game<G> && requires(const G& fixed, LaneRandom& random) {
    { fixed.random_move(random) } -> std::same_as<Move>;
};

template <class G>
concept RandomSteps = Game<G> && requires(G position, LaneRandom& random) {
    // True while the game goes on. Draws its move as `random_move` does.
    { position.play_random(random) } -> std::same_as<bool>;
};

// A random game whose moves are drawn by a LaneRandom of that seed.
template <class G>
struct RandomGame {
    const G* start;
    std::uint64_t seed;
    std::optional<int> result = {};  // 1, 0 or -1: the first side has won, nobody, the second
};

template <class G>
concept RandomGames = Game<G> && requires(std::span<RandomGame<G>> games, int most_plies) {
    // Fills in results where it can: they are those that `random_step` would have led to. Never
    // those of games longer than `most_plies`.
    { G::play_random_games(games, most_plies) } -> std::same_as<void>;
};

template <class G>
concept SymmetricGame = Game<G> && requires(const G& fixed, Move move, int s) {
    // Counts the transformations under which the rules agree for at least `s` plies from here. They
    // are the first ones of the numbering and form a group; symmetry 0 is the identity.
    { fixed.num_symmetries(s) } -> std::same_as<int>;
    { fixed.transformed(s) } -> std::same_as<G>;
    { fixed.transformed(move, s) } -> std::same_as<Move>;
    { fixed.inverse(s) } -> std::same_as<int>;
};

// For `num_symmetries`: until the end of the game, however long.
inline constexpr int forever = 1 << 20;

template <class G>
concept EarlySymmetry = SymmetricGame<G> && requires(const G& fixed) {
    // So few moves were made that one search is likely to meet mirror images of this position.
    { fixed.is_early() } -> std::same_as<bool>;
};

template <class G>
concept WinLossGame = Game<G> && requires { requires G::only_sign; };

// A null move gives the turn away. Pruning by it is sound where passing is hardly ever best.
template <class G>
concept NullMoveGame = Game<G> && requires(G position, const G& fixed) {
    { fixed.allows_null_move() } -> std::same_as<bool>;
    { position.play_null_move() } -> std::same_as<void>;
};

template <class G>
concept BoundedGame = Game<G> && requires(const G& fixed) {
    // No game from here is longer.
    { fixed.most_plies() } -> std::same_as<int>;
};

// A free function: the header that tells a game's moves is not part of its rules.
template <class G>
concept TellingGame = Game<G> && requires(const G& fixed, Move move) { effects(fixed, move); };

// `play` may take a watcher, which is told every step; a search plays with this one, at no cost.
struct Unwatched {};
template <class Watcher>
inline constexpr bool is_watched = !std::same_as<Watcher, Unwatched>;

// What every game can do, with the hooks that it offers.

template <Game G>
bool is_legal(const G& position, Move move) {
    if constexpr (QuickLegality<G>) {
        return position.is_legal(move);
    } else {
        Moves<G> moves;
        position.legal_moves(moves);
        return std::find(moves.begin(), moves.end(), move) != moves.end();
    }
}

template <Game G, class Source>
Move random_move(const G& position, Source& random) {
    if constexpr (RandomMoves<G>) {
        return position.random_move(random);
    } else {
        Moves<G> moves;
        position.legal_moves(moves);
        return moves[random.below(static_cast<std::uint32_t>(moves.size()))];
    }
}

// Plays one random move; true while the game goes on.
template <Game G, class Source>
bool random_step(G& position, Source& random) {
    if constexpr (RandomSteps<G>) {
        return position.play_random(random);
    } else {
        position.play(random_move(position, random));
        return !position.is_over();
    }
}

}  // namespace ply
