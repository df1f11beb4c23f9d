// Long native work runs without the GIL and still answers Ctrl-C.
#pragma once

#include <nanobind/nanobind.h>

#include <chrono>

#include "../core/interrupt.hpp"

namespace ply {

// Asks Python for signals. Twenty times a second the working thread itself takes the GIL and lets
// handlers run, so no helper thread is needed; an exception raised by one (KeyboardInterrupt) waits
// in Python's error state and ends the work.
class SignalCheck {
public:
    bool operator()() {
        if (raised_ || Clock::now() < next_) return raised_;
        nanobind::gil_scoped_acquire gil;
        raised_ = PyErr_CheckSignals() != 0;
        next_ = Clock::now() + interval;
        return raised_;
    }
    bool raised() const { return raised_; }

private:
    using Clock = std::chrono::steady_clock;
    static constexpr auto interval = std::chrono::milliseconds(50);

    Clock::time_point next_ = Clock::now() + interval;
    bool raised_ = false;
};

namespace detail {

template <class Work>
auto run_without_gil(Work work, SignalCheck& check, const Interrupt& stopped) {
    nanobind::gil_scoped_release no_gil;
    return work(Interrupt([&] { return (stopped && stopped()) || check(); }));
}

}  // namespace detail

// Runs `work(interrupt)` without the GIL; throws what a signal handler raised.
template <class Work>
auto run_interruptible(Work work, const Interrupt& stopped = {}) {
    SignalCheck check;
    auto result = detail::run_without_gil(work, check, stopped);
    if (check.raised()) throw nanobind::python_error();
    return result;
}

// The same for work that has something to show whenever it ends: a signal ends it early and is told,
// not thrown.
template <class Work>
auto run_stoppable(Work work, bool& interrupted, const Interrupt& stopped) {
    SignalCheck check;
    auto result = detail::run_without_gil(work, check, stopped);
    interrupted = check.raised();
    if (interrupted) PyErr_Clear();
    return result;
}

}  // namespace ply
