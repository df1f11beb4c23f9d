// Proof-number search: which unanswered position is the cheapest way to an answer?
//
// For a question "does the value reach the goal?", `win` is the least number of open positions that
// must turn out well to prove it, `refute` the least number to disprove it, as far as is known:
//
//     win    = the least of the moves' win          (one good move is enough)
//     refute = the sum of the moves' refute         (all moves have to fail)
//
// The search goes to the most promising open position, and comes back when its number exceeds that of
// the second best (df-pn, Nagai 2002; with a margin, Pawlewicz and Lew 2007). It finds narrow proofs,
// where one side has few answers that matter, in games whose moves a fixed order cannot foresee.
//
// It asks like `ProofSearch` and proves the same: an interval that comes back is true.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "proof_search.hpp"

namespace ply {

template <Game G>
class NumberSearch {
public:
    using Node = typename ProofSearch<G>::Node;
    using Child = typename ProofSearch<G>::Child;

    static constexpr Move no_move = ProofSearch<G>::no_move;

    NumberSearch(Proof<G>& proof, std::function<void()> on_pulse)
        : proof_(proof), pulse_(proof, std::move(on_pulse)) {}

    // Searches until it is known whether the value reaches the goal, and returns all that is known.
    Interval search(const Node& node, int goal, int depth, int /*ply_index*/) {
        Interval known = node.known;
        if (const auto entry = proof_.table.find(node.view.key))
            known = known & (entry->interval() + node.view.settled);
        if (!known.decides(goal) && depth > 0)
            explore(node, known, {goal, {unlimited, unlimited}, 0});
        return known;
    }

    std::uint64_t nodes() const { return nodes_; }

    // Nobody knows how much of a proof is done: the numbers rise and fall.
    double share() const { return 0; }

private:
    static constexpr std::uint32_t unlimited = 1u << 30;

    // A child, and its numbers as its parent sees them.
    struct Candidate : Child {
        using Child::Child;
        ProofNumbers numbers;
    };

    struct Question {
        int goal;
        ProofNumbers limits;  // come back when one of them is reached
        int ply_index;
    };

    struct Choice {
        ProofNumbers numbers;  // of the position
        Candidate* best;
        std::uint32_t second;  // `win` of the next best
    };

    std::vector<Candidate>& ply_at(int index) {
        while (plies_.size() <= static_cast<std::size_t>(index)) plies_.emplace_back();
        return plies_[static_cast<std::size_t>(index)];
    }

    ProofNumbers explore(const Node& node, Interval& known, const Question& question) {
        const std::uint64_t began = nodes_++;
        std::vector<Candidate>& candidates = ply_at(question.ply_index);
        expand(node, question.goal, candidates);
        for (;;) {
            const Choice choice = weigh(candidates, question.goal, known);
            const ProofNumbers& numbers = choice.numbers;
            if (known.decides(question.goal)) {
                const Move best = choice.best ? choice.best->move : earlier_move(node);
                proof_.table.store(node.view.key, known + -node.view.settled, best, nodes_ - began,
                                   0);
                return numbers;
            }
            if (numbers.win >= question.limits.win || numbers.refute >= question.limits.refute ||
                pulse_.stopped(nodes_)) {
                proof_.numbers.store(number_key(node, question.goal), numbers);
                return numbers;
            }
            descend(choice, question);
        }
    }

    void descend(const Choice& choice, const Question& question) {
        Candidate& best = *choice.best;
        const ProofNumbers own{
            std::min(question.limits.win, choice.second + choice.second / 4 + 1),
            question.limits.refute - (choice.numbers.refute - best.numbers.refute)};
        const Question below{child_goal(best, question.goal), best.same_side ? own : own.swapped(),
                             question.ply_index + 1};
        Interval known = best.known;
        const bool shared = proof_.threads > 1 && question.ply_index < tuning::solver_sharing_plies;
        if (shared) proof_.busy.add(best.view.key.check, 0);
        const ProofNumbers found = explore(best, known, below);
        if (shared) proof_.busy.remove(best.view.key.check, 0);
        best.learn(known);
        best.numbers = best.same_side ? found : found.swapped();
    }

    // Makes all children, or up to the first that reaches the goal.
    void expand(const Node& node, int goal, std::vector<Candidate>& candidates) {
        Moves<G> moves;
        proof_.bounds.moves(node.position, node.view, moves);
        candidates.clear();
        for (Move move : moves) {
            Candidate& child = candidates.emplace_back(node.position, move, proof_.bounds);
            if (child.value.lower >= goal) return;
            if (child.value.upper >= goal) proof_.table.prefetch(child.view.key);
        }
        for (Candidate& child : candidates) look_up(child, goal);
    }

    void look_up(Candidate& child, int goal) {
        child.numbers = first_numbers(child, goal);
        if (child.value.decides(goal)) return;
        if (const auto entry = proof_.table.find(child.view.key))
            child.learn(entry->interval() + child.view.settled);
        if (child.value.decides(goal)) return;
        if (const auto stored = proof_.numbers.find(number_key(child, child_goal(child, goal))))
            child.numbers = child.same_side ? *stored : stored->swapped();
    }

    // The farther the bounds are from an answer, the more it will take. A variation draws them, so
    // that it finds another proof.
    ProofNumbers first_numbers(const Child& child, int goal) const {
        ProofNumbers first{number(goal - child.value.lower), number(child.value.upper + 1 - goal)};
        if (proof_.variation) {
            const std::uint64_t drawn = hash_words(proof_.variation, child.view.key.check);
            first.win += static_cast<std::uint32_t>(drawn % 2);
            first.refute += static_cast<std::uint32_t>(drawn / 2 % 2);
        }
        return first;
    }

    static std::uint32_t number(int distance) {
        return static_cast<std::uint32_t>(1 + std::clamp(distance, 0, 1000) /
                                                  tuning::solver_number_distance);
    }

    // What the children say about their parent. It may be decided by that.
    Choice weigh(std::vector<Candidate>& candidates, int goal, Interval& known) const {
        Choice choice{{unlimited, 0}, nullptr, unlimited};
        Interval best{-unbounded_margin, -unbounded_margin};
        std::uint64_t refute = 0;
        for (Candidate& child : candidates) {
            best = {std::max(best.lower, child.value.lower),
                    std::max(best.upper, child.value.upper)};
            if (child.value.lower >= goal) {
                choice.best = &child;
                break;
            }
            if (child.value.upper < goal) continue;
            refute += child.numbers.refute;
            const std::uint32_t win = child.numbers.win + delay(child);
            if (!choice.best || win < choice.numbers.win) {
                choice.second = choice.numbers.win;
                choice.numbers.win = win;
                choice.best = &child;
            } else {
                choice.second = std::min(choice.second, win);
            }
        }
        if (best.lower >= goal)
            known.lower = std::max(known.lower, best.lower);
        else
            known = known & Interval{known.lower, best.upper};
        choice.numbers.refute =
            static_cast<std::uint32_t>(std::min<std::uint64_t>(refute, unlimited));
        return choice;
    }

    // No move stands out when all fail; the one that proved a lower goal is still the best.
    Move earlier_move(const Node& node) {
        const auto entry = proof_.table.find(node.view.key);
        return entry ? entry->move : no_move;
    }

    // Where another thread is, a proof looks harder than it is.
    std::uint32_t delay(const Candidate& child) const {
        if (proof_.threads == 1 || !proof_.busy.contains(child.view.key.check, 0)) return 0;
        return 1 + child.numbers.win / 2;
    }

    int child_goal(const Child& child, int goal) const {
        return child.same_side ? goal : proof_.bounds.step() - goal;
    }

    // Positions with the same future are at different distances from the goal.
    static std::uint64_t number_key(const Node& node, int goal) {
        return hash_words(node.view.key.check, node.view.key.place,
                          static_cast<std::uint64_t>(goal - node.view.settled));
    }

    Proof<G>& proof_;
    Pulse<G> pulse_;
    std::deque<std::vector<Candidate>> plies_;
    std::uint64_t nodes_ = 0;
};

}  // namespace ply
