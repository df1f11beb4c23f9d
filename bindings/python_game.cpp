// Engines and solvers for games written in Python.
#include "python_game.hpp"

#include <unordered_map>

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

// One call of `exact_hash`. A value may be nested deeper than the stack is, or lead back to itself:
// that is a RecursionError, as for Python's own `hash`.
class ExactHash {
public:
    std::uint64_t operator()(nb::handle value) {
        if (uncut([] { return Py_EnterRecursiveCall(" while hashing a position"); }) != 0)
            throw nb::python_error();
        const Leave leave;
        PyObject* object = value.ptr();
        if (PyLong_CheckExact(object)) return of_whole(value);
        if (PyFloat_CheckExact(object))
            return hash_words(std::bit_cast<std::uint64_t>(PyFloat_AsDouble(object)),
                              std::uint64_t{3});
        return PyTuple_CheckExact(object) ? of_tuple(value) : of_object(value);
    }

private:
    struct Leave {
        ~Leave() { Py_LeaveRecursiveCall(); }
    };
    struct Seen {
        nb::object value;
        std::uint64_t hash;
    };

    static std::uint64_t of_whole(nb::handle value) {
        int overflow = 0;
        const long long number = PyLong_AsLongLongAndOverflow(value.ptr(), &overflow);
        return hash_words(overflow ? python_hash(value) : static_cast<std::uint64_t>(number),
                          std::uint64_t{2});
    }

    // Tuples that share their parts would be walked through again and again, in time that doubles
    // with every level. So a value that turns out to be large remembers the tuples that it has seen,
    // and keeps them alive: a field may be made anew whenever it is asked for.
    std::uint64_t of_tuple(nb::handle value) {
        PyObject* object = value.ptr();
        const bool remembers = ++num_tuples_ > many_tuples;
        if (remembers)
            if (const auto seen = seen_.find(object); seen != seen_.end()) return seen->second.hash;
        std::uint64_t sum = 4;
        for (Py_ssize_t i = 0; i < PyTuple_Size(object); ++i)
            sum = hash_words(sum, (*this)(PyTuple_GetItem(object, i)));
        if (remembers) seen_.emplace(object, Seen{nb::borrow(value), sum});
        return sum;
    }

    std::uint64_t of_object(nb::handle value) {
        std::uint64_t sum = python_hash(value);
        const nb::object fields = nb::getattr(value.type(), "__dataclass_fields__", nb::none());
        if (fields.is_none()) return sum;
        for (nb::handle name : value.type().attr("__match_args__"))  // all that __init__ takes
            if (nb::cast<bool>(fields[name].attr("compare")))
                sum = hash_words(sum, (*this)(python::get(value, name)));
        return sum;
    }

    static std::uint64_t python_hash(nb::handle value) {
        return static_cast<std::uint64_t>(python::hash(value));
    }

    static constexpr int many_tuples = 1000;

    int num_tuples_ = 0;
    std::unordered_map<PyObject*, Seen> seen_;
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
    return make_search_with<PythonGameAccess>(config, position, evaluate);
}

}  // namespace

std::uint64_t exact_hash(nb::handle value) { return ExactHash()(value); }

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
