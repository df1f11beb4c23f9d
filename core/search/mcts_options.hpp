// What can be chosen about a Monte-Carlo tree search, and its scale of values.
//
// A value is a chance to win: 1 won, 1/2 drawn, 0 lost, for whoever the text says.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "score.hpp"

namespace ply {

// How a new leaf of the tree is judged.
enum class Rollout : std::uint8_t {
    random,      // a uniformly random game to its end
    greedy,      // the evaluator's best ordered move, now and then a random one
    shallow,     // a two-ply search for every move, now and then a random one
    evaluation,  // no game at all: the static evaluation
    cutoff,      // a few random moves, then the static evaluation
};

struct MctsOptions {
    double exploration = 1.4;        // weight of the unknown, for values in 0 … 1
    bool puct = false;               // explore by prior knowledge, instead of equally
    double prior_temperature = 1.0;  // of the softmax over move scores; higher is flatter
    double first_play_loss = 0.1;    // PUCT: an untried move is worth its parent less this
    Rollout rollout = Rollout::random;
    int cutoff_plies = 8;             // of Rollout::cutoff
    double random_share = 0.1;        // of the moves of greedy and shallow rollouts
    double evaluation_scale = 400.0;  // an advantage of this much wins 73 % of the games
    bool endings = true;              // look up endings that are known exactly
    bool stop_early = true;           // when the most visited move can no longer be overtaken
    std::size_t memory_mb = 64;
    std::uint64_t seed = 1;
    int threads = 1;
};

constexpr float value_of_result(Score result) {
    return result > 0 ? 1.0f : result < 0 ? 0.0f : 0.5f;
}

// An evaluation as a chance to win, and back.
inline float value_of_score(Score score, double scale) {
    if (is_proven(score)) return value_of_result(score);
    return static_cast<float>(1.0 / (1.0 + std::exp(-score / scale)));
}

inline Score score_of_value(double value, double scale) {
    constexpr double surest = 1e-6;  // a logarithm needs some doubt
    const double chance = std::clamp(value, surest, 1.0 - surest);
    const double score = scale * std::log(chance / (1.0 - chance));
    return static_cast<Score>(
        std::lround(std::clamp<double>(score, -max_evaluation, max_evaluation)));
}

}  // namespace ply
