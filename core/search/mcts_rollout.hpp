// Judging a position by playing on from it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "../eval/evaluator.hpp"
#include "../random.hpp"
#include "mcts_options.hpp"
#include "tuning.hpp"

namespace ply {

template <Game G, Evaluator<G> E>
class Rollouts {
public:
    Rollouts(const MctsOptions& options, const E& evaluator)
        : options_(options),
          evaluator_(evaluator),
          random_below_(static_cast<std::uint64_t>(options.random_share * 1024)) {}

    // How many random moves come first. They are the caller's to play: several games at once go
    // faster.
    int random_plies() const {
        switch (options_.rollout) {
            case Rollout::random: return tuning::max_rollout_plies;
            case Rollout::cutoff: return options_.cutoff_plies;
            default: return 0;
        }
    }

    // The value for the first side, after the random moves.
    float operator()(const G& position, Random& random) const {
        const bool plays =
            options_.rollout == Rollout::greedy || options_.rollout == Rollout::shallow;
        if (!plays) return value_at(position);
        G last = position;
        play_knowingly(last, random);
        return value_at(last);
    }

    const E& evaluator() const { return evaluator_; }

private:
    void play_knowingly(G& position, Random& random) const {
        const bool greedy = options_.rollout == Rollout::greedy;
        for (int plies = 0; plies < tuning::max_rollout_plies && !position.is_over(); ++plies) {
            // Always the same game would tell nothing new.
            const bool any = random.next() >> 54 < random_below_;
            position.play(any      ? random_move(position, random)
                          : greedy ? greedy_move(position, random)
                                   : shallow_move(position, random));
        }
    }

    float value_at(const G& position) const {
        const Score score = position.is_over() ? end_score(position) : evaluator_(position);
        const float value = value_of_score(score, options_.evaluation_scale);
        return position.turn() == Side::first ? value : 1.0f - value;
    }

    Move greedy_move(const G& position, Random& random) const {
        Moves<G> moves;
        position.legal_moves(moves);
        int scores[G::max_moves];
        evaluator_.order(position, moves, scores);
        return best_of(moves, scores, random);
    }

    Move shallow_move(const G& position, Random& random) const {
        Moves<G> moves;
        position.legal_moves(moves);
        int scores[G::max_moves];
        for (std::size_t i = 0; i < moves.size(); ++i) {
            G child = position;
            child.play(moves[i]);
            const Score reply = child.is_over() ? end_score(child) : best_reply(child);
            scores[i] = child.turn() == position.turn() ? reply : -reply;
        }
        return best_of(moves, scores, random);
    }

    Score best_reply(const G& position) const {
        Moves<G> moves;
        position.legal_moves(moves);
        Score best = -infinity;
        for (const Move move : moves) {
            G child = position;
            child.play(move);
            const Score score = child.is_over() ? end_score(child) : evaluator_(child);
            best = std::max(best, child.turn() == position.turn() ? score : -score);
        }
        return best;
    }

    // Equal scores are drawn by lot, or the first move of the numbering would always win.
    static Move best_of(const Moves<G>& moves, const int* scores, Random& random) {
        Move best = 0;
        Score highest = -infinity;
        std::uint32_t equals = 0;
        for (std::size_t i = 0; i < moves.size(); ++i) {
            if (equals > 0 && scores[i] < highest) continue;
            equals = scores[i] == highest ? equals + 1 : 1;
            highest = scores[i];
            if (random.below(equals) == 0) best = moves[i];
        }
        return best;
    }

    MctsOptions options_;
    E evaluator_;
    std::uint64_t random_below_;  // in 1/1024
};

}  // namespace ply
