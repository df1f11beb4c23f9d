// Random games of standard Kalah, eight side by side in vector registers.
//
// A game is its houses as lanes (kalah_lanes.hpp), its stores, and a generator of its own: how it goes
// depends neither on its neighbours nor on whether vectors play it. A house is chosen and sown by
// comparing bytes, one for each lane:
//
//     lane            0 1 2 3 4 5 6
//     own houses      - 3 0 5 1 0 2     the random choice is 1 of 0 … 3
//     filled before   0 0 1 1 2 3 3     the origin is the filled lane with 1 filled before it: lane 3
//     past            9 in all lanes    lane of the origin + seeds + 1, counted on through the store,
//                                       the opponent's houses and around, as in `KalahRing`
//
// The lanes beyond the origin whose number is below `past` get a seed. Most of the time is spent
// waiting for the one result that the next operation needs, so that chain is kept short: whatever
// else an operation needs is worked out beside it.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "../platform/cpu.hpp"
#include "../random.hpp"
#include "kalah_lanes.hpp"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace ply {

// The way of a sowing as numbers, a byte for each lane.
struct KalahRing {
    std::uint64_t ahead = 0;        // own houses
    std::uint64_t across = 0;       // the opponent's houses
    std::uint64_t around = 0;       // own houses again, and the origin last of all
    std::uint64_t opposite = 0;     // for own houses: of the opponent's house opposite
    std::uint64_t ends = 0;         // for own houses: `past` if the last seed falls there,
    std::uint64_t ends_around = 0;  // and if it does so on the way on
    std::uint64_t facing = 0;       // no such number, but the lane of the house opposite
    std::uint64_t lap = 0;          // one in each house

    static constexpr int never = 127;

    static constexpr KalahRing of(int houses) {
        constexpr int top = NarrowKalah::max_houses, none = 128;
        const int first = top - houses;
        KalahRing ring;
        for (int lane = 0; lane <= top; ++lane) {
            const bool is_house = lane >= first && lane < top;
            const int facing = first + top - 1 - lane;
            const int across = top + 1 - first;  // less the lane
            const auto enter = [&](std::uint64_t& word, int byte, int otherwise = never) {
                word |= std::uint64_t(is_house ? byte : otherwise) << 8 * lane;
            };
            enter(ring.ahead, lane);
            enter(ring.across, across + lane);
            enter(ring.around, across + houses + lane);
            enter(ring.opposite, across + facing);
            enter(ring.ends, lane + 1);
            enter(ring.ends_around, across + houses + lane + 1);
            enter(ring.facing, facing, none);
            enter(ring.lap, 1, 0);
        }
        return ring;
    }
};

inline constexpr auto kalah_rings = [] {
    std::array<KalahRing, NarrowKalah::max_houses + 1> table;
    for (int i = 1; i <= NarrowKalah::max_houses; ++i)
        table[static_cast<std::size_t>(i)] = KalahRing::of(i);
    return table;
}();

// Up to eight games of one size.
class KalahPlayouts {
    using Lanes = KalahLanes<NarrowKalah>;
    static constexpr int top = NarrowKalah::max_houses;

public:
    static constexpr std::size_t width = 8;

    struct Start {
        std::uint64_t own;  // of the side to move
        std::uint64_t opponent;
        std::uint64_t random;  // state of a LaneRandom
        bool first_to_move;
    };

    KalahPlayouts(int houses, int total_seeds) : houses_(houses), total_seeds_(total_seeds) {}

    void add(std::size_t i, const Start& start) {
        const auto store = [](std::uint64_t word) {
            return static_cast<std::uint64_t>(Lanes::lane(word, top));
        };
        own_[i] = start.own & Lanes::house_lanes;
        opponent_[i] = start.opponent & Lanes::house_lanes;
        stores_[i] = store(start.own) | store(start.opponent) << 32 |
                     second_side << (start.first_to_move ? 32 : 0);
        random_[i] = start.random;
    }

    // After `play`: 1, 0 or -1, as the first side has won, nobody, or the second. None if there was
    // no such game, or it was too long.
    std::optional<int> result(std::size_t i) const {
        const int own_store = static_cast<int>(stores_[i] & 0xff);
        const int opponent_store = static_cast<int>(stores_[i] >> 32 & 0xff);
        const bool over =
            !own_[i] || !opponent_[i] || 2 * std::max(own_store, opponent_store) > total_seeds_;
        if (!over || !stores_[i]) return {};
        const int lead =
            own_store + Lanes::sum(own_[i]) - opponent_store - Lanes::sum(opponent_[i]);
        const int sign = (lead > 0) - (lead < 0);
        return stores_[i] & second_side ? -sign : sign;
    }

#if defined(__x86_64__)
    static bool is_supported() { return platform::has_avx2(); }

    // Plays all games to their ends, or on until their winner is certain.
    [[gnu::target("avx2")]] void play(int most_plies) {
        const Rules rules(houses_, total_seeds_);
        Quad low = load(0), high = load(4);
        for (int plies = 0; plies + stride <= most_plies; plies += stride) {
            if (rules.are_over(low) && rules.are_over(high)) break;
            for (int i = 0; i < stride; ++i) {
                rules.play(low);
                rules.play(high);
            }
        }
        store(low, 0);
        store(high, 4);
    }

private:
    static constexpr int stride = 4;  // moves between two looks whether all games are over

    using Vector = __m256i;

    // Four games.
    struct Quad {
        Vector own, opponent, stores, random;
    };

    struct Sowing {
        Vector seeds;   // in the lane of the origin
        Vector beyond;  // the lanes above it
    };

    [[gnu::target("avx2"), gnu::always_inline]] static bool is_zero(Vector vector) {
        return _mm256_testz_si256(vector, vector) != 0;
    }
    [[gnu::target("avx2"), gnu::always_inline]] static Vector each(std::uint64_t word) {
        return _mm256_set1_epi64x(static_cast<long long>(word));
    }
    [[gnu::target("avx2"), gnu::always_inline]] static Vector four(const std::uint64_t* words) {
        return _mm256_load_si256(reinterpret_cast<const Vector*>(words));
    }
    [[gnu::target("avx2"), gnu::always_inline]] static void put(Vector four, std::uint64_t* words) {
        _mm256_store_si256(reinterpret_cast<Vector*>(words), four);
    }

    [[gnu::target("avx2"), gnu::always_inline]] Quad load(std::size_t from) const {
        return {.own = four(own_ + from),
                .opponent = four(opponent_ + from),
                .stores = four(stores_ + from),
                .random = four(random_ + from)};
    }
    [[gnu::target("avx2"), gnu::always_inline]] void store(const Quad& games, std::size_t from) {
        put(games.own, own_ + from);
        put(games.opponent, opponent_ + from);
        put(games.stores, stores_ + from);
    }

    // All constants that a move needs.
    struct Rules {
        Vector zero, ones, houses, ahead, across, around, opposite, ends, ends_around, facing;
        Vector low_byte, choice_byte, lower_half, store, past_store, one, half, lap, lap_houses;
        Vector multiplier;

        [[gnu::target("avx2"), gnu::always_inline]] Rules(int number, int total_seeds) {
            const KalahRing& ring = kalah_rings[static_cast<std::size_t>(number)];
            zero = _mm256_setzero_si256();
            ones = each(Lanes::ones);
            // Or the compiler multiplies by it with shifts and sums, which take twice the time.
            asm("" : "+x"(ones));
            houses = each(Lanes::house_ones);
            ahead = each(ring.ahead);
            across = each(ring.across);
            around = each(ring.around);
            opposite = each(ring.opposite);
            ends = each(ring.ends);
            ends_around = each(ring.ends_around);
            // Shuffles number the lanes of two games.
            low_byte = _mm256_set_epi64x(0x0808080808080808, 0, 0x0808080808080808, 0);
            choice_byte = _mm256_add_epi8(low_byte, each(4 * Lanes::ones));
            lower_half = _mm256_add_epi8(low_byte, each(0x0303030380808080));
            facing = _mm256_add_epi8(low_byte, each(ring.facing));
            store = each(top * Lanes::ones);
            past_store = each((top + 1) * Lanes::ones);
            one = each(1);
            half = each((0xffffff00u | static_cast<std::uint64_t>(total_seeds / 2)) * 0x100000001u);
            lap = each(static_cast<std::uint64_t>(2 * number + 1) * Lanes::ones);
            lap_houses = each(ring.lap);
            multiplier = each(LaneRandom::multiplier);
        }

        // A random move in each game. Where the game is over, only the sides change places.
        [[gnu::target("avx2"), gnu::always_inline]] void play(Quad& games) const {
            Sowing sowing = choose(games);
            if (!is_zero(too_many(sowing))) [[unlikely]]
                sow_laps(games, sowing);
            move(games, sowing);
        }

        [[gnu::target("avx2"), gnu::always_inline]] Sowing choose(Quad& games) const {
            const Vector is_over = _mm256_cmpeq_epi64(games.opponent, zero);
            const Vector movable = _mm256_andnot_si256(is_over, games.own);
            const Vector filled = _mm256_min_epu8(games.own, ones);
            const Vector in_half = _mm256_mullo_epi32(filled, ones);
            const Vector before = _mm256_add_epi8(_mm256_sub_epi8(in_half, filled),
                                                  _mm256_shuffle_epi8(in_half, lower_half));
            const Vector choice = below(_mm256_sad_epu8(filled, zero), games.random);
            return {.seeds = _mm256_and_si256(movable, _mm256_cmpeq_epi8(before, choice)),
                    .beyond = _mm256_cmpgt_epi8(before, choice)};
        }

        // As LaneRandom does, then in all lanes: the upper half of a product is the number.
        [[gnu::target("avx2"), gnu::always_inline]] Vector below(Vector bound,
                                                                 Vector& random) const {
            random = _mm256_add_epi64(_mm256_mul_epu32(random, multiplier),
                                      _mm256_srli_epi64(random, 32));
            return _mm256_shuffle_epi8(_mm256_mul_epu32(random, bound), choice_byte);
        }

        // Not zero if a house holds more than a lap. A lap itself ends where it began.
        [[gnu::target("avx2"), gnu::always_inline]] Vector too_many(const Sowing& sowing) const {
            return _mm256_subs_epu8(sowing.seeds, lap);
        }

        // Whole laps, as long as there are too many seeds.
        [[gnu::target("avx2")]] void sow_laps(Quad& games, Sowing& sowing) const {
            for (;;) {
                const Vector fits = _mm256_cmpeq_epi8(too_many(sowing), zero);
                const Vector lifted = _mm256_andnot_si256(fits, lap);
                if (is_zero(lifted)) return;
                const Vector stays = _mm256_cmpeq_epi64(lifted, zero);
                const Vector sown = _mm256_andnot_si256(stays, lap_houses);
                sowing.seeds = _mm256_sub_epi8(sowing.seeds, lifted);
                games.own = _mm256_add_epi8(_mm256_sub_epi8(games.own, lifted), sown);
                games.opponent = _mm256_add_epi8(games.opponent, sown);
                games.stores = _mm256_add_epi8(games.stores, _mm256_andnot_si256(stays, one));
            }
        }

        // Sows, captures if the last seed lies alone in an own house and faces others, and passes the
        // turn. A lane of ones is -1: subtracting it adds a seed.
        [[gnu::target("avx2"), gnu::always_inline]] void move(Quad& games,
                                                              const Sowing& sowing) const {
            const Vector up_to_origin = _mm256_andnot_si256(sowing.beyond, houses);
            const Vector past = _mm256_shuffle_epi8(
                _mm256_sad_epu8(_mm256_add_epi8(sowing.seeds, up_to_origin), zero), low_byte);
            const Vector lifted = _mm256_sub_epi8(games.own, sowing.seeds);
            const Vector last = _mm256_or_si256(_mm256_cmpeq_epi8(past, ends),
                                                _mm256_cmpeq_epi8(past, ends_around));
            // An empty row has nothing to sow: there, no lane is equal to what it is compared with.
            const Vector nothing = _mm256_cmpeq_epi64(games.own, zero);
            const Vector alone = _mm256_and_si256(last, _mm256_cmpeq_epi8(lifted, nothing));
            const Vector faced = _mm256_shuffle_epi8(games.opponent, facing);
            const Vector faced_grows = _mm256_cmpgt_epi8(past, opposite);
            const Vector takes = _mm256_andnot_si256(
                _mm256_andnot_si256(faced_grows, _mm256_cmpeq_epi8(faced, zero)), alone);
            const Vector sown =
                _mm256_or_si256(_mm256_and_si256(_mm256_cmpgt_epi8(past, ahead), sowing.beyond),
                                _mm256_cmpgt_epi8(past, around));
            const Vector own = _mm256_andnot_si256(takes, _mm256_sub_epi8(lifted, sown));
            const Vector opponent = _mm256_andnot_si256(
                _mm256_shuffle_epi8(alone, facing),
                _mm256_sub_epi8(games.opponent, _mm256_cmpgt_epi8(past, across)));
            const Vector prey = _mm256_sub_epi8(_mm256_add_epi8(faced, ones), faced_grows);
            const Vector taken = _mm256_sad_epu8(_mm256_and_si256(prey, takes), zero);
            const Vector stored = _mm256_and_si256(_mm256_cmpgt_epi8(past, store), one);
            const Vector stores = _mm256_add_epi8(_mm256_add_epi8(games.stores, taken), stored);
            const Vector again = _mm256_cmpeq_epi8(past, past_store);
            games.own = _mm256_blendv_epi8(opponent, own, again);
            games.opponent = _mm256_blendv_epi8(own, opponent, again);
            games.stores = _mm256_blendv_epi8(_mm256_shuffle_epi32(stores, 0xb1), stores, again);
        }

        // Whether each game has ended, or one store holds more than half of the seeds.
        [[gnu::target("avx2"), gnu::always_inline]] bool are_over(const Quad& games) const {
            const Vector end = _mm256_or_si256(_mm256_cmpeq_epi64(games.own, zero),
                                               _mm256_cmpeq_epi64(games.opponent, zero));
            const Vector majority = _mm256_subs_epu8(games.stores, half);
            return is_zero(_mm256_cmpeq_epi64(_mm256_or_si256(end, majority), zero));
        }
    };
#else
    static constexpr bool is_supported() { return false; }
    void play(int) {}

private:
#endif

    static constexpr std::uint64_t second_side = 1 << 16;  // marks its store

    [[maybe_unused]] int houses_;
    int total_seeds_;
    alignas(32) std::uint64_t own_[width] = {};  // houses of the side to move
    alignas(32) std::uint64_t opponent_[width] = {};
    alignas(32) std::uint64_t stores_[width] = {};  // own and, in the upper half, the opponent's
    alignas(32) std::uint64_t random_[width] = {};
};

}  // namespace ply
