// Which edge of a node a simulation follows.
//
//     bound = value + factor(node) · doubt(edge)
//
//               factor                   doubt
//     UCT       c · √ln(visits)          1 / √visits
//     PUCT      c · √visits              prior / (1 + visits)
//
// Both are stored and only worked out anew when visits change: a simulation changes one edge of a
// node, but compares all. Simulations under way count as visits in the doubt, which keeps others
// from following them; their unknown value counts as nothing (Liu et al., "Watch the unobserved",
// 2020).
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include "mcts_tree.hpp"

namespace ply {

class EdgeSelector {
public:
    explicit EdgeSelector(const MctsOptions& options)
        : exploration_(static_cast<float>(options.exploration)),
          first_play_loss_(options.first_play_loss),
          puct_(options.puct) {
        for (std::size_t i = 0; i < first_doubts_.size(); ++i)
            first_doubts_[i] = 1 / std::sqrt(static_cast<float>(i));
    }

    // The edge with the highest bound, now pending; the node is expanded and not proven.
    Edge& select(Node& node, Edge* edges) const {
        Edge& edge = puct_ ? best_by_prior(node, edges) : best_by_count(node, edges);
        ++edge.pending;
        if (puct_)
            renew_doubt(edge);
        else
            edge.doubt = doubt_after(edge.doubt, edge.visits + edge.pending);
        return edge;
    }

    // After a change of visits or result. What is proven needs no more visits.
    void renew_doubt(Edge& edge) const {
        const float visits = static_cast<float>(edge.visits + edge.pending);
        edge.doubt = edge.result != unproven ? -std::numeric_limits<float>::infinity()
                     : puct_                 ? share(edge) / (1 + visits)
                                             : 1 / std::sqrt(visits);
    }

    // After a change of visits.
    void renew_factor(Node& node) const {
        const float visits = static_cast<float>(node.visits + 1);
        node.factor = exploration_ * std::sqrt(puct_ ? visits : logarithm(visits));
    }

private:
    static float share(const Edge& edge) { return static_cast<float>(edge.prior) / 65535.0f; }

    // Within 0.06 of the natural logarithm, and much faster: the bits of a floating-point number
    // are its logarithm with straight lines between the powers of two.
    static float logarithm(float number) {
        constexpr float one = static_cast<float>(std::bit_cast<std::uint32_t>(1.0f));
        constexpr float scale = 0.6931472f / static_cast<float>(1 << 23);
        return (static_cast<float>(std::bit_cast<std::uint32_t>(number)) - one) * scale;
    }

    // 1/√visits, from that of one visit less. The next simulation that comes by waits for it, so it
    // takes neither a root nor a division, and is too small by up to 0.2 %.
    float doubt_after(float doubt, std::uint32_t visits) const {
        return visits < first_doubts_.size() ? first_doubts_[visits]
                                             : doubt - 0.5f * doubt * doubt * doubt;
    }

    // Every move once, then the highest bound.
    Edge& best_by_count(Node& node, Edge* edges) const {
        if (node.num_tried < node.num_edges) return edges[node.num_tried++];
        return *highest(edges, node.num_edges, node.factor).edge;
    }

    // Edges are sorted by prior, so of the untried ones only the first can be the best.
    Edge& best_by_prior(Node& node, Edge* edges) const {
        const Candidate best = highest(edges, node.num_tried, node.factor);
        if (node.num_tried == node.num_edges) return *best.edge;
        Edge& untried = edges[node.num_tried];
        const float value = static_cast<float>(node.mean() - first_play_loss_);
        if (best.edge && best.bound >= value + node.factor * share(untried)) return *best.edge;
        ++node.num_tried;
        return untried;
    }

    struct Candidate {
        Edge* edge = nullptr;
        float bound = -std::numeric_limits<float>::infinity();
    };

    // Floating-point numbers of the same sign compare like their bits, so bound and index fit into
    // one whole number: its maximum takes no branch, and half the time of a floating-point one.
    // Only proven edges have a negative bound, and lose.
    static Candidate highest(Edge* edges, std::int64_t count, float factor) {
        std::int64_t best = -1;
        for (std::int64_t i = 0; i < count; ++i) {
            const float bound = edges[i].value + factor * edges[i].doubt;
            const std::int64_t bits = std::bit_cast<std::int32_t>(bound);
            best = std::max(best, bits << 32 | i);
        }
        if (best < 0) return {};
        return {&edges[best & 0xffff], std::bit_cast<float>(static_cast<std::int32_t>(best >> 32))};
    }

    float exploration_;
    double first_play_loss_;
    bool puct_;
    std::array<float, 256> first_doubts_;  // 1/√visits
};

}  // namespace ply
