// Long native work runs without the GIL and still answers Ctrl-C.
#pragma once

#include <nanobind/nanobind.h>

#include <chrono>
#include <optional>

#include "../core/interrupt.hpp"
#include "gil.hpp"
#include "running.hpp"

namespace ply {

// Asks Python for signals. Twenty times a second the working thread itself takes the GIL and lets
// handlers run, so no helper thread is needed. What a handler raises (KeyboardInterrupt) ends the
// work and is kept aside: a game in Python may still be called until the work has ended.
class SignalCheck {
public:
    bool operator()() {
        if (raised_ || Clock::now() < next_) return raised_.has_value();
        const GilAcquire gil;
        if (uncut([] { return PyErr_CheckSignals(); }) != 0) raised_.emplace();
        next_ = Clock::now() + interval;
        return raised_.has_value();
    }
    std::optional<nanobind::python_error>& raised() { return raised_; }

private:
    using Clock = std::chrono::steady_clock;
    static constexpr auto interval = std::chrono::milliseconds(50);

    Clock::time_point next_ = Clock::now() + interval;
    std::optional<nanobind::python_error> raised_;
};

namespace detail {

template <class Work>
auto run_without_gil(Work work, SignalCheck& check, const Interrupt& stopped) {
    require_stack();
    const Running running;
    const GilRelease no_gil;
    return work(
        Interrupt([&] { return (stopped && stopped()) || Running::has_to_end() || check(); }));
}

}  // namespace detail

// Runs `work(interrupt)` without the GIL; throws what a signal handler raised.
template <class Work>
auto run_interruptible(Work work, const Interrupt& stopped = {}) {
    SignalCheck check;
    auto result = detail::run_without_gil(work, check, stopped);
    if (check.raised()) throw std::move(*check.raised());
    return result;
}

// The same for work that has something to show whenever it ends: Ctrl-C ends it early and is told,
// not thrown.
template <class Work>
auto run_stoppable(Work work, bool& interrupted, const Interrupt& stopped) {
    SignalCheck check;
    auto result = detail::run_without_gil(work, check, stopped);
    interrupted = check.raised().has_value();
    if (interrupted && !check.raised()->matches(PyExc_KeyboardInterrupt))
        throw std::move(*check.raised());
    return result;
}

}  // namespace ply
