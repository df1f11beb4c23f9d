// Which moves some thread is searching right now, so that others do something else first.
//
// Threads that share a table help each other most when they are not in the same subtree at the same
// time. Before a later move of a node is searched, its place here is looked at: if another thread is
// at it, the move waits until the rest is done, and its value is then usually in the table. A wrong
// answer (two moves that share a place, a lost write) costs a little time and nothing else.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>

#include "../game.hpp"
#include "../hash.hpp"

namespace ply {

class BusyMoves {
public:
    bool contains(std::uint64_t hash, Move move) const {
        const std::uint64_t key = key_of(hash, move);
        for (const auto& slot : bucket(key))
            if (slot.load(std::memory_order_relaxed) == key) return true;
        return false;
    }

    void add(std::uint64_t hash, Move move) {
        const std::uint64_t key = key_of(hash, move);
        for (auto& slot : bucket(key)) {
            if (slot.load(std::memory_order_relaxed) != 0) continue;
            slot.store(key, std::memory_order_relaxed);
            return;
        }
    }

    void remove(std::uint64_t hash, Move move) {
        const std::uint64_t key = key_of(hash, move);
        for (auto& slot : bucket(key))
            if (slot.load(std::memory_order_relaxed) == key)
                slot.store(0, std::memory_order_relaxed);
    }

private:
    using Bucket = std::array<std::atomic<std::uint64_t>, 4>;
    static constexpr std::size_t num_buckets = 1 << 12;

    static std::uint64_t key_of(std::uint64_t hash, Move move) {
        return hash_words(hash, std::uint64_t{move}) | 1;
    }
    Bucket& bucket(std::uint64_t key) { return (*buckets_)[key >> 32 & (num_buckets - 1)]; }
    const Bucket& bucket(std::uint64_t key) const {
        return (*buckets_)[key >> 32 & (num_buckets - 1)];
    }

    std::unique_ptr<std::array<Bucket, num_buckets>> buckets_ =
        std::make_unique<std::array<Bucket, num_buckets>>();
};

}  // namespace ply
