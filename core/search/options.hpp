// What a search is made of. Each algorithm of the family is one choice of these parts.
#pragma once

#include <cstddef>
#include <cstdint>

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
    bool reductions = false;   // search late quiet moves less deep first
    bool pruning = false;      // leave out what the evaluation says will not matter
    bool extend_again = true;  // a move that keeps the turn costs no depth
    bool better_half = false;  // look only at the better half of the moves, by action score
    bool fold_symmetries = true;  // early positions share an entry with their mirror images
    bool exact_depth = false;     // use table values of exactly the wanted depth: equal to minimax
    int lines = 1;                // how many root moves get an exact score and a line
    int threads = 1;
};

// Numbers to tune, in one place.
namespace tuning {
inline constexpr int quiescence_plies = 12;     // at most so many noisy moves in a row
inline constexpr int reduction_min_depth = 3;   // below it nothing is reduced
inline constexpr int reduction_min_move = 3;    // the first moves are never reduced
inline constexpr float reduction_divisor = 2;   // the larger, the fewer plies late moves lose
inline constexpr int ahead_max_depth = 8;       // deeper, no lead is enough by itself
inline constexpr int behind_max_depth = 6;      // deeper, quiet moves are always tried
inline constexpr int skip_min_depth = 3;        // below it no turn is given away
inline constexpr int skip_plies = 3;            // what a turn given away costs, itself included
inline constexpr int skip_deep = 7;             // from here on it costs one more
inline constexpr int aspiration_window = 60;    // half width, in evaluation points
inline constexpr std::size_t picked_moves = 8;  // later moves are not sorted
inline constexpr int action_min_depth = 2;      // below it moves are not ordered by action score
inline constexpr int sharing_min_depth = 3;     // below it threads do not ask what others do
inline constexpr int max_depth = 100;
inline constexpr int max_ply = 160;  // path length, extensions and quiescence included
inline constexpr int history_limit = 1 << 14;
inline constexpr int half_min_moves = 10;  // fewer moves are never halved
}  // namespace tuning

}  // namespace ply
