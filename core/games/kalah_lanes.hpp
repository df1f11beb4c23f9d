// How a side of Kalah is packed: a lane of bits for each house and for the store.
//
//     one side's word of 8 lanes (8 bits each, up to 7 houses) or 13 (9 bits each, up to 12):
//
//     lane   top   top-1           top-m    below
//          ┌───────┬───────┬───┬─────────┬ ─ ─ ─ ─      house 1 is at the owner's left, farthest from
//          │ store │ house │ … │ house 1 │ always 0     the store; house i faces the other side's
//          └───────┴── m ──┴───┴─────────┴ ─ ─ ─ ─      house m+1-i
//
// The store has the same lane for every size, so masks are constants.
#pragma once

#include <concepts>
#include <cstdint>

#include "../bitboard.hpp"

namespace ply {

struct NarrowKalah {
    using Word = std::uint64_t;
    static constexpr int lane_bits = 8;
    static constexpr int max_houses = 7;
};

// Twelve houses of twelve seeds are 288 seeds: more than eight bits hold.
struct WideKalah {
    using Word = Word128;
    static constexpr int lane_bits = 9;
    static constexpr int max_houses = 12;
};

template <class Layout>
struct KalahLanes {
    using Word = typename Layout::Word;

    static constexpr int bits = Layout::lane_bits;
    static constexpr int top = Layout::max_houses;  // the store's lane
    static constexpr std::uint64_t mask = (std::uint64_t{1} << bits) - 1;

    static constexpr Word at(int i, std::uint64_t seeds) {
        return static_cast<Word>(seeds) << (i * bits);
    }
    static constexpr int lane(Word word, int i) {
        return static_cast<int>(static_cast<std::uint64_t>(word >> (i * bits)) & mask);
    }

    // A one in each lane from `first` up to, but not including, `last`.
    static constexpr Word run(int first, int last) {
        Word word = 0;
        for (int i = first; i < last; ++i) word |= at(i, 1);
        return word;
    }

    static constexpr Word house_lanes = (Word{1} << (top * bits)) - 1;
    static constexpr Word ones = run(0, top + 1);
    static constexpr Word house_ones = run(0, top);
    // The top bit of each lane: answers about lanes are masks of these.
    static constexpr Word tops = ones << (bits - 1);
    static constexpr Word house_tops = house_ones << (bits - 1);

    // The lanes that are not zero.
    static constexpr Word filled(Word word) {
        return (((word & ~tops) + (tops - ones)) | word) & tops;
    }

    // The lane of the n-th filled one, from a mask of top bits.
    static int nth_filled(Word filled, int n) {
        if constexpr (std::same_as<Word, std::uint64_t>) {
            // Gathers the eight top bits into a byte.
            const auto lanes = ((filled >> 7) * 0x0102040810204080u) >> 56;
            return nth_bit_of_byte[lanes][n];
        } else {
            for (; n > 0; --n) filled &= filled - 1;
            return lowest(filled) / bits;
        }
    }

    // Multiplying by a one in each lane adds all lanes up in the top one.
    static constexpr int sum(Word word) { return lane(word * ones, top); }
};

}  // namespace ply
