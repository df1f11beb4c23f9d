// Engines and solvers for games written in Python.
#include "python_game.hpp"

#include "search.hpp"
#include "solve.hpp"

namespace ply {
namespace {

struct PythonGameAccess {
    static PythonGame position(nb::handle object) { return PythonGame(nb::borrow(object)); }

    static nb::object line(nb::handle root, const std::vector<Move>& moves) {
        PythonGame position(nb::borrow(root));
        nb::list result;
        for (Move move : moves) {
            result.append(position.move_object(move));
            position.play(move);
        }
        return nb::tuple(result);
    }
};

// Python runs one thread at a time, so more of them would only wait for each other.
std::unique_ptr<AnySearch> make_python_search(nb::handle object, SearchConfig config) {
    const PythonGame position(nb::borrow(object));
    config.search.threads = config.mcts.threads = 1;
    if (config.net) {
        const PythonEncoder encode(config.encode, config.net->num_inputs(),
                                   config.net->num_actions());
        return make_net_search<PythonGameAccess>(config, position, encode);
    }
    if (config.evaluator == "hashed")
        return make_search_with<PythonGameAccess>(config, position, HashedEvaluator{config.seed});
    const PythonEvaluator evaluate(nb::hasattr(object, "evaluate"));
    if (config.value_net)
        return make_search_with<PythonGameAccess>(
            config, position, PythonNetEvaluator(evaluate, config.value_net, config.encode));
    if (config.encode)
        return make_search_with<PythonGameAccess>(config, position,
                                                  PythonFunctionEvaluator(config.encode));
    return make_search_with<PythonGameAccess>(config, position, evaluate);
}

}  // namespace

void bind_python_game(nb::module_& module) {
    module.def("exact_hash", &exact_hash, nb::arg("value"),
               "What tells positions of a game in Python apart in a search.");
    module.def("python_search", &make_python_search, nb::arg("position"), nb::arg("config"),
               nb::sig("def python_search(position: object, config: SearchConfig) -> Search"));
    module.def(
        "python_minimax",
        [](nb::handle position, int depth, std::uint64_t seed) {
            return minimax_for_python(PythonGame(nb::borrow(position)), depth, seed);
        },
        nb::sig("def python_minimax(position: object, depth: int, seed: int) -> int"));
    module.def(
        "python_solve",
        [](nb::handle position, const Limits& limits, std::size_t table_mb, nb::object on_progress,
           const StopToken& stop) {
            return solve_for_python<PythonGameAccess>(position, {limits, table_mb}, {on_progress},
                                                      stop);
        },
        nb::arg("position"), nb::arg("limits"), nb::arg("table_mb"), nb::arg("on_progress").none(),
        nb::arg("stop"),
        nb::sig("def python_solve(position: object, limits: Limits, table_mb: int, on_progress: "
                "typing.Callable[[dict[str, typing.Any]], None] | None, stop: StopToken) -> "
                "dict[str, typing.Any]"));
    module.def(
        "python_solve_moves",
        [](nb::handle position, const Limits& limits, std::size_t table_mb, const StopToken& stop) {
            return solve_moves_for_python<PythonGameAccess>(position, {limits, table_mb}, stop);
        },
        nb::arg("position"), nb::arg("limits"), nb::arg("table_mb"), nb::arg("stop"),
        nb::sig("def python_solve_moves(position: object, limits: Limits, table_mb: int, stop: "
                "StopToken) -> "
                "list[tuple[typing.Any, int, int]]"));
}

}  // namespace ply
