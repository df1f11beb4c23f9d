// Knowledge about a game, kept apart from its rules.
#pragma once

#include <concepts>

#include "../game.hpp"

namespace ply {

// Evaluations stay within ±max_evaluation; finished games score beyond it.
inline constexpr int max_evaluation = 15'000;

template <class E, class G>
concept Evaluator =
    Game<G> && std::copy_constructible<E> &&
    requires(const E& evaluator, const G& position, const Moves<G>& moves, int* scores, Move move) {
        // How good a running game is for the side to move; 0 is even.
        { evaluator(position) } -> std::same_as<int>;
        // A cheap guess for each move, higher first, for ordering and greedy play.
        { evaluator.order(position, moves, scores) } -> std::same_as<void>;
        // Whether a move is too forcing to stop the search right after it (a capture, an extra turn).
        { evaluator.noisy(position, move) } -> std::same_as<bool>;
    };

}  // namespace ply
