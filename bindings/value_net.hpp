// Value networks for Python: made from plain bytes, asked about positions, and trained from games.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/vector.h>

#include <cstring>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "../core/eval/encoding.hpp"
#include "../core/eval/value_net.hpp"
#include "position.hpp"

namespace ply {

// Refuses inputs that the network does not have: the core trusts them.
int checked_value(const ValueNet& net, const std::vector<int>& inputs, int bucket,
                  bool portable = false);

template <class T, class G>
void check_value_net(const ValueNet& net, const G& position) {
    if (net.num_inputs() != num_value_inputs<T>(position))
        throw nb::value_error("this network does not fit this game");
}

template <class T, class G>
ActiveInputs inputs_of(const G& position) {
    typename T::Values own, opponent;
    T::count(position, own, opponent);
    return collect_inputs<T>(position, own, opponent);
}

// What the network adds, and what each place of the board has to do with it: by how much the network
// says less when it does not see what stands there.
template <class T, class G>
std::pair<int, std::vector<std::pair<int, int>>> contributions(const G& position,
                                                               const ValueNet& net) {
    const ActiveInputs inputs = inputs_of<T>(position);
    const int bucket = bucket_of<T>(position);
    const int whole = net(inputs, bucket);
    std::vector<int> places;  // of the first inputs, which are the board's
    board_inputs(position, [&](int, int place) { places.push_back(place); });
    std::vector<std::pair<int, int>> result;
    for (const int place : std::set<int>(places.begin(), places.end())) {
        if (place == no_place) continue;
        ActiveInputs others;
        for (std::size_t i = 0; i < inputs.size(); ++i)
            if (i >= places.size() || places[i] != place) others.add(inputs.begin()[i]);
        result.emplace_back(place, whole - net(others, bucket));
    }
    return {whole, result};
}

// Games as sequences of (move, score), see learn/scored_games.py, become rows to learn from.
template <class T, class G>
class TrainingRows {
public:
    TrainingRows(const G& start, const Weights& weights, std::uint64_t seed)
        : start_(start), linear_(weights), random_(seed) {}

    static constexpr std::int16_t no_score = 32767;

    // Each position that has a score: its inputs, ended by 65535; then its numbers.
    void add(const std::uint8_t* game, std::size_t plies, int margin) {
        G position = start_;
        for (std::size_t i = 0; i < plies; ++i) {
            std::uint16_t move;
            std::int16_t score;
            std::memcpy(&move, game + 4 * i, 2);
            std::memcpy(&score, game + 4 * i + 2, 2);
            if (position.is_over() || !is_legal(position, move))
                throw nb::value_error("a game holds an illegal move");
            if (score != no_score) {
                const int sign = position.turn() == Side::first ? 1 : -1;
                add_row(turned(position), score, sign * margin);
            }
            position.play(move);
        }
    }

    std::vector<std::uint16_t> inputs;
    std::vector<std::int16_t> numbers;  // linear evaluation, score, margin, bucket
    std::vector<std::uint64_t> hashes;

private:
    G turned(const G& position) {
        if constexpr (SymmetricGame<G>) {
            const int count = position.num_symmetries(1);
            return position.transformed(
                static_cast<int>(random_.below(static_cast<std::uint32_t>(count))));
        }
        return position;
    }

    void add_row(const G& position, int score, int margin) {
        const ActiveInputs active = inputs_of<T>(position);
        inputs.insert(inputs.end(), active.begin(), active.end());
        inputs.push_back(65535);
        for (const int number : {linear_(position), score, margin, bucket_of<T>(position)})
            numbers.push_back(static_cast<std::int16_t>(number));
        hashes.push_back(position.hash());
    }

    G start_;
    Linear<T> linear_;
    Random random_;
};

template <class T, class G>
nb::tuple training_rows(const G& start, const nb::bytes& games, const Weights& weights,
                        std::uint64_t seed) {
    TrainingRows<T, G> rows(start, weights, seed);
    const auto* data = static_cast<const std::uint8_t*>(games.data());
    const std::size_t size = games.size();
    for (std::size_t at = 0; at < size;) {
        if (at + 6 > size) throw nb::value_error("a game is cut off");
        std::uint16_t plies;
        std::int16_t margin;
        std::memcpy(&plies, data + at, 2);
        std::memcpy(&margin, data + at + 2, 2);
        at += 6;
        if (at + 4u * plies > size) throw nb::value_error("a game is cut off");
        rows.add(data + at, plies, margin);
        at += 4u * plies;
    }
    return nb::make_tuple(
        nb::bytes(rows.inputs.data(), rows.inputs.size() * sizeof(std::uint16_t)),
        nb::bytes(rows.numbers.data(), rows.numbers.size() * sizeof(std::int16_t)),
        nb::bytes(rows.hashes.data(), rows.hashes.size() * sizeof(std::uint64_t)));
}

template <template <class> class TermsOf, class F>
void bind_value_net(nb::class_<F, PositionBase>& family) {
    family.def("_num_value_inputs", [](const F& self) {
        return self.visit([]<class G>(const G& p) { return num_value_inputs<TermsOf<G>>(p); });
    });
    family.def("_value_inputs", [](const F& self) {
        return self.visit([]<class G>(const G& p) {
            const ActiveInputs inputs = inputs_of<TermsOf<G>>(p);
            return std::vector<int>(inputs.begin(), inputs.end());
        });
    });
    family.def(
        "_corrected",
        [](const F& self, const Weights& weights, const std::shared_ptr<ValueNet>& net) {
            return self.visit([&]<class G>(const G& p) {
                check_weights<TermsOf<G>>(weights);
                check_value_net<TermsOf<G>>(*net, p);
                return FeatureEvaluator<TermsOf<G>>(weights, net)(p);
            });
        },
        nb::arg("weights"), nb::arg("net"));
    family.def(
        "_contributions",
        [](const F& self, const std::shared_ptr<ValueNet>& net) {
            return self.visit([&]<class G>(const G& p) {
                check_value_net<TermsOf<G>>(*net, p);
                return contributions<TermsOf<G>>(p, *net);
            });
        },
        nb::arg("net"), "What a network adds, and (place, part of it) for each place.");
    family.def(
        "_training_rows",
        [](const F& self, const nb::bytes& games, const Weights& weights, std::uint64_t seed) {
            return self.visit([&]<class G>(const G& p) {
                check_weights<TermsOf<G>>(weights);
                return training_rows<TermsOf<G>>(p, games, weights, seed);
            });
        },
        nb::arg("games"), nb::arg("weights"), nb::arg("seed"),
        nb::sig("def _training_rows(self, games: bytes, weights: Weights, seed: int) -> "
                "tuple[bytes, bytes, bytes]"));
}

}  // namespace ply
