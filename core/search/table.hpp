// The transposition table: what earlier search knows of a position, found by its hash.
//
//     bucket, 64 bytes, one cache line        entry, 16 bytes
//     ┌───────┬───────┬───────┬───────┐       key  = hash ^ data, so that a torn write by another
//     │ entry │ entry │ entry │ entry │              thread never matches (no locks needed)
//     └───────┴───────┴───────┴───────┘       data = move 16 │ score 16 │ depth 8 │ bound 2 │ age 6
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <optional>

#include "../game.hpp"
#include "../hash.hpp"
#include "../pages.hpp"
#include "report.hpp"
#include "tuning.hpp"

namespace ply {

// What the table holds of a position. `move` is absent where every move failed low at once.
struct Knowledge {
    Score score = 0;
    int depth = 0;
    Bound bound = Bound::none;
    std::optional<Move> move;

    // A proven win or loss stays one at every depth.
    bool is_proven() const {
        return (score > proven && bound == Bound::lower) ||
               (score < -proven && bound == Bound::upper);
    }

    // Whether it settles a search with this window.
    bool decides(Score alpha, Score beta) const {
        switch (bound) {
            case Bound::exact: return true;
            case Bound::lower: return score >= beta;
            case Bound::upper: return score <= alpha;
            default: return false;
        }
    }
};

class Table {
public:
    explicit Table(std::size_t megabytes)
        : num_buckets_(std::max<std::size_t>(1, megabytes) * (std::size_t{1} << 20) /
                       sizeof(Bucket)),
          buckets_(num_buckets_) {}

    // Zeros over what is there: the kernel takes several times as long to give fresh pages.
    void clear() { buckets_.clear(); }

    // Entries of earlier searches stay and are used, but give way first.
    void new_search() { age_ = (age_ + 1) & 63u; }

    void prefetch(std::uint64_t hash) const { __builtin_prefetch(&bucket(hash)); }

    std::optional<Knowledge> probe(std::uint64_t hash) const {
        for (const Entry& entry : bucket(hash)) {
            const std::uint64_t data = entry.data.load(std::memory_order_relaxed);
            const std::uint64_t key = entry.key.load(std::memory_order_relaxed);
            if ((key ^ data) == hash && data != 0) return unpack(data);
        }
        return {};
    }

    void store(std::uint64_t hash, Knowledge known) {
        Entry* chosen = nullptr;
        int lowest_worth = 1 << 20;
        for (Entry& entry : bucket(hash)) {
            const std::uint64_t data = entry.data.load(std::memory_order_relaxed);
            if ((entry.key.load(std::memory_order_relaxed) ^ data) == hash && data != 0) {
                const Knowledge old = unpack(data);
                if (!known.move) known.move = old.move;
                if (known.bound != Bound::exact && age_of(data) == age_ &&
                    old.depth > known.depth + tuning::depth_slack)
                    return;
                chosen = &entry;
                break;
            }
            if (const int worth = worth_of(data); worth < lowest_worth) {
                lowest_worth = worth;
                chosen = &entry;
            }
        }
        const std::uint64_t data = pack(known);
        chosen->data.store(data, std::memory_order_relaxed);
        chosen->key.store(hash ^ data, std::memory_order_relaxed);
    }

    // The part of a sample of entries that the present search has written.
    double fill() const {
        const std::size_t sample = std::min<std::size_t>(num_buckets_, 500);
        std::size_t used = 0;
        for (std::size_t i = 0; i < sample; ++i)
            for (const Entry& entry : buckets_[i]) {
                const std::uint64_t data = entry.data.load(std::memory_order_relaxed);
                used += data != 0 && age_of(data) == age_;
            }
        return static_cast<double>(used) / static_cast<double>(4 * sample);
    }

private:
    struct Entry {
        std::atomic<std::uint64_t> key{0};
        std::atomic<std::uint64_t> data{0};
    };
    using Bucket = std::array<Entry, 4>;
    static_assert(sizeof(Bucket) == 64);

    std::size_t place(std::uint64_t hash) const {
        return static_cast<std::size_t>(high_product(hash, num_buckets_));
    }
    Bucket& bucket(std::uint64_t hash) { return buckets_[place(hash)]; }
    const Bucket& bucket(std::uint64_t hash) const { return buckets_[place(hash)]; }

    static constexpr std::uint64_t no_move = 0xffff;

    std::uint64_t pack(const Knowledge& known) const {
        return (known.move ? *known.move : no_move) |
               static_cast<std::uint64_t>(static_cast<std::uint16_t>(known.score)) << 16 |
               static_cast<std::uint64_t>(static_cast<std::uint8_t>(known.depth)) << 32 |
               static_cast<std::uint64_t>(known.bound) << 40 | std::uint64_t{age_} << 42;
    }
    static Knowledge unpack(std::uint64_t data) {
        Knowledge known;
        if ((data & 0xffff) != no_move) known.move = static_cast<Move>(data & 0xffff);
        known.score = static_cast<std::int16_t>(data >> 16);
        known.depth = static_cast<std::int8_t>(data >> 32);
        known.bound = static_cast<Bound>(data >> 40 & 3);
        return known;
    }
    static unsigned age_of(std::uint64_t data) { return static_cast<unsigned>(data >> 42 & 63); }

    // Deep and recent entries are worth keeping; empty ones nothing.
    int worth_of(std::uint64_t data) const {
        if (data == 0) return -1000;
        const int searches_ago = static_cast<int>((age_ - age_of(data)) & 63u);
        return static_cast<std::int8_t>(data >> 32) - tuning::age_cost * searches_ago;
    }

    std::size_t num_buckets_;
    Pages<Bucket> buckets_;  // fresh pages are zero: empty entries
    unsigned age_ = 0;
};

}  // namespace ply
