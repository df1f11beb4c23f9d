// What is known about a Kalah position: seeds in a store stay there.
//
// Every seed still in a house can go to either side, and no more. The future depends on the houses
// alone: not on the stores, and not on who is south.
#pragma once

#include <concepts>
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
        SolveKey key = key_of(own & keyed_, opponent & keyed_);
        if (position.stage() != KalahStage::later) [[unlikely]]
            key.check += static_cast<std::uint64_t>(position.stage()) + 1;
        return {key, keyed_ == house_lanes ? margin : 0, {margin - open, margin + open}};
    }

    void moves(const G& position, const View& /*view*/, Moves<G>& moves) const {
        position.legal_moves(moves);
    }

private:
    static constexpr bool narrow = std::same_as<Layout, NarrowKalah>;
    static constexpr std::size_t endgame_bytes = std::size_t{64} << 20;
    static constexpr int endgame_seeds = 12;
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
