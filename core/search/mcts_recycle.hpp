// Keeping a tree: finding the new root in it, and making room by dropping what matters least.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <optional>
#include <vector>

#include "mcts_tree.hpp"

namespace ply {

class RecyclingTree : public MctsTree {
public:
    using MctsTree::MctsTree;

    // The moves on a shortest way between two nodes, if one leads to the other.
    std::optional<std::vector<Move>> way(NodeId from, NodeId to) {
        std::vector<Move> moves;
        const Reach reach = walk(from, 0, to);
        for (NodeId at = to; reach.found && at != from;) {
            const NodeId before = node(at).origin;
            const Edge* edge = edges(node(before));
            while (edge->child != at) ++edge;
            moves.push_back(edge->move);
            at = before;
        }
        forget_walk(from);
        if (!reach.found) return {};
        std::reverse(moves.begin(), moves.end());
        return moves;
    }

    // Drops what the root does not lead to, then the edges of the least visited nodes, until at
    // most half of the memory is in use. Returns the root's new name.
    NodeId recycle(NodeId root) {
        std::uint32_t least_visits = 0;
        Reach reach = walk(root, least_visits);
        while (used_by(reach.nodes, reach.edges) > capacity() / 2 && reach.nodes > 1) {
            forget_walk(root);
            least_visits = std::max(2u, 2 * least_visits);
            reach = walk(root, least_visits);
        }
        const NodeId last = reach.last;
        node(last).queued = last;  // marks the last one, too, as reached
        slide_edges(root, least_visits);
        return slide_nodes(root);
    }

private:
    struct Reach {
        std::size_t nodes = 0;
        std::size_t edges = 0;
        NodeId last = no_node;
        bool found = false;
    };

    static bool keeps_edges(const Node& node, bool is_root, std::uint32_t least_visits) {
        return node.num_edges > 0 && (is_root || node.visits >= least_visits);
    }

    // Breadth first, through nodes of enough visits. The queue runs through the nodes themselves:
    // memory is capped. Afterwards `queued` leads from `from` to `last` and `origin` backwards.
    Reach walk(NodeId from, std::uint32_t least_visits, NodeId sought = no_node) {
        Reach reach{.nodes = 1, .edges = 0, .last = from, .found = from == sought};
        for (NodeId at = from; at != no_node && !reach.found; at = node(at).queued) {
            if (!keeps_edges(node(at), at == from, least_visits)) continue;
            reach.edges += node(at).num_edges;
            for (int i = 0; i < node(at).num_tried && !reach.found; ++i) {
                const NodeId child = edges(node(at))[i].child;
                if (child == no_node || child == from) continue;
                if (node(child).queued != no_node || child == reach.last) continue;
                node(child).origin = at;
                node(reach.last).queued = child;
                reach.last = child;
                ++reach.nodes;
                reach.found = child == sought;
            }
        }
        return reach;
    }

    void forget_walk(NodeId from) {
        while (from != no_node) {
            const NodeId following = node(from).queued;
            node(from).queued = no_node;
            from = following;
        }
    }

    // Moves the blocks that stay to the front. A block does not say whose it is, so its first edge
    // holds the owner for the while, and the owner what that edge held.
    void slide_edges(NodeId root, std::uint32_t least_visits) {
        for (NodeId id = 0; id < num_nodes(); ++id) {
            Node& owner = node(id);
            if (owner.num_edges == 0) continue;
            owner.origin = edges(owner)->child;
            edges(owner)->child = id;
        }
        std::size_t to = 0;
        for (std::size_t from = 0; from < num_edges();) {
            const NodeId id = first_edge()[from].child;
            Node& owner = node(id);
            const std::size_t count = owner.num_edges;
            first_edge()[from].child = owner.origin;
            if (owner.queued != no_node && keeps_edges(owner, id == root, least_visits)) {
                std::memmove(first_edge() + to, first_edge() + from, count * sizeof(Edge));
                owner.edges = static_cast<std::uint32_t>(to);
                to += count;
            } else {
                owner.num_edges = 0;
                owner.num_tried = 0;
            }
            from += count;
        }
        shrink(num_nodes(), to);
    }

    // Gives the nodes that stay new, dense names in their old order, and their buckets.
    NodeId slide_nodes(NodeId root) {
        NodeId kept = 0;
        for (NodeId id = 0; id < num_nodes(); ++id)
            if (node(id).queued != no_node) node(id).origin = kept++;
        for (std::size_t i = 0; i < num_edges(); ++i)
            if (NodeId& child = first_edge()[i].child; child != no_node) child = node(child).origin;
        const NodeId new_root = node(root).origin;
        forget_buckets();
        for (NodeId id = 0; id < num_nodes(); ++id) {
            if (node(id).queued == no_node) continue;
            node(id).queued = no_node;
            const NodeId name = node(id).origin;
            if (name != id) node(name) = node(id);
            link(name);
        }
        shrink(kept, num_edges());
        return new_root;
    }
};

}  // namespace ply
