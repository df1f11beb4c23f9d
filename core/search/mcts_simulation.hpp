// One simulation: down the tree to a leaf, a judgement there, and its value back up.
//
// A thread has several simulations of native games in the air. All go down the tree, then all play
// their random games, then all go back up, each a step in turn: while one waits for memory or a
// division, the processor works on the others. To each other they are visible only as pending.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "../random.hpp"
#include "known_scores.hpp"
#include "mcts_backup.hpp"
#include "mcts_rollout.hpp"
#include "mcts_select.hpp"
#include "mcts_tree.hpp"
#include "tuning.hpp"

namespace ply {

template <Game G, Evaluator<G> E, class Prior>
class Simulator {
public:
    Simulator(const MctsOptions& options, const E& evaluator, const KnownScores<G>& known,
              MctsTree& tree, std::uint64_t seed)
        : knows_only_rules_(!options.puct && options.rollout == Rollout::random),
          known_scores_(known),
          rollouts_(options, evaluator),
          prior_(options),
          selector_(options),
          tree_(tree),
          random_(seed),
          order_random_(~seed),
          most_aloft_(!NativeGame<G> || !rollouts_.is_quick() ? 1
                      : options.threads > 1                   ? tuning::max_aloft
                                                              : tuning::aloft_alone) {
        flights_.reserve(most_aloft_);
    }

    // How many simulations to make at once: few at first, because they learn nothing from each other.
    std::size_t next_batch() const {
        return std::clamp<std::size_t>(num_begun_ / tuning::begun_per_aloft, 1, most_aloft_);
    }

    // Makes simulations, at most as many as `next_batch`.
    void simulate(const G& root_position, NodeId root, std::size_t count) {
        while (flights_.size() < count) flights_.emplace_back(root_position);
        num_begun_ += num_aloft_ = count;
        for (std::size_t i = 0; i < count; ++i) flights_[i].begin(root_position, root);
        {
            const auto guard = tree_.guard();
            each_in_turn([this](Flight& flight) { return descend(flight); });
        }
        roll_out();
        const auto guard = tree_.guard();
        for (std::size_t i = 0; i < count; ++i) judge(flights_[i]);
        each_in_turn([this](Flight& flight) { return back_up(flight); });
    }

    // Gives a node its edges; false when there is no room.
    bool expand(Node& node, const G& position) {
        Moves<G> moves;
        position.legal_moves(moves);
        if (moves.empty())
            return false;  // against the rules of games; it must not be tried for ever
        std::array<float, G::max_moves> priors;
        if (knows_only_rules_)
            shuffle(moves, priors.data());
        else
            tree_.unguarded([&] { arrange(position, moves, priors.data()); });
        if (node.num_edges > 0) return true;  // another thread was faster
        if (!tree_.expand(node, moves.size())) return false;
        Edge* edge = tree_.edges(node);
        for (std::size_t i = 0; i < moves.size(); ++i) {
            edge[i].move = moves[i];
            edge[i].prior = static_cast<std::uint16_t>(priors[i] * 65535.0f);
        }
        return true;
    }

    bool root_is_proven() const { return root_is_proven_; }
    // The longest way from the root so far; any thread may ask.
    std::size_t deepest() const { return deepest_.load(std::memory_order_relaxed); }

private:
    struct Step {
        NodeId node;
        Edge* edge;
    };

    struct Flight {
        explicit Flight(const G& start) : position(start) {}

        void begin(const G& root_position, NodeId root) {
            position = root_position;
            at = root;
            result = unproven;
            length = 0;
        }

        G position;
        NodeId at = no_node;       // while it goes down the tree; none if there is no node yet
        bool has_arrived = false;  // there, and its edges come from memory
        NodeId leaf = no_node;     // where that ended; none if it has no node
        std::uint64_t hash = 0;    // of a position that gets a node,
        double known_value = 0;    // its mean value so far, for the side to move,
        std::uint32_t visits = 0;  // and how often it was visited
        Result result = unproven;  // of the leaf
        Side turn = Side::first;   // at the leaf
        double value = 0;          // of the leaf, for the first side
        Judgement below;           // of what was last visited on the way back
        std::size_t length = 0;
        std::array<Step, tuning::max_path> path;
    };

    // Edges are tried in their order: by lot if the search is to know nothing but the rules, else
    // by the priors.
    void shuffle(Moves<G>& moves, float* priors) {
        std::fill_n(priors, moves.size(), 0.0f);
        for (std::size_t i = moves.size(); i > 1; --i)
            std::swap(moves[i - 1], moves[order_random_.below(static_cast<std::uint32_t>(i))]);
    }

    void arrange(const G& position, Moves<G>& moves, float* priors) const {
        prior_(rollouts_.evaluator(), position, moves, priors);
        for (std::size_t i = 1; i < moves.size(); ++i)
            for (std::size_t j = i; j > 0 && priors[j] > priors[j - 1]; --j) {
                std::swap(priors[j], priors[j - 1]);
                std::swap(moves[j], moves[j - 1]);
            }
    }

    template <class Step>
    [[gnu::flatten]] void each_in_turn(const Step& step) {
        std::array<Flight*, tuning::max_aloft> aloft;
        for (std::size_t i = 0; i < num_aloft_; ++i) aloft[i] = &flights_[i];
        in_turn(aloft, num_aloft_, step);
    }

    // One step down the tree; false if it ends in a leaf.
    bool descend(Flight& flight) {
        if (flight.at == no_node && !enter(flight)) return false;
        Node& node = tree_.node(flight.at);
        if (flight.length >= tuning::distant_plies && !std::exchange(flight.has_arrived, true)) {
            tree_.prefetch_edges(node);
            return true;
        }
        flight.has_arrived = false;
        const Choice choice = choose(node, flight.length == 0);
        if (!choice.edge) {
            if (choice.wants_edges && expand(node, flight.position)) return true;
            rest(flight);
            return false;
        }
        flight.path[flight.length++] = {flight.at, choice.edge};
        flight.position.play(choice.edge->move);
        flight.at = choice.child;
        const bool is_long = flight.length == tuning::max_path;
        if (choice.child == no_node) {
            rest_outside(flight);
            if (choice.visits == 0 || flight.result != unproven || is_long) return false;
            flight.hash = flight.position.hash();
            tree_.prefetch(flight.hash);
            flight.visits = choice.visits;
            flight.known_value = node.turn == flight.turn ? choice.value : 1.0 - choice.value;
            return true;
        }
        if (is_long) rest(flight);
        return !is_long;
    }

    // A position that is visited for the second time this way gets a node, or the one that other ways
    // led to: most never are. False if there is no room.
    bool enter(Flight& flight) {
        flight.at = tree_.find(flight.hash, flight.turn);
        if (flight.at == no_node) {
            Node fresh;
            fresh.hash = flight.hash;
            fresh.turn = flight.turn;
            fresh.visits = fresh.weight = flight.visits;
            fresh.sum = flight.visits * flight.known_value;
            selector_.renew_factor(fresh);
            flight.at = tree_.add(fresh);
        }
        return flight.at != no_node;
    }

    // The leaf is a node of the tree.
    void rest(Flight& flight) {
        Node& node = tree_.node(flight.at);
        flight.leaf = std::exchange(flight.at, no_node);
        flight.turn = node.turn;
        flight.result = node.result;
    }

    // The leaf has no node.
    void rest_outside(Flight& flight) {
        flight.leaf = no_node;
        flight.turn = flight.position.turn();
        const auto score = known_scores_.find(flight.position);
        if (score) flight.result = static_cast<Result>(*score);
    }

    // What to do at a node: take an edge, give it edges, or stop.
    struct Choice {
        Edge* edge = nullptr;
        bool wants_edges = false;
        NodeId child = no_node;
        float value = 0;  // of the edge
        std::uint32_t visits = 0;
    };

    // A leaf is expanded at its second visit.
    Choice choose(Node& node, bool is_root) {
        if (node.is_proven()) return {};
        if (node.num_edges == 0)
            return {.wants_edges = (node.visits > 0 || is_root) && !tree_.is_full()};
        Edge& edge = selector_.select(node, tree_.edges(node));
        if (edge.child != no_node) __builtin_prefetch(&tree_.node(edge.child));
        return {.edge = &edge, .child = edge.child, .value = edge.value, .visits = edge.visits};
    }

    // Finds the values of the leaves whose result is not known.
    void roll_out() {
        std::array<Leaf<G>, tuning::max_aloft> leaves;
        std::array<Flight*, tuning::max_aloft> unknown;
        std::size_t count = 0;
        for (std::size_t i = 0; i < num_aloft_; ++i) {
            if (flights_[i].result != unproven) continue;
            unknown[count] = &flights_[i];
            leaves[count++] = {&flights_[i].position};
        }
        rollouts_(std::span(leaves).first(count), random_);
        for (std::size_t i = 0; i < count; ++i) unknown[i]->value = leaves[i].value;
    }

    // The leaf takes its value; the way back begins.
    void judge(Flight& flight) {
        if (flight.length > deepest()) deepest_.store(flight.length, std::memory_order_relaxed);
        const bool is_known = flight.result != unproven;
        const double value = is_known                     ? value_of_result(flight.result)
                             : flight.turn == Side::first ? flight.value
                                                          : 1.0 - flight.value;
        flight.below = {value, flight.result, flight.turn, no_node};
        if (flight.leaf == no_node) return;
        Node& node = tree_.node(flight.leaf);
        if (!is_known) {
            node.sum += value;
            ++node.weight;
        }
        flight.below = visited(node, flight.leaf);
        selector_.renew_factor(node);
    }

    // One step up the tree; false at the root.
    bool back_up(Flight& flight) {
        if (flight.length == 0) {
            if (flight.below.result != unproven) root_is_proven_ = true;
            return false;
        }
        const auto [id, edge] = flight.path[--flight.length];
        Node& node = tree_.node(id);
        const Judgement below = seen_by<G>(node.turn, flight.below);
        credit(node, tree_.edges(node), *edge, below);
        if (edge->result != unproven) selector_.renew_doubt(*edge);
        flight.below = visited(node, id);
        selector_.renew_factor(node);
        return true;
    }

    bool knows_only_rules_;
    const KnownScores<G>& known_scores_;
    Rollouts<G, E> rollouts_;
    Prior prior_;
    EdgeSelector selector_;
    MctsTree& tree_;
    Random random_;        // for rollouts
    Random order_random_;  // for the order of edges
    std::size_t most_aloft_;
    std::vector<Flight> flights_;
    std::size_t num_aloft_ = 0;  // the first flights
    std::uint64_t num_begun_ = 0;
    bool root_is_proven_ = false;
    std::atomic<std::size_t> deepest_{0};
};

}  // namespace ply
