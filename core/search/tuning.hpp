// The numbers to tune, each with its meaning. Those that belong to one game stand with that game: an
// evaluator's `futility_margin`, a solver's bounds.
#pragma once

#include <cstddef>
#include <cstdint>

namespace ply::tuning {

// Depth.
inline constexpr int max_depth = 100;
inline constexpr int max_ply = 160;           // path length, extensions and quiescence included
inline constexpr int quiescence_plies = 12;   // at most so many noisy moves in a row
inline constexpr int aspiration_window = 60;  // half width, in evaluation points
inline constexpr int aspiration_growth = 4;   // of the side on which the score fell out
inline constexpr int aspiration_limit = 500;  // a side that is wider is opened altogether

// Late-move reductions, in plies: ln(depth) · ln(number of the move) / divisor, rounded.
inline constexpr int lmr_min_depth = 3;  // below it nothing is reduced
inline constexpr int lmr_min_move = 3;   // the first moves are never reduced
inline constexpr float lmr_divisor = 2;  // the larger, the fewer plies late moves lose

// Internal iterative reduction: a ply less where the table has no entry, or one of much less depth.
inline constexpr int iir_min_depth = 4;  // below it no node is reduced
inline constexpr int iir_slack = 3;      // plies by which an entry may be less deep

// Pruning by the static evaluation.
inline constexpr int reverse_futility_max_depth = 8;  // deeper, no lead is enough by itself
inline constexpr int futility_max_depth = 6;          // deeper, quiet moves are always tried
inline constexpr int null_move_min_depth = 3;         // below it no null move is tried
inline constexpr int null_move_reduction = 3;         // plies, the null move included
inline constexpr int null_move_step = 3;              // one ply more for so many plies of depth
inline constexpr int probcut_min_depth = 5;           // below it no ProbCut is tried
inline constexpr int probcut_reduction = 4;           // plies by which its search is shallower
inline constexpr int half_min_moves = 10;  // the better half: fewer moves are never halved

// Move ordering: the evaluator's action score times its weight, and history, and these.
inline constexpr int action_weight = 16;
inline constexpr int killer_bonus = 2000;
inline constexpr int counter_bonus = 1000;
inline constexpr int hash_move_score = 1 << 28;  // above everything else
inline constexpr int action_min_depth = 2;       // below it, action scores cost more than they save
inline constexpr std::size_t picked_moves = 8;   // later moves are not sorted
inline constexpr int history_limit = 1 << 14;    // history stays within ± this
inline constexpr int history_rate = 32;          // of a cut-off, times its depth squared
inline constexpr int history_max_weight = 400;   // the most that depth squared counts
inline constexpr int history_fade = 4;           // divides history from search to search

// The transposition table.
inline constexpr int age_cost = 8;     // plies of depth that an entry loses with each search
inline constexpr int depth_slack = 2;  // a bound this much less deep does not replace an entry

// Threads.
inline constexpr int sharing_min_depth = 9;  // below it threads do not ask what others do

// Time: what part of the planned time may be over when another depth begins.
inline constexpr double begin_share = 0.55;     // the next depth costs a multiple of this one
inline constexpr int stable_depths = 6;         // so many with the same best move settle it
inline constexpr double stable_factor = 0.7;    // then less time is needed,
inline constexpr double changing_factor = 1.6;  // more when the best move has just changed,
inline constexpr double falling_factor = 1.4;   // and more when its score fell
inline constexpr int falling_score = 40;        // by this many points
inline constexpr double minimax_share = 0.125;  // plain minimax: of the planned time, likewise

// Looks at the clock.
inline constexpr double look_period = 1e-3;              // seconds between two looks, about
inline constexpr std::uint64_t look_interval = 1024;     // nodes between them, at most,
inline constexpr std::uint64_t first_look_interval = 8;  // and at first
inline constexpr std::uint64_t minimax_look_interval = 16;

// Monte-Carlo tree search.
inline constexpr int max_rollout_plies = 400;    // then the evaluator judges: games may be endless
inline constexpr std::size_t max_path = 512;     // from the root to a leaf
inline constexpr std::size_t max_line = 64;      // of a reported line: positions may repeat
inline constexpr std::size_t aloft_alone = 8;    // simulations under way at once with one thread,
inline constexpr std::size_t max_aloft = 64;     // and of each of several,
inline constexpr std::size_t distant_plies = 4;  // from here on, nodes are not in the cache
inline constexpr std::size_t begun_per_aloft = 32;   // one for so many that it has begun
inline constexpr std::uint64_t settle_stride = 256;  // simulations between two early-stop tests
inline constexpr std::uint64_t max_stride = 4096;    // at most, between two looks at the clock
inline constexpr double report_period = 0.1;         // seconds between two live reports

// The solver.
inline constexpr int solver_first_depth = 8;     // of games too long for plain recursion
inline constexpr int solver_first_steps = 8;     // from the guess to the first bounds on both sides
inline constexpr int solver_max_depth = 2'000;   // recursion must end before the stack does
inline constexpr int solver_sharing_plies = 24;  // below them threads do not ask what others do
inline constexpr std::uint64_t solver_pulse = 1 << 13;  // nodes between two looks at progress
inline constexpr int solver_number_distance = 3;  // margin that counts as one more proof number
inline constexpr std::uint64_t solver_alone = 200'000;  // nodes before helpers are started
inline constexpr double solver_report_period = 0.5;     // seconds between two live reports
inline constexpr int solver_saved_effort = 7;  // a checkpoint leaves out what took < 64 nodes

}  // namespace ply::tuning
