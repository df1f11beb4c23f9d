// The memory of a Monte-Carlo tree search: one block, taken once and never outgrown.
//
//     ┌───────────────┬───────────────────────────────────────────────────────┐
//     │ buckets       │ edge 0, edge 1, … →         free        ← … node 1, 0 │
//     │ (hash → node) │ (the edges of a node side by side)                    │
//     └───────────────┴───────────────────────────────────────────────────────┘
//
// A node is a position, an edge one of its moves. Positions reached in several ways are one node,
// so nodes hold what is known of the position and edges how often they were taken. No position is
// stored: every simulation replays its moves from the root.
//
// While several threads search, whoever reads or writes it holds the tree's one lock, for a whole
// batch of simulations at a time: a lock for each node is taken a hundred times more often, and the
// top of the tree then moves from one processor's cache to the other's with every simulation.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <mutex>

#include "../pages.hpp"
#include "../platform/threads.hpp"
#include "mcts_options.hpp"

namespace ply {

using NodeId = std::uint32_t;
inline constexpr NodeId no_node = ~NodeId{0};

// Proven results are scores; all fit into 16 bits.
using Result = std::int16_t;
inline constexpr Result unproven = INT16_MIN;

struct Edge {
    NodeId child = no_node;  // known from the second visit on
    float value = 0;         // for the mover; that of the child when this edge was last taken
    float doubt = 0;         // how much more its value may be worth: see mcts_select.hpp
    std::uint32_t visits = 0;
    Move move = 0;
    Result result = unproven;   // for the mover
    std::uint16_t pending = 0;  // simulations under way
    std::uint16_t prior = 0;    // in 1/65535

    bool is_lost() const { return result < -proven && result != unproven; }
};

// A cache line: going down the tree is waiting for nodes.
struct alignas(64) Node {
    // The mean value is sum / weight: the node's own rollouts and every edge's value times its
    // visits. Edges proven to lose do not count: nobody would take them.
    double sum = 0;
    std::uint32_t weight = 0;
    std::uint32_t visits = 0;
    std::uint32_t edges = 0;           // index of the first
    float factor = 0;                  // of its edges' doubts: see mcts_select.hpp
    Result result = unproven;          // for the mover
    std::uint16_t num_edges = 0;       // 0: not expanded
    std::uint16_t num_tried : 15 = 0;  // the first edges; the others were never visited
    std::uint16_t has_draw : 1 = 0;    // some edge is a proven draw: the mover cannot do worse
    Side turn = Side::first;

    // What follows is only needed for finding and moving nodes.
    NodeId next = no_node;  // in the same bucket
    std::uint64_t hash = 0;
    NodeId queued = no_node;   // while walking the tree
    std::uint32_t origin = 0;  // while walking or moving it

    bool is_proven() const { return result != unproven; }
    double mean() const {
        if (is_proven()) return value_of_result(result);
        const double mean = weight > 0 ? sum / weight : 0.5;
        return has_draw ? std::max(mean, 0.5) : mean;
    }
};

static_assert(sizeof(Edge) == 24 && sizeof(Node) == 64);

// The lock of a tree, held for microseconds.
class SpinLock {
public:
    void lock() {
        // Only read while another holds it: each write takes its memory away from that one.
        for (int spins = 0; held_.exchange(true, std::memory_order_acquire);)
            while (held_.load(std::memory_order_relaxed))
                if (++spins % 256 == 0) platform::yield();
    }
    void unlock() { held_.store(false, std::memory_order_release); }

private:
    alignas(64) std::atomic<bool> held_{false};
};

class MctsTree {
public:
    explicit MctsTree(std::size_t memory_mb)
        : bytes_(std::max<std::size_t>(1, memory_mb) << 20),
          num_buckets_(std::bit_floor(bytes_ / 128)),
          memory_(bytes_),
          buckets_(reinterpret_cast<NodeId*>(&memory_[0])),
          edges_(reinterpret_cast<Edge*>(buckets_ + num_buckets_)),
          nodes_end_(reinterpret_cast<Node*>(&memory_[0] + bytes_ / sizeof(Node) * sizeof(Node))) {
        clear();
    }

    void clear() {
        num_nodes_ = num_edges_ = 0;
        full_.store(false, std::memory_order_relaxed);
        forget_buckets();
    }

    Node& node(NodeId id) { return *(nodes_end_ - 1 - id); }
    const Node& node(NodeId id) const { return *(nodes_end_ - 1 - id); }
    Edge* edges(const Node& node) { return edges_ + node.edges; }
    const Edge* edges(const Node& node) const { return edges_ + node.edges; }

    void prefetch(std::uint64_t hash) const {
        __builtin_prefetch(&buckets_[hash & (num_buckets_ - 1)]);
    }

    // The first few.
    void prefetch_edges(const Node& node) const {
        const auto* first = reinterpret_cast<const std::byte*>(edges(node));
        for (int line = 0; line < 3; ++line) __builtin_prefetch(first + 64 * line);
    }

    NodeId find(std::uint64_t hash, Side turn) {
        NodeId id = buckets_[hash & (num_buckets_ - 1)];
        while (id != no_node && !(node(id).hash == hash && node(id).turn == turn))
            id = node(id).next;
        return id;
    }

    // A new node; none when there is no room.
    NodeId add(const Node& fresh) {
        if (!has_room(1, 0)) return no_node;
        const NodeId id = num_nodes_++;
        node(id) = fresh;
        link(id);
        return id;
    }

    // Room for a node's edges; false when there is none.
    bool expand(Node& node, std::size_t count) {
        if (!has_room(0, count)) return false;
        node.edges = num_edges_;
        node.num_edges = static_cast<std::uint16_t>(count);
        node.num_tried = 0;
        num_edges_ += static_cast<std::uint32_t>(count);
        std::fill_n(edges(node), count, Edge{});
        return true;
    }

    void share(bool shared) { shared_ = shared; }
    std::unique_lock<SpinLock> guard() {
        return shared_ ? std::unique_lock(lock_) : std::unique_lock<SpinLock>();
    }
    // Does work that takes long with the lock, which the caller holds, given away.
    template <class Work>
    void unguarded(const Work& work) {
        if (!shared_) return work();
        lock_.unlock();
        const struct Relock {
            SpinLock& lock;
            ~Relock() { lock.lock(); }
        } relock{lock_};
        work();
    }

    // Whether something found no room since the last clearing or recycling.
    bool is_full() const { return full_.load(std::memory_order_relaxed); }
    std::size_t num_nodes() const { return num_nodes_; }  // not while others search
    std::size_t capacity() const { return bytes_; }
    std::size_t used() const { return used_by(num_nodes_, num_edges_); }

protected:
    static constexpr std::size_t bytes_of(std::size_t nodes, std::size_t edges) {
        return nodes * sizeof(Node) + edges * sizeof(Edge);
    }
    std::size_t used_by(std::size_t nodes, std::size_t edges) const {
        return num_buckets_ * sizeof(NodeId) + bytes_of(nodes, edges);
    }

    // Puts a node into its bucket.
    void link(NodeId id) {
        NodeId& bucket = buckets_[node(id).hash & (num_buckets_ - 1)];
        node(id).next = bucket;
        bucket = id;
    }
    void forget_buckets() { std::fill_n(buckets_, num_buckets_, no_node); }

    // After the tree was made smaller.
    void shrink(std::size_t nodes, std::size_t edges) {
        num_nodes_ = static_cast<std::uint32_t>(nodes);
        num_edges_ = static_cast<std::uint32_t>(edges);
        full_.store(false, std::memory_order_relaxed);
    }
    std::size_t num_edges() const { return num_edges_; }
    Edge* first_edge() { return edges_; }

private:
    bool has_room(std::size_t nodes, std::size_t edges) {
        const auto* edges_end = reinterpret_cast<const std::byte*>(edges_ + num_edges_ + edges);
        const auto* nodes_begin =
            reinterpret_cast<const std::byte*>(nodes_end_ - num_nodes_ - nodes);
        const bool fits = edges_end <= nodes_begin;
        if (!fits) full_.store(true, std::memory_order_relaxed);
        return fits;
    }

    std::size_t bytes_;
    std::size_t num_buckets_;
    Pages<std::byte> memory_;
    NodeId* buckets_;
    Edge* edges_;
    Node* nodes_end_;
    std::uint32_t num_nodes_ = 0;
    std::uint32_t num_edges_ = 0;
    std::atomic<bool> full_{false};
    bool shared_ = false;
    SpinLock lock_;
};

}  // namespace ply
