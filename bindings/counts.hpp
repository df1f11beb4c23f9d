// Counting and timing the rules for Python: perft, random games, hashes.
#pragma once

#include <nanobind/nanobind.h>

#include <algorithm>

#include "../core/check/perft.hpp"
#include "../core/search/playout.hpp"
#include "interrupts.hpp"

namespace ply {

namespace nb = nanobind;

// Deeper, the recursion of a game without an end would outgrow the stack.
inline constexpr int max_perft_depth = 1000;

template <class F>
std::uint64_t count_perft(const F& family, int depth) {
    if (depth < 0 || depth > max_perft_depth)
        throw nb::value_error("the depth is not valid; expected 0 to 1000");
    return family.visit([&](const auto& position) {
        return run_interruptible(
            [&](const Interrupt& interrupt) { return perft(position, depth, interrupt); });
    });
}

// Plays in small batches, so that Ctrl-C is answered between them.
template <class F>
PlayoutCounts count_playouts(const F& family, std::uint64_t games, std::uint64_t seed) {
    return family.visit([&](const auto& position) {
        return run_interruptible([&](const Interrupt& interrupt) {
            constexpr std::uint64_t batch = 4096;
            PlayoutCounts total;
            for (std::uint64_t done = 0; done < games && !interrupt(); done += batch)
                total += playouts(position, std::min(batch, games - done), seed + done, interrupt);
            return total;
        });
    });
}

// Hashes a position `times` times, so that the cost can be measured.
template <class F>
std::uint64_t hash_chain(const F& family, std::uint64_t times) {
    return family.visit([&](auto position) {
        return run_interruptible([&](const Interrupt& interrupt) {
            constexpr std::uint64_t batch = 1 << 16;
            std::uint64_t sum = 0;
            for (std::uint64_t i = 0; i < times && (i % batch != 0 || !interrupt()); ++i) {
                sum += position.hash();
                keep(position);
            }
            return sum;
        });
    });
}

template <class Class>
void bind_counts(Class& family) {
    using F = typename Class::Type;
    family.def("_perft", &count_perft<F>, nb::arg("depth"))
        .def("_playouts", &count_playouts<F>, nb::arg("games"), nb::arg("seed"))
        .def("_hash_chain", &hash_chain<F>, nb::arg("times"));
}

}  // namespace ply
