// The alpha-beta core: one recursive search that carries table, ordering, reductions and quiescence.
// The algorithms of the family are choices of its parts (options.hpp) and drivers over it
// (deepening.hpp).
//
// The contract of `search`, fail-soft, with the true value v of the node at that depth:
//
//     result <= alpha:  v <= result           alpha < result < beta:  v == result
//     result >= beta:   v >= result           after a stop: meaningless
#pragma once

#include <array>
#include <optional>
#include <utility>
#include <vector>

#include "busy.hpp"
#include "folded_table.hpp"
#include "minimax.hpp"
#include "options.hpp"
#include "ordering.hpp"
#include "selective.hpp"

namespace ply {

struct Window {
    Score alpha = -infinity;
    Score beta = infinity;

    bool is_null() const { return beta - alpha == 1; }
};

// What one searching thread owns or is lent.
template <class E>
struct SearchContext {
    const SearchOptions& options;
    const E& evaluate;
    Table& table;
    Watch& watch;
    OrderingMemory& memory;
    bool main_thread = true;    // only it watches limits
    BusyMoves* busy = nullptr;  // shared by several threads; one alone needs none
};

template <Game G, Evaluator<G> E>
class AlphaBeta {
public:
    explicit AlphaBeta(const SearchContext<E>& context)
        : options_(context.options),
          evaluate_(context.evaluate),
          table_(context.table, context.options),
          watch_(context.watch),
          memory_(context.memory),
          main_thread_(context.main_thread),
          busy_(context.busy) {}

    struct Node {
        const G& position;
        int depth;  // plies left
        int ply;    // plies from the root
        std::optional<Move> previous;
        std::uint64_t hash = 0;  // of the position; only where the table is asked
        bool after_skip = false;
    };

    Score search(const Node& node, Window window) {
        const G& position = node.position;
        ++nodes_;
        line_length_[node.ply] = 0;
        if (position.is_over()) return end_score(position);
        if (node.depth <= 0 || node.ply >= tuning::max_ply - 1) return leaf(node, window);
        if (out_of_time()) return 0;
        if (node.depth == 1 && !options_.quiescence) return frontier(node, window);

        // Asked before the table: the evaluation costs less than waiting for memory.
        const Forecast expected = forecast_for(node, window);
        if (expected.floor >= window.beta) return opinion(expected.floor);
        const Key key = table_.key_of(position, node.hash, node.depth);
        const std::optional<Knowledge> known = table_.find(key, position);
        if (known && allows_cut(*known, node, window)) {
            if (known->depth < settled_depth && !holds(*known)) open_ = true;
            return known->score;
        }
        if (const Score score = score_after_skip(node, window, expected); score >= window.beta)
            return opinion(score);
        const bool open_elsewhere = std::exchange(open_, false);
        const Outcome outcome =
            search_moves(node, window, known ? known->move : std::nullopt, expected.ceiling);
        if (!watch_.stopped()) keep(key, node, window, outcome);
        open_ |= open_elsewhere;
        return outcome.score;
    }

    // One root move, searched like any other child, with the line it leads to.
    Score search_root_move(const G& root, Move move, int depth, Window window, bool first) {
        const Node node{root, depth, 0, std::nullopt};
        line_length_[0] = 0;
        const Score score = search_move(node, window, {move, first ? 0 : 1, false});
        if (score > window.alpha) extend_line(0, move);
        return score;
    }

    std::vector<Move> line() const {
        return std::vector<Move>(line_[0].begin(), line_[0].begin() + line_length_[0]);
    }

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

    static constexpr std::uint64_t look_interval = PackedGame<G> ? 1024 : 16;

    bool out_of_time() {
        if (main_thread_ && nodes_ >= next_look_) {
            const auto& limit = watch_.limits().nodes;
            if (limit && nodes_ >= *limit) watch_.stop();
            watch_.look();
            next_look_ = nodes_ + look_interval;
            if (limit) next_look_ = std::min(next_look_, *limit);
        }
        return watch_.stopped();
    }

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
            line_[node.ply][0] = move;
            line_length_[node.ply] = 1;
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
        return from(position, child, window,
                    [&](Window) { return child.is_over() ? end_score(child) : evaluate(child); });
    }

    Score leaf(const Node& node, Window window) {
        selective_depth_ = std::max(selective_depth_, node.ply);
        if (!options_.quiescence) return evaluate(node.position);
        return quiesce(node.position, window, node.ply, tuning::quiescence_plies);
    }

    Score evaluate(const G& position) { return opinion(evaluate_(position)); }

    // Stands pat on the evaluation or goes on with noisy moves, which then belong to the line: its last
    // position is always the one whose evaluation is the score.
    Score quiesce(const G& position, Window window, int ply, int plies_left) {
        line_length_[ply] = 0;
        Score best = evaluate(position);
        if (best >= window.beta || plies_left == 0 || ply >= tuning::max_ply - 1) return best;
        selective_depth_ = std::max(selective_depth_, ply);
        Moves<G> moves;
        position.legal_moves(moves);
        for (Move move : moves) {
            if (!evaluate_.noisy(position, move)) continue;
            G child = position;
            child.play(move);
            ++nodes_;
            if (out_of_time()) return best;
            line_length_[ply + 1] = 0;
            const Window open{std::max(best, window.alpha), window.beta};
            const Score score = from(position, child, open, [&](Window its) {
                return child.is_over() ? end_score(child)
                                       : quiesce(child, its, ply + 1, plies_left - 1);
            });
            if (score > open.alpha) extend_line(ply, move);
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
        // On the principal line only whole searches are reported, so that the line stays whole.
        if (options_.null_windows && !window.is_null() && !options_.exact_depth) return false;
        const bool deep_enough = options_.exact_depth ? known.depth == node.depth
                                                      : known.depth >= node.depth || holds(known);
        if (!deep_enough) return false;
        switch (known.bound) {
            case Bound::exact: return true;
            case Bound::lower: return known.score >= window.beta;
            case Bound::upper: return known.score <= window.alpha;
            default: return false;
        }
    }

    // A proven win or loss stays one at every depth.
    static bool holds(const Knowledge& known) {
        return (known.score > proven && known.bound == Bound::lower) ||
               (known.score < -proven && known.bound == Bound::upper);
    }

    // Every legal move with its score, the table's first.
    void list_moves(Picker<G>& picker, const Node& node, std::optional<Move> table_move) const {
        picker.moves.clear();
        node.position.legal_moves(picker.moves);
        score_moves(picker, node, table_move);
        if (table_move) picker.pick(0);
    }

    void score_moves(Picker<G>& picker, const Node& node, std::optional<Move> table_move) const {
        if (!options_.order_moves) {
            std::fill_n(picker.scores.begin(), picker.size(), 0);
        } else {
            // One ply before quiescence the scores cost more time than they save nodes.
            if (node.depth >= tuning::action_min_depth)
                evaluate_.order(node.position, picker.moves, picker.scores.data());
            else
                std::fill_n(picker.scores.begin(), picker.size(), 0);
            for (std::size_t i = 0; i < picker.size(); ++i) {
                const Move move = picker.moves[i];
                int& score = picker.scores[i];
                score = 16 * score + memory_.history(node.position.turn(), move);
                if (memory_.is_killer(node.ply, move)) score += 2000;
                if (memory_.is_counter(node.previous, node.position.turn(), move)) score += 1000;
            }
        }
        if (table_move)
            for (std::size_t i = 0; i < picker.size(); ++i)
                if (picker.moves[i] == *table_move) picker.scores[i] = 1 << 28;
    }

    std::size_t moves_to_try(std::size_t count) {
        if (!options_.better_half || count < tuning::half_min_moves) return count;
        open_ = true;
        return std::max<std::size_t>(count / 2, tuning::half_min_moves);
    }

    // The table's move is often all that is needed, so the others are only listed after it.
    Outcome search_moves(const Node& node, Window window, std::optional<Move> table_move,
                         Score ceiling) {
        Outcome best;
        Picker<G> picker;
        if (QuickLegality<G> && table_move && is_legal(node.position, *table_move))
            picker.moves.push_back(*table_move);
        else
            list_moves(picker, node, table_move);
        Moves<G> deferred;
        for (std::size_t i = 0;; ++i) {
            if (i == 1 && picker.size() == 1) list_moves(picker, node, table_move);
            if (i >= moves_to_try(picker.size())) break;
            const Move move = picker.pick(i);
            if (i > 0 && ceiling <= window.alpha && may_leave_out(node.position, move, best)) {
                best.score = std::max(best.score, ceiling);
                open_ = true;
            } else if (i > 0 && shares_work(node) && busy_->contains(node.hash, move))
                deferred.push_back(move);
            else if (ends_node(node, window, best, picker, i))
                return best;
        }
        for (const Move move : deferred) {
            picker.moves[0] = move;
            if (ends_node(node, window, best, picker, 0)) return best;
        }
        return best;
    }

    // Where quiet moves do not help they need not be tried, unless everything else is lost.
    bool may_leave_out(const G& position, Move move, const Outcome& best) const {
        return best.score > -proven && !evaluate_.noisy(position, move);
    }

    bool shares_work(const Node& node) const {
        return busy_ && node.depth >= tuning::sharing_min_depth && node.ply > 0;
    }

    // Searches the picker's move number i; true if that cuts off or time is up.
    bool ends_node(const Node& node, Window& window, Outcome& best, const Picker<G>& picker,
                   std::size_t i) {
        const Move move = picker.moves[i];
        const int number = best.score > -infinity ? std::max(1, static_cast<int>(i)) : 0;
        if (shares_work(node)) busy_->add(node.hash, move);
        const Score score = search_move(node, window, {move, number, options_.reductions});
        if (shares_work(node)) busy_->remove(node.hash, move);
        if (watch_.stopped()) return true;
        if (score <= best.score) return false;
        best = {score, score > window.alpha ? std::optional<Move>(move) : std::nullopt};
        if (score <= window.alpha) return false;
        extend_line(node.ply, move);
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

    // Late moves that are neither forcing nor known for cut-offs are rarely best.
    int reduction(const Node& node, const Candidate& candidate, int depth) const {
        if (!candidate.reducible) return 0;
        const int less = late_move_reduction(depth, candidate.number);
        if (less == 0 || memory_.is_killer(node.ply, candidate.move)) return 0;
        return evaluate_.noisy(node.position, candidate.move) ? 0 : less;
    }

    // Nothing is foreseen on the principal line or where results are asked for.
    Forecast forecast_for(const Node& node, Window window) const {
        if constexpr (FutilityEvaluator<E>)
            if (options_.pruning && window.is_null() && !is_proven(window.beta))
                return forecast(node.position, evaluate_, node.depth);
        return {};
    }

    // What the node is worth at least, as far as a search after a turn given away can tell.
    Score score_after_skip(const Node& node, Window window, const Forecast& expected) {
        if constexpr (NullMoveGame<G>) {
            if (node.depth < tuning::skip_min_depth || node.after_skip ||
                expected.evaluation < window.beta || !node.position.allows_null_move())
                return -infinity;
            G child = node.position;
            child.play_null_move();
            const int depth = depth_after_skip(node.depth);
            const Score score = from(node.position, child, window, [&](Window its) {
                return search({child, depth, node.ply + 1, std::nullopt, child.hash(), true}, its);
            });
            return std::min(score, proven);  // a result would have to be played
        }
        return -infinity;
    }

    Score opinion(Score score) {
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

    // The best line from this ply is the move and the best line from the next.
    void extend_line(int ply, Move move) {
        line_[ply][0] = move;
        const int rest = std::min(line_length_[ply + 1], max_line - 1);
        std::copy_n(line_[ply + 1].begin(), rest, line_[ply].begin() + 1);
        line_length_[ply] = rest + 1;
    }

    static constexpr int max_line = 48;
    static constexpr int settled_depth = 127;  // every line below ended: deeper than any search

    const SearchOptions& options_;
    const E& evaluate_;
    FoldedTable<G> table_;
    Watch& watch_;
    OrderingMemory& memory_;
    bool main_thread_;
    BusyMoves* busy_;

    std::uint64_t nodes_ = 0;
    std::uint64_t next_look_ = 0;
    bool open_ = false;  // a running game was judged since this was last set to false
    int selective_depth_ = 0;
    std::array<std::array<Move, max_line>, tuning::max_ply + 1> line_;
    std::array<int, tuning::max_ply + 1> line_length_{};
};

}  // namespace ply
