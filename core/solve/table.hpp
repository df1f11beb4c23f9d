// The solver's memory: proven intervals and the move that proved them.
//
//     one bucket = one cache line = four entries of two words
//
//     ┌─ check ^ data ─┬─ data: lower ┬ upper ┬ move ┬ effort ┬ depth ┐
//     │    64 bits     │       16     │  16   │  16  │   8    │   8   │ × 4
//     └────────────────┴──────────────┴───────┴──────┴────────┴───────┘
//
// The entry that was cheapest to find makes room for a new one. Threads share the table without
// locks: an entry whose words come from two writers fails its check and is not found.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "../game.hpp"
#include "../pages.hpp"
#include "bounds.hpp"

namespace ply {

struct SolveEntry {
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
static_assert(sizeof(SolveEntry) == sizeof(std::uint64_t));

// An entry outside the table, for a checkpoint: the two words, and the bucket that holds them.
struct SavedEntry {
    std::uint64_t bucket;
    std::uint64_t mark;
    std::uint64_t data;
};

class SolveTable {
public:
    // `whole`: has its full size at once, as threads that share it and checkpoints need it.
    SolveTable(std::size_t megabytes, bool whole)
        : most_(std::max<std::size_t>(megabytes, 1) << 20 >> 6),
          count_(whole ? most_ : std::min(first_count, most_)),
          buckets_(count_) {}

    void prefetch(const SolveKey& key) const { __builtin_prefetch(&buckets_[place_of(key)]); }

    std::optional<SolveEntry> find(const SolveKey& key) {
        for (Slot& slot : buckets_[place_of(key)]) {
            const std::uint64_t data = load(slot.data);
            if ((load(slot.mark) ^ data) == key.check && data)
                return std::bit_cast<SolveEntry>(data);
        }
        return {};
    }

    // `depth`: of a search that ended without an answer, otherwise 0.
    void store(const SolveKey& key, Interval value, Move move, std::uint64_t nodes, int depth) {
        if (count_ < most_ && stored_++ > 2 * count_) grow();
        const std::uint64_t data = std::bit_cast<std::uint64_t>(
            SolveEntry{SolveEntry::narrow(value.lower), SolveEntry::narrow(value.upper), move,
                       static_cast<std::uint8_t>(std::bit_width(nodes)),
                       static_cast<std::uint8_t>(std::min(depth, 255))});
        Slot& slot = place_for(key);
        save(slot.mark, key.check ^ data);
        save(slot.data, data);
    }

    // What took at least 2^(`effort` - 1) nodes to find, and more where that would be more than a
    // sixteenth of the table: it has to fit into memory beside it. Threads may go on meanwhile.
    std::vector<SavedEntry> saved(int effort) {
        std::array<std::size_t, 256> number{};
        each([&](std::size_t, std::uint64_t, SolveEntry entry) { ++number[entry.effort]; });
        const std::size_t most = std::max(count_ * bucket_slots / 16, few_saved);
        std::size_t room = 0;
        int least = 256;
        while (least > effort && room + number[static_cast<std::size_t>(least - 1)] <= most)
            room += number[static_cast<std::size_t>(--least)];
        std::vector<SavedEntry> entries;
        entries.reserve(room);
        each([&](std::size_t bucket, std::uint64_t mark, SolveEntry entry) {
            if (entry.effort >= least)
                entries.push_back({bucket, mark, std::bit_cast<std::uint64_t>(entry)});
        });
        return entries;
    }

    // Of a whole table of the same size: `saved` entries come back to their places.
    void restore(std::span<const SavedEntry> entries) {
        for (const SavedEntry& entry : entries) {
            if (entry.bucket >= count_) continue;
            for (Slot& slot : buckets_[entry.bucket])
                if (slot.data == 0) {
                    slot = {entry.mark, entry.data};
                    break;
                }
        }
    }

private:
    struct Slot {
        std::uint64_t mark;
        std::uint64_t data;
    };
    static constexpr std::size_t bucket_slots = 4;
    using Bucket = std::array<Slot, bucket_slots>;
    static_assert(sizeof(Bucket) == 64);

    static constexpr std::size_t few_saved = 1u << 20;

    static constexpr std::size_t first_count = (2u << 20) / sizeof(Bucket);

    static std::uint64_t load(std::uint64_t& word) {
        return std::atomic_ref(word).load(std::memory_order_relaxed);
    }
    static void save(std::uint64_t& word, std::uint64_t value) {
        std::atomic_ref(word).store(value, std::memory_order_relaxed);
    }

    template <class Visit>
    void each(const Visit& visit) {
        for (std::size_t i = 0; i < count_; ++i)
            for (Slot& slot : buckets_[i])
                if (const std::uint64_t data = load(slot.data))
                    visit(i, load(slot.mark), std::bit_cast<SolveEntry>(data));
    }

    // The position's own slot, or the one that was cheapest to fill.
    Slot& place_for(const SolveKey& key) {
        Bucket& line = buckets_[place_of(key)];
        Slot* place = line.data();
        int least = 256;
        for (Slot& slot : line) {
            const std::uint64_t data = load(slot.data);
            if ((load(slot.mark) ^ data) == key.check) return slot;
            const int effort = std::bit_cast<SolveEntry>(data).effort;
            if (effort < least) {
                place = &slot;
                least = effort;
            }
        }
        return *place;
    }

    // Small problems must not pay for touching a large memory, so the table begins small. What it
    // forgets when it grows is little against what a larger one is needed for.
    void grow() {
        count_ = std::min(16 * count_, most_);
        buckets_ = Pages<Bucket>(count_);
        stored_ = 0;
    }

    std::size_t place_of(const SolveKey& key) const { return high_product(key.place, count_); }

    std::size_t most_;
    std::size_t count_;
    std::size_t stored_ = 0;
    Pages<Bucket> buckets_;
};

}  // namespace ply
