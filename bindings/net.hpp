// Networks for Python: made from plain arrays, asked about positions, and searched with.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/vector.h>

#include <cstddef>
#include <memory>
#include <vector>

#include "../core/eval/encoding.hpp"
#include "../core/eval/net.hpp"
#include "position.hpp"

namespace ply {

// Refuses a network that was made for a game of another size: the core itself trusts its shape.
template <class G, class Encode>
void check_net(const Net& net, const G& position, const Encode& encode) {
    std::vector<float> numbers;
    encode.encode(position, numbers);
    if (net.num_inputs() != numbers.size() ||
        net.num_actions() != static_cast<std::size_t>(position.num_actions()))
        throw nb::value_error("this network does not fit this game");
}

// (share of each legal move, result to expect)
template <class G, class Encode>
nb::tuple judged(const std::shared_ptr<Net>& net, const G& position, Encode encode) {
    check_net(*net, position, encode);
    const NetEvaluator<Encode> evaluator(net, encode);
    Moves<G> moves;
    position.legal_moves(moves);
    std::vector<float> shares(moves.size());
    if (!moves.empty()) evaluator.policy(position, moves, 1.0, shares.data());
    return nb::make_tuple(shares, evaluator.value(position));
}

// Adds `_numbers()` and `_judged(net)` to a family's class.
template <template <class> class TermsOf, class F>
void bind_net(nb::class_<F, PositionBase>& family) {
    family.def(
        "_numbers",
        [](const F& self) {
            return self.visit([]<class G>(const G& position) {
                std::vector<float> numbers;
                BoardAndFeatures<TermsOf<G>>().encode(position, numbers);
                return nb::bytes(numbers.data(), numbers.size() * sizeof(float));
            });
        },
        "The position as a network sees it: numbers of 32 bits each.");
    family.def(
        "_actions",
        [](const F& self) {
            return self.visit([]<class G>(const G& position) {
                Moves<G> moves;
                position.legal_moves(moves);
                return std::vector<int>(moves.begin(), moves.end());
            });
        },
        "The indices of the legal moves, in their order.");
    family.def(
        "_judged",
        [](const F& self, const std::shared_ptr<Net>& net) {
            return self.visit([&]<class G>(const G& position) {
                return judged(net, position, BoardAndFeatures<TermsOf<G>>());
            });
        },
        nb::arg("net"), nb::sig("def _judged(self, net: Net) -> tuple[list[float], float]"),
        "What a network says: the share of each legal move, and the result to expect.");
}

}  // namespace ply
