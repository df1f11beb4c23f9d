// How long a search may think, and the watch that holds it to that.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <optional>

#include "../interrupt.hpp"
#include "../platform/clock.hpp"
#include "tuning.hpp"

namespace ply {

using Seconds = double;

enum class TimeKind : std::uint8_t { wall, cpu };

// Whatever is absent does not limit; several limits hold together. All deterministic if no time is.
struct Limits {
    std::optional<int> depth;
    std::optional<std::uint64_t> nodes;
    std::optional<Seconds> soft_time;  // begin nothing that will not be finished
    std::optional<Seconds> hard_time;  // stop wherever it is
    TimeKind time_kind = TimeKind::wall;
};

// Seconds since some fixed moment: of the wall clock, or of this process's processor time.
inline Seconds now(TimeKind kind) {
    return kind == TimeKind::cpu ? platform::cpu_seconds() : platform::wall_seconds();
}

// Watches one search. A thread asks `should_stop(nodes)` at every node. The main one then looks at the
// clock and the interrupt now and then: after few nodes while they take long (fresh memory for a large
// table, a game in Python), after many otherwise. Any thread of the search may call `stop()`.
class Watch {
public:
    Watch(const Limits& limits, Interrupt interrupt)
        : limits_(limits), interrupt_(std::move(interrupt)), began_(now(limits.time_kind)) {
        if (interrupt_ && interrupt_()) stop();
    }

    void stop() { stopped_.store(true, std::memory_order_relaxed); }
    bool stopped() const { return stopped_.load(std::memory_order_relaxed); }

    // `nodes`: of the main thread, which owns the interrupt; others ask whether it has `stopped`.
    bool should_stop(std::uint64_t nodes) {
        if (nodes >= next_look_) {
            if (limits_.nodes && nodes >= *limits_.nodes) stop();
            look();
            // At first a pause may come at any node: each one may touch fresh memory.
            next_look_ = nodes + std::min(stride_, tuning::first_look_interval + nodes / 16);
            if (limits_.nodes) next_look_ = std::min(next_look_, *limits_.nodes);
        }
        return stopped();
    }

    // Looks at the clock and the interrupt now.
    void look() {
        const Seconds time = elapsed();
        if (limits_.hard_time && time >= *limits_.hard_time) stop();
        if (interrupt_ && interrupt_()) stop();
        if (time - seen_ > 2 * tuning::look_period)
            stride_ = std::max<std::uint64_t>(stride_ / 2, 1);
        else if (time - seen_ < tuning::look_period / 2)
            stride_ = std::min(2 * stride_, tuning::look_interval);
        seen_ = time;
    }

    Seconds elapsed() const { return now(limits_.time_kind) - began_; }
    const Limits& limits() const { return limits_; }

private:
    Limits limits_;
    Interrupt interrupt_;
    Seconds began_;
    Seconds seen_ = 0;  // when it last looked
    std::uint64_t next_look_ = 0;
    std::uint64_t stride_ = tuning::first_look_interval;  // nodes between two looks
    std::atomic<bool> stopped_{false};
};

}  // namespace ply
