// The exact solver for Python.
#pragma once

#include <nanobind/nanobind.h>

#include <cstring>
#include <vector>

#include "../core/solve/solver.hpp"
#include "search.hpp"

namespace ply {

inline constexpr const char* solve_signature =
    "def _solve(self, limits: Limits, table_mb: int, on_progress: "
    "typing.Callable[[dict[str, typing.Any]], None] | None, stop: StopToken, settings: "
    "SolveSettings, on_checkpoint: typing.Callable[[bytes], None] | None, restored: "
    "bytes | None) -> dict[str, typing.Any]";

// How to run a solver, besides its limits.
struct SolveSettings {
    int threads = 1;
    std::uint64_t variation = 0;
    std::optional<int> guess = {};
    std::optional<int> goal = {};
    double checkpoint_every = 0;

    SolveOptions options(const Limits& limits, std::size_t table_mb) const {
        SolveOptions options{limits, table_mb};
        options.threads = threads;
        options.variation = variation;
        options.guess = guess;
        options.goal = goal;
        options.checkpoint_every = checkpoint_every;
        return options;
    }
};

// What Python hears while a solver runs, and the entries of an earlier run: all may be None.
struct SolveTalk {
    nb::object on_progress = nb::none();
    nb::object on_checkpoint = nb::none();
    nb::object restored = nb::none();

    std::vector<SavedEntry> entries() const {
        std::vector<SavedEntry> entries;
        if (restored.is_none()) return entries;
        const auto content = nb::cast<nb::bytes>(restored);
        if (content.size() % sizeof(SavedEntry))
            throw nb::value_error("the checkpoint ends within an entry");
        entries.resize(content.size() / sizeof(SavedEntry));
        if (!entries.empty()) std::memcpy(entries.data(), content.c_str(), content.size());
        return entries;
    }
};

template <class Access>
nb::dict solution_to_python(nb::handle root, const Solution& solution) {
    nb::dict result;
    result["lower"] = solution.lower;
    result["upper"] = solution.upper;
    result["line"] = Access::line(root, solution.line);
    result["nodes"] = solution.nodes;
    result["seconds"] = solution.seconds;
    result["goal"] = solution.goal;
    result["share"] = solution.share;
    return result;
}

template <class Access>
nb::dict solve_for_python(nb::handle position, SolveOptions options, const SolveTalk& talk,
                          const StopToken& stop) {
    const auto root = Access::position(position);
    const OnSolution live = [&](const Solution& solution) {
        const GilAcquire gil;
        python::call(talk.on_progress, solution_to_python<Access>(position, solution));
    };
    if (!talk.on_checkpoint.is_none())
        options.on_checkpoint = [&](std::span<const SavedEntry> entries) {
            const GilAcquire gil;
            python::call(talk.on_checkpoint, nb::bytes(entries.data(), entries.size_bytes()));
        };
    const std::vector<SavedEntry> restored = talk.entries();
    options.restored = restored;
    bool interrupted = false;
    const Solution solution = run_stoppable(
        [&](const Interrupt& interrupt) {
            return solve(root, options, interrupt,
                         talk.on_progress.is_none() ? OnSolution() : live);
        },
        interrupted, stop);
    nb::dict result = solution_to_python<Access>(position, solution);
    result["interrupted"] = interrupted;
    return result;
}

// Proven bounds on the margin of every move; equal ones are its exact value.
template <class Access>
nb::list solve_moves_for_python(nb::handle position, const SolveOptions& options,
                                const StopToken& stop) {
    const auto root = Access::position(position);
    const auto values = run_interruptible(
        [&](const Interrupt& interrupt) { return solve_moves(root, options, interrupt); }, stop);
    nb::list result;
    for (const auto& [move, margin] : values)
        result.append(
            nb::make_tuple(Access::line(position, {move})[0], margin.lower, margin.upper));
    return result;
}

// Bounds on the value of each position, from its mover's view, narrowed as far as its goals ask.
// `inquiries`: positions of one game, each with its goals.
template <class Access, class G>
bool solve_each_for_python(const nb::list& inquiries, const SolveOptions& options,
                           const nb::object& on_answer, const StopToken& stop) {
    std::vector<Inquiry<G>> all;
    for (const nb::handle one : inquiries)
        all.push_back({Access::position(one[0]), nb::cast<std::vector<int>>(one[1])});
    const OnAnswer note = [&](std::size_t i, Interval known) {
        const GilAcquire gil;
        python::call(on_answer, nb::int_(i), nb::int_(known.lower), nb::int_(known.upper));
    };
    return run_interruptible(
        [&](const Interrupt& interrupt) { return solve_each<G>(all, options, interrupt, note); },
        stop);
}

template <class F>
void bind_solve(nb::class_<F, PositionBase>& family) {
    family.def(
        "_solve",
        [](nb::handle self, const Limits& limits, std::size_t table_mb, nb::object on_progress,
           const StopToken& stop, const SolveSettings& settings, nb::object on_checkpoint,
           nb::object restored) {
            return family_in<F>(self).visit([&]<class G>(const G&) {
                return solve_for_python<NativeGameAccess<F, G>>(
                    self, settings.options(limits, table_mb),
                    {on_progress, on_checkpoint, restored}, stop);
            });
        },
        nb::arg("limits"), nb::arg("table_mb"), nb::arg("on_progress").none(), nb::arg("stop"),
        nb::arg("settings"), nb::arg("on_checkpoint").none(), nb::arg("restored").none(),
        nb::sig(solve_signature));
    family.def(
        "_solve_moves",
        [](nb::handle self, const Limits& limits, std::size_t table_mb, const StopToken& stop) {
            return family_in<F>(self).visit([&]<class G>(const G&) {
                return solve_moves_for_python<NativeGameAccess<F, G>>(self, {limits, table_mb},
                                                                      stop);
            });
        },
        nb::arg("limits"), nb::arg("table_mb"), nb::arg("stop"),
        nb::sig("def _solve_moves(self, limits: Limits, table_mb: int, stop: StopToken) -> "
                "list[tuple[str, int, int]]"));
    family.def(
        "_solve_each",
        [](nb::handle self, const nb::list& inquiries, const Limits& limits, std::size_t table_mb,
           const nb::object& on_answer, const StopToken& stop) {
            return family_in<F>(self).visit([&]<class G>(const G&) {
                return solve_each_for_python<NativeGameAccess<F, G>, G>(
                    inquiries, {limits, table_mb}, on_answer, stop);
            });
        },
        nb::arg("inquiries"), nb::arg("limits"), nb::arg("table_mb"), nb::arg("on_answer"),
        nb::arg("stop"),
        nb::sig("def _solve_each(self, inquiries: list[tuple[typing.Self, list[int]]], limits: "
                "Limits, table_mb: int, on_answer: typing.Callable[[int, int, int], None], stop: "
                "StopToken) -> bool"));
}

}  // namespace ply
