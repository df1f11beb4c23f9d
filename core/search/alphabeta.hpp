// The alpha-beta core: one recursive search that carries table, ordering, reductions and quiescence.
// The algorithms of the family are choices of its parts (options.hpp) and drivers over it
// (deepening.hpp).
//
// The contract of `search`, fail-soft, with the true value v of the node at that depth:
//
//     result <= alpha:  v <= result           alpha < result < beta:  v == result
//     result >= beta:   v >= result           after a stop: meaningless
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "folded_table.hpp"
#include "node.hpp"
#include "picking.hpp"
#include "principal_variation.hpp"
#include "selective.hpp"

namespace ply {

template <Game G, Evaluator<G> E>
class AlphaBeta {
public:
    AlphaBeta(const SearchContext<E>& context, const KnownScores<G>& known)
        : options_(context.options),
          evaluate_(context.evaluate),
          known_scores_(known),
          table_(context.table, context.options),
          watch_(context.watch),
          memory_(context.memory),
          lister_(context),
          main_thread_(context.main_thread),
          busy_(context.busy) {}

    using Node = SearchNode<G>;

    Score search(const Node& node, Window window) {
        const G& position = node.position;
        ++nodes_;
        variation_.clear(node.ply);
        if (const auto score = known_scores_.find(position)) return *score;
        if (node.depth <= 0 || node.ply >= tuning::max_ply - 1) return leaf(node, window);
        if (out_of_time()) return 0;
        if (node.depth == 1 && !options_.quiescence) return frontier(node, window);

        // Asked before the table: the evaluation costs less than waiting for memory.
        const StaticEvaluation standing = static_evaluation_of(node, window);
        if (standing.lower >= window.beta) return estimate(standing.lower);  // reverse futility
        const Key key = table_.key_of(position, node.hash, node.depth);
        const std::optional<Knowledge> known = table_.find(key, position);
        if (known && allows_cut(*known, node, window)) {
            if (known->depth < settled_depth && !known->is_proven()) open_ = true;
            return known->score;
        }
        const bool open_elsewhere = open_;
        if (const Score score = null_move_score(node, window, standing); score >= window.beta)
            return estimate(score);
        const auto hash_move = known ? known->move : std::nullopt;
        if (const Score score = probcut_score(node, window, standing, known); score >= window.beta)
            return estimate(score);
        open_ = false;  // searches that did not cut off count no more
        Node searched = node;
        if (reduces(node)) searched.depth = depth_with(known, node.depth);
        const Outcome outcome = search_moves(searched, window, hash_move, standing.upper);
        // Where threads share work, an entry counts for the depth that was asked for: otherwise each
        // of them would search the position once more, a ply deeper.
        if (!watch_.stopped()) keep(key, busy_ ? node : searched, window, outcome);
        open_ |= open_elsewhere;
        return outcome.score;
    }

    // One root move, searched like any other child, with the variation it leads to.
    Score search_root_move(const G& root, Move move, int depth, Window window, bool first) {
        const Node node{root, depth, 0, std::nullopt};
        variation_.clear(0);
        const Score score = search_move(node, window, {move, first ? 0 : 1, false});
        if (score > window.alpha) variation_.extend(0, move);
        return score;
    }

    std::vector<Move> principal_variation() const { return variation_.from_root(); }

    std::uint64_t nodes() const { return nodes_; }
    int selective_depth() const { return selective_depth_; }
    void new_iteration() { open_ = false; }
    // Whether the last iteration had to judge a running game anywhere. If not, a deeper one would
    // find the same.
    bool is_open() const { return open_; }

private:
    using Key = typename FoldedTable<G>::Key;

    struct Outcome {
        Score score = -infinity;
        std::optional<Move> move;
    };

    struct Candidate {
        Move move;
        int number;  // how many were tried before it
        bool reducible;
    };

    bool out_of_time() { return main_thread_ ? watch_.should_stop(nodes_) : watch_.stopped(); }

    // The last ply before evaluation is most of the tree. Its children cost less than a table probe or
    // a careful order would, so it is just a loop; only killers come first, and often a killer is
    // enough.
    Score frontier(const Node& node, Window window) {
        const G& position = node.position;
        Score best = -infinity;
        const auto cuts = [&](Move move) {
            const Score score = leaf_score(position, move, window);
            if (score <= best) return false;
            best = score;
            if (score <= window.alpha) return false;
            variation_.end_with(node.ply, move);
            return score >= window.beta;
        };
        Killers killers = no_killers;
        if (options_.order_moves && QuickLegality<G>) killers = memory_.killers(node.ply);
        for (const Move killer : killers) {
            if (killer == no_move || !is_legal(position, killer) || !cuts(killer)) continue;
            memory_.add_killer(node.ply, killer);
            return best;
        }
        Moves<G> moves;
        position.legal_moves(moves);
        for (const Move move : moves) {
            if (move == killers[0] || move == killers[1]) continue;
            if (!cuts(move)) continue;
            if (options_.order_moves) memory_.add_killer(node.ply, move);
            break;
        }
        return best;
    }

    Score leaf_score(const G& position, Move move, Window window) {
        G child = position;
        child.play(move);
        ++nodes_;
        return from(position, child, window, [&](Window) {
            return known_scores_.find_or(child, [&] { return evaluate(child); });
        });
    }

    Score leaf(const Node& node, Window window) {
        selective_depth_ = std::max(selective_depth_, node.ply);
        if (!options_.quiescence) return evaluate(node.position);
        return quiesce(node.position, window, node.ply, tuning::quiescence_plies);
    }

    Score evaluate(const G& position) { return estimate(evaluate_(position)); }

    // Stands pat on the static evaluation or goes on with noisy moves, which then belong to the principal
    // variation: its last position is always the one whose evaluation is the score.
    Score quiesce(const G& position, Window window, int ply, int plies_left) {
        variation_.clear(ply);
        Score best = evaluate(position);
        if (best >= window.beta || plies_left == 0 || ply >= tuning::max_ply - 1) return best;
        selective_depth_ = std::max(selective_depth_, ply);
        Moves<G> moves;
        list_noisy(position, evaluate_, moves);
        for (Move move : moves) {
            G child = position;
            child.play(move);
            ++nodes_;
            if (out_of_time()) return best;
            variation_.clear(ply + 1);
            const Window open{std::max(best, window.alpha), window.beta};
            const Score score = from(position, child, open, [&](Window its) {
                return known_scores_.find_or(
                    child, [&] { return quiesce(child, its, ply + 1, plies_left - 1); });
            });
            if (score > open.alpha) variation_.extend(ply, move);
            best = std::max(best, score);
            if (best >= window.beta) break;
        }
        return best;
    }

    // Turns a window into the child's view and the child's score back: the one place where signs
    // change, and only if the turn does.
    template <class Search>
    static Score from(const G& position, const G& child, Window window, Search search) {
        const Window its{to_child<G>(window.alpha), to_child<G>(window.beta)};
        if (child.turn() == position.turn()) return from_child<G>(search(its));
        return from_child<G>(-search(Window{-its.beta, -its.alpha}));
    }

    bool allows_cut(const Knowledge& known, const Node& node, Window window) const {
        // The principal variation comes from whole searches only, so that it stays whole.
        if (options_.null_windows && !window.is_null() && !options_.exact_depth) return false;
        const bool deep_enough = options_.exact_depth
                                     ? known.depth == node.depth
                                     : known.depth >= node.depth || known.is_proven();
        return deep_enough && known.decides(window.alpha, window.beta);
    }

    std::size_t moves_to_try(std::size_t count) {
        if (!options_.better_half || count < tuning::half_min_moves) return count;
        open_ = true;
        return std::max<std::size_t>(count / 2, tuning::half_min_moves);
    }

    void list_all(Picker<G>& picker, const Node& node, std::optional<Move> hash_move) {
        if (!lister_.list_all(picker, node, hash_move)) open_ = true;
    }

    // The hash move is often all that is needed, so the others are only listed after it. Futility
    // pruning leaves quiet moves out, unless everything else is lost.
    Outcome search_moves(const Node& node, Window window, std::optional<Move> hash_move,
                         Score upper) {
        Outcome best;
        Picker<G> picker;
        if (QuickLegality<G> && hash_move && is_legal(node.position, *hash_move))
            picker.moves.push_back(*hash_move);
        else
            list_all(picker, node, hash_move);
        Moves<G> deferred;  // their places in the picker
        bool futile = upper <= window.alpha;
        for (std::size_t i = 0;; ++i) {
            if (futile && i > 0 && best.score > -proven) {
                lister_.leave_noisy(picker, i, node);
                best.score = std::max(best.score, upper);
                open_ = true;
                futile = false;
            } else if (i == 1 && picker.size() == 1) {
                list_all(picker, node, hash_move);
            }
            if (i >= moves_to_try(picker.size())) break;
            const Move move = picker.pick(i);
            if (i > 0 && shares_work(node) && busy_->contains(busy_key(node), move))
                deferred.push_back(static_cast<Move>(i));
            else if (ends_node(node, window, best, picker, i))
                return best;
        }
        // Each by its own number: another thread has searched it as deeply as that number allows.
        for (const std::size_t i : deferred)
            if (ends_node(node, window, best, picker, i)) return best;
        return best;
    }

    // With the depth: a shallower search of the same moves, for ProbCut or after a reduction, does not
    // leave behind what this one needs.
    static std::uint64_t busy_key(const Node& node) {
        return node.hash + static_cast<std::uint64_t>(node.depth);
    }

    bool shares_work(const Node& node) const {
        return busy_ && node.depth >= tuning::sharing_min_depth && node.ply > 0;
    }

    // Searches the picker's move number i; true if that cuts off or time is up.
    bool ends_node(const Node& node, Window& window, Outcome& best, const Picker<G>& picker,
                   std::size_t i) {
        const Move move = picker.moves[i];
        const int number = best.score > -infinity ? std::max(1, static_cast<int>(i)) : 0;
        if (shares_work(node)) busy_->add(busy_key(node), move);
        const Score score = search_move(node, window, {move, number, reduces(node)});
        if (shares_work(node)) busy_->remove(busy_key(node), move);
        if (watch_.stopped()) return true;
        if (score <= best.score) return false;
        best = {score, score > window.alpha ? std::optional<Move>(move) : std::nullopt};
        if (score <= window.alpha) return false;
        variation_.extend(node.ply, move);
        if (score < window.beta) {
            window.alpha = score;
            return false;
        }
        memory_.learn(node.ply, node.position.turn(), node.previous, move, picker.moves.begin(), i,
                      node.depth);
        return true;
    }

    // The first move gets the whole window; later ones must first beat a null window, late and quiet
    // ones at less depth.
    Score search_move(const Node& node, Window window, Candidate candidate) {
        G child = node.position;
        child.play(candidate.move);
        const bool again = child.turn() == node.position.turn();
        const int depth = node.depth - (again && options_.extend_again ? 0 : 1);
        const bool asks_table =
            options_.use_table && (depth > 1 || (depth == 1 && options_.quiescence));
        const std::uint64_t hash = asks_table ? child.hash() : 0;
        if (asks_table) table_.prefetch(hash);

        const auto search_child = [&](Window open, int its_depth) {
            return from(node.position, child, open, [&](Window its) {
                return search({child, its_depth, node.ply + 1, candidate.move, hash}, its);
            });
        };
        if (candidate.number == 0 || !options_.null_windows || window.is_null()) {
            const int less = candidate.number == 0 ? 0 : reduction(node, candidate, depth);
            const Score score = search_child(window, depth - less);
            return less == 0 || score <= window.alpha ? score : search_child(window, depth);
        }
        const Window null{window.alpha, window.alpha + 1};
        const int less = reduction(node, candidate, depth);
        Score score = search_child(null, depth - less);
        if (less > 0 && score > window.alpha) score = search_child(null, depth);
        if (score > window.alpha && score < window.beta) score = search_child(window, depth);
        return score;
    }

    // Then a guess is no use: the whole search is exact, and a deeper one would find the same.
    bool sees_every_end(const Node& node) const {
        if constexpr (BoundedGame<G>)
            if (node.position.most_plies() <= node.depth) return true;
        return known_scores_.within_reach(node.position, node.depth);
    }

    bool reduces(const Node& node) const { return options_.reductions && !sees_every_end(node); }

    // Late moves that are neither forcing nor known for cut-offs are rarely best.
    int reduction(const Node& node, const Candidate& candidate, int depth) const {
        if (!candidate.reducible) return 0;
        const int less = late_move_reduction(depth, candidate.number);
        if (less == 0 || memory_.is_killer(node.ply, candidate.move)) return 0;
        return evaluate_.noisy(node.position, candidate.move) ? 0 : less;
    }

    // Only where pruning is allowed: not on the principal variation, nor where results are in reach.
    StaticEvaluation static_evaluation_of(const Node& node, Window window) const {
        if constexpr (SelectiveEvaluator<E>)
            if (options_.pruning && window.is_null() && !is_proven(window.beta) &&
                !sees_every_end(node))
                return static_evaluation(node.position, evaluate_, node.depth);
        return {};
    }

    // What the node is worth at least, as far as a search after a null move can tell.
    Score null_move_score(const Node& node, Window window, const StaticEvaluation& standing) {
        if constexpr (NullMoveGame<G>) {
            if (node.depth < tuning::null_move_min_depth || node.after_null_move ||
                standing.score < window.beta || !node.position.allows_null_move())
                return -infinity;
            G child = node.position;
            child.play_null_move();
            const int depth = depth_after_null_move(node.depth);
            const Score score = from(node.position, child, window, [&](Window its) {
                return search({child, depth, node.ply + 1, std::nullopt, child.hash(), true}, its);
            });
            return std::min(score, proven);  // a result would have to be played
        }
        return -infinity;
    }

    // The same as far as a shallower search of its moves can tell.
    Score probcut_score(const Node& node, Window window, const StaticEvaluation& standing,
                        const std::optional<Knowledge>& known) {
        const auto bound = probcut_bound<E>(standing, window.beta, node.depth);
        if (!bound) return -infinity;
        Node shallow = node;
        shallow.depth -= tuning::probcut_reduction;
        if (known && known->depth >= shallow.depth && known->score < *bound) return -infinity;
        const Outcome outcome = search_moves(shallow, {*bound - 1, *bound},
                                             known ? known->move : std::nullopt, infinity);
        return outcome.score >= *bound ? window.beta : -infinity;
    }

    // Notes that a score is no proven result: a deeper search may find another.
    Score estimate(Score score) {
        open_ = true;
        return score;
    }

    void keep(const Key& key, const Node& node, Window window, const Outcome& outcome) {
        Knowledge known{outcome.score, node.depth, Bound::exact, outcome.move};
        if (!open_ && !options_.exact_depth) known.depth = settled_depth;
        if (outcome.score >= window.beta) known.bound = Bound::lower;
        if (outcome.score <= window.alpha) known.bound = Bound::upper;
        table_.store(key, node.position, known);
    }

    static constexpr int settled_depth = 127;  // every line below ended: deeper than any search
    const SearchOptions& options_;
    const E& evaluate_;
    const KnownScores<G>& known_scores_;
    FoldedTable<G> table_;
    Watch& watch_;
    OrderingMemory& memory_;
    Lister<G, E> lister_;
    bool main_thread_;
    BusyMoves* busy_;

    std::uint64_t nodes_ = 0;
    bool open_ = false;  // a running game was judged since this was last set to false
    int selective_depth_ = 0;
    PrincipalVariation variation_;
};

}  // namespace ply
