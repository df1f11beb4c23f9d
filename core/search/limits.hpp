// How long a search may think, and the watch that holds it to that.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <ctime>
#include <optional>

#include "../interrupt.hpp"
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
    if (kind == TimeKind::cpu) {
        timespec time;
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
        return static_cast<Seconds>(time.tv_sec) + 1e-9 * static_cast<Seconds>(time.tv_nsec);
    }
    const auto since = std::chrono::steady_clock::now().time_since_epoch();
    return std::chrono::duration<Seconds>(since).count();
}

// Watches one search. A thread asks `should_stop(nodes)` at every node; the clock and the interrupt
// are only looked at every few thousand of them. Any thread of the search may call `stop()`.
class Watch {
public:
    Watch(const Limits& limits, Interrupt interrupt)
        : limits_(limits), interrupt_(std::move(interrupt)), began_(now(limits.time_kind)) {
        if (interrupt_ && interrupt_()) stop();
    }

    void stop() { stopped_.store(true, std::memory_order_relaxed); }
    bool stopped() const { return stopped_.load(std::memory_order_relaxed); }

    // `nodes`: of the asking thread. Only the thread that owns the interrupt passes `main` as true.
    bool should_stop(std::uint64_t nodes, bool main = true) {
        if (stopped()) return true;
        if (main && limits_.nodes && nodes >= *limits_.nodes) stop();
        if (nodes % tuning::look_interval == 0 && main) look();
        return stopped();
    }

    // Looks at the clock and the interrupt now.
    void look() {
        if (limits_.hard_time && elapsed() >= *limits_.hard_time) stop();
        if (interrupt_ && interrupt_()) stop();
    }

    Seconds elapsed() const { return now(limits_.time_kind) - began_; }
    const Limits& limits() const { return limits_; }

private:
    Limits limits_;
    Interrupt interrupt_;
    Seconds began_;
    std::atomic<bool> stopped_{false};
};

}  // namespace ply
