// What is known about a Kalah position: seeds in a store stay there.
//
// Every seed still in a house can go to either side, and no more. The future depends on the houses
// alone: not on the stores, and not on who is south.
#pragma once

#include <concepts>
#include <cstdlib>
#include <optional>

#include "../games/kalah.hpp"
#include "bounds.hpp"
#include "kalah_endgames.hpp"

namespace ply {

template <class Layout>
class Bounds<Kalah<Layout>> {
public:
    using G = Kalah<Layout>;
    using Word = typename G::Word;
    using View = Outlook;

    static constexpr bool short_games = true;

    // Where all seeds end in a store, the margin has the parity of their number.
    int step() const { return step_; }

    Bounds(const G& root, std::size_t table_mb)
        : step_(root.rules().sweep == Sweep::none || root.rules().majority_ends ? 1 : 2),
          // A game that ends at a majority depends on the stores.
          keyed_(root.rules().majority_ends ? ~Word{0} : house_lanes) {
        if constexpr (narrow) {
            if (root.rules().majority_ends) return;
            const std::size_t bytes = std::min(endgame_bytes, (table_mb << 20) / 4);
            const int seeds = KalahEndgames::fitting_seeds(root.rules().houses, bytes);
            endgames_.emplace(root.rules().houses, std::min(seeds, endgame_seeds));
        }
    }

    View look(const G& position) {
        const Word own = position.own_word(), opponent = position.opponent_word();
        const int margin = G::store(own) - G::store(opponent);
        const int open =
            position.is_over() ? 0 : position.total_seeds() - G::store(own) - G::store(opponent);
        if constexpr (narrow) {
            if (open > 0 && endgames_ && open <= endgames_->seeds() &&
                position.stage() == KalahStage::later) {
                const int value = margin + endgames_->value(position);
                return {{}, margin, {value, value}};
            }
        }
        int lower = margin - open;
        if constexpr (narrow)
            if (open > 0 && position.stage() == KalahStage::later) lower += 2 * at_once(own, opponent, position.rules().houses);
        SolveKey key = key_of(own & keyed_, opponent & keyed_);
        if (position.stage() != KalahStage::later) [[unlikely]]
            key.check += static_cast<std::uint64_t>(position.stage()) + 1;
        return {key, keyed_ == house_lanes ? margin : 0, {lower, margin + open}};
    }

    void moves(const G& position, const View& /*view*/, Moves<G>& moves) const {
        position.legal_moves(moves);
    }

private:
    static int at_once(Word own, Word opponent, int houses) {
        static const int G1 = getenv("G1") ? atoi(getenv("G1")) : 2;
        if (G1 < 0) return 0;
        constexpr Word distance = 0x0001020304050607u, tops = 0x0080808080808080u;
        constexpr Word ones = 0x0001010101010101u;
        own &= house_lanes;
        int banked = 0;
        for (;;) {
            const Word x = own ^ distance;
            const Word exact = ~(((x & ~tops) + (tops - ones)) | x) & tops;
            if (!exact) break;
            const int lane = 7 - std::countl_zero(exact) / 8;
            own -= (distance >> (8 * lane) & 15u) << (8 * lane);
            own += ones & (~Word{0} << (8 * lane + 8));
            ++banked;
        }
        int more = (((own | tops) - distance) & tops) != 0 ? 1 : 0;
        if (G1 >= 2)
        for (Word filled = (((own & ~tops) + (tops - ones)) | own) & tops & ~(((own | tops) - distance)); filled;
             filled &= filled - 1) {
            const int lane = lowest(filled) / 8;
            const int target = lane + static_cast<int>(own >> (8 * lane) & 255u);
            const int prey = static_cast<int>(opponent >> (8 * (13 - houses - target)) & 255u);
            if ((own >> (8 * target) & 255u) == 0 && prey > 0) more = std::max(more, prey + 1);
        }
        return banked + more;
    }

    static constexpr bool narrow = std::same_as<Layout, NarrowKalah>;
    static constexpr std::size_t endgame_bytes = std::size_t{64} << 20;
    inline static const int endgame_seeds = getenv("EG") ? atoi(getenv("EG")) : 16;
    static constexpr Word house_lanes = (Word{1} << (Layout::max_houses * Layout::lane_bits)) - 1;

    static SolveKey key_of(Word own, Word opponent) {
        using detail::hash_keys;
        if constexpr (std::same_as<Word, std::uint64_t>) {
            return {fold_multiply(own ^ hash_keys[0], opponent ^ hash_keys[1]),
                    fold_multiply(own ^ hash_keys[2], opponent ^ hash_keys[3])};
        } else {
            const std::uint64_t own_high = high_word(own), opponent_high = high_word(opponent);
            return {hash_words(low_word(own), own_high, low_word(opponent), opponent_high),
                    hash_words(opponent_high, low_word(opponent), own_high, low_word(own))};
        }
    }

    int step_;
    Word keyed_;
    std::optional<KalahEndgames> endgames_;
};

}  // namespace ply
