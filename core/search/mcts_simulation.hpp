// One simulation: down the tree to a leaf, a judgement there, and its value back up.
//
// The value of an edge is that of the node it leads to when it was last taken, so what other ways to
// the same position have found out counts at once; a node's mean weighs its edges by their own
// visits. Nothing is passed up but means and proofs, each seen from the side to move: `turn` of two
// nodes is compared, alternation never assumed.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "../random.hpp"
#include "mcts_rollout.hpp"
#include "mcts_tree.hpp"

namespace ply {

template <Game G, Evaluator<G> E, class Prior>
class Simulator {
public:
    Simulator(const MctsOptions& options, const E& evaluator, MctsTree& tree, std::uint64_t seed)
        : options_(options),
          rollouts_(options, evaluator),
          prior_(options),
          tree_(tree),
          random_(seed) {}

    // Whether the root is proven now.
    bool simulate(const G& root_position, NodeId root) {
        G position = root_position;
        length_ = 0;
        const NodeId leaf = descend(position, root);
        if (length_ > deepest()) deepest_.store(length_, std::memory_order_relaxed);
        return back_up(judge(position, leaf)) != unproven;
    }

    // Gives a node its edges; false when there is no room.
    bool expand(Node& node, const G& position) {
        Moves<G> moves;
        position.legal_moves(moves);
        std::array<float, G::max_moves> priors;
        arrange(position, moves, priors.data());
        const auto guard = tree_.guard(node);
        if (node.num_edges > 0) return true;  // another thread was faster
        if (!tree_.expand(node, moves.size())) return false;
        Edge* edge = tree_.edges(node);
        for (std::size_t i = 0; i < moves.size(); ++i) {
            edge[i].move = moves[i];
            edge[i].prior = static_cast<std::uint16_t>(priors[i] * 65535.0f);
        }
        return true;
    }

    // The longest way from the root so far; any thread may ask.
    std::size_t deepest() const { return deepest_.load(std::memory_order_relaxed); }

private:
    static constexpr std::size_t max_path = 512;

    struct Step {
        NodeId node;
        Edge* edge;
    };

    // What is known of the position at the lower end of an edge.
    struct Judgement {
        double value;   // for `turn`
        Result result;  // for `turn`
        Side turn;
        NodeId node;  // none if there was no room for it: then `value` is a single sample
    };

    // Edges are tried in their order: by lot if the search is to know nothing but the rules, else by
    // the priors.
    void arrange(const G& position, Moves<G>& moves, float* priors) {
        const std::size_t count = moves.size();
        if (!options_.puct && options_.rollout == Rollout::random) {
            std::fill_n(priors, count, 0.0f);
            for (std::size_t i = count; i > 1; --i)
                std::swap(moves[i - 1], moves[random_.below(static_cast<std::uint32_t>(i))]);
            return;
        }
        prior_(rollouts_.evaluator(), position, moves, priors);
        for (std::size_t i = 1; i < count; ++i)
            for (std::size_t j = i; j > 0 && priors[j] > priors[j - 1]; --j) {
                std::swap(priors[j], priors[j - 1]);
                std::swap(moves[j], moves[j - 1]);
            }
    }

    // Plays down to a position without edges to follow; its node, or none where there is no room.
    NodeId descend(G& position, NodeId id) {
        while (length_ < max_path) {
            Node& node = tree_.node(id);
            auto [edge, child] = choose(node, length_ == 0);
            if (!edge && child == no_node) return id;
            if (!edge) {
                if (!expand(node, position)) return id;
                continue;
            }
            path_[length_++] = {id, edge};
            position.play(edge->move);
            id = child != no_node ? child : node_of(position);
            if (id == no_node) return no_node;
        }
        return id;
    }

    static constexpr NodeId wants_edges = no_node - 1;

    // The edge to take and its child if known. Without an edge: a leaf, or a node that wants edges.
    // A leaf is expanded at its second visit: most are never seen again.
    std::pair<Edge*, NodeId> choose(Node& node, bool is_root) {
        const auto guard = tree_.guard(node);
        if (node.is_proven()) return {nullptr, no_node};
        if (node.num_edges == 0) {
            const bool leaf = (node.visits == 0 && !is_root) || tree_.is_full();
            return {nullptr, leaf ? no_node : wants_edges};
        }
        Edge* edge = options_.puct ? best_by_prior(node) : best_by_chance(node);
        ++edge->pending;
        if (edge->child != no_node) __builtin_prefetch(&tree_.node(edge->child));
        return {edge, edge->child};
    }

    NodeId node_of(const G& position) {
        const std::uint64_t hash = position.hash();
        const Side turn = position.turn();
        if (const NodeId found = tree_.find(hash, turn); found != no_node) return found;
        Node fresh;
        fresh.hash = hash;
        fresh.turn = turn;
        if (position.is_over()) fresh.result = static_cast<Result>(end_score(position));
        return tree_.add(fresh);
    }

    Judgement judge(const G& position, NodeId leaf) {
        if (leaf == no_node) {
            const Side turn = position.turn();
            if (!position.is_over()) return {sample(position, turn), unproven, turn, no_node};
            const Score score = end_score(position);
            return {value_of_result(score), static_cast<Result>(score), turn, no_node};
        }
        Node& node = tree_.node(leaf);
        {
            const auto guard = tree_.guard(node);
            if (node.is_proven()) return visited(node, leaf);
        }
        const double value = sample(position, node.turn);
        const auto guard = tree_.guard(node);
        node.sum += value;
        ++node.weight;
        return visited(node, leaf);
    }

    double sample(const G& position, Side turn) {
        const double value = rollouts_(position, random_);
        return turn == Side::first ? value : 1.0 - value;
    }

    static Judgement visited(Node& node, NodeId id) {
        ++node.visits;
        return {node.mean(), node.result, node.turn, id};
    }

    // Returns what is proven of the root.
    Result back_up(Judgement below) {
        while (length_ > 0) {
            const auto [id, edge] = path_[--length_];
            Node& node = tree_.node(id);
            const bool same_side = node.turn == below.turn;
            if (!same_side) below.value = 1.0 - below.value;
            if (below.result != unproven)
                below.result =
                    static_cast<Result>(from_child<G>(same_side ? below.result : -below.result));
            const auto guard = tree_.guard(node);
            credit(node, *edge, below);
            below = visited(node, id);
        }
        return below.result;
    }

    // Enters what was found below an edge, already from the view of the node's mover.
    void credit(Node& node, Edge& edge, const Judgement& below) {
        --edge.pending;
        if (below.node != no_node) edge.child = below.node;
        if (edge.result == unproven && below.result != unproven) prove(node, edge, below.result);
        const double before = static_cast<double>(edge.visits) * edge.value;
        ++edge.visits;
        if (edge.is_lost()) return;
        const bool one_sample = below.node == no_node && below.result == unproven;
        edge.value =
            static_cast<float>(one_sample ? (before + below.value) / edge.visits : below.value);
        node.sum += static_cast<double>(edge.visits) * edge.value - before;
        ++node.weight;
    }

    // One won move wins; without one a node is decided when all its moves are.
    void prove(Node& node, Edge& edge, Result result) {
        edge.result = result;
        if (result == 0) node.has_draw = 1;
        if (edge.is_lost()) {
            node.sum -= static_cast<double>(edge.visits) * edge.value;
            node.weight -= edge.visits;
            edge.value = 0;
        }
        Result best = result;
        const Edge* edges = tree_.edges(node);
        for (int i = 0; i < node.num_edges; ++i) {
            if (edges[i].result == unproven && result <= proven) return;
            best = std::max(best, edges[i].result);
        }
        if (node.result == unproven) node.result = best;
    }

    MctsOptions options_;
    Rollouts<G, E> rollouts_;
    Prior prior_;
    MctsTree& tree_;
    Random random_;
    std::array<Step, max_path> path_;
    std::size_t length_ = 0;
    std::atomic<std::size_t> deepest_{0};
};

}  // namespace ply
