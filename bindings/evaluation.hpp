// Evaluation for Python: the features of a position, one by one, and what weights make of them.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "../core/eval/linear.hpp"
#include "position.hpp"

namespace ply {

// Refuses weights that do not fit the features: the core itself trusts their number.
template <class T>
void check_weights(const Weights& weights) {
    bool fits =
        weights.phases.size() == T::phases.size() && weights.actions.size() == T::actions.size();
    for (const auto& row : weights.phases) fits = fits && row.size() == T::features.size();
    if (!fits) throw nb::value_error("these weights do not fit the features of this game");
    const auto is_finite = [](double weight) { return std::isfinite(weight); };
    bool finite = std::ranges::all_of(weights.actions, is_finite);
    for (const auto& row : weights.phases) finite = finite && std::ranges::all_of(row, is_finite);
    if (!finite) throw nb::value_error("a weight is not a finite number");
}

template <std::size_t Size>
nb::list described(const std::array<Feature, Size>& features) {
    nb::list result;
    for (const Feature& one : features)
        result.append(nb::make_tuple(std::string(one.name), std::string(one.meaning)));
    return result;
}

// (features, phases, actions): names, with a line of meaning where there is one.
template <class T>
nb::tuple terms_to_python() {
    nb::list phases;
    for (std::string_view phase : T::phases) phases.append(nb::str(std::string(phase).c_str()));
    return nb::make_tuple(described(T::features), phases, described(T::actions));
}

// (mover's values, opponent's values, (phase, next phase, part of the way))
template <class T, class G>
nb::tuple features_to_python(const G& position) {
    typename T::Values own, opponent;
    T::count(position, own, opponent);
    const Blend blend = T::blend(T::stage(position));
    return nb::make_tuple(std::vector<int>(own.begin(), own.end()),
                          std::vector<int>(opponent.begin(), opponent.end()),
                          nb::make_tuple(blend.from, blend.to, blend.part));
}

template <class T, class G>
std::vector<std::vector<int>> action_values(const G& position) {
    Moves<G> moves;
    position.legal_moves(moves);
    const typename T::MoveTerms of_moves(position);
    std::vector<std::vector<int>> result;
    for (Move move : moves) {
        const auto values = of_moves(move);
        result.emplace_back(values.begin(), values.end());
    }
    return result;
}

template <class T, class G>
std::vector<int> action_scores(const G& position, const Weights& weights) {
    Moves<G> moves;
    position.legal_moves(moves);
    std::vector<int> scores(G::max_moves);
    Linear<T>(weights).order(position, moves, scores.data());
    scores.resize(moves.size());
    return scores;
}

// Adds what Python needs to show, check and use a game's features to a family's class. `TermsOf<G>` are
// the terms of a layout; their names are the same for all layouts of a family.
template <template <class> class TermsOf, class F>
void bind_evaluation(nb::class_<F, PositionBase>& family) {
    family.def_static(
        "_terms", &terms_to_python<TermsOf<typename F::FirstLayout>>,
        nb::sig("def _terms() -> tuple[list[tuple[str, str]], list[str], list[tuple[str, str]]]"));
    family.def(
        "_features",
        [](const F& self) {
            return self.visit(
                []<class G>(const G& p) { return features_to_python<TermsOf<G>>(p); });
        },
        nb::sig("def _features(self) -> tuple[list[int], list[int], tuple[int, int, float]]"));
    family.def("_action_values", [](const F& self) {
        return self.visit([]<class G>(const G& p) { return action_values<TermsOf<G>>(p); });
    });
    family.def(
        "_evaluate",
        [](const F& self, const Weights& weights) {
            return self.visit([&]<class G>(const G& p) {
                check_weights<TermsOf<G>>(weights);
                return Linear<TermsOf<G>>(weights)(p);
            });
        },
        nb::arg("weights"), "What weights make of a running game, in hundredths of a unit.");
    family.def(
        "_action_scores",
        [](const F& self, const Weights& weights) {
            return self.visit([&]<class G>(const G& p) {
                check_weights<TermsOf<G>>(weights);
                return action_scores<TermsOf<G>>(p, weights);
            });
        },
        nb::arg("weights"), "A cheap guess for each legal move, higher is better.");
}

}  // namespace ply
