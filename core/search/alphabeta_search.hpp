// The alpha-beta search with its table, memory and threads, kept from move to move.
#pragma once

#include <exception>
#include <memory>
#include <utility>
#include <vector>

#include "deepening.hpp"
#include "helpers.hpp"

namespace ply {

template <Game G, Evaluator<G> E>
class AlphaBetaSearch {
public:
    AlphaBetaSearch(const SearchOptions& options, E evaluate, std::size_t table_mb)
        : options_(options), evaluate_(std::move(evaluate)), table_(table_mb) {}

    // Searches until a limit or the interrupt. The table stays for the next search.
    Report search(const G& root, const Limits& limits, const Interrupt& interrupt,
                  const OnReport& on_report) {
        if (root.is_over()) return {};
        Watch watch(limits, interrupt);
        table_.new_search();
        prepare_memories(root.num_actions());
        if (options_.endings) known_scores_.prepare(root);
        Deepening<G, E> main(root, context(root, watch, 0), known_scores_);
        std::vector<Helper> helped(num_threads());
        const auto help = [&](std::size_t i) { helped[i] = help_to_deepen(root, watch, i); };
        {
            const auto helpers = start_helpers(num_threads() - 1, help);
            const AtEnd stop_helpers{watch};
            Patience patience(limits);
            main.run(1, on_report, [&](const Report& report) { return patience.goes_on(report); });
        }
        Report report = main.report();
        for (const Helper& helper : helped) {
            if (helper.failure) std::rethrow_exception(helper.failure);
            report.nodes += helper.nodes;
        }
        return report;
    }

    void clear() {
        table_.clear();
        memories_.clear();
    }

private:
    // Whether another depth is worth beginning. A settled best move needs less time than planned, a
    // changing one more.
    class Patience {
    public:
        explicit Patience(const Limits& limits) : soft_(limits.soft_time) {}

        bool goes_on(const Report& report) {
            const auto best = report.best();
            const Score score = report.lines.empty() ? 0 : report.lines.front().score;
            stable_ = best == last_best_ ? stable_ + 1 : 0;
            const bool falling = score < last_score_ - tuning::falling_score;
            last_best_ = best;
            last_score_ = score;
            if (!soft_) return true;
            const double settled = stable_ >= tuning::stable_depths ? tuning::stable_factor
                                   : stable_ == 0                   ? tuning::changing_factor
                                                                    : 1.0;
            const double factor = settled * (falling ? tuning::falling_factor : 1.0);
            return report.seconds < tuning::begin_share * factor * *soft_;
        }

    private:
        std::optional<Seconds> soft_;
        std::optional<Move> last_best_;
        Score last_score_ = 0;
        int stable_ = 0;
    };

    // What a helping thread leaves behind.
    struct Helper {
        std::uint64_t nodes = 0;
        std::exception_ptr failure;
    };

    // Before the helpers are joined, also if the search failed.
    struct AtEnd {
        Watch& watch;
        ~AtEnd() { watch.stop(); }
    };

    Helper help_to_deepen(const G& root, Watch& watch, std::size_t thread) {
        try {
            Deepening<G, E> deepening(root, context(root, watch, thread), known_scores_);
            deepening.run(1, {}, [](const Report&) { return true; });
            return {deepening.nodes(), nullptr};
        } catch (...) {
            watch.stop();
            return {0, std::current_exception()};
        }
    }

    std::size_t num_threads() const {
        return static_cast<std::size_t>(std::max(1, options_.threads));
    }

    SearchContext<E> context(const G& root, Watch& watch, std::size_t thread) {
        return {
            options_,           evaluate_,   table_,      watch,
            *memories_[thread], root.turn(), thread == 0, options_.threads > 1 ? &busy_ : nullptr};
    }

    void prepare_memories(int num_actions) {
        for (auto& memory : memories_) memory->fade();
        while (memories_.size() < num_threads())
            memories_.push_back(std::make_unique<OrderingMemory>(num_actions));
    }

    SearchOptions options_;
    E evaluate_;
    KnownScores<G> known_scores_;
    Table table_;
    BusyMoves busy_;
    std::vector<std::unique_ptr<OrderingMemory>> memories_;
};

}  // namespace ply
