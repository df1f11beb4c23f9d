// What a move of Kalah does: lift, sowing, capture, sweep, extra turn, swap.
//
// Cells are numbered by seat: south's m houses from its left, south's store, then north's likewise.
#pragma once

#include "../effects.hpp"
#include "kalah.hpp"

namespace ply {

template <class Layout>
class KalahWatcher {
public:
    using Position = Kalah<Layout>;
    using Word = typename Position::Word;

    KalahWatcher(const Position& before, Effects& told)
        : before_(before), told_(told), north_(before.north_to_move()) {}

    void begins(const Position& position, Move move) {
        if (move == position.swap_move()) return told_.push_back(effect::Swap{});
        const int origin = position.first_lane() + move;
        const int seeds = position.seeds(position.own_word(), move);
        Spots path;
        for (int n = 0; n < seeds; ++n)
            path.push_back(spot_of_seed(origin, n % position.lap() + 1));
        told_.push_back(effect::Lift{house(north_, move), seeds});
        told_.push_back(effect::Sowing{std::move(path)});
    }

    // `own` holds only the last seed.
    void captures(Word own, Word prey) {
        Spots cells = filled(north_, own, prey);
        told_.push_back(
            effect::Capture{cells.front(), std::move(cells), store(north_), sum(own, prey)});
    }

    // To the store of one seat: what is left in its own houses, and in the other seat's.
    void sweeps(bool north, Word own, Word others) {
        Spots cells = filled(north, own, others);
        if (!cells.empty())
            told_.push_back(effect::Sweep{std::move(cells), store(north), sum(own, others)});
    }

    void moves_again() { told_.push_back(effect::ExtraTurn{before_.turn()}); }

private:
    Spot house(bool north, int house) const {
        return {(north ? before_.rules().houses + 1 : 0) + house};
    }
    Spot store(bool north) const { return house(north, before_.rules().houses); }

    Spot spot_of_seed(int origin, int n) const {
        const int lane = Position::lane_of_seed(before_.rules().houses, origin, n);
        return lane <= Position::store_lane ? house(north_, lane - before_.first_lane())
                                            : house(!north_, lane - Position::store_lane - 1);
    }

    // The houses with seeds: of one seat, then of the other.
    Spots filled(bool north, Word word, Word others) const {
        Spots spots;
        for (int i = 0; i < before_.rules().houses; ++i)
            if (before_.seeds(word, i) > 0) spots.push_back(house(north, i));
        for (int i = 0; i < before_.rules().houses; ++i)
            if (before_.seeds(others, i) > 0) spots.push_back(house(!north, i));
        return spots;
    }
    static int sum(Word one, Word other) {
        return Position::seeds_in_houses(one) + Position::seeds_in_houses(other);
    }

    const Position& before_;
    Effects& told_;
    bool north_;
};

template <class Layout>
Effects effects(const Kalah<Layout>& position, Move move) {
    Effects told;
    Kalah<Layout> after = position;
    after.play(move, KalahWatcher<Layout>(position, told));
    return told;
}

}  // namespace ply
