// The exact solver: proves the final margin under best play by asking yes-or-no questions.
//
// The question is always "does the value reach this goal?"; MTD(f) chooses the goals, and a table of
// proven intervals makes every question cheaper than the one before. An interval that comes back is
// true even if the search was stopped or ran out of depth: it is then only wider than hoped.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "../game.hpp"
#include "../interrupt.hpp"
#include "../search/limits.hpp"
#include "bounds.hpp"
#include "table.hpp"

// All of them, whichever game is solved: one that lacked its own bounds would still be solved, but
// slowly, and nobody would notice.
#include "connect_four_bounds.hpp"
#include "kalah_bounds.hpp"
#include "squatter_bounds.hpp"
#include "watch_your_back_bounds.hpp"

namespace ply {

struct SolveOptions {
    Limits limits;
    std::size_t table_mb = 256;
};

struct Solution {
    int lower = -unbounded_margin;  // proven bounds of the final margin, from the mover's view
    int upper = unbounded_margin;
    std::vector<Move> line;  // best play to the end of the game, once the value is exact
    std::uint64_t nodes = 0;
    Seconds seconds = 0;

    bool exact() const { return lower == upper; }
};

using OnSolution = std::function<void(const Solution&)>;

template <Game G>
class Solver {
public:
    Solver(const G& root, const SolveOptions& options, const Interrupt& interrupt)
        : bounds_(root, options.table_mb),
          table_(options.table_mb),
          watch_(hard(options.limits), interrupt),
          max_depth_(std::min(options.limits.depth.value_or(tuning::solver_max_depth),
                              tuning::solver_max_depth)) {}

    // Narrows the value of a position until it is exact or a limit is reached.
    template <class OnProgress>
    Interval prove(const G& position, OnProgress on_progress) {
        Node root = node_of(position);
        int goal = first_goal(root);
        int depth = start_depth();
        while (depth && !root.known.exact()) {
            root.known = root.known & search(root, goal, depth, 0);
            if (root.known.lower > root.known.upper)
                throw std::domain_error(
                    "the results of this game contradict each other; check its margins");
            on_progress(root.known);
            if (is_stopped()) break;  // answers from the table look at no limit
            if (!root.known.decides(goal)) {
                depth = deeper(depth);
            } else if (root.known.lower >= goal) {
                goal = root.known.lower + bounds_.step();
            } else {
                goal = root.known.upper;
            }
        }
        return root.known;
    }

    // Best play from a position of known value, to the end or until a limit.
    std::vector<Move> line(G position, int value) {
        std::vector<Move> moves;
        // Best play need not end where positions can come again.
        const std::size_t most = Bounds<G>::short_games || value != 0
                                     ? std::size_t{tuning::solver_max_depth}
                                     : tuning::max_line;
        while (!position.is_over() && moves.size() < most && !is_stopped()) {
            const auto move = best_move(position, value);
            if (!move) break;
            moves.push_back(*move);
            const Side mover = position.turn();
            position.play(*move);
            if (position.turn() != mover) value = -value;
        }
        return moves;
    }

    std::uint64_t nodes() const { return nodes_; }
    Seconds seconds() const { return watch_.elapsed(); }

private:
    using View = typename Bounds<G>::View;

    static constexpr Move no_move = 0xffff;
    static constexpr int first_rank = 1 << 30;

    struct Node {
        G position;
        View view;
        Interval known;
    };

    // A child, seen from its parent.
    struct Child : Node {
        // Made in place: copying words right after writing their bytes would stall the processor.
        Child(const G& parent, Move the_move, Bounds<G>& bounds)
            : Node{parent, {}, {}}, move(the_move) {
            this->position.play(the_move);
            same_side = this->position.turn() == parent.turn();
            this->view = bounds.look(this->position);
            this->known = this->view.reach;
            value = same_side ? this->known : -this->known;
        }

        void learn(Interval news) {
            this->known = this->known & news;
            value = same_side ? this->known : -this->known;
        }

        Move move;
        bool same_side;
        Interval value;
        int rank;
    };

    // One ply's workspace; kept from node to node, so that nothing is allocated twice.
    struct Ply {
        std::vector<Child> children;
        std::vector<std::uint16_t> order;
    };

    static Limits hard(Limits limits) {
        if (limits.soft_time)
            limits.hard_time = std::min(*limits.soft_time, limits.hard_time.value_or(1e18));
        return limits;
    }

    int start_depth() const {
        return Bounds<G>::short_games ? max_depth_
                                      : std::min(tuning::solver_first_depth, max_depth_);
    }

    // 0 if there is no going on.
    int deeper(int depth) const {
        return watch_.stopped() || depth == max_depth_ ? 0 : std::min(2 * depth, max_depth_);
    }

    Node node_of(const G& position) {
        const View view = bounds_.look(position);
        return {position, view, view.reach};
    }

    // The value's own parity, as near to an even game as possible.
    int first_goal(const Node& root) const {
        const int step = bounds_.step();
        const int guess =
            std::clamp(0, root.known.lower + 1, std::max(root.known.upper, root.known.lower + 1));
        return root.known.upper - (root.known.upper - guess) / step * step;
    }

    // Searches until it is known whether the value reaches the goal, and returns all that is known.
    Interval search(const Node& node, int goal, int depth, int ply_index) {
        ++nodes_;
        Interval known = node.known;
        Move hint = no_move;
        if (const SolveEntry* entry = table_.find(node.view.key)) {
            known = known & (entry->interval() + node.view.settled);
            if (entry->depth >= depth) return known;
            hint = entry->move;
        }
        if (known.decides(goal) || depth == 0 || out_of_time()) return known;

        const std::uint64_t began = nodes_;
        Ply& ply = ply_at(ply_index);
        expand(node, hint, goal, ply);
        Move best = look_ahead(ply, goal, known);
        if (known.lower < goal) best = try_children(ply, goal, depth, ply_index, known);
        table_.store(node.view.key, known + -node.view.settled, best, nodes_ - began + 1,
                     known.decides(goal) ? 0 : depth);
        return known;
    }

    Ply& ply_at(int index) {
        while (plies_.size() <= static_cast<std::size_t>(index)) plies_.emplace_back();
        return plies_[static_cast<std::size_t>(index)];
    }

    // Makes all children, or up to the first that reaches the goal.
    void expand(const Node& node, Move hint, int goal, Ply& ply) {
        Moves<G> moves;
        bounds_.moves(node.position, node.view, moves);
        ply.children.clear();
        for (Move move : moves) {
            Child& child = ply.children.emplace_back(node.position, move, bounds_);
            if (child.value.lower >= goal) return;
            if (child.value.upper >= goal) table_.prefetch(child.view.key);
            child.rank = move == hint
                             ? first_rank
                             : bounds_.rank(child.position, child.view, move, child.same_side);
        }
    }

    // Enhanced transposition cut-off: what the table knows of the children may decide at once.
    Move look_ahead(Ply& ply, int goal, Interval& known) {
        for (Child& child : ply.children) {
            if (child.value.upper < goal) continue;
            if (const SolveEntry* entry = table_.find(child.view.key))
                child.learn(entry->interval() + child.view.settled);
            if (child.value.lower >= goal) {
                known.lower = std::max(known.lower, child.value.lower);
                return child.move;
            }
        }
        return no_move;
    }

    Move try_children(Ply& ply, int goal, int depth, int ply_index, Interval& known) {
        Interval best{-unbounded_margin, -unbounded_margin};
        Move best_move = no_move;
        sort(ply);
        for (std::uint16_t i : ply.order) {
            Child& child = ply.children[i];
            if (!child.value.decides(goal)) {
                const int child_goal = child.same_side ? goal : bounds_.step() - goal;
                child.learn(search(child, child_goal, depth - 1, ply_index + 1));
            }
            if (child.value.lower > best.lower || best_move == no_move) best_move = child.move;
            best.lower = std::max(best.lower, child.value.lower);
            best.upper = std::max(best.upper, child.value.upper);
            if (best.lower >= goal) {
                known.lower = std::max(known.lower, best.lower);
                return best_move;
            }
        }
        known = known & best;
        return best_move;
    }

    void sort(Ply& ply) const {
        ply.order.resize(ply.children.size());
        for (std::size_t i = 0; i < ply.order.size(); ++i)
            ply.order[i] = static_cast<std::uint16_t>(i);
        std::sort(ply.order.begin(), ply.order.end(), [&](std::uint16_t a, std::uint16_t b) {
            return ply.children[a].rank > ply.children[b].rank;
        });
    }

    std::optional<bool> keeps(const G& position, Move move, int value, int depth) {
        const Child child(position, move, bounds_);
        const int goal = child.same_side ? value : bounds_.step() - value;
        const Interval found =
            child.known.decides(goal) ? child.known : search(child, goal, depth, 0);
        if (!found.decides(goal)) return {};
        return (found.lower >= goal) == child.same_side;
    }

    // Deepens all moves together: one that does not keep the value may never be decided.
    std::optional<Move> best_move(const G& position, int value) {
        if constexpr (requires { bounds_.ending_move(position); })
            if (const auto move = bounds_.ending_move(position)) return move;
        Moves<G> moves;
        position.legal_moves(moves);
        if (const SolveEntry* entry = table_.find(bounds_.look(position).key))
            if (auto hint = std::find(moves.begin(), moves.end(), entry->move); hint != moves.end())
                std::swap(*moves.begin(), *hint);
        for (int depth = start_depth(); depth; depth = deeper(depth))
            for (Move move : moves)
                if (keeps(position, move, value, depth).value_or(false)) return move;
        return {};
    }

    bool is_stopped() {
        watch_.look();
        return watch_.should_stop(nodes_);
    }

    bool out_of_time() { return watch_.should_stop(nodes_); }

    Bounds<G> bounds_;
    SolveTable table_;
    Watch watch_;
    int max_depth_;
    std::deque<Ply> plies_;
    std::uint64_t nodes_ = 0;
};

template <Game G>
Solution solve(const G& position, const SolveOptions& options, const Interrupt& interrupt,
               const OnSolution& on_progress) {
    Solver<G> solver(position, options, interrupt);
    Solution solution;
    const auto note = [&](Interval value) {
        solution.lower = value.lower;
        solution.upper = value.upper;
        solution.nodes = solver.nodes();
        solution.seconds = solver.seconds();
    };
    note(solver.prove(position, [&](Interval value) {
        note(value);
        if (on_progress) on_progress(solution);
    }));
    if (solution.exact()) solution.line = solver.line(position, solution.lower);
    return solution;
}

// What every legal move is worth to the mover.
template <Game G>
std::vector<std::pair<Move, Interval>> solve_moves(const G& position, const SolveOptions& options,
                                                   const Interrupt& interrupt) {
    Solver<G> solver(position, options, interrupt);
    std::vector<std::pair<Move, Interval>> values;
    Moves<G> moves;
    position.legal_moves(moves);
    for (Move move : moves) {
        G child = position;
        child.play(move);
        const Interval value = solver.prove(child, [](Interval) {});
        values.emplace_back(move, child.turn() == position.turn() ? value : -value);
    }
    return values;
}

}  // namespace ply
