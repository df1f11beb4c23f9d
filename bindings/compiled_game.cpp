// Engines and solvers for games that were compiled in Python.
#include "compiled_game.hpp"

#include <nanobind/stl/vector.h>

#include "../core/check/perft.hpp"
#include "search.hpp"
#include "solve.hpp"

namespace ply {
namespace {

// What engines are given in the place of the position that people handle.
struct CompiledPosition : PositionBase {
    CompiledGame game;
    explicit CompiledPosition(const CompiledGame& position) : game(position) {}
};

struct CompiledAccess {
    static const CompiledGame& position(nb::handle object) {
        CompiledPosition* position = nullptr;
        if (!nb::try_cast(object, position) || !position) throw nb::type_error(other_game);
        return position->game;
    }
    static nb::object line(nb::handle, const std::vector<Move>& moves) {
        nb::list result;
        for (const Move move : moves) result.append(nb::int_(static_cast<int>(move)));
        return nb::tuple(result);
    }
};

template <class Function>
Function* function_at(std::uintptr_t address) {
    return reinterpret_cast<Function*>(address);
}

// The addresses come from games/compiled/forms.py, which has compiled functions of these types.
CompiledCode* new_code(std::size_t num_words, const std::vector<std::uintptr_t>& functions,
                       nb::object explain) {
    using Word = CompiledCode::Word;
    if (num_words > CompiledGame::max_words || functions.size() != 6)
        throw nb::value_error("this is not the code of a compiled game");
    return new CompiledCode{num_words,
                            function_at<Word(const Word*)>(functions[0]),
                            function_at<Word(Word*, Word)>(functions[1]),
                            function_at<Word(const Word*, Move*, Word)>(functions[2]),
                            function_at<Word(const Word*, Word*)>(functions[3]),
                            function_at<Word(const Word*, double*)>(functions[4]),
                            function_at<Word(const Word*, double*)>(functions[5]),
                            std::move(explain)};
}

CompiledGame game_of(const CompiledCode& code, const std::vector<CompiledCode::Word>& words) {
    if (words.size() != code.num_words)
        throw nb::value_error("a compiled position has another number of words");
    return CompiledGame(&code, words);
}

std::unique_ptr<AnySearch> make_compiled_search(const CompiledPosition& position,
                                                const SearchConfig& config) {
    if (config.evaluator == "hashed")
        return make_search_with<CompiledAccess>(config, position.game,
                                                HashedEvaluator{config.seed});
    return make_search_with<CompiledAccess>(config, position.game,
                                            CompiledEvaluator{config.feature_weights});
}

// `explain` raises the error that the plain form of the game raises, or says what is wrong.
void translate_failure(const std::exception_ptr& pointer, void*) {
    try {
        std::rethrow_exception(pointer);
    } catch (const CompiledFailure& failure) {
        try {
            nb::object move = nb::none();
            if (failure.move) move = nb::int_(static_cast<int>(*failure.move));
            failure.code->explain(failure.member, failure.words, move, failure.status);
            PyErr_SetString(PyExc_RuntimeError, failure.what());
        } catch (nb::python_error& error) {
            error.restore();
        }
    }
}

std::vector<Move> legal_moves_of(const CompiledPosition& position) {
    Moves<CompiledGame> moves;
    position.game.legal_moves(moves);
    return {moves.begin(), moves.end()};
}

std::vector<double> features_of(const CompiledPosition& position) {
    std::array<double, CompiledGame::max_features> differences;
    const std::size_t count = position.game.features(differences);
    return {differences.begin(), differences.begin() + static_cast<std::ptrdiff_t>(count)};
}

CompiledPosition played(const CompiledPosition& position, Move move) {
    CompiledPosition child = position;
    child.game.play(move);
    return child;
}

void bind_position(nb::module_& module) {
    nb::class_<CompiledPosition, PositionBase>(module, "CompiledPosition",
                                               "A position of a compiled game, for engines.")
        .def("__init__",
             [](CompiledPosition* self, const CompiledCode& code,
                const std::vector<CompiledCode::Word>& words) {
                 new (self) CompiledPosition(game_of(code, words));
             })
        .def_prop_ro("turn", [](const CompiledPosition& self) { return self.game.turn(); })
        .def_prop_ro("is_over", [](const CompiledPosition& self) { return self.game.is_over(); })
        .def_prop_ro("margin", [](const CompiledPosition& self) { return self.game.margin(); })
        .def_prop_ro("words", [](const CompiledPosition& self) { return self.game.words(); })
        .def_prop_ro("legal_moves", &legal_moves_of)
        .def("evaluate", [](const CompiledPosition& self) { return self.game.evaluate(); })
        .def("features", &features_of)
        .def("play", &played)
        .def("_perft",
             [](const CompiledPosition& self, int depth) {
                 return run_interruptible([&](const Interrupt& interrupt) {
                     return perft(self.game, depth, interrupt);
                 });
             })
        .def("_search", &make_compiled_search, nb::arg("config"),
             nb::sig("def _search(self, config: SearchConfig) -> Search"))
        .def(
            "_solve",
            [](nb::handle self, const Limits& limits, std::size_t table_mb, nb::object on_progress,
               const StopToken& stop, const SolveSettings& settings, nb::object on_checkpoint,
               nb::object restored) {
                SolveOptions options = settings.options(limits, table_mb);
                options.threads = 1;  // an error in the game must reach the thread that asked
                return solve_for_python<CompiledAccess>(
                    self, options, {on_progress, on_checkpoint, restored}, stop);
            },
            nb::arg("limits"), nb::arg("table_mb"), nb::arg("on_progress").none(), nb::arg("stop"),
            nb::arg("settings"), nb::arg("on_checkpoint").none(), nb::arg("restored").none(),
            nb::sig(solve_signature))
        .def(
            "_solve_moves",
            [](nb::handle self, const Limits& limits, std::size_t table_mb, const StopToken& stop) {
                return solve_moves_for_python<CompiledAccess>(self, {limits, table_mb}, stop);
            },
            nb::arg("limits"), nb::arg("table_mb"), nb::arg("stop"),
            nb::sig("def _solve_moves(self, limits: Limits, table_mb: int, stop: StopToken) -> "
                    "list[tuple[int, int, int]]"));
}

}  // namespace

void bind_compiled_game(nb::module_& module) {
    nb::register_exception_translator(translate_failure);
    nb::class_<CompiledCode>(module, "CompiledCode", "The machine code of a compiled game.")
        .def_static("at", &new_code, nb::rv_policy::reference, nb::arg("num_words"),
                    nb::arg("functions"), nb::arg("explain"),
                    "Take the addresses of the functions that games/compiled makes.");
    module.attr("COMPILED_WORDS") = CompiledGame::max_words;
    bind_position(module);
}

}  // namespace ply
