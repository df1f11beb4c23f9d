// Plain minimax as a player: every root move judged by the oracle, one ply deeper each time.
#pragma once

#include <algorithm>
#include <utility>

#include "minimax.hpp"
#include "report.hpp"
#include "tuning.hpp"

namespace ply {

template <Game G, Evaluator<G> E>
class PlainSearch {
public:
    explicit PlainSearch(E evaluate) : evaluate_(std::move(evaluate)) {}

    // The oracle itself knows no clock. A limit is looked at between root moves, where ending leaves a
    // result; time and the interrupt now and then in between.
    Report search(const G& root, const Limits& limits, const Interrupt& interrupt,
                  const OnReport& on_report) {
        Watch watch(limits, interrupt);
        Report report;
        const int last = std::min(limits.depth.value_or(tuning::max_depth), tuning::max_depth);
        for (int depth = 1; depth <= last; ++depth) {
            std::vector<Line> lines;
            try {
                lines = judge(root, depth, watch, report);
            } catch (const Stopped&) {
            }
            if (watch.stopped() && depth > 1) break;
            report.lines = std::move(lines);
            report.depth = report.selective_depth = depth;
            report.seconds = watch.elapsed();
            if (on_report) on_report(report);
            if (watch.stopped() ||
                (limits.soft_time && report.seconds > tuning::minimax_share * *limits.soft_time))
                break;
        }
        return report;
    }
    void clear() {}

private:
    std::vector<Line> judge(const G& root, int depth, Watch& watch, Report& report) {
        Moves<G> moves;
        root.legal_moves(moves);
        std::vector<Line> lines;
        for (Move move : moves) {
            watch.look();
            const bool spent = watch.limits().nodes && report.nodes >= *watch.limits().nodes;
            if (spent) watch.stop();
            if (watch.stopped() && depth > 1) return lines;
            G child = root;
            child.play(move);
            const Score score = minimax(child, depth - 1, Counting{evaluate_, report.nodes},
                                        [&] { look_now_and_then(watch); });
            lines.push_back({.moves = {move},
                             .score = from_child<G>(child.turn() == root.turn() ? score : -score)});
        }
        std::stable_sort(lines.begin(), lines.end(),
                         [](const Line& a, const Line& b) { return a.score > b.score; });
        return lines;
    }

    // Ends the search of a deeper ply; the first one always has a result.
    struct Stopped {};

    void look_now_and_then(Watch& watch) {
        if (++calls_ % tuning::minimax_look_interval != 0) return;
        watch.look();
        if (watch.stopped()) throw Stopped{};
    }

    // Counts evaluations, the only nodes that the oracle lets us see.
    struct Counting {
        const E& evaluate;
        std::uint64_t& nodes;

        int operator()(const G& position) const {
            ++nodes;
            return evaluate(position);
        }
        void order(const G& position, const Moves<G>& moves, int* scores) const {
            evaluate.order(position, moves, scores);
        }
        bool noisy(const G& position, Move move) const { return evaluate.noisy(position, move); }
    };

    E evaluate_;
    std::uint64_t calls_ = 0;
};

}  // namespace ply
