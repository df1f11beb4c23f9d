// Judging a position by playing on from it.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "../eval/evaluator.hpp"
#include "../random.hpp"
#include "mcts_options.hpp"
#include "tuning.hpp"

namespace ply {

// Calls `step` for each item in turn, round by round, until it has returned false for each: while one
// waits for memory or a multiplication, the processor works on the others.
template <class Item, std::size_t Size, class Step>
[[gnu::always_inline]] inline void in_turn(std::array<Item*, Size> items, std::size_t count,
                                           const Step& step) {
    while (count > 0)
        for (std::size_t i = 0; i < count;) {
            if (step(*items[i]))
                ++i;
            else
                items[i] = items[--count];
        }
}

// A position to judge.
template <Game G>
struct Leaf {
    G* position;       // is played on
    double value = 0;  // for the first side
};

template <Game G, Evaluator<G> E>
class Rollouts {
public:
    Rollouts(const MctsOptions& options, const E& evaluator)
        : options_(options),
          evaluator_(evaluator),
          random_below_(static_cast<std::uint64_t>(options.random_share * 1024)) {}

    // Whether many go faster together than one by one, and quickly enough not to look at the clock
    // in between.
    bool is_quick() const { return !plays_knowingly(); }

    // Gives each leaf its value. At most `tuning::max_aloft` of them.
    void operator()(std::span<Leaf<G>> leaves, Random& random) const {
        if (options_.rollout == Rollout::random || options_.rollout == Rollout::cutoff)
            return play_randomly(leaves, random);
        for (Leaf<G>& leaf : leaves) {
            if (plays_knowingly()) play_knowingly(*leaf.position, random);
            leaf.value = value_at(*leaf.position);
        }
    }

    const E& evaluator() const { return evaluator_; }

private:
    bool plays_knowingly() const {
        return options_.rollout == Rollout::greedy || options_.rollout == Rollout::shallow;
    }

    void play_randomly(std::span<Leaf<G>> leaves, Random& random) const {
        std::array<RandomGame<G>, tuning::max_aloft> games;
        for (std::size_t i = 0; i < leaves.size(); ++i)
            games[i] = {leaves[i].position, random.next()};
        if constexpr (RandomGames<G>)
            if (options_.rollout == Rollout::random)
                G::play_random_games(std::span(games).first(leaves.size()),
                                     tuning::max_rollout_plies);
        std::array<Walk, tuning::max_aloft> walks;
        std::array<Walk*, tuning::max_aloft> walking;
        std::size_t count = 0;
        for (std::size_t i = 0; i < leaves.size(); ++i) {
            if (games[i].result) {
                leaves[i].value = value_of_result(*games[i].result);
                continue;
            }
            walks[i] = {&leaves[i], LaneRandom(games[i].seed), random_plies()};
            walking[count++] = &walks[i];
        }
        in_turn(walking, count, [this](Walk& walk) { return goes_on(walk); });
    }

    struct Walk {
        Leaf<G>* leaf = nullptr;
        LaneRandom random = LaneRandom(0);
        int plies_left = 0;
    };

    // One random move; false if the game is over then, or long enough.
    bool goes_on(Walk& walk) const {
        G& position = *walk.leaf->position;
        if (walk.plies_left-- > 0 && random_step(position, walk.random)) return true;
        walk.leaf->value = value_at(position);
        return false;
    }

    int random_plies() const {
        return options_.rollout == Rollout::cutoff ? options_.cutoff_plies
                                                   : tuning::max_rollout_plies;
    }

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
