// The native module: sides, the base of all positions, and one part per game.
#include <nanobind/nanobind.h>

#include "position.hpp"

namespace ply {

void bind_net_class(nb::module_& module);
void bind_value_net_class(nb::module_& module);
void bind_search(nb::module_& module);
void bind_python_game(nb::module_& module);
void bind_compiled_game(nb::module_& module);
void bind_connect_four(nb::module_& module);
void bind_kalah(nb::module_& module);
void bind_kalah_table(nb::module_& module);
void bind_squatter(nb::module_& module);
void bind_watch_your_back(nb::module_& module);

// The two members are looked up once: a Python enum's own conversion costs as much as a whole move.
nb::object python_side(Side side) {
    static auto* sides =
        new std::array<nb::object, 2>{nb::cast(Side::first), nb::cast(Side::second)};
    return (*sides)[index(side)];
}

// Why a move is illegal is explained in Python, next to the rules' other texts.
void throw_illegal_move(nb::handle position, nb::handle move) {
    nb::object error = nb::module_::import_("plyground.errors").attr("IllegalMove");
    const nb::object reason = python::call_method<"_why_illegal">(position, move);
    PyErr_SetObject(error.ptr(), reason.ptr());
    throw nb::python_error();
}

}  // namespace ply

NB_MODULE(_core, module) {
    using namespace ply;
    module.doc() = "The native core of plyground: rules as packed words.";

    nb::enum_<Side>(module, "Side", nb::is_arithmetic(), "The two players of a game.")
        .value("FIRST", Side::first, "The player who makes the first move.")
        .value("SECOND", Side::second, "The other player.")
        .def_prop_ro("other", [](Side side) { return other(side); }, "The opponent.");

    nb::class_<PositionBase>(module, "PositionBase", "The base of every position.")
        .def(nb::init<>());

    nb::class_<PlayoutCounts>(module, "PlayoutCounts", "What random games came to.")
        .def_ro("moves", &PlayoutCounts::moves)
        .def_ro("first_wins", &PlayoutCounts::first_wins)
        .def_ro("draws", &PlayoutCounts::draws)
        .def_ro("second_wins", &PlayoutCounts::second_wins);

    bind_running(module);
    bind_net_class(module);
    bind_value_net_class(module);
    bind_search(module);
    bind_python_game(module);
    bind_compiled_game(module);
    bind_connect_four(module);
    bind_kalah(module);
    bind_kalah_table(module);
    bind_squatter(module);
    bind_watch_your_back(module);
}
