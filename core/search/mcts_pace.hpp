// When a tree search stops: simulations, time, and a leader that cannot be overtaken any more.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <utility>

#include "mcts_options.hpp"
#include "mcts_tree.hpp"
#include "report.hpp"

namespace ply {

class MctsPace {
public:
    MctsPace(const MctsOptions& options, const Limits& limits, Interrupt interrupt)
        : stop_early_(options.stop_early), watch_(limits, std::move(interrupt)) {}

    // Whether enough has been done. Asked after every simulation of the main thread; how often it
    // looks at the clock adapts to how long simulations take, about once a millisecond.
    bool is_enough(std::uint64_t done, MctsTree& tree, NodeId root) {
        if (stop_early_ && watch_.limits().nodes && done >= settles_at_) {
            settles_at_ = done + tuning::settle_stride;
            if (is_settled(done, tree, root)) return true;
        }
        if (++unseen_ < stride_) return false;
        unseen_ = 0;
        return look(done, tree, root);
    }

    // Whether the last look saw that it is time for a report.
    bool report_is_due() {
        if (seen_ - reported_ < tuning::report_period) return false;
        reported_ = seen_;
        return true;
    }

    Seconds elapsed() const { return watch_.elapsed(); }

private:
    bool look(std::uint64_t done, MctsTree& tree, NodeId root) {
        watch_.look();
        const Seconds time = watch_.elapsed();
        if (time - seen_ < tuning::look_period / 2)
            stride_ = std::min(2 * stride_, tuning::max_stride);
        if (time - seen_ > tuning::look_period * 2)
            stride_ = std::max<std::uint64_t>(stride_ / 2, 1);
        seen_ = time;
        const Limits& limits = watch_.limits();
        if (!limits.soft_time && !limits.hard_time) return watch_.stopped();
        const Lead lead = lead_of(tree, root);
        if (watch_.stopped() || time >= deadline(lead)) return true;
        const double rate = static_cast<double>(done) / std::max(time, 1e-6);
        return stop_early_ && lead.visits > rate * (deadline(lead) - time);
    }

    struct Lead {
        double visits = 0;   // ahead of the next move
        bool clear = false;  // the most visited move also has the best value
    };

    // The soft limit is kept unless the most visited move has begun to look worse than another.
    Seconds deadline(const Lead& lead) const {
        const Limits& limits = watch_.limits();
        const Seconds hard = limits.hard_time.value_or(std::numeric_limits<Seconds>::infinity());
        if (!limits.soft_time || (limits.hard_time && !lead.clear)) return hard;
        return std::min(hard, *limits.soft_time);
    }

    bool is_settled(std::uint64_t done, MctsTree& tree, NodeId root) const {
        const std::uint64_t left = *watch_.limits().nodes - std::min(done, *watch_.limits().nodes);
        return lead_of(tree, root).visits > static_cast<double>(left);
    }

    static Lead lead_of(MctsTree& tree, NodeId root) {
        Node& node = tree.node(root);
        const auto guard = tree.guard();
        const Edge* edges = tree.edges(node);
        std::uint32_t most = 0, next = 0;
        float value_of_most = 0, best_value = 0;
        int open = 0;
        for (int i = 0; i < node.num_edges; ++i) {
            if (edges[i].is_lost()) continue;
            ++open;
            if (edges[i].visits > most || open == 1) {
                next = open == 1 ? 0 : most;
                most = edges[i].visits;
                value_of_most = edges[i].value;
            } else {
                next = std::max(next, edges[i].visits);
            }
            if (edges[i].visits > 0) best_value = std::max(best_value, edges[i].value);
        }
        if (open == 1) return {std::numeric_limits<double>::infinity(), true};
        return {static_cast<double>(most - next), value_of_most >= best_value};
    }

    bool stop_early_;
    Watch watch_;
    std::uint64_t settles_at_ = tuning::settle_stride;
    std::uint64_t unseen_ = 0;
    std::uint64_t stride_ = 1;
    Seconds seen_ = 0;
    Seconds reported_ = 0;
};

}  // namespace ply
