// What every native position offers to Python, written once for all games.
//
// A family is one Python class over a game's layouts (narrow and wide words), held in a variant: the
// layout is chosen once per call, never inside an algorithm. In Python a move is its text; texts are
// interned per game, so that listing moves copies pointers.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <map>
#include <string>
#include <variant>
#include <vector>

#include "../core/bitboard.hpp"
#include "../core/game.hpp"
#include "counts.hpp"
#include "effects.hpp"
#include "gil.hpp"

namespace ply {

namespace nb = nanobind;

// The base of every native position.
struct PositionBase {};

// The texts of all moves of one game, in the order of their indices, and the way back.
struct MoveTexts {
    std::vector<nb::object> text;
    nb::dict index;

    explicit MoveTexts(const std::vector<std::string>& texts) {
        for (const std::string& one : texts) {
            text.push_back(nb::steal(PyUnicode_InternFromString(one.c_str())));
            index[text.back()] = nb::int_(text.size() - 1);
        }
    }

    void add_alias(const std::string& alias, std::size_t move) {
        index[nb::str(alias.c_str())] = nb::int_(move);
    }
};

template <class Derived, class... Layouts>
struct Family : PositionBase {
    std::variant<Layouts...> any;
    using FirstLayout = std::variant_alternative_t<0, std::variant<Layouts...>>;

    template <class Visit>
    decltype(auto) visit(Visit&& work) const {
        return std::visit(std::forward<Visit>(work), any);
    }

    std::string cell_name(int cell) const {
        return visit([&](const auto& position) { return name_of_cell(position, cell); });
    }

    // Second spellings of moves; a family that has some hides this.
    void add_aliases(MoveTexts& /*texts*/) const {}

    // Texts are made once per game size (`text_key`) and live as long as the interpreter.
    const MoveTexts& texts() const {
        static auto* cache = new std::map<int, MoveTexts>();
        const auto& self = static_cast<const Derived&>(*this);
        auto found = cache->find(self.text_key());
        if (found == cache->end()) {
            MoveTexts made(visit([](const auto& position) { return move_names(position); }));
            self.add_aliases(made);
            found = cache->emplace(self.text_key(), std::move(made)).first;
        }
        return found->second;
    }
};

[[noreturn]] void throw_illegal_move(nb::handle position, nb::handle move);

// The position in a Python object. A method that takes its `self` as an object has to ask: it may be
// called with anything, and with an object that was never initialised.
template <class F>
const F& family_in(nb::handle object) {
    F* family = nullptr;
    if (!nb::try_cast(object, family) || !family)
        throw nb::type_error("expected an initialised position of this game");
    return *family;
}

// A position of the same Python class as `self`, so that subclasses stay what they are.
template <class F, class G>
nb::object same_class(nb::handle self, const G& position) {
    nb::object result = nb::inst_alloc(self.type());
    auto* family = new (nb::inst_ptr<F>(result)) F();
    family->any = position;
    nb::inst_mark_ready(result);
    return result;
}

template <class F>
Move move_index(nb::handle self, const F& family, nb::handle text) {
    PyObject* found = PyDict_GetItemWithError(family.texts().index.ptr(), text.ptr());
    if (!found) {
        PyErr_Clear();  // an unhashable "move" is just another illegal one
        throw_illegal_move(self, text);
    }
    return static_cast<Move>(PyLong_AsLong(found));
}

template <class F>
nb::object legal_moves(const F& family) {
    return family.visit([&](const auto& position) {
        Moves<std::decay_t<decltype(position)>> moves;
        position.legal_moves(moves);
        const MoveTexts& texts = family.texts();
        nb::object result = nb::steal(PyTuple_New(static_cast<Py_ssize_t>(moves.size())));
        for (std::size_t i = 0; i < moves.size(); ++i)
            PyTuple_SetItem(result.ptr(), static_cast<Py_ssize_t>(i),
                            nb::object(texts.text[moves[i]]).release().ptr());
        return result;
    });
}

template <class F>
nb::object play(nb::handle self, nb::handle text) {
    const F& family = family_in<F>(self);
    const Move move = move_index(self, family, text);
    return family.visit([&](const auto& position) {
        if (!is_legal(position, move)) throw_illegal_move(self, text);
        auto child = position;
        child.play(move);
        return same_class<F>(self, child);
    });
}

template <class F>
nb::object effects_of(nb::handle self, nb::handle text) {
    const F& family = family_in<F>(self);
    const Move move = move_index(self, family, text);
    return family.visit([&](const auto& position) {
        if (!is_legal(position, move)) throw_illegal_move(self, text);
        return python_effects<F>(self, family, position, move);
    });
}

// Forgives what people type: capitals, blanks around it and, where a move names two squares, a
// blank or dash between them.
template <class F>
nb::object parse_move(nb::handle self, nb::str typed) {
    Py_ssize_t size = 0;
    const char* utf8 = PyUnicode_AsUTF8AndSize(typed.ptr(), &size);
    if (!utf8) {
        PyErr_Clear();  // a lone surrogate is no move either
        throw_illegal_move(self, typed);
    }
    std::string text;
    for (char c : std::string(utf8, static_cast<std::size_t>(size)))
        text += (c >= 'A' && c <= 'Z') ? char(c - 'A' + 'a') : c;
    text.erase(0, text.find_first_not_of(" \t"));
    text.erase(text.find_last_not_of(" \t") + 1);
    if (F::two_squares) std::erase_if(text, [](char c) { return c == ' ' || c == '-'; });
    const F& family = family_in<F>(self);
    const nb::str given(text.c_str(), text.size());
    const Move move = move_index(self, family, given);
    if (!family.visit([&](const auto& position) { return is_legal(position, move); }))
        throw_illegal_move(self, given);
    return family.texts().text[move];
}

template <class F>
int margin(const F& family) {
    return family.visit([](const auto& position) {
        if (!position.is_over())
            throw nb::value_error("the game is not over: it has no margin yet");
        return position.margin();
    });
}

template <class F>
int margin_for(const F& family, Side side) {
    const int mover_margin = margin(family);
    return family.visit([](auto& position) { return position.turn(); }) == side ? mover_margin
                                                                                : -mover_margin;
}

template <class F>
nb::object winner(const F& family) {
    return family.visit([](const auto& position) -> nb::object {
        if (!position.is_over() || position.margin() == 0) return nb::none();
        return python_side(position.margin() > 0 ? position.turn() : other(position.turn()));
    });
}

template <class G>
int checked_symmetry(const G& position, int s, int plies) {
    if constexpr (SymmetricGame<G>) {
        if (s >= 0 && s < position.num_symmetries(plies)) return s;
    } else if (s == 0) {
        return s;
    }
    throw nb::index_error("no such symmetry here: expected 0 up to num_symmetries - 1");
}

template <class F>
int num_symmetries(const F& family, int plies) {
    return family.visit([&](const auto& position) {
        if constexpr (SymmetricGame<std::decay_t<decltype(position)>>)
            return position.num_symmetries(plies);
        else
            return 1;
    });
}

template <class F>
nb::object transformed(nb::handle self, int s) {
    return family_in<F>(self).visit([&](const auto& position) {
        checked_symmetry(position, s, 0);
        if constexpr (SymmetricGame<std::decay_t<decltype(position)>>)
            return same_class<F>(self, position.transformed(s));
        else
            return nb::borrow(self);
    });
}

template <class F>
nb::object transformed_move(nb::handle self, nb::handle text, int s) {
    const F& family = family_in<F>(self);
    const Move move = move_index(self, family, text);
    return family.visit([&](const auto& position) -> nb::object {
        checked_symmetry(position, s, 0);
        if constexpr (SymmetricGame<std::decay_t<decltype(position)>>) {
            // The text of a cell off the board has an image that is no move, or none at all.
            const std::vector<nb::object>& texts = family.texts().text;
            const Move image = position.transformed(move, s);
            if (image >= texts.size() || position.transformed(image, position.inverse(s)) != move)
                throw_illegal_move(self, text);
            return texts[image];
        } else {
            return nb::borrow(text);
        }
    });
}

template <class F>
void bind_play(nb::class_<F, PositionBase>& family) {
    family
        .def_prop_ro(
            "turn",
            [](const F& self) { return python_side(self.visit([](auto& p) { return p.turn(); })); },
            nb::sig("def turn(self) -> Side"), "The side to move.")
        .def_prop_ro("legal_moves", &legal_moves<F>,
                     nb::sig("def legal_moves(self) -> tuple[str, ...]"),
                     "Every legal move as its text; empty exactly when the game is over.")
        .def("play", &play<F>, nb::arg("move").none(),
             nb::sig("def play(self, move: str) -> typing.Self"),
             "The position after a move; raises IllegalMove with the reason.")
        .def("effects", &effects_of<F>, nb::arg("move").none(),
             nb::sig("def effects(self, move: str) -> tuple"),  // typed in scripts/stub.pat
             "What a move does, step by step; raises IllegalMove with the reason.")
        .def("parse_move", &parse_move<F>, nb::arg("text"),
             nb::sig("def parse_move(self, text: str) -> str"),
             "A legal move from what a person typed; raises IllegalMove with the reason.")
        .def_prop_ro(
            "is_over",
            [](const F& self) { return self.visit([](auto& p) { return p.is_over(); }); },
            "Whether the game has ended.")
        .def_prop_ro("margin", &margin<F>,
                     "The final difference from the view of `turn`; ValueError before the end.")
        .def("margin_for", &margin_for<F>, nb::arg("side"),
             "The final difference from the view of one side.")
        .def_prop_ro("winner", &winner<F>, nb::sig("def winner(self) -> Side | None"),
                     "The side that has won; None before the end and after a draw.");
}

// Equality, hashes, and how notebooks, pickles and people see a position.
template <class F>
void bind_identity(nb::class_<F, PositionBase>& family) {
    family
        .def_prop_ro(
            "hash", [](const F& self) { return self.visit([](auto& p) { return p.hash(); }); },
            "64 bits over everything that changes the future of the game.")
        .def(
            "__hash__",
            [](const F& self) {
                return static_cast<std::int64_t>(self.visit([](auto& p) { return p.hash(); }) >> 2);
            })
        .def(
            "__eq__", [](const F& self, const F& other) { return self.any == other.any; },
            nb::is_operator(), nb::sig("def __eq__(self, other: object) -> bool"))
        .def("__repr__",
             [](nb::handle self) {
                 return nb::str("ply.position({!r}, {!r})")
                     .format(python::get<"game">(self), python::get<"text">(self));
             })
        .def(
            "__reduce__",
            [](nb::handle self) {
                return nb::make_tuple(
                    nb::module_::import_("plyground").attr("position"),
                    nb::make_tuple(python::get<"game">(self), python::get<"text">(self)));
            },
            nb::sig("def __reduce__(self) -> tuple[object, ...]"))
        .def(
            "_repr_svg_", [](nb::handle self) { return python::call_method<"svg">(self); },
            nb::sig("def _repr_svg_(self) -> str"), "The picture that notebooks show.");
}

template <class F>
void bind_symmetries(nb::class_<F, PositionBase>& family) {
    family
        .def_prop_ro(
            "num_symmetries", [](const F& self) { return num_symmetries(self, forever); },
            "How many board symmetries keep the rules to the end of the game, the identity "
            "included.")
        .def("num_symmetries_within", &num_symmetries<F>, nb::arg("plies"),
             "The same for the next `plies` moves only.")
        .def("transformed", &transformed<F>, nb::arg("symmetry"),
             nb::sig("def transformed(self, symmetry: int) -> typing.Self"),
             "This position seen through one of its symmetries; 0 is the identity.")
        .def("transformed_move", &transformed_move<F>, nb::arg("move"), nb::arg("symmetry"),
             nb::sig("def transformed_move(self, move: str, symmetry: int) -> str"),
             "The move that corresponds to `move` in the transformed position.");
}

template <class F>
void bind_numbering(nb::class_<F, PositionBase>& family) {
    family
        .def_prop_ro(
            "num_actions",
            [](const F& self) { return self.visit([](auto& p) { return int{p.num_actions()}; }); },
            "Moves are numbered from 0 below this; see move_index.")
        .def(
            "move_index",
            [](nb::handle self, nb::handle move) {
                return int{move_index(self, family_in<F>(self), move)};
            },
            nb::arg("move"), nb::sig("def move_index(self, move: str) -> int"),
            "The dense index of a move, for arrays over all moves of the game.")
        .def(
            "move_at",
            [](const F& self, std::size_t i) {
                if (i >= self.visit([](auto& p) { return std::size_t(p.num_actions()); }))
                    throw nb::index_error(
                        "no move has this index: expected 0 up to num_actions - 1");
                return self.texts().text[i];
            },
            nb::arg("index"), nb::sig("def move_at(self, index: int) -> str"),
            "The text of the move with this index.");
}

template <class F>
nb::class_<F, PositionBase> bind_family(nb::module_& module, const char* name) {
    nb::class_<F, PositionBase> family(module, name);
    bind_play(family);
    bind_identity(family);
    bind_symmetries(family);
    bind_numbering(family);
    bind_counts(family);
    return family;
}

}  // namespace ply
