// Sets of squares for the evaluation of Watch Your Back!: neighbours, and what a side could capture.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

#include "../games/watch_your_back.hpp"

namespace ply {

namespace detail::wyb {

using Board = WatchYourBack::Board;
// The mover's set and the opponent's in one register, so that one shift moves both.
using Pair = Board __attribute__((vector_size(16)));

constexpr Pair swapped(Pair pair) { return Pair{pair[1], pair[0]}; }

inline constexpr Board first_column = 0x0101010101010101u;
inline constexpr Board last_column = first_column << 7;

// Directions N E S W as in the rules, here as constants: shifts then have no branches.
template <int direction, class Set>
constexpr Set moved(Set set) {
    if constexpr (direction == 0) return set >> 8;
    if constexpr (direction == 1) return (set & ~last_column) << 1;
    if constexpr (direction == 2) return set << 8;
    if constexpr (direction == 3) return (set & ~first_column) >> 1;
}
template <int direction, class Set>
constexpr Set back(Set set) {
    return moved<(direction ^ 2)>(set);
}
template <class Visit>
constexpr void for_each_direction(Visit visit) {
    [&]<int... d>(std::integer_sequence<int, d...>) {
        (visit.template operator()<d>(), ...);
    }(std::make_integer_sequence<int, 4>{});
}

// A set moved one square in each direction.
template <class Set>
using Shifts = std::array<Set, 4>;

template <class Set>
constexpr Shifts<Set> shifts_of(Set set) {
    return {moved<0>(set), moved<1>(set), moved<2>(set), moved<3>(set)};
}
template <class Set>
constexpr Set united(const Shifts<Set>& shifts) {
    return (shifts[0] | shifts[2]) | (shifts[1] | shifts[3]);
}
// Squares with a member on both ends of a row or column.
template <class Set>
constexpr Set between(const Shifts<Set>& shifts) {
    return (shifts[0] & shifts[2]) | (shifts[1] & shifts[3]);
}

inline constexpr Board middle_squares = 0x0000001818000000u;

// Pieces, their neighbours by direction, and the same with the neighbours of corners: where an enemy
// has a hostile square beside it.
template <class Set>
struct Camp {
    Set pieces;
    Shifts<Set> near;
    Shifts<Set> hostile;

    Camp(Set pieces, Board corners)
        : pieces(pieces), near(shifts_of(pieces)), hostile(shifts_of(pieces | corners)) {}
};

// The captures that a side could make if it were its turn.
template <class Set>
struct Attack {
    Set victims{};
    Set landings{};  // the squares that an attacker has to reach
};

// Any free square of the zone can be placed on.
template <class Set>
Attack<Set> attack_placing(const Camp<Set>& own, Set enemy, Set free_zone) {
    Attack<Set> attack;
    for_each_direction([&]<int d>() {
        const Set landing = moved<d>(enemy & own.hostile[d]) & free_zone;
        attack.victims |= back<d>(landing);
        attack.landings |= landing;
    });
    return attack;
}

// A piece gets there by a step or a jump; a jump over the victim would take away the piece on its
// other side.
template <class Set>
Attack<Set> attack_moving(const Camp<Set>& own, Set enemy, Board occupied, Board free) {
    Shifts<Set> jumps;
    for_each_direction([&]<int d>() { jumps[d] = moved<d>(own.near[d] & occupied); });
    const Set steps = united(own.near);
    const Set vertical = steps | jumps[0] | jumps[2], horizontal = steps | jumps[1] | jumps[3];
    Attack<Set> attack;
    for_each_direction([&]<int d>() {
        const Set reached = jumps[d ^ 2] | (d % 2 == 0 ? horizontal : vertical);
        const Set landing = moved<d>(enemy & own.hostile[d]) & (reached & free);
        attack.victims |= back<d>(landing);
        attack.landings |= landing;
    });
    return attack;
}

}  // namespace detail::wyb

}  // namespace ply
