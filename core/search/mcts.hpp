// Monte-Carlo tree search: UCT or PUCT over a graph of positions, with proofs, on several threads.
//
// The tree outlives a search: the next one goes on from wherever its root lies in it. With one
// thread and no time limit everything follows from the seed, the options and the positions searched
// before.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <exception>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "helpers.hpp"
#include "mcts_pace.hpp"
#include "mcts_prior.hpp"
#include "mcts_recycle.hpp"
#include "mcts_report.hpp"
#include "mcts_simulation.hpp"

namespace ply {

template <Game G, Evaluator<G> E, class Prior = OrderPrior>
class Mcts {
public:
    Mcts(MctsOptions options, E evaluator)
        : options_(options), evaluator_(std::move(evaluator)), tree_(options.memory_mb) {}

    // `limits.nodes` counts simulations; there is no depth to limit. The report has a line for
    // every move of the root, and none if the game is over. Only the calling thread asks the
    // interrupt and reports. What a game or an evaluator throws comes out here.
    Report search(const G& root, const Limits& limits, Interrupt interrupt = {},
                  const OnReport& on_report = {}) {
        done_.store(0, std::memory_order_relaxed);
        begun_.store(0, std::memory_order_relaxed);
        ended_.store(false, std::memory_order_relaxed);
        if (root.is_over()) return {};
        MctsPace pace(options_, limits, std::move(interrupt));
        if (options_.endings) known_scores_.prepare(root);
        try {
            Team team = make_team();
            settle_root(root, *team[0]);
            while (!is_finished(limits)) {
                run(team, pace, limits, on_report);
                if (tree_.is_full()) root_ = tree_.recycle(root_);
            }
            return report(pace, team);
        } catch (...) {
            clear();
            throw;
        }
    }

    // Forgets the tree.
    void clear() {
        tree_.share(false);
        tree_.clear();
        root_position_.reset();
        searches_ = 0;
    }

    // What outlives a search: where the tree's root is, and who judges.
    const std::optional<G>& kept_position() const { return root_position_; }
    E& evaluator() { return evaluator_; }

    std::size_t memory_used() { return tree_.used(); }
    std::size_t memory_cap() const { return tree_.capacity(); }

private:
    static_assert(G::max_moves < 1 << 15, "a node counts its edges in 15 bits");

    using Worker = Simulator<G, E, Prior>;
    using Team = std::vector<std::unique_ptr<Worker>>;

    // No thread begins another simulation.
    void end() { ended_.store(true, std::memory_order_relaxed); }

    Team make_team() {
        Team team;
        ++searches_;
        for (int i = 0; i < std::max(1, options_.threads); ++i) {
            const std::uint64_t seed =
                hash_words(options_.seed, searches_, static_cast<std::uint64_t>(i));
            team.push_back(
                std::make_unique<Worker>(options_, evaluator_, known_scores_, tree_, seed));
        }
        return team;
    }

    // Makes the tree's root the given position: where it lies in the tree, or in a new tree.
    void settle_root(const G& position, Worker& worker) {
        const std::optional<NodeId> found = find(position);
        if (found) {
            root_ = *found;
        } else {
            tree_.clear();
            Node fresh;
            fresh.hash = position.hash();
            fresh.turn = position.turn();
            root_ = tree_.add(fresh);
        }
        root_position_ = position;
        Node& node = tree_.node(root_);
        if (node.num_edges > 0) return;
        // Its proof went with its edges, but a move has to be named.
        node.result = unproven;
        if (worker.expand(node, position)) return;
        root_ = tree_.recycle(root_);
        worker.expand(tree_.node(root_), position);
    }

    // Equal hashes are not enough: hashes need not cover rules that never change within a game. So
    // the way from the old root is replayed.
    std::optional<NodeId> find(const G& position) {
        if (!root_position_) return {};
        const NodeId id = tree_.find(position.hash(), position.turn());
        if (id == no_node) return {};
        const auto way = tree_.way(root_, id);
        if (!way) return {};
        G replayed = *root_position_;
        for (const Move move : *way) replayed.play(move);
        if (!(replayed == position)) return {};
        return id;
    }

    bool is_finished(const Limits& limits) {
        return ended_.load(std::memory_order_relaxed) || tree_.node(root_).is_proven() ||
               (limits.nodes && done_.load(std::memory_order_relaxed) >= *limits.nodes);
    }

    // Simulates until the search ends or the memory is full.
    void run(Team& team, MctsPace& pace, const Limits& limits, const OnReport& on_report) {
        const std::uint64_t most = limits.nodes.value_or(~std::uint64_t{0});
        tree_.share(team.size() > 1);
        std::vector<std::exception_ptr> failures(team.size());
        {
            const auto help = [&](std::size_t i) {
                guarded(failures[i], [&] { return simulate(*team[i], most); });
            };
            const auto helpers = start_helpers(team.size() - 1, help);
            guarded(failures[0], [&] {
                if (!simulate(*team[0], most)) return false;
                const std::uint64_t done = done_.load(std::memory_order_relaxed);
                if (pace.is_enough(done, tree_, root_)) end();
                if (on_report && pace.report_is_due()) on_report(report(pace, team));
                return true;
            });
        }
        tree_.share(false);
        for (const std::exception_ptr& failure : failures)
            if (failure) std::rethrow_exception(failure);
    }

    // A thread's share of the work; what it throws ends the search.
    template <class Work>
    void guarded(std::exception_ptr& failure, const Work& goes_on) {
        try {
            while (goes_on()) {
            }
        } catch (...) {
            failure = std::current_exception();
            end();
        }
    }

    // A few simulations; false if there are to be none.
    bool simulate(Worker& worker, std::uint64_t most) {
        if (ended_.load(std::memory_order_relaxed) || tree_.is_full()) return false;
        if (begun_.load(std::memory_order_relaxed) >= most) return false;
        const std::size_t batch = worker.next_batch();
        const std::uint64_t begun = begun_.fetch_add(batch, std::memory_order_relaxed);
        if (begun >= most) return false;
        const std::size_t count = std::min<std::uint64_t>(batch, most - begun);
        worker.simulate(*root_position_, root_, count);
        done_.fetch_add(count, std::memory_order_relaxed);
        if (worker.root_is_proven()) end();
        return true;
    }

    Report report(const MctsPace& pace, const Team& team) {
        Report report = MctsReporter(options_, tree_, root_).report();
        report.nodes = done_.load(std::memory_order_relaxed);
        report.seconds = pace.elapsed();
        for (const auto& worker : team)
            report.selective_depth =
                std::max(report.selective_depth, static_cast<int>(worker->deepest()));
        return report;
    }

    MctsOptions options_;
    E evaluator_;
    KnownScores<G> known_scores_;
    RecyclingTree tree_;
    NodeId root_ = no_node;
    std::optional<G> root_position_;
    std::uint64_t searches_ = 0;  // of this tree; each draws other numbers
    std::atomic<bool> ended_{false};
    std::atomic<std::uint64_t> begun_{0};
    std::atomic<std::uint64_t> done_{0};
};

}  // namespace ply
