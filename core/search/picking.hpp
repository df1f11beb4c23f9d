// The moves of one node, listed and scored when they are needed, handed out best first.
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "node.hpp"

namespace ply {

// Hands out the moves of one node, best first. A cut-off usually comes early, so the next best is
// picked only when it is asked for.
template <Game G>
class Picker {
public:
    Moves<G> moves;
    std::array<int, G::max_moves> scores;

    std::size_t size() const { return moves.size(); }
    bool contains(Move move) const {
        return std::find(moves.begin(), moves.end(), move) != moves.end();
    }

    // The best move among those from `from` on is swapped to that place. Where the first few did not
    // cut off, none is likely to, and the rest comes as it stands.
    Move pick(std::size_t from) {
        if (from < tuning::picked_moves) best_to(from);
        return moves[from];
    }

    void best_to(std::size_t from) {
        std::size_t best = from;
        for (std::size_t i = from + 1; i < moves.size(); ++i)
            if (scores[i] > scores[best]) best = i;
        std::swap(moves[from], moves[best]);
        std::swap(scores[from], scores[best]);
    }
};

// Fills pickers by what one thread knows: the evaluator's action scores and its memory of cut-offs.
template <Game G, Evaluator<G> E>
class Lister {
public:
    explicit Lister(const SearchContext<E>& context)
        : options_(context.options),
          evaluate_(context.evaluate),
          memory_(context.memory),
          searcher_(context.searcher) {}

    // The moves to search with their scores, the hash move first. False if legal ones are left out.
    bool list_all(Picker<G>& picker, const SearchNode<G>& node,
                  std::optional<Move> hash_move) const {
        picker.moves.clear();
        node.position.legal_moves(picker.moves);
        const bool all = !leaves_out(node, picker.size());
        if (!all) keep_expected(picker, node);
        score(picker, node);
        if (!hash_move) return all;
        for (std::size_t i = 0; i < picker.size(); ++i)
            if (picker.moves[i] == *hash_move) picker.scores[i] = tuning::hash_move_score;
        picker.pick(0);
        return all;
    }

    // After the first `tried` moves only noisy ones.
    void leave_noisy(Picker<G>& picker, std::size_t tried, const SearchNode<G>& node) const {
        Moves<G> noisy;
        list_noisy(node.position, evaluate_, noisy);
        Picker<G> rest;
        for (const Move move : noisy)
            if (std::find(picker.moves.begin(), picker.moves.begin() + tried, move) ==
                picker.moves.begin() + tried)
                rest.moves.push_back(move);
        if (rest.size() > 1) score(rest, node);
        picker.moves.resize(tried);
        for (std::size_t i = 0; i < rest.size(); ++i) {
            picker.scores[picker.size()] = rest.scores[i];
            picker.moves.push_back(rest.moves[i]);
        }
    }

private:
    // Whether only some of so many moves are listed: the opponent's replies that are expected.
    bool leaves_out(const SearchNode<G>& node, std::size_t count) const {
        return options_.replies > 0 && node.position.turn() != searcher_ &&
               count > static_cast<std::size_t>(options_.replies);
    }

    void keep_expected(Picker<G>& picker, const SearchNode<G>& node) const {
        const auto kept = static_cast<std::size_t>(options_.replies);
        evaluate_.order(node.position, picker.moves, picker.scores.data());
        for (std::size_t i = 0; i < kept; ++i) picker.best_to(i);
        picker.moves.resize(kept);
    }

    void score(Picker<G>& picker, const SearchNode<G>& node) const {
        // One ply before quiescence the scores cost more time than they save nodes.
        if (options_.order_moves && node.depth >= tuning::action_min_depth)
            evaluate_.order(node.position, picker.moves, picker.scores.data());
        else
            std::fill_n(picker.scores.begin(), picker.size(), 0);
        if (!options_.order_moves) return;
        for (std::size_t i = 0; i < picker.size(); ++i) {
            const Move move = picker.moves[i];
            int& score = picker.scores[i];
            score = tuning::action_weight * score + memory_.history(node.position.turn(), move);
            if (memory_.is_killer(node.ply, move)) score += tuning::killer_bonus;
            if (memory_.is_counter(node.previous, node.position.turn(), move))
                score += tuning::counter_bonus;
        }
    }

    const SearchOptions& options_;
    const E& evaluate_;
    const OrderingMemory& memory_;
    Side searcher_;
};

}  // namespace ply
