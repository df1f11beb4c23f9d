// The exact solver for Python.
#pragma once

#include <nanobind/nanobind.h>

#include "../core/solve/solver.hpp"
#include "search.hpp"

namespace ply {

template <class Access>
nb::dict solution_to_python(nb::handle root, const Solution& solution) {
    nb::dict result;
    result["lower"] = solution.lower;
    result["upper"] = solution.upper;
    result["line"] = Access::line(root, solution.line);
    result["nodes"] = solution.nodes;
    result["seconds"] = solution.seconds;
    return result;
}

template <class Access>
nb::dict solve_for_python(nb::handle position, const SolveOptions& options, nb::object on_progress,
                          const StopToken& stop) {
    const auto root = Access::position(position);
    const OnSolution live = [&](const Solution& solution) {
        const GilAcquire gil;
        python::call(on_progress, solution_to_python<Access>(position, solution));
    };
    bool interrupted = false;
    const Solution solution = run_stoppable(
        [&](const Interrupt& interrupt) {
            return solve(root, options, interrupt, on_progress.is_none() ? OnSolution() : live);
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

template <class F>
void bind_solve(nb::class_<F, PositionBase>& family) {
    family.def(
        "_solve",
        [](nb::handle self, const Limits& limits, std::size_t table_mb, nb::object on_progress,
           const StopToken& stop) {
            return family_in<F>(self).visit([&]<class G>(const G&) {
                return solve_for_python<NativeGameAccess<F, G>>(self, {limits, table_mb},
                                                                on_progress, stop);
            });
        },
        nb::arg("limits"), nb::arg("table_mb"), nb::arg("on_progress").none(), nb::arg("stop"),
        nb::sig("def _solve(self, limits: Limits, table_mb: int, on_progress: "
                "typing.Callable[[dict[str, typing.Any]], None] | None, stop: StopToken) -> "
                "dict[str, typing.Any]"));
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
}

}  // namespace ply
