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

// Inputs of a value network: seeds of each house, 1 to 15 or more; who leads, and by how much. The
// places are South's houses, then North's.
inline constexpr int kalah_most_seeds = 15;
inline constexpr int kalah_most_lead = 20;  // in steps of two seeds

template <class Layout>
int num_board_inputs(const Kalah<Layout>& position) {
    return 2 * position.rules().houses * kalah_most_seeds + 2 * kalah_most_lead + 1 + 1;
}

template <class Layout, class Add>
void board_inputs(const Kalah<Layout>& position, Add add) {
    const int houses = position.rules().houses;
    int first = 0, seat = position.north_to_move() ? 1 : 0;
    for (const auto word : {position.own_word(), position.opponent_word()}) {
        for (int house = 0; house < houses; ++house, first += kalah_most_seeds)
            if (const int seeds = position.seeds(word, house))
                add(first + std::min(seeds, kalah_most_seeds) - 1, seat * houses + house);
        seat = 1 - seat;
    }
    const int lead = std::clamp(position.margin() / 2, -kalah_most_lead, kalah_most_lead);
    add(first + lead + kalah_most_lead, no_place);
    if (position.stage() == KalahStage::reply) add(first + 2 * kalah_most_lead + 1, no_place);
}

}  // namespace ply
