// Native work that runs without Python's lock: counted, so that Python can end while threads search.
#pragma once

#include <atomic>

#include "gil.hpp"

namespace ply {

// One piece of work, from before it gives the lock away until it has it back. Work that a thread
// begins when another one is ending Python never starts: the thread sleeps until the process is gone.
class Running {
public:
    Running();  // with the lock
    ~Running();
    Running(const Running&) = delete;
    Running& operator=(const Running&) = delete;

    // Whether all work has to stop because another thread is ending Python.
    static bool has_to_end();
};

// Throws RecursionError unless this thread's stack has room for a search of any depth.
void require_stack();

// Has Python stop all native work before it ends.
void bind_running(nb::module_& module);

}  // namespace ply
