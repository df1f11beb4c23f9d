// What one node of the alpha-beta search is given: a window, a position and its place in the tree.
#pragma once

#include <cstdint>
#include <optional>

#include "busy.hpp"
#include "known_scores.hpp"
#include "limits.hpp"
#include "options.hpp"
#include "ordering.hpp"
#include "score.hpp"
#include "table.hpp"

namespace ply {

struct Window {
    Score alpha = -infinity;
    Score beta = infinity;

    bool is_null() const { return beta - alpha == 1; }
};

template <Game G>
struct SearchNode {
    const G& position;
    int depth;  // plies left
    int ply;    // plies from the root
    std::optional<Move> previous;
    std::uint64_t hash = 0;  // of the position; only where the table is asked
    bool after_null_move = false;
};

// What one searching thread owns or is lent.
template <class E>
struct SearchContext {
    const SearchOptions& options;
    const E& evaluate;
    Table& table;
    Watch& watch;
    OrderingMemory& memory;
    Side searcher;              // to move at the root
    bool main_thread = true;    // only it watches limits
    BusyMoves* busy = nullptr;  // shared by several threads; one alone needs none
};

}  // namespace ply
