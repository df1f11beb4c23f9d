// Long native work runs without the GIL and still answers Ctrl-C.
#pragma once

#include <nanobind/nanobind.h>

#include <chrono>

#include "../core/interrupt.hpp"

namespace ply {

// Runs `work(interrupt)` without the GIL. Twenty times a second the calling thread itself takes the
// GIL and lets Python handle signals, so no helper thread is needed; an exception raised by a
// handler (KeyboardInterrupt) stops the work and is thrown here.
template <class Work>
auto run_interruptible(Work work) {
    using Clock = std::chrono::steady_clock;
    auto next = Clock::now() + std::chrono::milliseconds(50);
    bool raised = false;
    const Interrupt interrupt = [&] {
        if (raised || Clock::now() < next) return raised;
        nanobind::gil_scoped_acquire gil;
        raised = PyErr_CheckSignals() != 0;
        next = Clock::now() + std::chrono::milliseconds(50);
        return raised;
    };
    auto result = [&] {
        nanobind::gil_scoped_release no_gil;
        return work(interrupt);
    }();
    if (raised) throw nanobind::python_error();
    return result;
}

}  // namespace ply
