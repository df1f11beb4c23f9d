// Engines and solvers for games written in Python.
#include "python_game.hpp"

#include "engine.hpp"
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
std::unique_ptr<AnyEngine> make_python_engine(nb::handle position, EngineConfig config) {
    config.search.threads = config.mcts.threads = 1;
    if (config.evaluator == "hashed")
        return make_engine_with<PythonGameAccess, PythonGame>(config, HashedEvaluator{config.seed});
    const PythonEvaluator evaluate(nb::hasattr(position, "evaluate"));
    return make_engine_with<PythonGameAccess, PythonGame>(config, evaluate);
}

}  // namespace

void bind_python_game(nb::module_& module) {
    module.def("python_engine", &make_python_engine, nb::arg("position"), nb::arg("config"),
               nb::sig("def python_engine(position: object, config: EngineConfig) -> Engine"));
    module.def(
        "python_minimax",
        [](nb::handle position, int depth, std::uint64_t seed) {
            return minimax(PythonGame(nb::borrow(position)), depth, HashedEvaluator{seed});
        },
        nb::sig("def python_minimax(position: object, depth: int, seed: int) -> int"));
    module.def(
        "python_solve",
        [](nb::handle position, const Limits& limits, std::size_t table_mb,
           nb::object on_progress) {
            return solve_for_python<PythonGameAccess>(position, {limits, table_mb}, on_progress);
        },
        nb::arg("position"), nb::arg("limits"), nb::arg("table_mb"), nb::arg("on_progress").none(),
        nb::sig("def python_solve(position: object, limits: Limits, table_mb: int, on_progress: "
                "typing.Callable[[dict[str, typing.Any]], None] | None) -> dict[str, typing.Any]"));
    module.def(
        "python_solve_moves",
        [](nb::handle position, const Limits& limits, std::size_t table_mb) {
            return solve_moves_for_python<PythonGameAccess>(position, {limits, table_mb});
        },
        nb::sig("def python_solve_moves(position: object, limits: Limits, table_mb: int) -> "
                "list[tuple[typing.Any, int, int]]"));
}

}  // namespace ply
