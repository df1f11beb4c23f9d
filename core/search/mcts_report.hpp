// Reading a tree: which move is best, and what the search has to say.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "mcts_tree.hpp"
#include "report.hpp"

namespace ply {

// Proven wins first and proven losses last, however often they were visited; in between the most
// visited, as visits are what the search itself decided by.
inline bool is_better(const Edge& a, const Edge& b) {
    const auto rank = [](const Edge& edge) {
        return edge.result > proven ? 2 : edge.is_lost() ? 0 : 1;
    };
    if (rank(a) != rank(b)) return rank(a) > rank(b);
    if (rank(a) != 1 && a.result != b.result) return a.result > b.result;
    if (a.visits != b.visits) return a.visits > b.visits;
    return a.value > b.value;
}

// Best first. A sure draw goes before a move that looks worse than a draw.
inline void sort_best_first(std::vector<Edge>& edges) {
    std::stable_sort(edges.begin(), edges.end(), is_better);
    if (edges.empty() || edges[0].result != unproven || edges[0].value >= 0.5f) return;
    const auto draw =
        std::find_if(edges.begin(), edges.end(), [](const Edge& edge) { return edge.result == 0; });
    if (draw != edges.end()) std::rotate(edges.begin(), draw, draw + 1);
}

inline std::vector<Edge> best_first(MctsTree& tree, NodeId id) {
    Node& node = tree.node(id);
    std::vector<Edge> edges(tree.edges(node), tree.edges(node) + node.num_edges);
    sort_best_first(edges);
    return edges;
}

class MctsReporter {
public:
    MctsReporter(const MctsOptions& options, MctsTree& tree, NodeId root)
        : scale_(options.evaluation_scale), tree_(tree), root_(root) {}

    // Every move of the root, best first.
    Report report() const {
        const auto guard = tree_.guard();
        Report report;
        report.table_fill =
            static_cast<double>(tree_.used()) / static_cast<double>(tree_.capacity());
        for (const Edge& edge : best_first(tree_, root_)) report.lines.push_back(line(edge));
        for (const Line& line : report.lines)
            report.depth = std::max(report.depth, static_cast<int>(line.moves.size()));
        return report;
    }

private:
    Line line(const Edge& first) const {
        Line line;
        line.visits = first.visits;
        judge(first, line);
        line.moves.push_back(first.move);
        for (NodeId at = first.child; at != no_node && line.moves.size() < tuning::max_line;) {
            const std::vector<Edge> edges = best_first(tree_, at);
            if (edges.empty() || edges[0].visits == 0) break;
            line.moves.push_back(edges[0].move);
            at = edges[0].child;
        }
        return line;
    }

    // A proof stops at the first win it finds: there may be a better one.
    void judge(const Edge& edge, Line& line) const {
        if (edge.result != unproven) {
            line.score = edge.result;
            line.bound = edge.result > 0   ? Bound::lower
                         : edge.result < 0 ? Bound::upper
                                           : Bound::exact;
        } else if (edge.visits > 0) {
            line.score = score_of_value(edge.value, scale_);
        } else {
            line.bound = Bound::none;
        }
    }

    double scale_;
    MctsTree& tree_;
    NodeId root_;
};

}  // namespace ply
