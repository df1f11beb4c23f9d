// What tests of the solver share: plain minimax, and everything that must agree with it.
#pragma once

#include <cstdio>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "../../core/solve/solver.hpp"
#include "checks.hpp"

namespace ply {

inline std::string text(const Solution& solution) {
    return "[" + std::to_string(solution.lower) + ", " + std::to_string(solution.upper) + "]";
}

inline std::vector<Move> sorted(std::vector<Move> moves) {
    std::sort(moves.begin(), moves.end());
    return moves;
}

// Plain minimax, with nothing but a memory of positions already seen.
template <Game G>
class Oracle {
public:
    int value(const G& position) {
        if (position.is_over()) return position.margin();
        const std::uint64_t key = position.hash();
        if (const auto known = memory_.find(key); known != memory_.end()) return known->second;
        int best = -unbounded_margin;
        for (const auto& [move, margin] : moves(position)) best = std::max(best, margin);
        return memory_[key] = best;
    }

    std::map<Move, int> moves(const G& position) {
        Moves<G> legal;
        position.legal_moves(legal);
        std::map<Move, int> margins;
        for (Move move : legal) {
            G child = position;
            child.play(move);
            margins[move] = child.turn() == position.turn() ? value(child) : -value(child);
        }
        return margins;
    }

private:
    std::unordered_map<std::uint64_t, int> memory_;
};

inline const SolveOptions small_table{{}, 4};

inline SolveOptions node_limit(std::uint64_t nodes) {
    SolveOptions options = small_table;
    options.limits.nodes = nodes;
    return options;
}

// The line must be legal, reach the end of the game and give the value.
template <Game G>
bool line_gives(G position, const std::vector<Move>& line, int value) {
    const Side mover = position.turn();
    for (Move move : line) {
        Moves<G> moves;
        position.legal_moves(moves);
        if (std::find(moves.begin(), moves.end(), move) == moves.end()) return false;
        position.play(move);
    }
    return position.is_over() &&
           (position.turn() == mover ? position.margin() : -position.margin()) == value;
}

// Everything the solver says about a position, against the oracle.
template <Game G>
void agree(const std::string& name, const G& position, Oracle<G>& oracle) {
    if (position.is_over()) return;
    const int value = oracle.value(position);
    const Solution solution = solve(position, small_table, {}, {});
    check(solution.exact() && solution.lower == value,
          name + ": " + text(solution) + ", not " + std::to_string(value));
    const std::map<Move, int> margins = oracle.moves(position);
    check(line_gives(position, solution.line, value), name + ": line");
    for (const auto& [move, margin] : solve_moves(position, small_table, {}))
        check(margin.exact() && margin.lower == margins.at(move), name + ": move values");
}

}  // namespace ply
