// Start positions that the native test programs share.
#pragma once

#include "../../core/games/kalah.hpp"

namespace ply {

template <class Layout>
Kalah<Layout> kalah(const KalahRules& rules, int seeds) {
    typename Kalah<Layout>::Setup setup;
    setup.rules = rules;
    for (int i = 0; i < rules.houses; ++i) setup.south[i] = setup.north[i] = seeds;
    return Kalah<Layout>(setup);
}

// One of the 384 combinations of Kalah's rules.
inline KalahRules kalah_variant(int houses, int variant) {
    return {.houses = static_cast<std::uint8_t>(houses),
            .capture = static_cast<Capture>(variant % 3),
            .sweep = static_cast<Sweep>(variant / 3 % 4),
            .swap = variant / 12 % 2 == 1,
            .first_extra_turn = variant / 24 % 2 == 0,
            .ends_at_mover_empty = variant / 48 % 2 == 1,
            .majority_ends = variant / 96 % 2 == 1,
            .skip_origin = variant / 192 % 2 == 1};
}

}  // namespace ply
