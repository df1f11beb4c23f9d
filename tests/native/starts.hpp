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

}  // namespace ply
