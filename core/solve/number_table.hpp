// Proof numbers of positions that are not decided yet: see proof_numbers.hpp.
//
//     one bucket = one cache line = four entries of two words: key ^ numbers, numbers
//
// The entry with the least numbers, which are the cheapest to find again, makes room for a new one.
// Threads share the table as they share the solver's (table.hpp).
#pragma once

#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "../game.hpp"
#include "../pages.hpp"

namespace ply {

struct ProofNumbers {
    std::uint32_t win;
    std::uint32_t refute;

    // Seen from the other side: what wins for one refutes the other.
    constexpr ProofNumbers swapped() const { return {refute, win}; }
};
static_assert(sizeof(ProofNumbers) == sizeof(std::uint64_t));

class NumberTable {
public:
    // It begins small, so that small problems do not pay for a large memory, and grows up to its size
    // at once if it is `whole`.
    NumberTable(std::size_t megabytes, bool whole)
        : most_((megabytes << 20) / sizeof(Bucket) + 1),
          count_(whole ? most_ : std::min(first_count, most_)),
          buckets_(count_) {}

    std::optional<ProofNumbers> find(std::uint64_t key) {
        for (Slot& slot : bucket(key)) {
            const std::uint64_t numbers = load(slot.numbers);
            if ((load(slot.mark) ^ numbers) == key && numbers)
                return std::bit_cast<ProofNumbers>(numbers);
        }
        return {};
    }

    void store(std::uint64_t key, ProofNumbers numbers) {
        if (count_ < most_ && stored_++ > 2 * count_) grow();
        put(key, std::bit_cast<std::uint64_t>(numbers));
    }

private:
    struct Slot {
        std::uint64_t mark;
        std::uint64_t numbers;
    };
    using Bucket = std::array<Slot, 4>;
    static_assert(sizeof(Bucket) == 64);

    static constexpr std::size_t first_count = (1u << 20) / sizeof(Bucket);

    static std::uint64_t load(std::uint64_t& word) {
        return std::atomic_ref(word).load(std::memory_order_relaxed);
    }
    static void save(std::uint64_t& word, std::uint64_t value) {
        std::atomic_ref(word).store(value, std::memory_order_relaxed);
    }

    static std::uint64_t sum(std::uint64_t numbers) {
        const auto both = std::bit_cast<ProofNumbers>(numbers);
        return std::uint64_t{both.win} + both.refute;
    }

    Bucket& bucket(std::uint64_t key) {
        return buckets_[high_word(static_cast<Word128>(key) * count_)];
    }

    void put(std::uint64_t key, std::uint64_t numbers) {
        Slot* place = nullptr;
        std::uint64_t least = ~std::uint64_t{0};
        for (Slot& slot : bucket(key)) {
            const std::uint64_t stored = load(slot.numbers);
            const bool same = (load(slot.mark) ^ stored) == key;
            if (const std::uint64_t effort = same ? 0 : sum(stored); !place || effort < least) {
                place = &slot;
                least = effort;
            }
            if (same) break;
        }
        save(place->mark, key ^ numbers);
        save(place->numbers, numbers);
    }

    void grow() {
        Pages<Bucket> old(std::min(16 * count_, most_));
        std::swap(old, buckets_);
        const std::size_t old_count = std::exchange(count_, std::min(16 * count_, most_));
        for (std::size_t i = 0; i < old_count; ++i)
            for (const Slot& slot : old[i])
                if (slot.numbers) put(slot.mark ^ slot.numbers, slot.numbers);
        stored_ = 0;
    }

    std::size_t most_;
    std::size_t count_;
    std::size_t stored_ = 0;
    Pages<Bucket> buckets_;
};

}  // namespace ply
