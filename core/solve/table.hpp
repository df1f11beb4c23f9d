// The solver's memory: proven intervals and the move that proved them.
//
//     one bucket = one cache line = four entries
//
//     ┌─ check ─┬ lower ┬ upper ┬ move ┬ effort ┬ depth ┐
//     │ 64 bits │  16   │  16   │  16  │   8    │   8   │ × 4
//     └─────────┴───────┴───────┴──────┴────────┴───────┘
//
// The entry that was cheapest to find makes room for a new one.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "../game.hpp"
#include "../pages.hpp"
#include "bounds.hpp"

namespace ply {

struct SolveEntry {
    std::uint64_t check;
    std::int16_t lower;
    std::int16_t upper;
    Move move;
    std::uint8_t effort;  // bits in the number of nodes it took, at least 1; 0: unused
    std::uint8_t depth;   // searched this deep without an answer

    // Margins beyond sixteen bits are kept as weaker bounds, which are still true.
    static constexpr int most = 32'767;
    static constexpr std::int16_t narrow(int margin) {
        return static_cast<std::int16_t>(std::clamp(margin, -most, most));
    }

    Interval interval() const {
        return {lower == -most ? -unbounded_margin : lower,
                upper == most ? unbounded_margin : upper};
    }
};

class SolveTable {
public:
    explicit SolveTable(std::size_t megabytes)
        : most_(std::max<std::size_t>(megabytes, 1) << 20 >> 6),
          count_(std::min(first_count, most_)),
          buckets_(count_) {}

    void prefetch(const SolveKey& key) const { __builtin_prefetch(&bucket(key)); }

    const SolveEntry* find(const SolveKey& key) const {
        for (const SolveEntry& entry : bucket(key))
            if (entry.check == key.check && entry.effort) return &entry;
        return nullptr;
    }

    // `depth`: of a search that ended without an answer, otherwise 0.
    void store(const SolveKey& key, Interval value, Move move, std::uint64_t nodes, int depth) {
        if (stored_++ > 2 * count_ && count_ < most_) grow();
        Bucket& line = bucket(key);
        SolveEntry* place = line.data();
        for (SolveEntry& entry : line) {
            if (entry.check == key.check) {
                place = &entry;
                break;
            }
            if (entry.effort < place->effort) place = &entry;
        }
        *place = {key.check,
                  SolveEntry::narrow(value.lower),
                  SolveEntry::narrow(value.upper),
                  move,
                  static_cast<std::uint8_t>(std::bit_width(nodes)),
                  static_cast<std::uint8_t>(std::min(depth, 255))};
    }

private:
    using Bucket = std::array<SolveEntry, 4>;
    static_assert(sizeof(Bucket) == 64);

    static constexpr std::size_t first_count = (2u << 20) / sizeof(Bucket);

    // Small problems must not pay for touching a large memory, so the table begins small. What it
    // forgets when it grows is little against what a larger one is needed for.
    void grow() {
        count_ = std::min(16 * count_, most_);
        buckets_ = Pages<Bucket>(count_);
        stored_ = 0;
    }

    std::size_t place_of(const SolveKey& key) const {
        return high_word(static_cast<Word128>(key.place) * count_);
    }
    Bucket& bucket(const SolveKey& key) { return buckets_[place_of(key)]; }
    const Bucket& bucket(const SolveKey& key) const { return buckets_[place_of(key)]; }

    std::size_t most_;
    std::size_t count_;
    std::size_t stored_ = 0;
    Pages<Bucket> buckets_;
};

}  // namespace ply
