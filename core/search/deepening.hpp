// Iterative deepening: search one ply deeper each time, led by what the last time found.
#pragma once

#include <algorithm>
#include <vector>

#include "alphabeta.hpp"

namespace ply {

// Deepens one root position until a limit is reached. Each thread has one of its own; the main one
// reports.
template <Game G, Evaluator<G> E>
class Deepening {
public:
    Deepening(const G& root, const SearchContext<E>& context, const KnownScores<G>& scores)
        : root_(root),
          options_(context.options),
          context_(context),
          known_scores_(scores),
          table_(context.table, context.options),
          core_(context, scores) {
        Moves<G> moves;
        root.legal_moves(moves);
        if (options_.overlook > 0) overlook(moves);
        Picker<G> picker;
        picker.moves = moves;
        context.evaluate.order(root, moves, picker.scores.data());
        const auto known = table_.find(table_.key_of(root, tuning::max_depth), root);
        for (std::size_t i = 0; i < moves.size(); ++i)
            if (known && known->move == moves[i]) picker.scores[i] = tuning::hash_move_score;
        for (std::size_t i = 0; i < moves.size(); ++i) {
            const Move move = picker.pick(i);
            lines_.push_back({.moves = {move}, .score = -infinity, .bound = Bound::none});
        }
    }

    // `begin_next(report)` decides after each depth whether to go on.
    template <class BeginNext>
    void run(int first_depth, const OnReport& on_report, BeginNext begin_next) {
        const int last =
            std::min(context_.watch.limits().depth.value_or(tuning::max_depth), tuning::max_depth);
        for (int depth = std::min(first_depth, last); depth <= last; ++depth) {
            core_.new_iteration();
            const std::vector<Line> completed = lines_;
            search_depth(depth, on_report);
            if (context_.watch.stopped()) {
                if (depth > first_depth) keep_completed(completed);
                break;
            }
            report_.depth = depth;
            publish(on_report);
            if (is_settled() || !begin_next(report_)) break;
        }
        publish({});
    }

    const Report& report() const { return report_; }
    std::uint64_t nodes() const { return core_.nodes(); }

private:
    // Leaves out moves by chance, the same ones whenever the position is met; one is always seen.
    void overlook(Moves<G>& moves) const {
        const std::uint64_t hash = root_.hash();
        const auto sight = [&](Move move) {
            return static_cast<int>(hash_words(hash, options_.seed, std::uint64_t{move}) % 100);
        };
        const Move clearest = *std::max_element(
            moves.begin(), moves.end(), [&](Move a, Move b) { return sight(a) < sight(b); });
        Moves<G> seen;
        for (const Move move : moves)
            if (move == clearest || sight(move) >= options_.overlook) seen.push_back(move);
        moves = seen;
    }

    std::size_t wanted_lines() const {
        return std::min(static_cast<std::size_t>(std::max(options_.lines, 1)), lines_.size());
    }

    void search_depth(int depth, const OnReport& on_report) {
        const std::size_t wanted = wanted_lines();
        for (std::size_t k = 0; k < wanted && !context_.watch.stopped(); ++k) {
            drive(depth, k);
            if (k == 0 && wanted > 1 && !context_.watch.stopped()) publish(on_report);
        }
        if (!context_.watch.stopped())
            std::stable_sort(lines_.begin(), lines_.begin() + static_cast<std::ptrdiff_t>(wanted),
                             [](const Line& a, const Line& b) { return a.score > b.score; });
    }

    // A broken-off depth counts only for a move that has already beaten the last best one.
    void keep_completed(const std::vector<Line>& completed) {
        const Line& now = lines_.front();
        const bool beaten = now.moves.front() != completed.front().moves.front() &&
                            now.bound != Bound::upper && options_.lines <= 1;
        if (!beaten) lines_ = completed;
    }

    // Brings the best of the root moves from `from` on to that place, with its exact score.
    void drive(int depth, std::size_t from) {
        const Score guess = lines_[from].score;
        switch (depth > 2 && guess > -infinity ? options_.driver : Driver::full_window) {
            case Driver::full_window: search_root(depth, from, {}); break;
            case Driver::aspiration: aspire(depth, from, guess); break;
            case Driver::mtdf: converge(depth, from, guess); break;
        }
    }

    void aspire(int depth, std::size_t from, Score guess) {
        Score below = tuning::aspiration_window, above = tuning::aspiration_window;
        for (;;) {
            const Window window{std::max(guess - below, -infinity),
                                std::min(guess + above, infinity)};
            const Score score = search_root(depth, from, window);
            if (context_.watch.stopped()) return;
            if (score <= window.alpha && window.alpha > -infinity)
                below = widened(below);
            else if (score >= window.beta && window.beta < infinity)
                above = widened(above);
            else
                return;
        }
    }

    static Score widened(Score side) {
        return side > tuning::aspiration_limit ? 2 * infinity : side * tuning::aspiration_growth;
    }

    // MTD(f): each null-window search raises the lower or lowers the upper bound, until they meet.
    // A fine evaluation would make it creep, so it takes longer and longer steps in one direction.
    void converge(int depth, std::size_t from, Score guess) {
        Score lower = -infinity, upper = infinity, step = 0;
        bool rising = false;
        while (lower < upper) {
            const Score wanted = rising ? guess + 1 + step : guess - step;
            const Score beta = std::clamp(wanted, lower + 1, upper);
            guess = search_root(depth, from, {beta - 1, beta});
            if (context_.watch.stopped()) return;
            const bool rises = guess >= beta;
            (rises ? lower : upper) = guess;
            step = rises == rising ? std::max(1, 2 * step) : 0;
            rising = rises;
        }
        lines_[from].bound = Bound::exact;
    }

    Score search_root(int depth, std::size_t from, Window window) {
        const Window asked = window;
        Score best = -infinity;
        for (std::size_t i = from; i < lines_.size(); ++i) {
            const Score score =
                core_.search_root_move(root_, lines_[i].moves.front(), depth, window, i == from);
            if (context_.watch.stopped()) return best;
            if (score <= best) continue;
            best = score;
            // A null-window driver learns the best move from fail-highs only; after a fail-low the
            // old order stands.
            if (score <= window.alpha && !(i == from)) continue;
            if (score > window.alpha) lines_[i].moves = core_.principal_variation();
            lines_[i].score = score;
            lines_[i].bound = score >= asked.beta    ? Bound::lower
                              : score <= asked.alpha ? Bound::upper
                                                     : Bound::exact;
            std::rotate(lines_.begin() + static_cast<std::ptrdiff_t>(from),
                        lines_.begin() + static_cast<std::ptrdiff_t>(i),
                        lines_.begin() + static_cast<std::ptrdiff_t>(i) + 1);
            window.alpha = std::max(window.alpha, score);
            if (score >= window.beta) break;
        }
        lines_[from].score = best;
        remember_root(depth, from, asked, best);
        return best;
    }

    void remember_root(int depth, std::size_t from, Window asked, Score best) {
        if (from != 0) return;
        Knowledge known{best, depth, Bound::exact, lines_[0].moves.front()};
        if (best >= asked.beta) known.bound = Bound::lower;
        if (best <= asked.alpha) known.bound = Bound::upper;
        table_.store(table_.key_of(root_, depth), root_, known);
    }

    // A deeper search would find the same, or, where no margin counts, nothing that matters.
    bool is_settled() const {
        if (!core_.is_open()) return true;
        if (!WinLossGame<G>) return false;
        return std::all_of(lines_.begin(),
                           lines_.begin() + static_cast<std::ptrdiff_t>(wanted_lines()),
                           [](const Line& line) { return is_proven(line.score); });
    }

    void publish(const OnReport& on_report) {
        report_.nodes = core_.nodes();
        report_.selective_depth = std::max(core_.selective_depth(), report_.depth);
        report_.seconds = context_.watch.elapsed();
        report_.lines.assign(lines_.begin(),
                             lines_.begin() + static_cast<std::ptrdiff_t>(wanted_lines()));
        for (Line& line : report_.lines) lengthen(line);
        report_.table_fill = options_.use_table ? context_.table.fill() : 0;
        if (on_report) on_report(report_);
    }

    // Null-window searches leave short variations; the table knows how they go on, and known endings
    // how the game ends.
    void lengthen(Line& line) const {
        if (!options_.use_table) return;
        G position = root_;
        for (Move move : line.moves) position.play(move);
        while (line.moves.size() < static_cast<std::size_t>(report_.depth)) {
            const auto move = remembered_move(position);
            if (!move) break;
            line.moves.push_back(*move);
            position.play(*move);
        }
        known_scores_.finish(line.moves, position);
    }

    std::optional<Move> remembered_move(const G& position) const {
        if (known_scores_.find(position)) return {};
        const auto known = table_.find(table_.key_of(position, 0), position);
        if (!known || !known->move || known->bound == Bound::upper) return {};
        Moves<G> legal;
        position.legal_moves(legal);
        if (std::find(legal.begin(), legal.end(), *known->move) == legal.end()) return {};
        return known->move;
    }

    const G& root_;
    const SearchOptions& options_;
    SearchContext<E> context_;
    const KnownScores<G>& known_scores_;
    FoldedTable<G> table_;
    AlphaBeta<G, E> core_;
    std::vector<Line> lines_;  // every root move, best first
    Report report_;
};

}  // namespace ply
