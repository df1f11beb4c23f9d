#include "running.hpp"

#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <thread>

#include "../core/platform/process.hpp"

namespace ply {
namespace {

std::atomic<int> count{0};
std::atomic<bool> ends{false};
std::thread::id ending_thread;  // set before `ends`

// What the deepest search takes: 160 plies of a game in Python, each with room for 1,024 moves.
constexpr std::size_t needed_stack = 3u << 20;

// The lowest address of this thread's stack; asking takes long for the main thread, so once.
std::uintptr_t stack_bottom() {
    thread_local const std::uintptr_t bottom = platform::stack_bottom();
    return bottom;
}

// Threads of Python that are still there when it ends never run again, and what their frames hold is
// never released: a leak that ends with the process.
bool other_threads_are_alive() {
    const nb::object alive = nb::module_::import_("threading").attr("active_count")();
    return nb::cast<int>(alive) > 1;
}

void end_all_work() {
    ending_thread = std::this_thread::get_id();
    ends.store(true);
    {
        const GilRelease no_gil;
        const auto patience = std::chrono::steady_clock::now() + std::chrono::seconds(2);
        while (count.load() > 0 && std::chrono::steady_clock::now() < patience)
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    if (other_threads_are_alive()) nb::set_leak_warnings(false);
}

}  // namespace

Running::Running() {
    if (has_to_end()) {
        PyEval_SaveThread();
        sleep_forever();
    }
    count.fetch_add(1);
}

Running::~Running() { count.fetch_sub(1); }

bool Running::has_to_end() {
    return ends.load(std::memory_order_relaxed) && std::this_thread::get_id() != ending_thread;
}

void require_stack() {
    char here = 0;
    const std::uintptr_t room = reinterpret_cast<std::uintptr_t>(&here) - stack_bottom();
    if (room >= needed_stack) return;
    PyErr_Format(PyExc_RecursionError,
                 "this thread has %zu kB of stack left and a search needs %zu kB; nest fewer "
                 "searches, or raise threading.stack_size()",
                 static_cast<std::size_t>(room >> 10), needed_stack >> 10);
    throw nb::python_error();
}

void bind_running(nb::module_& module) {
    // Whatever keeps a module of Python alive past its end (a cache, another extension) also keeps the
    // positions in it, which says nothing about us. Our own tests ask to be told.
    nb::set_leak_warnings(std::getenv("PLYGROUND_LEAKS") != nullptr);
    // A child process has only the thread that made it.
    platform::after_fork([] { count.store(0); });
    nb::module_::import_("atexit").attr("register")(
        nb::cpp_function(&end_all_work, nb::name("_end_all_work"), nb::scope(module)));
}

}  // namespace ply
