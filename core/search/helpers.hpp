// The threads that help the one that searches.
#pragma once

#include <cstddef>
#include <vector>

#include "../platform/threads.hpp"

namespace ply {

// Starts up to `count` threads that run `work(1)`, `work(2)` and so on; `work` outlives them and does
// not throw. If the system has no more threads to give, fewer help: the search finds the same, later.
template <class Work>
std::vector<platform::Thread> start_helpers(std::size_t count, Work& work) {
    std::vector<platform::Thread> helpers;
    helpers.reserve(count);
    for (std::size_t i = 1; i <= count; ++i)
        if (!platform::start(helpers, [&work, i] { work(i); })) break;
    return helpers;
}

}  // namespace ply
