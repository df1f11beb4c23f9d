// The effects of a move as objects of `plyground.games.effects`, with the names that people use.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include "../core/effects.hpp"
#include "gil.hpp"

namespace ply {

namespace nb = nanobind;

nb::object python_side(Side side);

// Turns the fields of effects into Python values; `F::cell_name` names a cell of the board.
template <class F>
class EffectFields {
public:
    EffectFields(nb::handle position, const F& family) : position_(position), family_(family) {}

    nb::object operator()(int number) const { return nb::int_(number); }
    nb::object operator()(const std::string& text) const { return nb::cast(text); }
    nb::object operator()(Spot spot) const { return nb::cast(family_.cell_name(spot.index)); }
    nb::object operator()(Side side) const {
        return python::call_method<"side_name">(position_, python_side(side));
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

// `plyground.games.effects.Effect` objects; none for a game that does not tell them.
template <class F, Game G>
nb::object python_effects(nb::handle self, const F& family, const G& position, Move move) {
    nb::list told;
    if constexpr (TellingGame<G>) {
        const nb::object classes = nb::module_::import_("plyground.games.effects");
        const EffectFields<F> field_of(self, family);
        const auto append = [&](const auto& one) {
            std::apply(
                [&](const auto&... field) {
                    told.append(python::call(classes.attr(one.name), field_of(field)...));
                },
                one.fields());
        };
        for (const Effect& effect : effects(position, move)) std::visit(append, effect);
    }
    return nb::tuple(told);
}

}  // namespace ply
