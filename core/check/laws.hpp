// The laws of the Game concept, checked along random games. Each check returns what is wrong, or
// nothing: the test program counts, prints and decides.
#pragma once

#include <algorithm>
#include <optional>
#include <string>

#include "../game.hpp"

namespace ply {

using Violation = std::optional<std::string>;

template <Game G>
Violation check_moves(const G& position) {
    Moves<G> moves;
    position.legal_moves(moves);
    if (moves.empty() != position.is_over()) return "moves are missing exactly when it is over";
    for (Move move : moves)
        if (move >= position.num_actions()) return "every move is below num_actions";
    std::sort(moves.begin(), moves.end());
    if (std::adjacent_find(moves.begin(), moves.end()) != moves.end()) return "moves differ";
    for (int move = 0; move <= position.num_actions() + 1; ++move) {
        const bool listed = std::binary_search(moves.begin(), moves.end(), static_cast<Move>(move));
        if (is_legal(position, static_cast<Move>(move)) != listed) return "legal is what is listed";
    }
    for (Move move : moves) {
        G once = position, again = position;
        once.play(move);
        again.play(move);
        if (!(once == again) || once.hash() != again.hash()) return "equal plays stay equal";
        if (once == position || once.hash() == position.hash())
            return "a move changes the position";
    }
    return {};
}

// A symmetry commutes with playing, and its inverse undoes it.
template <SymmetricGame G>
Violation check_symmetries(const G& position) {
    Moves<G> moves;
    position.legal_moves(moves);
    for (int s = 0; s < position.num_symmetries(1); ++s) {
        const G image = position.transformed(s);
        if (!(image.transformed(position.inverse(s)) == position)) return "the inverse undoes";
        for (Move move : moves) {
            G child = position, image_child = image;
            child.play(move);
            image_child.play(position.transformed(move, s));
            if (!(child.transformed(s) == image_child)) return "a symmetry maps successors";
        }
        if (position.is_over() && image.margin() != position.margin())
            return "a symmetry keeps the margin";
    }
    return {};
}

// Each move leaves fewer plies, and none are left exactly when the game is over.
template <BoundedGame G>
Violation check_bound(const G& position) {
    if ((position.most_plies() == 0) != position.is_over())
        return "no plies are left exactly when it is over";
    Moves<G> moves;
    position.legal_moves(moves);
    for (Move move : moves) {
        G child = position;
        child.play(move);
        if (child.most_plies() >= position.most_plies()) return "each move leaves fewer plies";
    }
    return {};
}

// Plays `games` random games and checks every position, also with `also`, the game's own check.
template <Game G, class Also>
Violation check_laws(const G& start, int games, std::uint64_t seed, Also also) {
    Random random(seed);
    for (int game = 0; game < games; ++game) {
        G position = start;
        for (;;) {
            if (auto wrong = check_moves(position)) return wrong;
            if constexpr (SymmetricGame<G>)
                if (auto wrong = check_symmetries(position)) return wrong;
            if constexpr (BoundedGame<G>)
                if (auto wrong = check_bound(position)) return wrong;
            if (Violation wrong = also(position)) return wrong;
            if (position.is_over()) break;
            position.play(random_move(position, random));
        }
    }
    return {};
}

}  // namespace ply
