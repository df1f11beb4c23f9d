// The effects of a move as objects of `plyground.games.effects`, with the names that people use.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include "../core/effects.hpp"
#include "position.hpp"

namespace ply {

// Turns the fields of effects into Python values; `F::cell_name` names a cell of the board.
template <class F>
class EffectFields {
public:
    explicit EffectFields(nb::handle position)
        : position_(position), family_(*nb::inst_ptr<F>(position)) {}

    nb::object operator()(int number) const { return nb::int_(number); }
    nb::object operator()(const std::string& text) const { return nb::cast(text); }
    nb::object operator()(Spot spot) const { return nb::cast(family_.cell_name(spot.index)); }
    nb::object operator()(Side side) const {
        return position_.attr("side_name")(python_side(side));
    }
    nb::object operator()(const Spots& spots) const {
        nb::list names;
        for (Spot spot : spots) names.append((*this)(spot));
        return nb::tuple(names);
    }
    template <class Value>
    nb::object operator()(const std::optional<Value>& value) const {
        return value ? (*this)(*value) : nb::none();
    }

private:
    nb::handle position_;
    const F& family_;
};

template <class F>
nb::object effects_of(nb::handle self, nb::handle text) {
    const F& family = *nb::inst_ptr<F>(self);
    const Move move = move_index(self, family, text);
    return family.visit([&](const auto& position) -> nb::object {
        if (!is_legal(position, move)) throw_illegal_move(self, text);
        const nb::object classes = nb::module_::import_("plyground.games.effects");
        const EffectFields<F> python(self);
        nb::list told;
        for (const Effect& effect : effects(position, move))
            std::visit(
                [&](const auto& one) {
                    std::apply(
                        [&](const auto&... field) {
                            told.append(classes.attr(one.name)(python(field)...));
                        },
                        one.fields());
                },
                effect);
        return nb::tuple(told);
    });
}

// For families whose layouts all tell effects.
template <class F>
void bind_effects(nb::class_<F, PositionBase>& family) {
    family.def("effects", &effects_of<F>, nb::arg("move").none(),
               nb::sig("def effects(self, move: str) -> "
                       "tuple[plyground.games.effects.Effect, ...]"),
               "What a move does, step by step; raises IllegalMove with the reason.");
}

}  // namespace ply
