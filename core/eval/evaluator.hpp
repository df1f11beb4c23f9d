// Knowledge about a game, kept apart from its rules.
#pragma once

#include <concepts>

#include "../game.hpp"
#include "selectivity.hpp"

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
//     selectivity          SelectiveEvaluator   pruning by the evaluation, and numbers for reductions
//     noisy_moves(…)       NoisyMoves           the noisy moves without a look at every move
//     policy(…)            PolicyEvaluator      priors of moves for a tree search

template <class E>
concept SelectiveEvaluator = requires {
    { E::selectivity } -> std::convertible_to<Selectivity>;
};

template <class E, class G>
concept NoisyMoves = requires(const E& evaluator, const G& position, Moves<G>& moves) {
    // Appends those of the legal moves that are noisy, in their order.
    { evaluator.noisy_moves(position, moves) } -> std::same_as<void>;
};

template <class G, class E>
void list_noisy(const G& position, const E& evaluator, Moves<G>& noisy) {
    if constexpr (NoisyMoves<E, G>) {
        evaluator.noisy_moves(position, noisy);
    } else {
        Moves<G> moves;
        position.legal_moves(moves);
        for (const Move move : moves)
            if (evaluator.noisy(position, move)) noisy.push_back(move);
    }
}

template <class E, class G>
concept PolicyEvaluator =
    Evaluator<E, G> && requires(const E& evaluator, const G& position, const Moves<G>& moves,
                                double temperature, float* shares) {
        // One share per move; together they add up to 1.
        { evaluator.policy(position, moves, temperature, shares) } -> std::same_as<void>;
    };

}  // namespace ply
