// Where a tree search gets the priors of moves from.
//
// A source of priors is called as `prior(evaluator, position, moves, shares)` and fills one share
// for each move; the shares add up to 1. A network takes this one's place by a template argument.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "../eval/evaluator.hpp"
#include "mcts_options.hpp"

namespace ply {

// The softmax of the evaluator's move scores. Their unit is the game's own business, so they are
// measured in standard deviations among the moves at hand.
struct OrderPrior {
    double temperature = 1.0;

    OrderPrior() = default;
    explicit OrderPrior(const MctsOptions& options) : temperature(options.prior_temperature) {}

    template <Game G, Evaluator<G> E>
    void operator()(const E& evaluator, const G& position, const Moves<G>& moves,
                    float* shares) const {
        int scores[G::max_moves] = {};
        evaluator.order(position, moves, scores);
        const std::size_t count = moves.size();
        const double spread = deviation(scores, count) * temperature;
        int best = -infinity;
        for (std::size_t i = 0; i < count; ++i) best = std::max(best, scores[i]);
        float total = 0;
        for (std::size_t i = 0; i < count; ++i) {
            shares[i] = spread > 0 ? static_cast<float>(std::exp((scores[i] - best) / spread)) : 1;
            total += shares[i];
        }
        for (std::size_t i = 0; i < count; ++i) shares[i] /= total;
    }

private:
    static double deviation(const int* scores, std::size_t count) {
        double mean = 0, squares = 0;
        for (std::size_t i = 0; i < count; ++i) mean += scores[i];
        mean /= static_cast<double>(count);
        for (std::size_t i = 0; i < count; ++i) squares += (scores[i] - mean) * (scores[i] - mean);
        return std::sqrt(squares / static_cast<double>(count));
    }
};

// What a network says of the moves.
struct PolicyPrior {
    double temperature = 1.0;

    PolicyPrior() = default;
    explicit PolicyPrior(const MctsOptions& options) : temperature(options.prior_temperature) {}

    template <Game G, PolicyEvaluator<G> E>
    void operator()(const E& evaluator, const G& position, const Moves<G>& moves,
                    float* shares) const {
        evaluator.policy(position, moves, temperature, shares);
    }
};

}  // namespace ply
