// What is known about a Kalah position: seeds in a store stay there.
//
// Every seed still in a house can go to either side, and no more. The future depends on the houses
// alone: not on the stores, and not on who is south. With few seeds left it is looked up.
#pragma once

#include <algorithm>
#include <bit>
#include <concepts>
#include <cstdint>
#include <optional>

#include "../endings/kalah.hpp"
#include "../games/kalah.hpp"
#include "bounds.hpp"

namespace ply {

template <class Layout>
class Bounds<Kalah<Layout>> {
public:
    using G = Kalah<Layout>;
    using Word = typename G::Word;
    using Lanes = KalahLanes<Layout>;
    using View = Outlook;

    static constexpr bool short_games = true;
    static constexpr bool proof_numbers = false;
    static constexpr bool grow = true;

    // Where all seeds end in a store, the margin has the parity of their number.
    int step() const { return step_; }

    Bounds(const G& root, std::size_t table_mb)
        : rules_(root.rules()),
          step_(rules_.sweep == Sweep::none || rules_.majority_ends ? 1 : 2),
          endings_(rules_, std::min(root.total_seeds() / 3, asked_seeds), (table_mb << 20) / 4),
          max_bytes_(table_mb << 20) {}

    // The longer a search takes, the larger are the endings that pay.
    void prepare(std::uint64_t nodes, int threads, const Interrupt& interrupt) {
        endings_.grow({static_cast<std::size_t>(nodes * positions_per_node), max_bytes_}, threads,
                      interrupt);
    }

    View look(const G& position) {
        const Word own = position.own_word(), opponent = position.opponent_word();
        const int margin = position.margin();
        const int open =
            position.is_over() ? 0 : position.total_seeds() - G::store(own) - G::store(opponent);
        const bool later = position.stage() == KalahStage::later;
        int sure = 0;
        // A game that ends at a majority depends on the stores.
        const bool relative = !rules_.majority_ends;
        if (relative && later && open > 0) {
            if (const auto value = endings_.find(position, open))
                return known(margin, margin + *value);
            if constexpr (narrow)
                if (position.total_seeds() < 128) sure = sure_seeds(own, opponent);
        }
        SolveKey key = relative ? key_of(own & Lanes::house_lanes, opponent & Lanes::house_lanes)
                                : key_of(own, opponent);
        if (!later) [[unlikely]]
            key.check += static_cast<std::uint64_t>(position.stage()) + 1;
        return {key, relative ? margin : 0, {margin - open + 2 * sure, margin + open}};
    }

    void moves(const G& position, const View& /*view*/, Moves<G>& moves) const {
        position.legal_moves(moves);
    }

    // Another turn is worth four seeds; among equals, houses near the store come first: they leave
    // the others as they are. (Without that, Kalah(6,3) takes fourteen times the nodes.)
    int rank(const G& child, const View& /*view*/, Move move, bool same_side) const {
        const int margin = same_side ? child.margin() : -child.margin();
        return 8 * margin + (same_side ? 32 : 0) + move;
    }

private:
    // Until there is a table, larger endings cost more to work out than to prune.
    static constexpr int asked_seeds = 9;
    static constexpr std::uint64_t positions_per_node = 40;

    static constexpr bool narrow = std::same_as<Layout, NarrowKalah>;

    static View known(int settled, int value) { return {{}, settled, {value, value}}; }

    static SolveKey key_of(Word own, Word opponent) {
        using detail::hash_keys;
        if constexpr (narrow) {
            return {fold_multiply(own ^ hash_keys[0], opponent ^ hash_keys[1]),
                    fold_multiply(own ^ hash_keys[2], opponent ^ hash_keys[3])};
        } else {
            const std::uint64_t own_high = high_word(own), opponent_high = high_word(opponent);
            return {hash_words(low_word(own), own_high, low_word(opponent), opponent_high),
                    hash_words(opponent_high, low_word(opponent), own_high, low_word(own))};
        }
    }

    // Of a narrow word: the seeds with which a move of each house ends in the store.
    static constexpr std::uint64_t distances = 0x0001020304050607u;

    static constexpr std::uint64_t beyond_store(std::uint64_t word) {
        return ((word | Lanes::house_tops) - distances) & Lanes::house_tops;
    }

    // Seeds that the mover can have at once: one for every extra turn, and the best move after them.
    // The bytes' top bits must be free.
    int sure_seeds(std::uint64_t own, std::uint64_t opponent) const {
        own &= Lanes::house_lanes;
        int seeds = 0;
        for (std::uint64_t exact; (exact = ~Lanes::filled(own ^ distances) & Lanes::house_tops);
             ++seeds) {
            const int origin = 7 - std::countl_zero(exact) / 8;
            own -= distances & (std::uint64_t{255} << (8 * origin));
            own += Lanes::house_ones & (~std::uint64_t{0} << (8 * origin + 8));
        }
        const int passing = beyond_store(own) ? 1 : 0;
        if (rules_.capture == Capture::never) return seeds + passing;
        return seeds + std::max(passing, best_capture(own, opponent));
    }

    int best_capture(std::uint64_t own, std::uint64_t opponent) const {
        int best = 0;
        for_each_bit(Lanes::filled(own) & ~beyond_store(own), [&](int top_bit) {
            const int origin = top_bit / 8;
            const int target = origin + Lanes::lane(own, origin);
            const int prey = Lanes::lane(opponent, 13 - rules_.houses - target);
            if (Lanes::lane(own, target) == 0 && prey > 0) best = std::max(best, prey + 1);
        });
        return best;
    }

    KalahRules rules_;
    int step_;
    KalahEndings<Layout> endings_;
    std::size_t max_bytes_;
};

}  // namespace ply
