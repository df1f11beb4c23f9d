// What a Kalah position is worth, in numbers that can be read off lanes.
//
// A house whose seeds just reach the store moves again; one whose seeds just reach an empty own house
// captures. Both ask which lanes hold exactly their distance to a target, and all lanes answer at
// once:
//
//     lane                   store  m   …   2   1
//     distance to the store    0    1   …  m-1  m       word XOR distances is zero in such a lane
//
// Moves of more than a lap are left to the search.
#pragma once

#include <algorithm>
#include <array>
#include <string_view>

#include "../games/kalah.hpp"
#include "linear.hpp"

namespace ply {

// Questions about one side's word, answered by masks that hold the top bit of each lane in question.
template <class Layout>
class KalahReach {
    using Lanes = KalahLanes<Layout>;

public:
    using Word = typename Layout::Word;

    explicit KalahReach(const Kalah<Layout>& position)
        : first_(position.first_lane()), houses_(tops_between(first_, top)) {}

    Word empty(Word word) const { return ~Lanes::filled(word) & houses_; }
    Word again(Word word) const { return ~Lanes::filled(word ^ distances(top)) & houses_; }
    // Enough seeds to sow on the opponent's side.
    Word beyond(Word word) const {
        return ((((word & ~Lanes::tops) | Lanes::tops) - distances(top) - Lanes::house_ones) |
                word) &
               houses_;
    }
    // Whether some house's last seed falls into the own house of this lane, which is empty.
    bool reaches(Word word, int target) const {
        const int lap = 2 * (top - first_) + 1;
        const Word direct = ~Lanes::filled(word ^ distances(target)) & tops_between(first_, target);
        if (direct) return true;
        const Word wrapped =
            distances(target) + (static_cast<Word>(lap) * Lanes::run(target + 1, top));
        return (~Lanes::filled(word ^ wrapped) & tops_between(target + 1, top)) != 0;
    }
    int facing(int target) const { return first_ + top - 1 - target; }
    int house(int lane) const { return lane - first_; }

    // Calls visit(lane of the prey, its seeds) for every capture that `word` could make now.
    template <class Visit>
    void captures(Word word, Word other, Visit visit) const {
        for_each_bit(empty(word), [&](int top_bit) {
            const int target = top_bit / Layout::lane_bits;
            const int prey = Lanes::lane(other, facing(target));
            if (prey > 0 && reaches(word, target)) visit(facing(target), prey);
        });
    }

private:
    static constexpr int top = Lanes::top;

    static Word tops_between(int first, int last) {
        return Lanes::tops & (Lanes::at(last, 1) - 1) & ~(Lanes::at(first, 1) - 1);
    }

    // How far each lane is from a target lane; above the target, one lap less than it takes.
    static Word distances(int target) { return distance_table[target]; }
    static constexpr auto distance_table = [] {
        std::array<Word, top + 1> table{};
        for (int target = 0; target <= top; ++target) {
            for (int i = 0; i < target; ++i) table[target] += Lanes::at(i, target - i);
            for (int i = target + 1; i < top; ++i) table[target] -= Lanes::at(i, i - target);
        }
        return table;
    }();

    int first_;
    Word houses_;
};

struct KalahTerms {
    enum : std::size_t {
        stores,
        captures_now,
        captures_waiting,
        again_now,
        again_waiting,
        hoard,
        seeds,
        empty,
        beyond,
        majority,
        num_features
    };
    static constexpr std::array<Feature, num_features> features = {{
        {"stores", "seeds in the store"},
        {"captures_now", "most seeds that the side to move can capture at once"},
        {"captures_waiting", "most seeds that the side that waits threatens to capture"},
        {"again_now", "houses of the side to move whose last seed falls into its store"},
        {"again_waiting", "the opponent's extra-turn houses"},
        {"hoard", "seeds in the two houses next to the own store"},
        {"seeds", "seeds in the own houses"},
        {"empty", "empty own houses"},
        {"beyond", "own houses with enough seeds to sow on the opponent's side"},
        {"majority", "1 if the store holds more than half of all seeds: the game is won"},
    }};
    static constexpr std::array<std::string_view, 2> phases = {"opening", "late"};

    enum : std::size_t { again, captures, rescue, nearness, num_action_terms };
    static constexpr std::array<Feature, num_action_terms> actions = {{
        {"again", "1 if the last seed falls into the store: another turn"},
        {"captures", "seeds captured, the capturing one included"},
        {"rescue", "seeds that leave a house which the opponent threatens to capture"},
        {"nearness", "number of the house: those next to the store spoil the fewest other moves"},
    }};
    using Values = std::array<int, num_features>;
    using ActionValues = std::array<int, num_action_terms>;

    static constexpr Selectivity selectivity = {.futility_margin = 130, .probcut_margin = 100};

    // Weights go over from opening to late as the seeds leave the houses.
    static constexpr int num_stages = 17;
    static constexpr Blend blend(int stage) { return {1, 0, stage / 16.0}; }
    template <class Layout>
    static int stage(const Kalah<Layout>& position) {
        using G = Kalah<Layout>;
        const int in_stores = G::store(position.own_word()) + G::store(position.opponent_word());
        const int total = std::max(position.total_seeds(), 1);
        return 16 * (total - in_stores) / total;
    }

    template <class Layout>
    static int material(const Kalah<Layout>& position) {
        return position.margin();
    }

    template <class Layout>
    static void count(const Kalah<Layout>& position, Values& own, Values& opponent) {
        const KalahReach<Layout> lanes(position);
        count_side(position, lanes, {position.own_word(), position.opponent_word()}, own);
        count_side(position, lanes, {position.opponent_word(), position.own_word()}, opponent);
        own[captures_waiting] = own[again_waiting] = 0;
        opponent[captures_now] = opponent[again_now] = 0;
    }

    template <class Layout>
    static bool noisy(const Kalah<Layout>& position, Move move) {
        const auto gain = position.gain(move);
        return gain.again || gain.captured > 2;
    }

    class MoveTerms {
    public:
        template <class Layout>
        explicit MoveTerms(const Kalah<Layout>& position) {
            const int houses = position.rules().houses;
            for (int house = 0; house < houses; ++house) {
                const auto gain = position.gain(static_cast<Move>(house));
                values_[house] = {gain.again ? 1 : 0, gain.captured, 0, house + 1};
            }
            values_[houses] = {};  // the exchange of seats
            const KalahReach<Layout> lanes(position);
            if (position.rules().capture == Capture::never) return;
            lanes.captures(position.opponent_word(), position.own_word(), [&](int prey, int seeds) {
                values_[lanes.house(prey)][rescue] = seeds;
            });
        }

        ActionValues operator()(Move move) const { return values_[move]; }

    private:
        std::array<ActionValues, WideKalah::max_houses + 1> values_;
    };

private:
    template <class Word>
    struct Words {
        Word own, other;
    };

    template <class Layout>
    static void count_side(const Kalah<Layout>& position, const KalahReach<Layout>& lanes,
                           Words<typename Layout::Word> words, Values& values) {
        using G = Kalah<Layout>;
        const auto own = words.own;
        const int houses = position.rules().houses;
        int largest = 0;
        if (position.rules().capture != Capture::never)
            lanes.captures(own, words.other,
                           [&](int, int prey) { largest = std::max(largest, prey + 1); });
        values[stores] = G::store(own);
        values[captures_now] = values[captures_waiting] = largest;
        values[again_now] = values[again_waiting] = ply::count(lanes.again(own));
        values[hoard] =
            position.seeds(own, houses - 1) + (houses > 1 ? position.seeds(own, houses - 2) : 0);
        values[seeds] = G::seeds_in_houses(own);
        values[empty] = ply::count(lanes.empty(own));
        values[beyond] = ply::count(lanes.beyond(own));
        values[majority] = 2 * G::store(own) > position.total_seeds();
    }
};

}  // namespace ply
