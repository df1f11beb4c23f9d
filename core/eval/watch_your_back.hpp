// Watch Your Back! as numbers: what a side has on the board, what it can take, what it may lose.
//
// Placing flows into moving, and each board into the smaller one that follows it, so that no
// evaluation jumps where the search looks across. A class that the smaller board no longer has is
// worth there what it is worth just before it vanishes.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>
#include <utility>

#include "../games/watch_your_back.hpp"
#include "linear.hpp"
#include "watch_your_back_features.hpp"
#include "watch_your_back_sets.hpp"

namespace ply {

struct WatchYourBackTerms : WatchYourBackFeatures {
    using Board = WatchYourBack::Board;

    static constexpr Selectivity selectivity = {.futility_margin = 60};

    // The turns of the placing phase, then those of the moving phase up to the second shrink.
    static constexpr int num_stages =
        WatchYourBack::placements + WatchYourBack::shrink_turns[1] + 1;
    static int stage(const WatchYourBack& position) {
        if (position.phase() == WatchYourBack::Phase::placing) return position.turns();
        return WatchYourBack::placements +
               std::min(position.turns(), WatchYourBack::shrink_turns[1]);
    }
    static Blend blend(int stage) {
        if (stage < WatchYourBack::placements)
            return {0, 1, static_cast<double>(stage) / WatchYourBack::placements};
        const int turn = stage - WatchYourBack::placements;
        for (int board = 0; board < 2; ++board) {
            const int left = WatchYourBack::shrink_turns[board] - turn;
            if (left > 0)
                return {board + 1, board + 2,
                        static_cast<double>(std::max(blend_turns - left, 0)) / blend_turns};
        }
        return {3, 3};
    }

    static int material(const WatchYourBack& position) {
        const Side mover = position.turn();
        return ply::count(position.pieces(mover)) - ply::count(position.pieces(other(mover)));
    }

    static void count(const WatchYourBack& position, Values& own, Values& opponent) {
        using namespace detail::wyb;
        const Side mover = position.turn();
        const Pair pieces_of = {position.pieces(mover), position.pieces(other(mover))};
        const Pair enemies_of = swapped(pieces_of);
        const Board free = position.empty(), occupied = pieces_of[0] | pieces_of[1];
        const Camp<Pair> camp(pieces_of, position.corners());
        Tally tally{own, opponent};

        count_places(position, pieces_of, tally);
        count_moves(camp, free, occupied, tally);
        const bool placing = position.phase() == WatchYourBack::Phase::placing;
        const Pair zones = {WatchYourBack::zone[index(mover)],
                            WatchYourBack::zone[1 - index(mover)]};
        const Attack<Pair> attack = placing ? attack_placing(camp, enemies_of, zones & free)
                                            : attack_moving(camp, enemies_of, occupied, free);
        own[sure_captures] = sure(attack.victims[0], attack.landings[0]);
        opponent[sure_captures] = sure(attack.victims[1], attack.landings[1]);
        own[captures_now] = ply::count(attack.victims[0]);
        opponent[captures_now] = 0;
        own[threats] = 0;
        opponent[threats] = ply::count(attack.victims[1]);
        tally(home, placing ? pieces_of & ~swapped(zones) : Pair{});
        tally(enemy_distance, Pair{});
        if (position.shrinks() > 0) count_distances(camp, tally);
    }

    class MoveTerms {
    public:
        explicit MoveTerms(const WatchYourBack& position);
        ActionValues operator()(Move move) const;

    private:
        static constexpr int no_jump = -1;

        Board caught(Board at, int jump) const;
        bool dies_after(Board at, Board victims) const;
        static bool is_block(int to, Board own);

        bool placing_;
        Board own_, enemy_;
        Board corners_;
        // Squares behind a victim, by the direction away from it.
        detail::wyb::Shifts<Board> capture_;
        Board any_capture_;
        Board deadly_;         // between two hostile squares
        Board near_, nearer_;  // one step from an enemy; at most two
        Board last_exit_;
        Board fourth_;         // perhaps completes a block
        Board threat_, fork_;  // attacks one enemy; more than one
        Board exposed_;
        detail::wyb::Attack<Board> danger_;
    };

    static bool noisy(const WatchYourBack& position, Move move);
    static void noisy_moves(const WatchYourBack& position, Moves<WatchYourBack>& moves);

private:
    static constexpr int blend_turns = 16;   // before a shrink
    static constexpr int danger_turns = 24;  // before a shrink

    static constexpr std::array<Board, 9> classes = {
        0x4281000000008142u, 0x2400810000810024u, 0x1800008181000018u,  // b1 c1 d1
        0x0042000000004200u, 0x0024420000422400u, 0x0018004242001800u,  // b2 c2 d2
        0x0000240000240000u, 0x0000182424180000u, 0x0000001818000000u,  // c3 d3 d4
    };
    static constexpr std::array<int, 9> distance_of_class = {5, 4, 3, 4, 3, 2, 2, 1, 0};
    static constexpr std::array<Board, 3> doomed = {0xffc381818181c3ffu, 0x007e664242667e00u, 0};
    static constexpr std::array<Board, 3> beside_corner = {0x4281000000008142u, 0x0024420000422400u,
                                                           0x0000182424180000u};

    static constexpr auto neighbours = [] {
        std::array<Board, 64> sets{};
        for (int square = 0; square < 64; ++square)
            sets[static_cast<std::size_t>(square)] =
                detail::wyb::united(detail::wyb::shifts_of(bit<Board>(square)));
        return sets;
    }();
    static constexpr auto steps_to_middle = [] {
        std::array<std::int8_t, 64> steps{};
        for (int square = 0; square < 64; ++square) {
            const int row = square / 8, column = square % 8;
            steps[static_cast<std::size_t>(square)] =
                static_cast<std::int8_t>(6 - std::min(row, 7 - row) - std::min(column, 7 - column));
        }
        return steps;
    }();

    // Writes the sizes of a pair of sets.
    struct Tally {
        Values& own;
        Values& opponent;

        void operator()(std::size_t feature, detail::wyb::Pair set) {
            own[feature] = ply::count(set[0]);
            opponent[feature] = ply::count(set[1]);
        }
        void add(std::size_t feature, detail::wyb::Pair set, int times = 1) {
            own[feature] += times * ply::count(set[0]);
            opponent[feature] += times * ply::count(set[1]);
        }
    };

    static int sure(Board victims, Board landings) {
        return std::max(std::min(ply::count(victims), ply::count(landings)) - 1, 0);
    }

    static int nearness(const WatchYourBack& position) {
        if (position.shrinks() == 2 || position.phase() == WatchYourBack::Phase::placing) return 0;
        const int left = WatchYourBack::shrink_turns[position.shrinks()] - position.turns();
        return std::max(danger_turns - left, 0);
    }

    static void count_places(const WatchYourBack& position, detail::wyb::Pair set, Tally tally) {
        tally(pieces, set);
        for (std::size_t i = 0; i < classes.size(); ++i) tally(heat_b1 + i, set & classes[i]);
        for (Values* values : {&tally.own, &tally.opponent}) {
            int distance = 0;
            for (std::size_t i = 0; i < classes.size(); ++i)
                distance += distance_of_class[i] * (*values)[heat_b1 + i];
            (*values)[centre_distance] = distance;
        }
        const auto ring = static_cast<std::size_t>(position.shrinks());
        tally(next_to_corner, set & beside_corner[ring]);
        tally(edge_danger, detail::wyb::Pair{});
        if (const int near = nearness(position)) tally.add(edge_danger, set & doomed[ring], near);
        const detail::wyb::Pair pairs = set & (set >> 1) & ~detail::wyb::last_column;
        tally(clusters, pairs & (pairs >> 8));
    }

    static void count_moves(const detail::wyb::Camp<detail::wyb::Pair>& camp, Board free,
                            Board occupied, Tally tally) {
        using namespace detail::wyb;
        const Pair safe = free & ~swapped(between(camp.hostile));
        Shifts<Pair> starts;
        for_each_direction([&]<int d>() {
            const Pair steps = back<d>(safe);
            starts[d] = camp.pieces & (steps | back<d>(steps & occupied));
        });
        tally(mobility, starts[0]);
        for (std::size_t d = 1; d < 4; ++d) tally.add(mobility, starts[d]);
        tally(stuck, camp.pieces & ~united(starts));
    }

    static void count_distances(const detail::wyb::Camp<detail::wyb::Pair>& camp, Tally tally) {
        using namespace detail::wyb;
        const Pair next = united(camp.near);
        const Pair second = next | united(shifts_of(next));
        tally(enemy_distance, camp.pieces);
        tally.add(enemy_distance, camp.pieces & ~swapped(next));
        tally.add(enemy_distance, camp.pieces & ~swapped(second));
    }
};

inline WatchYourBackTerms::MoveTerms::MoveTerms(const WatchYourBack& position)
    : placing_(position.phase() == WatchYourBack::Phase::placing),
      own_(position.pieces(position.turn())),
      enemy_(position.pieces(other(position.turn()))),
      corners_(position.corners()) {
    using namespace detail::wyb;
    const Side mover = position.turn();
    const Board free = position.empty();
    const Camp<Board> ours(own_, corners_), theirs(enemy_, corners_);
    Board our_reach = united(ours.near) & free, their_reach = united(theirs.near) & free;
    if (placing_) {
        our_reach = WatchYourBack::zone[index(mover)] & free;
        their_reach = WatchYourBack::zone[1 - index(mover)] & free;
        danger_ = attack_placing(theirs, own_, their_reach);
    } else {
        danger_ = attack_moving(theirs, own_, own_ | enemy_, free);
    }

    Board one_exit = 0, more_exits = 0;
    threat_ = fork_ = exposed_ = 0;
    for_each_direction([&]<int d>() {
        capture_[d] = moved<d>(enemy_ & ours.hostile[d]) & free;
        const Board attacked_from = back<d>(enemy_ & back<d>(our_reach));
        fork_ |= threat_ & attacked_from;
        threat_ |= attacked_from;
        const Board exits = back<d>(free);
        more_exits |= one_exit & exits;
        one_exit |= exits;
        exposed_ |= theirs.hostile[d] & back<d>(their_reach);
    });
    any_capture_ = united(capture_);
    deadly_ = between(theirs.hostile);
    near_ = united(theirs.near);
    nearer_ = near_ | united(shifts_of(near_));
    last_exit_ = united(shifts_of(enemy_ & one_exit & ~more_exits));
    const Board pairs = own_ & (own_ >> 1) & ~detail::wyb::last_column;
    const Board paired = pairs | (pairs << 1);
    fourth_ = ((paired << 8) | (paired >> 8)) & (ours.near[1] | ours.near[3]);
}

inline WatchYourBackTerms::ActionValues WatchYourBackTerms::MoveTerms::operator()(Move move) const {
    ActionValues values{};
    if (move == WatchYourBack::pass) return values;
    int to = move, jump = no_jump;
    Board own = own_;
    if (!placing_) {
        const WatchYourBack::Step step = WatchYourBack::step_of(move);
        to = WatchYourBack::target_of(step);
        if (step.jumps) jump = step.direction;
        own &= ~bit<Board>(step.from);
        values[towards_centre] = steps_to_middle[static_cast<std::size_t>(step.from)];
        values[leaves_middle] = detail::wyb::middle_squares >> step.from & 1;
        values[flees] = danger_.victims >> step.from & 1;
    }
    const auto has = [to](Board set) { return static_cast<int>(set >> to & 1); };
    values[towards_centre] -= steps_to_middle[static_cast<std::size_t>(to)];
    values[near_enemy] = has(near_) + has(nearer_);
    values[surrounds] = has(last_exit_);
    values[forms_cluster] = has(fourth_) && is_block(to, own);
    values[takes_middle] = has(detail::wyb::middle_squares);
    values[threatens] = has(threat_);
    values[sure_capture] = has(fork_);
    values[blocks] = has(danger_.landings);
    values[exposes] = has(exposed_);
    values[dies] = has(deadly_);
    if (has(any_capture_)) {
        const Board victims = caught(bit<Board>(to), jump);
        values[captures] = ply::count(victims);
        if (values[dies] && victims) values[dies] = dies_after(bit<Board>(to), victims);
    }
    return values;
}

// The enemies between the arriving piece and a friend or a corner; a jump takes along the piece that
// stood behind the one jumped over.
inline WatchYourBackTerms::Board WatchYourBackTerms::MoveTerms::caught(Board at, int jump) const {
    Board victims = 0;
    detail::wyb::for_each_direction([&]<int d>() {
        if (d != jump) victims |= detail::wyb::back<d>(at & capture_[d]);
    });
    return victims;
}

inline bool WatchYourBackTerms::MoveTerms::dies_after(Board at, Board victims) const {
    const Board hostile = (enemy_ & ~victims) | corners_;
    return (at & detail::wyb::between(detail::wyb::shifts_of(hostile))) != 0;
}

inline bool WatchYourBackTerms::MoveTerms::is_block(int to, Board own) {
    const Board set = own | bit<Board>(to);
    const Board pairs = set & (set >> 1) & ~detail::wyb::last_column;
    const Board block = pairs & (pairs >> 8);  // by their first squares
    const Board before = own & (own >> 1) & ~detail::wyb::last_column;
    return (block & ~(before & (before >> 8))) != 0;
}

inline bool WatchYourBackTerms::noisy(const WatchYourBack& position, Move move) {
    using namespace detail::wyb;
    if (move == WatchYourBack::pass) return false;
    const bool places = move < WatchYourBack::first_step;
    const WatchYourBack::Step step = places ? WatchYourBack::Step{} : WatchYourBack::step_of(move);
    const int to = places ? move : WatchYourBack::target_of(step);
    const Side mover = position.turn();
    const Board enemy = position.pieces(other(mover)) & neighbours[static_cast<std::size_t>(to)];
    if (!enemy) return false;  // most moves
    Board friends = position.pieces(mover) | position.corners();
    if (!places) friends &= ~bit<Board>(step.from);
    const Board at = bit<Board>(to);
    Board victims = 0;
    for_each_direction([&]<int d>() { victims |= moved<d>(at) & enemy & back<d>(friends); });
    return victims != 0;
}

// Few squares have an enemy beside them with a friend behind it: only moves that arrive there matter.
inline void WatchYourBackTerms::noisy_moves(const WatchYourBack& position,
                                            Moves<WatchYourBack>& moves) {
    using namespace detail::wyb;
    const Side mover = position.turn();
    const Board enemy = position.pieces(other(mover));
    const Shifts<Board> hostile = shifts_of(position.pieces(mover) | position.corners());
    Board landings = 0;
    for_each_direction([&]<int d>() { landings |= moved<d>(enemy & hostile[d]); });
    if (!(landings & position.empty())) return;
    Moves<WatchYourBack> arriving;
    position.moves_to(landings, arriving);
    for (const Move move : arriving)
        if (noisy(position, move)) moves.push_back(move);
}

static_assert(Terms<WatchYourBackTerms, WatchYourBack>);

}  // namespace ply
