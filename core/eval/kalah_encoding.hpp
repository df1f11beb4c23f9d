// Kalah as numbers: seeds of each house, and what its move would win at once.
#pragma once

#include "encoding.hpp"
#include "kalah.hpp"

namespace ply {

// Where the last seed falls depends on the exact number: so many get a number of their own.
inline constexpr int kalah_told_apart = 12;

template <class Layout, class Add>
void encode_board(const Kalah<Layout>& position, Add add) {
    const int houses = position.rules().houses;
    for (const auto word : {position.own_word(), position.opponent_word()})
        for (int house = 0; house < houses; ++house) {
            const int seeds = position.seeds(word, house);
            add(static_cast<float>(seeds) / number_scale);
            for (int exactly = 1; exactly <= kalah_told_apart; ++exactly)
                add(seeds == exactly ? 1.0f : 0.0f);
        }
    for (int house = 0; house < houses; ++house) {
        const bool is_legal = position.seeds(position.own_word(), house) > 0;
        const auto gain = position.gain(static_cast<Move>(house));
        add(is_legal && gain.again ? 1.0f : 0.0f);
        add(is_legal ? static_cast<float>(gain.captured) / number_scale : 0.0f);
    }
    add(static_cast<float>(position.margin()) / number_scale);
    add(position.stage() == KalahStage::reply ? 1.0f : 0.0f);
}

}  // namespace ply
