// Works out all endings of Kalah with a given number of seeds, row by row (kalah_numbers.hpp).
//
// Let a be the side with fewer seeds and b the other one. In the order of a's ranks, for all b at once:
//
//     the row of (a to move, b)      a move inside a's houses leads to a lower a:   a finished row
//     the row of (b to move, a)      a move inside b's houses leads to (a to move, another b): just done
//
// All other moves bring seeds into a store, so they lead to smaller layers, which are known. What a
// move does to the side that is the same in all of a row is worked out once per row; what it does to
// the other one, once per split. What is left is one look-up per move, most of them in the cache.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

#include "kalah_numbers.hpp"

namespace ply {

// Zero means that a value is not known: not worked out yet, or of a game that is over.
inline constexpr std::int8_t kalah_value_shift = 64;

// One split of a layer, and its mirror image: a has `fewer` seeds and b has `more`.
template <class Layout>
class KalahSplit {
public:
    using G = Kalah<Layout>;
    using Word = typename G::Word;
    using Lanes = KalahLanes<Layout>;
    using Numbers = KalahNumbers<Layout>;

    // `values` begins with the layers that are known, and has room for this one.
    KalahSplit(const KalahRules& rules, const Numbers& numbers, std::int8_t* values, int fewer,
               int more)
        : rules_(rules),
          numbers_(numbers),
          sower_(rules_with(rules, Capture::never)),
          captor_(rules_with(rules, Capture::always)),
          values_(values),
          fewer_(fewer),
          more_(more),
          width_(numbers.sides(more)),
          a_(numbers.first_side(fewer)),
          mirror_(fewer == more ? width_ * width_ : 0) {
        list_moves_of_b();
    }

    std::size_t rows() const { return numbers_.sides(fewer_); }

    // Works out the next two rows; as often as there are rows.
    void next_rows() {
        if (fewer_ > 0) fill_row_of_a();
        if (!is_over(more_, fewer_)) fill_row_of_b();
        numbers_.advance(a_);
        ++rank_;
    }

private:
    // What a move does to its own side, and what it gives to the other one.
    struct Sown {
        Word houses;        // of the mover, after sowing
        Word without_last;  // the same without the last seed, if that can capture
        Word gift;          // sown into the opponent's houses
        int gift_seeds;
        int store;
        int facing;  // lane of the opponent's house that can be captured, -1 if none
        bool again;

        auto code() const { return std::tuple(gift_seeds, store, facing, again); }
    };

    // Where the values after a move are, by rank of b, and how they become values before it.
    struct Source {
        const std::int8_t* values;
        std::size_t stride;
        std::uint8_t flip;  // all ones if the turn passes: -x is ~x + 1
        std::uint8_t add;

        std::uint8_t value(std::size_t rank) const {
            const auto found = static_cast<std::uint8_t>(values[rank * stride]);
            return static_cast<std::uint8_t>((found ^ flip) + add);
        }
    };

    // What a gift to b, and the capture of one of its houses, lead to, by rank of b.
    struct Image {
        std::vector<std::uint32_t> ranks;
        std::vector<std::uint8_t> prey;
    };

    // A move of b. One that may capture is there twice: with and without.
    struct MoveOfB {
        std::uint32_t rank;
        std::uint32_t way;
    };
    struct Way {
        Sown sown;
        bool captures;
    };

    static KalahRules rules_with(KalahRules rules, Capture capture) {
        rules.capture = capture;
        rules.sweep = Sweep::none;  // what is left on the board is accounted for here
        return rules;
    }

    // Plays a move without and with capture against one seed in each house, and compares.
    Sown sown(Word side, int lane) const {
        const int first = G::max_houses - rules_.houses;
        const Word ones = Lanes::run(first, G::max_houses);
        const auto played = [&](const KalahRules& rules) {
            G position = G(typename G::Setup{.rules = rules}).with_words(side, ones);
            const Side mover = position.turn();
            position.play(static_cast<Move>(lane - first));
            const bool again = position.turn() == mover;
            return std::tuple(again ? position.own_word() : position.opponent_word(),
                              again ? position.opponent_word() : position.own_word(), again);
        };
        const auto [own, opponent, again] = played(sower_);
        const auto [capturing, captured, again_too] = played(captor_);
        Sown sown{.houses = own & Lanes::house_lanes,
                  .without_last = capturing & Lanes::house_lanes,
                  .gift = (opponent & Lanes::house_lanes) - ones,
                  .gift_seeds = G::seeds_in_houses(opponent) - rules_.houses,
                  .store = G::store(own),
                  .facing = -1,
                  .again = again};
        if (opponent != captured && rules_.capture != Capture::never)
            for (int i = first; i < G::max_houses; ++i)
                if (Lanes::lane(captured, i) == 0) sown.facing = i;
        return sown;
    }

    bool is_over(int mover_seeds, int opponent_seeds) const {
        return mover_seeds == 0 || (opponent_seeds == 0 && !rules_.ends_at_mover_empty);
    }

    // What the mover of a game that is over wins at the end.
    int swept(int mover_seeds, int opponent_seeds, bool moved_last) const {
        switch (rules_.sweep) {
            case Sweep::owner: return mover_seeds - opponent_seeds;
            case Sweep::empty_side: return opponent_seeds - mover_seeds;
            case Sweep::last_mover:
                return moved_last ? mover_seeds + opponent_seeds : -mover_seeds - opponent_seeds;
            case Sweep::none: break;
        }
        return 0;
    }

    // The positions after a move that won `gain` seeds, of this a and of b with so many seeds.
    Source source(Word a, int b_seeds, bool b_moves, bool again, int gain) const {
        const int a_seeds = G::seeds_in_houses(a);
        const int mover = b_moves ? b_seeds : a_seeds, opponent = b_moves ? a_seeds : b_seeds;
        const auto flip = static_cast<std::uint8_t>(again ? 0 : 255);
        if (is_over(mover, opponent)) {
            const int end = swept(mover, opponent, again);
            return known(gain + (again ? end : -end));
        }
        // -(x - shift) + gain + shift, or (x - shift) + gain + shift
        const auto add = static_cast<std::uint8_t>(again ? gain : gain + 2 * kalah_value_shift + 1);
        const std::size_t rank = numbers_.rank(a);
        if (a_seeds + b_seeds == fewer_ + more_ && fewer_ == more_ && b_moves)
            return {&mirror_[rank * width_], 1, flip, add};
        const bool rows_of_b = b_moves ? b_seeds <= a_seeds : b_seeds < a_seeds;
        const std::int8_t* split = values_ + numbers_.first(mover, opponent);
        if (rows_of_b) return {split + rank, numbers_.sides(a_seeds), flip, add};
        return {split + rank * numbers_.sides(b_seeds), 1, flip, add};
    }

    static Source known(int value) {
        static constexpr std::int8_t nothing = 0;
        return {&nothing, 0, 0, static_cast<std::uint8_t>(value + kalah_value_shift)};
    }

    static Word captured(Word side, int lane) {
        return side - Lanes::at(lane, static_cast<std::uint64_t>(Lanes::lane(side, lane)));
    }

    // Needs one seed to capture, unless an empty house is captured as well.
    bool takes(int prey) const { return prey > 0 || rules_.capture == Capture::always; }

    void fill_row_of_a() {
        std::int8_t* row = values_ + numbers_.first(fewer_, more_) + rank_ * width_;
        std::fill_n(row, width_, std::int8_t{0});
        for (int lane = G::max_houses - rules_.houses; lane < G::max_houses; ++lane) {
            if (Lanes::lane(a_, lane) == 0) continue;
            const Sown move = sown(a_, lane);
            if (move.facing >= 0)
                raise_by_capture(row, move);
            else
                raise(row, move);
        }
    }

    void raise(std::int8_t* row, const Sown& move) {
        const Source after =
            source(move.houses, more_ + move.gift_seeds, !move.again, move.again, move.store);
        if (move.gift_seeds > 0) {
            const Image& image = image_of(move.gift, move.gift_seeds, -1);
            for (std::size_t b = 0; b < width_; ++b)
                row[b] = higher(row[b], after.value(image.ranks[b]));
        } else if (after.stride == 1) {
            for (std::size_t b = 0; b < width_; ++b)
                row[b] = higher(
                    row[b],
                    static_cast<std::uint8_t>(
                        (static_cast<std::uint8_t>(after.values[b]) ^ after.flip) + after.add));
        } else {
            for (std::size_t b = 0; b < width_; ++b) row[b] = higher(row[b], after.value(b));
        }
    }

    void raise_by_capture(std::int8_t* row, const Sown& move) {
        const int all = more_ + move.gift_seeds;
        std::vector<Source> after(static_cast<std::size_t>(all) + 1);
        for (int prey = 0; prey <= all; ++prey)
            after[static_cast<std::size_t>(prey)] =
                takes(prey) ? source(move.without_last, all - prey, !move.again, move.again,
                                     move.store + prey + 1)
                            : source(move.houses, all, !move.again, move.again, move.store);
        const Image& image = image_of(move.gift, move.gift_seeds, move.facing);
        for (std::size_t b = 0; b < width_; ++b)
            row[b] = higher(row[b], after[image.prey[b]].value(image.ranks[b]));
    }

    static std::int8_t higher(std::int8_t value, std::uint8_t other) {
        return std::max(value, static_cast<std::int8_t>(other));
    }

    const Image& image_of(Word gift, int gift_seeds, int facing) {
        const auto [found, is_new] = images_.try_emplace({gift_seeds, facing});
        Image& image = found->second;
        if (!is_new) return image;
        Word b = numbers_.first_side(more_);
        for (std::size_t i = 0; i < width_; ++i, numbers_.advance(b)) {
            const Word given = b + gift;
            image.ranks.push_back(static_cast<std::uint32_t>(
                numbers_.rank(facing < 0 ? given : captured(given, facing))));
            if (facing >= 0)
                image.prey.push_back(static_cast<std::uint8_t>(Lanes::lane(given, facing)));
        }
        return image;
    }

    void list_moves_of_b() {
        std::map<decltype(std::tuple_cat(std::declval<Sown>().code(), std::tuple(true))),
                 std::uint32_t>
            known;
        const auto add = [&](const Sown& move, bool captures) {
            const auto [found, is_new] =
                known.try_emplace(std::tuple_cat(move.code(), std::tuple(captures)),
                                  static_cast<std::uint32_t>(ways_.size()));
            if (is_new) ways_.push_back({move, captures});
            const std::size_t rank = numbers_.rank(captures ? move.without_last : move.houses);
            moves_of_b_.push_back({static_cast<std::uint32_t>(rank), found->second});
        };
        Word b = numbers_.first_side(more_);
        for (std::size_t i = 0; i < width_; ++i, numbers_.advance(b)) {
            for (int lane = G::max_houses - rules_.houses; lane < G::max_houses; ++lane) {
                if (Lanes::lane(b, lane) == 0) continue;
                const Sown move = sown(b, lane);
                if (move.facing < 0 || rules_.capture != Capture::always) add(move, false);
                if (move.facing >= 0) add(move, true);
            }
            ends_.push_back(static_cast<std::uint32_t>(moves_of_b_.size()));
        }
        after_b_.resize(ways_.size());
    }

    Source after_b(const Way& way) const {
        const Sown& move = way.sown;
        const Word a = a_ + move.gift;
        const int prey = move.facing < 0 ? 0 : Lanes::lane(a, move.facing);
        const int left = more_ - move.store - move.gift_seeds;
        // Of a move that is there twice, one is impossible: no value is that low.
        if (move.facing >= 0 && way.captures != takes(prey)) return known(-kalah_value_shift);
        return way.captures ? source(captured(a, move.facing), left - 1, move.again, move.again,
                                     move.store + prey + 1)
                            : source(a, left, move.again, move.again, move.store);
    }

    void fill_row_of_b() {
        for (std::size_t i = 0; i < ways_.size(); ++i) after_b_[i] = after_b(ways_[i]);
        std::int8_t* row = fewer_ == more_
                               ? &mirror_[rank_ * width_]
                               : values_ + numbers_.first(more_, fewer_) + rank_ * width_;
        const MoveOfB* move = moves_of_b_.data();
        for (std::size_t b = 0; b < width_; ++b) {
            std::int8_t best = 0;
            for (const MoveOfB* end = moves_of_b_.data() + ends_[b]; move != end; ++move)
                best = higher(best, after_b_[move->way].value(move->rank));
            row[b] = best;
        }
    }

    KalahRules rules_;
    const Numbers& numbers_;
    KalahRules sower_, captor_;
    std::int8_t* values_;
    int fewer_, more_;
    std::size_t width_;  // of a row
    Word a_;
    std::size_t rank_ = 0;             // of a
    std::vector<std::int8_t> mirror_;  // where both sides have as many: by a, b to move
    std::map<std::pair<int, int>, Image> images_;
    std::vector<MoveOfB> moves_of_b_;
    std::vector<std::uint32_t> ends_;  // of each b's moves
    std::vector<Way> ways_;
    std::vector<Source> after_b_;  // by way, for this a
};

}  // namespace ply
