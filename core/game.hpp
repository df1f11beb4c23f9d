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
#include <type_traits>

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

// Games that can tell a legal move without listing all let a search try a remembered move at once.
template <class G>
concept QuickLegality = Game<G> && requires(const G& fixed, Move move) {
    { fixed.is_legal(move) } -> std::same_as<bool>;
};

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

// Native games are plain words, so that copying a position is a few moves of registers. (Games
// written in Python hold an object and are only copyable.)
template <class G>
concept PackedGame = Game<G> && std::is_trivially_copyable_v<G>;

// Symmetry 0 is the identity. `num_symmetries(plies)` counts the transformations under which the
// rules agree for at least that many plies from here; they are the first ones of the numbering and
// form a group.
template <class G>
concept SymmetricGame = Game<G> && requires(const G& fixed, Move move, int s) {
    { fixed.num_symmetries(s) } -> std::same_as<int>;
    { fixed.transformed(s) } -> std::same_as<G>;
    { fixed.transformed(move, s) } -> std::same_as<Move>;
    { fixed.inverse(s) } -> std::same_as<int>;
};

// Games that tell what a move does (see effects.hpp): `effects(position, move)`.
template <class G>
concept TellingGame = Game<G> && requires(const G& fixed, Move move) { effects(fixed, move); };

// `play` may take a watcher, which is told every step; a search plays with this one, at no cost.
struct Unwatched {};
template <class Watcher>
inline constexpr bool is_watched = !std::same_as<Watcher, Unwatched>;

// For `num_symmetries`: until the end of the game, however long.
inline constexpr int forever = 1 << 20;

}  // namespace ply
