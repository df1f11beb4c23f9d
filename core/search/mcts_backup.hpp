// What a simulation found, entered on its way back up the tree.
//
// The value of an edge is that of the node it leads to when it was last taken, so what other ways
// to the same position have found out counts at once; a node's mean weighs its edges by their own
// visits. Nothing is passed up but means and proofs, each seen from the side to move: `turn` of two
// nodes is compared, alternation never assumed.
#pragma once

#include <algorithm>

#include "mcts_select.hpp"
#include "mcts_tree.hpp"

namespace ply {

// What is known of the position at the lower end of an edge.
struct Judgement {
    double value = 0;          // for `turn`
    Result result = unproven;  // for `turn`
    Side turn = Side::first;
    NodeId node = no_node;  // none if there was no room for it: then `value` is a single sample
};

// The same for whoever moves at the upper end.
template <Game G>
Judgement seen_by(Side side, Judgement below) {
    const bool same_side = side == below.turn;
    if (!same_side) below.value = 1.0 - below.value;
    if (below.result != unproven)
        below.result = static_cast<Result>(from_child<G>(same_side ? below.result : -below.result));
    below.turn = side;
    return below;
}

inline Judgement visited(Node& node, NodeId id) {
    ++node.visits;
    return {node.mean(), node.result, node.turn, id};
}

// One won move wins; without one a node is decided when all its moves are.
inline void prove(Node& node, Edge* edges, Edge& edge, Result result) {
    edge.result = result;
    if (result == 0) node.has_draw = 1;
    if (edge.is_lost()) {
        node.sum -= static_cast<double>(edge.visits) * edge.value;
        node.weight -= edge.visits;
        edge.value = 0;
    }
    Result best = result;
    for (int i = 0; i < node.num_edges; ++i) {
        if (edges[i].result == unproven && result <= proven) return;
        best = std::max(best, edges[i].result);
    }
    if (!node.is_proven()) node.result = best;
}

// `below` is already from the view of the node's mover.
inline void credit(Node& node, Edge* edges, Edge& edge, const Judgement& below) {
    --edge.pending;
    if (below.node != no_node) edge.child = below.node;
    if (edge.result == unproven && below.result != unproven) prove(node, edges, edge, below.result);
    const double before = static_cast<double>(edge.visits) * edge.value;
    ++edge.visits;
    if (edge.is_lost()) return;
    const bool one_sample = below.node == no_node && below.result == unproven;
    edge.value =
        static_cast<float>(one_sample ? (before + below.value) / edge.visits : below.value);
    node.sum += static_cast<double>(edge.visits) * edge.value - before;
    ++node.weight;
}

}  // namespace ply
