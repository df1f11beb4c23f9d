// The exact solver: proves the final margin under best play by asking yes-or-no questions.
//
// The question is always "does the value reach this goal?"; MTD(f) chooses the goals, and a table of
// proven intervals makes every question cheaper than the one before. Several threads answer a question
// together. Whatever stops a solver, the interval that it has proven is true.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <stdexcept>
#include <type_traits>
#include <utility>
#include <vector>

#include "../game.hpp"
#include "../interrupt.hpp"
#include "../search/helpers.hpp"
#include "../search/limits.hpp"
#include "goals.hpp"
#include "proof_numbers.hpp"
#include "proof_search.hpp"

namespace ply {

struct Solution {
    int lower = -unbounded_margin;  // proven bounds of the final margin, from the mover's view
    int upper = unbounded_margin;
    std::vector<Move> line;  // best play to the end of the game, once the value is exact
    std::uint64_t nodes = 0;
    Seconds seconds = 0;
    int goal = 0;      // the question under way: does the margin reach this?
    double share = 0;  // of that question, roughly: as if all moves took equally long

    bool exact() const { return lower == upper; }
};

using OnSolution = std::function<void(const Solution&)>;
using OnCheckpoint = std::function<void(std::span<const SavedEntry>)>;

struct SolveOptions {
    Limits limits;
    std::size_t table_mb = 256;
    int threads = 1;
    std::uint64_t variation = 0;    // another order of moves, to verify a result; 0: the usual one
    std::optional<int> guess = {};  // where the margin may be: the first question
    std::optional<int> goal = {};   // ask only whether the margin reaches this
    // Checkpoints: how often, who stores them, and what an earlier run has left.
    Seconds checkpoint_every = 0;
    OnCheckpoint on_checkpoint = {};
    std::span<const SavedEntry> restored = {};

    bool saves() const { return checkpoint_every > 0 && on_checkpoint; }
};

template <Game G>
class Solver {
public:
    Solver(const G& root, const SolveOptions& options, const Interrupt& interrupt)
        : options_(options),
          proof_(root, setup(options), hard(options), interrupt),
          main_(proof_, [this] { pulse(); }),
          max_depth_(std::min(options.limits.depth.value_or(tuning::solver_max_depth),
                              tuning::solver_max_depth)) {
        proof_.table.restore(options.restored);
    }

    // Narrows the value of a position until it is exact (or the one goal that was asked for is
    // decided) or a limit is reached.
    Interval prove(const G& position, std::optional<int> goal, OnSolution on_progress) {
        on_progress_ = std::move(on_progress);
        Node root = node_of(position);
        known_ = root.known;
        Goals goals = goals_for(known_, goal);
        int depth = start_depth();
        while (depth && !known_.exact() && !(goal && known_.decides(*goal))) {
            goal_ = goals.next(known_);
            root.known = root.known & ask(root, depth);
            if (root.known.lower > root.known.upper)
                throw std::domain_error(
                    "the results of this game contradict each other; check its margins");
            known_ = root.known;
            const bool decided = known_.decides(goal_);
            report(decided ? 1 : 0);
            if (is_stopped()) break;  // answers from the table look at no limit
            if (decided)
                goals.answered(known_.lower >= goal_);
            else
                depth = deeper(depth);
        }
        on_progress_ = {};
        return known_;
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

    // What is known of the position proven last, without a line.
    Solution solution() const {
        Solution solution;
        solution.lower = known_.lower;
        solution.upper = known_.upper;
        solution.nodes = nodes();
        solution.seconds = seconds();
        return solution;
    }

    bool stopped() const { return proof_.watch.stopped(); }
    std::uint64_t nodes() const { return main_.nodes() + helper_nodes_; }
    Seconds seconds() const { return proof_.watch.elapsed(); }

private:
    using Search = std::conditional_t<Bounds<G>::proof_numbers, NumberSearch<G>, ProofSearch<G>>;
    using Node = typename Search::Node;
    using Child = typename Search::Child;

    // Threads need positions that can be copied without asking anybody: no games written in Python.
    static int threads(const SolveOptions& options) {
        return PackedGame<G> ? std::max(options.threads, 1) : 1;
    }

    static ProofSetup setup(const SolveOptions& options) {
        const bool whole = threads(options) > 1 || options.saves() || !options.restored.empty();
        return {options.table_mb, whole, threads(options), options.variation};
    }

    // The threads divide a limit of nodes among them.
    static Limits hard(const SolveOptions& options) {
        Limits limits = options.limits;
        if (limits.soft_time)
            limits.hard_time = std::min(*limits.soft_time, limits.hard_time.value_or(1e18));
        if (limits.nodes) *limits.nodes /= static_cast<std::uint64_t>(threads(options));
        return limits;
    }

    int start_depth() const {
        return Bounds<G>::short_games ? max_depth_
                                      : std::min(tuning::solver_first_depth, max_depth_);
    }

    // 0 if there is no going on.
    int deeper(int depth) const {
        return proof_.watch.stopped() || depth == max_depth_ ? 0 : std::min(2 * depth, max_depth_);
    }

    Node node_of(const G& position) {
        const auto view = proof_.bounds.look(position);
        return {position, view, view.reach};
    }

    Goals goals_for(Interval known, std::optional<int> goal) const {
        const int step = proof_.bounds.step();
        if (goal) return {*goal, step, {}, 0};
        return {options_.guess.value_or(0), step, known, tuning::solver_first_steps * step};
    }

    // Lets the helpers go, also if a callback of the main thread throws.
    struct Release {
        std::atomic<bool>& answered;
        ~Release() { answered.store(true, std::memory_order_relaxed); }
    };

    struct Pause {
        explicit Pause(std::atomic<bool>& flag) : paused(flag) { paused.store(true); }
        ~Pause() {
            paused.store(false);
            paused.notify_all();
        }
        std::atomic<bool>& paused;
    };

    // All threads search for the answer to one question; the first to have it ends the others.
    Interval ask(const Node& root, int depth) {
        Interval answer = root.known;
        platform::Mutex answering;
        const auto search = [&](Search& own) {
            const Interval found = own.search(root, goal_, depth, 0);
            const platform::Guard lock(answering);
            answer = answer & found;
            proof_.answered.store(true, std::memory_order_relaxed);
        };
        const auto help = [&](std::size_t) {
            Search own(proof_, {});
            search(own);
            helper_nodes_.fetch_add(own.nodes(), std::memory_order_relaxed);
        };
        proof_.answered.store(false, std::memory_order_relaxed);
        {
            const auto helpers = start_helpers(static_cast<std::size_t>(proof_.threads - 1), help);
            const Release release{proof_.answered};
            search(main_);
        }
        proof_.answered.store(false, std::memory_order_relaxed);
        return answer;
    }

    // From the main thread, now and then.
    void pulse() {
        if constexpr (Bounds<G>::grow) grow();
        const Seconds time = seconds();
        if (on_progress_ && time >= next_report_) report(main_.share());
        if (options_.saves() && time >= next_checkpoint_) {
            report(main_.share());  // whoever stores the entries knows how much work they are
            if (next_checkpoint_ > 0)
                options_.on_checkpoint(proof_.table.saved(tuning::solver_saved_effort));
            // Writing takes at most a tenth of the time.
            next_checkpoint_ =
                seconds() + std::max(options_.checkpoint_every, 9 * (seconds() - time));
        }
    }

    // Gives the bounds a chance to get better. The other threads wait: with bounds that are about to
    // be replaced they would search far more nodes.
    void grow() {
        const auto interrupt = [this] {
            proof_.watch.look();
            return proof_.watch.stopped() || proof_.answered.load(std::memory_order_relaxed);
        };
        const Pause pause(proof_.paused);
        proof_.bounds.prepare(nodes_so_far(), proof_.threads, interrupt);
    }

    std::uint64_t nodes_so_far() const {
        return static_cast<std::uint64_t>(proof_.threads) * main_.nodes() + nodes_before();
    }

    // Of an earlier run, at least: what was not worth saving is not counted.
    std::uint64_t nodes_before() const {
        return options_.restored.size() << (tuning::solver_saved_effort - 1);
    }

    void report(double share) {
        next_report_ = seconds() + tuning::solver_report_period;
        if (!on_progress_) return;
        Solution solution = this->solution();
        solution.goal = goal_;
        solution.share = share;
        on_progress_(solution);
    }

    std::optional<bool> keeps(const G& position, Move move, int value, int depth) {
        const Child child(position, move, proof_.bounds);
        const int goal = child.same_side ? value : proof_.bounds.step() - value;
        const Interval found =
            child.known.decides(goal) ? child.known : main_.search(child, goal, depth, 0);
        if (!found.decides(goal)) return {};
        return (found.lower >= goal) == child.same_side;
    }

    // Deepens all moves together: one that does not keep the value may never be decided.
    std::optional<Move> best_move(const G& position, int value) {
        if constexpr (requires { proof_.bounds.ending_move(position); })
            if (const auto move = proof_.bounds.ending_move(position)) return move;
        Moves<G> moves;
        position.legal_moves(moves);
        if (const auto entry = proof_.table.find(proof_.bounds.look(position).key))
            if (auto hint = std::find(moves.begin(), moves.end(), entry->move); hint != moves.end())
                std::swap(*moves.begin(), *hint);
        for (int depth = start_depth(); depth; depth = deeper(depth))
            for (Move move : moves)
                if (keeps(position, move, value, depth).value_or(false)) return move;
        return {};
    }

    bool is_stopped() {
        proof_.watch.look();
        return proof_.watch.should_stop(main_.nodes());
    }

    SolveOptions options_;
    Proof<G> proof_;
    Search main_;
    int max_depth_;
    std::atomic<std::uint64_t> helper_nodes_ = 0;
    OnSolution on_progress_;
    Interval known_{-unbounded_margin, unbounded_margin};
    int goal_ = 0;
    Seconds next_report_ = tuning::solver_report_period;
    Seconds next_checkpoint_ = 0;
};

template <Game G>
Solution solve_at_once(const G& position, const SolveOptions& options, const Interrupt& interrupt,
                       const OnSolution& on_progress) {
    Solver<G> solver(position, options, interrupt);
    solver.prove(position, options.goal, on_progress);
    Solution solution = solver.solution();
    if (solution.exact()) solution.line = solver.line(position, solution.lower);
    solution.nodes = solver.nodes();
    solution.seconds = solver.seconds();
    return solution;
}

// Most positions are solved before several threads and a large table would pay.
template <Game G>
Solution solve(const G& position, const SolveOptions& options, const Interrupt& interrupt,
               const OnSolution& on_progress) {
    SolveOptions rest = options;
    if (!PackedGame<G> || options.threads <= 1 || options.saves() || !options.restored.empty())
        return solve_at_once(position, options, interrupt, on_progress);
    SolveOptions alone = options;
    alone.threads = 1;
    alone.limits.nodes =
        std::min(options.limits.nodes.value_or(~std::uint64_t{0}), tuning::solver_alone);
    const Solution first = solve_at_once(position, alone, interrupt, {});
    const bool done =
        options.goal ? Interval{first.lower, first.upper}.decides(*options.goal) : first.exact();
    if (done || (options.limits.nodes && first.nodes >= *options.limits.nodes)) return first;
    for (auto* time : {&rest.limits.soft_time, &rest.limits.hard_time})
        if (*time) **time = std::max(**time - first.seconds, 0.0);
    Solution solution = solve_at_once(position, rest, interrupt, on_progress);
    solution.nodes += first.nodes;
    solution.seconds += first.seconds;
    return solution;
}

// A position, and the goals about which it is to be decided whether its value reaches them. Without
// goals its exact value is asked for.
template <Game G>
struct Inquiry {
    G position;
    std::vector<int> goals;
};

using OnAnswer = std::function<void(std::size_t index, Interval)>;

// Answers one inquiry after the other, about positions of the same game. They share the table, so
// what is learnt about one helps with those like it. Whether all were answered: a limit stops it, and
// what is known then is told of all.
template <Game G>
bool solve_each(std::span<const Inquiry<G>> inquiries, const SolveOptions& options,
                const Interrupt& interrupt, const OnAnswer& on_answer) {
    if (inquiries.empty()) return true;
    Solver<G> solver(inquiries.front().position, options, interrupt);
    for (std::size_t i = 0; i < inquiries.size(); ++i) {
        const auto& [position, goals] = inquiries[i];
        Interval known{-unbounded_margin, unbounded_margin};
        if (goals.empty()) known = solver.prove(position, {}, {});
        for (const int goal : goals)
            if (!known.decides(goal)) known = known & solver.prove(position, goal, {});
        on_answer(i, known);
    }
    return !solver.stopped();
}

// What every legal move is worth to the mover.
template <Game G>
std::vector<std::pair<Move, Interval>> solve_moves(const G& position, const SolveOptions& options,
                                                   const Interrupt& interrupt) {
    Moves<G> moves;
    position.legal_moves(moves);
    std::vector<Inquiry<G>> children;
    for (Move move : moves) children.emplace_back(position, std::vector<int>{}).position.play(move);
    std::vector<std::pair<Move, Interval>> values;
    solve_each<G>(children, options, interrupt, [&](std::size_t i, Interval value) {
        const bool same_side = children[i].position.turn() == position.turn();
        values.emplace_back(moves[i], same_side ? value : -value);
    });
    return values;
}

}  // namespace ply
