// What sowing does in Kalah, as words to add and masks.
#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstdint>

#include "kalah_lanes.hpp"

namespace ply {

// Up to a lap of seeds from one lane.
template <class Layout>
struct KalahSowing {
    using Lanes = KalahLanes<Layout>;
    using Word = typename Layout::Word;

    Word own;             // to add to the own word, the emptied house included
    Word opponent;        // to add to the opponent's
    Word last_lane;       // all of the lane of the last seed if that is an own house, else nothing
    Word last_one;        // what that lane holds if the house was empty; impossible elsewhere
    Word facing_lane;     // the opponent's house opposite the last seed
    Word capturing;       // moves the capturing seed into the store
    Word passes;          // all ones if the turn passes, nothing if the last seed is in the store
    unsigned prey_shift;  // from the opposite house's lane to the store's

    static constexpr KalahSowing of(int houses, int origin, int seeds) {
        constexpr Word ones = ~Word{0};
        const int first = top - houses;
        const int to_own = std::min(seeds, top - origin);
        const int to_opponent = std::min(seeds - to_own, houses);
        const int around = seeds - to_own - to_opponent;
        const int last = lane_of_seed(houses, origin, seeds);
        const bool at_home = last < top;
        const int facing = at_home ? first + top - 1 - last : top;
        return {
            .own = Lanes::run(origin + 1, origin + 1 + to_own) + Lanes::run(first, first + around) -
                   Lanes::at(origin, seeds),
            .opponent = Lanes::run(first, first + to_opponent),
            .last_lane = at_home ? Lanes::at(last, Lanes::mask) : 0,
            .last_one = at_home ? Lanes::at(last, 1) : 1,
            .facing_lane = at_home ? Lanes::at(facing, Lanes::mask) : 0,
            .capturing = at_home ? Lanes::at(top, 1) - Lanes::at(last, 1) : 0,
            .passes = last == top ? 0 : ones,
            .prey_shift = static_cast<unsigned>((top - facing) * Layout::lane_bits),
        };
    }

    // Where the n-th seed of a lap falls: a lane of the own word, beyond the store the opponent's
    // houses. A lap that leaves out its origin is one seed shorter.
    static constexpr int lane_of_seed(int houses, int origin, int n) {
        const int ahead = origin + n;
        return ahead <= top + houses ? ahead : ahead - (2 * houses + 1);
    }

    // Sixty-four bytes an entry, one cache line; strides are powers of two. The wide layout's would
    // fill the cache, so it works each one out.
    static constexpr bool is_tabulated = std::same_as<Word, std::uint64_t>;

private:
    static constexpr int top = Layout::max_houses;
};

// All of them, by houses, origin and seeds.
template <class Layout>
inline constexpr auto kalah_sowings = [] {
    using Sowing = KalahSowing<Layout>;
    constexpr int size = Sowing::is_tabulated ? 8 : 0;
    std::array<std::array<std::array<Sowing, 2 * size>, size>, size> table{};
    for (int houses = 1; houses < size; ++houses)
        for (int origin = size - 1 - houses; origin < size - 1; ++origin)
            for (int seeds = 0; seeds <= 2 * houses; ++seeds)
                table[houses][origin][seeds] = Sowing::of(houses, origin, seeds);
    return table;
}();

}  // namespace ply
