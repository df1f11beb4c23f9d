// One thread's part of a proof: does the value of a position reach a goal?
//
// An interval that comes back is true even if the search was stopped or ran out of depth: it is then
// only wider than hoped.
//
// Threads search the same tree and share the table. A thread leaves a move for later while another
// one is at it, and asks the table again after every move: the answer may have come from elsewhere.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <deque>
#include <functional>
#include <vector>

#include "../game.hpp"
#include "../hash.hpp"
#include "../search/busy.hpp"
#include "../search/limits.hpp"
#include "bounds.hpp"
#include "number_table.hpp"
#include "table.hpp"

// All of them, whichever game is solved: one that lacked its own bounds would still be solved, but
// slowly, and nobody would notice.
#include "connect_four_bounds.hpp"
#include "kalah_bounds.hpp"
#include "squatter_bounds.hpp"
#include "watch_your_back_bounds.hpp"

namespace ply {

struct ProofSetup {
    std::size_t table_mb;
    bool whole_table;
    int threads;
    std::uint64_t variation;  // 0: the best order of moves known; other numbers disturb it
};

// What the threads of a solver share.
template <Game G>
struct Proof {
    Proof(const G& root, const ProofSetup& setup, const Limits& limits, const Interrupt& interrupt)
        : bounds(root, setup.table_mb),
          // At least a megabyte for each: with fewer numbers a proof is never finished.
          table(Bounds<G>::proof_numbers ? (setup.table_mb + 1) / 2 : setup.table_mb,
                setup.whole_table),
          numbers(Bounds<G>::proof_numbers ? (setup.table_mb + 1) / 2 : 0, setup.whole_table),
          watch(limits, interrupt),
          threads(setup.threads),
          variation(setup.variation) {}

    Bounds<G> bounds;
    SolveTable table;
    NumberTable numbers;
    BusyMoves busy;
    Watch watch;
    int threads;
    std::uint64_t variation;
    std::atomic<bool> answered{false};  // by one thread: the others may stop
    std::atomic<bool> paused{false};    // by the main thread, while it improves the bounds
};

// Asks at every node whether a thread has to stop. Only the main thread may look at the clock, and it
// has `on_pulse` called now and then; the others are told.
template <Game G>
class Pulse {
public:
    Pulse(Proof<G>& proof, std::function<void()> on_pulse)
        : proof_(proof), on_pulse_(std::move(on_pulse)) {}

    bool stopped(std::uint64_t nodes) {
        if (proof_.answered.load(std::memory_order_relaxed)) return true;
        if (!on_pulse_) {
            if constexpr (Bounds<G>::grow) proof_.paused.wait(true);
            return proof_.watch.stopped();
        }
        if (nodes >= next_) {
            next_ = nodes + tuning::solver_pulse;
            on_pulse_();
        }
        return proof_.watch.should_stop(nodes);
    }

private:
    Proof<G>& proof_;
    std::function<void()> on_pulse_;
    std::uint64_t next_ = 0;
};

template <Game G>
class ProofSearch {
public:
    using View = typename Bounds<G>::View;

    static constexpr Move no_move = 0xffff;

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

    ProofSearch(Proof<G>& proof, std::function<void()> on_pulse)
        : proof_(proof), pulse_(proof, std::move(on_pulse)) {}

    // Searches until it is known whether the value reaches the goal, and returns all that is known.
    Interval search(const Node& node, int goal, int depth, int ply_index) {
        ++nodes_;
        Interval known = node.known;
        Move hint = no_move;
        if (const auto entry = proof_.table.find(node.view.key)) {
            known = known & (entry->interval() + node.view.settled);
            if (entry->depth >= depth) return known;
            hint = entry->move;
        }
        if (known.decides(goal) || depth == 0 || pulse_.stopped(nodes_)) return known;

        const std::uint64_t began = nodes_;
        Ply& ply = ply_at(ply_index);
        expand(node, hint, goal, ply);
        Move best = look_ahead(ply, goal, known);
        if (known.lower < goal) best = try_children(node, ply, {goal, depth, ply_index}, known);
        // What was stopped has not been searched to its depth.
        const bool decided = known.decides(goal);
        if (decided || !pulse_.stopped(nodes_))
            proof_.table.store(node.view.key, known + -node.view.settled, best, nodes_ - began + 1,
                               decided ? 0 : depth);
        return known;
    }

    std::uint64_t nodes() const { return nodes_; }

    // The part of the question that is answered, if all moves of a position took equally long.
    double share() const {
        double share = 0, part = 1;
        for (int i = 0; i < open_plies_ && i < 16; ++i) {
            const Ply& ply = plies_[static_cast<std::size_t>(i)];
            part /= static_cast<double>(std::max<std::size_t>(ply.children.size(), 1));
            share += part * ply.done;
        }
        return share;
    }

private:
    static constexpr int first_rank = 1 << 30;

    // One ply's workspace; kept from node to node, so that nothing is allocated twice.
    struct Ply {
        std::vector<Child> children;
        std::vector<std::uint16_t> order;
        int done = 0;  // children that were tried
    };

    struct Question {
        int goal;
        int depth;
        int ply_index;
    };

    Ply& ply_at(int index) {
        while (plies_.size() <= static_cast<std::size_t>(index)) plies_.emplace_back();
        return plies_[static_cast<std::size_t>(index)];
    }

    // Makes all children, or up to the first that reaches the goal.
    void expand(const Node& node, Move hint, int goal, Ply& ply) {
        Moves<G> moves;
        proof_.bounds.moves(node.position, node.view, moves);
        ply.children.clear();
        for (Move move : moves) {
            Child& child = ply.children.emplace_back(node.position, move, proof_.bounds);
            if (child.value.lower >= goal) return;
            if (child.value.upper >= goal) proof_.table.prefetch(child.view.key);
            child.rank = move == hint ? first_rank : rank(child);
        }
    }

    int rank(const Child& child) const {
        const int rank =
            proof_.bounds.rank(child.position, child.view, child.move, child.same_side);
        if (!proof_.variation) return rank;
        return 2 * rank + static_cast<int>(hash_words(proof_.variation, child.view.key.check) % 4);
    }

    // Enhanced transposition cut-off: what the table knows of the children may decide at once.
    Move look_ahead(Ply& ply, int goal, Interval& known) {
        for (Child& child : ply.children) {
            if (child.value.upper < goal) continue;
            if (const auto entry = proof_.table.find(child.view.key))
                child.learn(entry->interval() + child.view.settled);
            if (child.value.lower >= goal) {
                known.lower = std::max(known.lower, child.value.lower);
                return child.move;
            }
        }
        return no_move;
    }

    Move try_children(const Node& node, Ply& ply, const Question& question, Interval& known) {
        sort(ply);
        open_plies_ = question.ply_index + 1;
        ply.done = 0;
        const std::size_t moves = ply.order.size();
        Interval best{-unbounded_margin, -unbounded_margin};
        Move best_move = no_move;
        for (std::size_t k = 0; k < ply.order.size(); ++k) {
            const std::uint16_t i = ply.order[k];
            Child& child = ply.children[i];
            if (!child.value.decides(question.goal)) {
                if (k > 0 && k < moves && is_busy(child, question.ply_index)) {
                    ply.order.push_back(i);  // once: then another thread's answer may be there
                    continue;
                }
                try_child(child, question);
                open_plies_ = question.ply_index + 1;
                if (proof_.threads > 1 && answered_elsewhere(node, question.goal, known))
                    return best_move == no_move ? child.move : best_move;
            }
            ++ply.done;
            if (child.value.lower > best.lower || best_move == no_move) best_move = child.move;
            best.lower = std::max(best.lower, child.value.lower);
            best.upper = std::max(best.upper, child.value.upper);
            if (best.lower >= question.goal) {
                known.lower = std::max(known.lower, best.lower);
                return best_move;
            }
        }
        known = known & best;
        return best_move;
    }

    bool shares(int ply_index) const {
        return proof_.threads > 1 && ply_index < tuning::solver_sharing_plies;
    }

    bool is_busy(const Child& child, int ply_index) const {
        return shares(ply_index) && proof_.busy.contains(child.view.key.check, 0);
    }

    void try_child(Child& child, const Question& question) {
        const bool shared = shares(question.ply_index);
        if (shared) proof_.busy.add(child.view.key.check, 0);
        const int goal = child.same_side ? question.goal : proof_.bounds.step() - question.goal;
        child.learn(search(child, goal, question.depth - 1, question.ply_index + 1));
        if (shared) proof_.busy.remove(child.view.key.check, 0);
    }

    bool answered_elsewhere(const Node& node, int goal, Interval& known) {
        const auto entry = proof_.table.find(node.view.key);
        if (!entry) return false;
        known = known & (entry->interval() + node.view.settled);
        return known.decides(goal);
    }

    void sort(Ply& ply) const {
        ply.order.resize(ply.children.size());
        for (std::size_t i = 0; i < ply.order.size(); ++i)
            ply.order[i] = static_cast<std::uint16_t>(i);
        std::sort(ply.order.begin(), ply.order.end(), [&](std::uint16_t a, std::uint16_t b) {
            return ply.children[a].rank > ply.children[b].rank;
        });
    }

    Proof<G>& proof_;
    Pulse<G> pulse_;
    std::deque<Ply> plies_;
    int open_plies_ = 0;
    std::uint64_t nodes_ = 0;
};

}  // namespace ply
