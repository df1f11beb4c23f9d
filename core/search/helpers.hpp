// The threads that help the one that searches.
#pragma once

#include <cstddef>
#include <system_error>
#include <thread>
#include <vector>

namespace ply {

// Starts up to `count` threads that run `work(1)`, `work(2)` and so on; `work` outlives them and does
// not throw. If the system has no more threads to give, fewer help: the search finds the same, later.
template <class Work>
std::vector<std::jthread> start_helpers(std::size_t count, Work& work) {
    std::vector<std::jthread> helpers;
    helpers.reserve(count);
    try {
        for (std::size_t i = 1; i <= count; ++i) helpers.emplace_back([&work, i] { work(i); });
    } catch (const std::system_error&) {
    }
    return helpers;
}

}  // namespace ply
