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

// What an evaluator may offer besides; the hooks of games stand in game.hpp.
//
//     futility_margin      FutilityEvaluator    reverse futility and futility pruning
//     policy(…)            PolicyEvaluator      priors of moves for a tree search

template <class E>
concept FutilityEvaluator = requires {
    // By how many points quiet moves change an evaluation per ply, hardly ever more.
    { E::futility_margin } -> std::convertible_to<int>;
};

template <class E, class G>
concept PolicyEvaluator =
    Evaluator<E, G> && requires(const E& evaluator, const G& position, const Moves<G>& moves,
                                double temperature, float* shares) {
        // One share per move; together they add up to 1.
        { evaluator.policy(position, moves, temperature, shares) } -> std::same_as<void>;
    };

}  // namespace ply
