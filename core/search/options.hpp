// What a search is made of. Each algorithm of the family is one choice of these parts.
#pragma once

#include <cstdint>

#include "tuning.hpp"

namespace ply {

enum class Driver : std::uint8_t {
    full_window,  // one search with an open window
    aspiration,   // a window around the last score, widened when the score falls out of it
    mtdf,         // null windows only, converging on the score
};

struct SearchOptions {
    Driver driver = Driver::aspiration;
    bool use_table = true;
    bool null_windows = true;  // PVS: prove the first move best by null-window searches of the rest
    bool order_moves = true;   // the evaluator's action scores, killers, history, counter-moves
    bool quiescence = true;    // go on after the last ply while moves are noisy
    bool reductions = false;   // late-move reductions
    bool pruning = false;      // futility, reverse futility and null-move pruning
    bool extend_again = true;  // a move that keeps the turn costs no depth
    bool better_half = false;  // look only at the better half of the moves, by action score
    bool fold_symmetries = true;  // early positions share an entry with their mirror images
    bool endings = true;          // look up endings that are known exactly
    bool exact_depth = false;     // use table values of exactly the wanted depth: equal to minimax
    int replies = 0;              // of the opponent's moves only so many, by action score; 0: all
    int lines = 1;                // how many root moves get an exact score and a line
    int threads = 1;
    int overlook = 0;        // of 100 moves at the root, how many a weak player does not see
    std::uint64_t seed = 1;  // which ones
};

}  // namespace ply
