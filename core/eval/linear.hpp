// Linear knowledge: named numbers of a position, each times a weight that people can read and change.
//
//     evaluation = Σ weight[phase][feature] × (mover's value − opponent's value)
//     action score = Σ weight[action] × value of the move
//
// A game states its features as a `Terms` type. Every feature is counted for each side by the same
// rule, so that exchanging the sides only changes the sign. Where it matters who is to move (a capture
// now is worth more than one after the reply), one feature counts for the mover only and a second one
// for the side that waits.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string_view>
#include <vector>

#include "evaluator.hpp"

namespace ply {

struct Feature {
    std::string_view name;
    std::string_view meaning;  // one line
};

// Weights change from phase to phase, at once or gradually: a stage lies `part` of the way between
// two phases.
struct Blend {
    int from;
    int to;
    double part = 0;
};

template <class T, class G>
concept Terms = Game<G> && requires(const G& position, typename T::Values& values, Move move,
                                    const typename T::MoveTerms& of_moves) {
    T::features;  // std::array<Feature, …>; the first is what the game is about: seeds, cells, pieces
    { T::material(position) } -> std::same_as<int>;  // the first feature's difference, at once
    T::phases;                                       // std::array<std::string_view, …>
    T::actions;                                      // std::array<Feature, …>
    { T::num_stages } -> std::convertible_to<int>;   // below it lies every stage
    { T::stage(position) } -> std::same_as<int>;     // the stage of a running game
    { T::blend(0) } -> std::same_as<Blend>;          // the phases of a stage
    { T::count(position, values, values) };          // mover's and opponent's values
    { typename T::MoveTerms(position) };             // what all moves of a position share
    { of_moves(move) } -> std::same_as<typename T::ActionValues>;
    { T::noisy(position, move) } -> std::same_as<bool>;      // see Evaluator
    { T::selectivity } -> std::convertible_to<Selectivity>;  // see SelectiveEvaluator
};

// One number per phase and feature, and one per action, in units of the game: a seed, a cell, a piece.
struct Weights {
    std::vector<std::vector<double>> phases;
    std::vector<double> actions;
};

// Evaluations count hundredths of a unit; weights are kept finer than that.
inline constexpr int unit_value = 100;
inline constexpr int weight_resolution = 16;

template <class T>
class Linear {
public:
    static constexpr std::size_t num_features = T::features.size();
    static constexpr std::size_t num_actions = T::actions.size();

    static constexpr Selectivity selectivity = T::selectivity;

    explicit Linear(const Weights& weights) {
        for (int stage = 0; stage < T::num_stages; ++stage) {
            const Blend blend = T::blend(stage);
            for (std::size_t i = 0; i < num_features; ++i)
                rows_[stage][i] = fixed(std::lerp(weights.phases[blend.from][i],
                                                  weights.phases[blend.to][i], blend.part),
                                        largest_sum / largest_value);
        }
        for (std::size_t i = 0; i < num_actions; ++i)
            actions_[i] = fixed(weights.actions[i], largest_sum / largest_value / num_actions);
        choose_sum();
    }

    template <class G>
    int operator()(const G& position) const {
        const auto& row = rows_[static_cast<std::size_t>(T::stage(position))];
        if (sum_ == Sum::material) return clamped(row[0] * T::material(position));
        typename T::Values own, opponent;
        T::count(position, own, opponent);
        return of(T::stage(position), own, opponent);
    }

    // The same from features that are counted already.
    int of(int stage, const typename T::Values& own, const typename T::Values& opponent) const {
        const auto& row = rows_[static_cast<std::size_t>(stage)];
        if (sum_ == Sum::wide) [[unlikely]]
            return clamped(sum_of<std::int64_t>(row, own, opponent));
        return clamped(sum_of<int>(row, own, opponent));
    }

    template <class G>
    void order(const G& position, const Moves<G>& moves, int* scores) const {
        const typename T::MoveTerms of_moves(position);
        for (std::size_t m = 0; m < moves.size(); ++m) {
            const auto values = of_moves(moves[m]);
            int sum = 0;
            for (std::size_t i = 0; i < num_actions; ++i) sum += actions_[i] * values[i];
            scores[m] = sum / weight_resolution;
        }
    }

    template <class G>
    bool noisy(const G& position, Move move) const {
        return T::noisy(position, move);
    }
    template <class G>
        requires requires(const G& position, Moves<G>& moves) { T::noisy_moves(position, moves); }
    void noisy_moves(const G& position, Moves<G>& moves) const {
        T::noisy_moves(position, moves);
    }

private:
    // How an evaluation is added up: weights of any usual size need no more than 32 bits.
    enum class Sum : std::uint8_t { material, narrow, wide };

    // No feature counts more than this, and no sum of 32 bits grows larger.
    static constexpr double largest_value = 512;
    static constexpr double largest_sum = 1 << 30;

    template <class Number>
    static Number sum_of(const std::array<int, num_features>& row, const typename T::Values& own,
                         const typename T::Values& opponent) {
        Number sum = 0;
        for (std::size_t i = 0; i < num_features; ++i)
            sum += static_cast<Number>(row[i]) * (own[i] - opponent[i]);
        return sum;
    }

    void choose_sum() {
        double largest = 0;
        bool only_material = true;  // then nothing else needs to be counted
        for (const auto& row : rows_) {
            double row_sum = 0;
            for (std::size_t i = 0; i < num_features; ++i) {
                row_sum += largest_value * std::abs(row[i]);
                only_material = only_material && (i == 0 || row[i] == 0);
            }
            largest = std::max(largest, row_sum);
        }
        sum_ = only_material ? Sum::material : largest > largest_sum ? Sum::wide : Sum::narrow;
    }

    template <class Number>
    static int clamped(Number sum) {
        return static_cast<int>(
            std::clamp<Number>(sum / weight_resolution, -max_evaluation, max_evaluation));
    }
    static int fixed(double weight, double most) {
        return static_cast<int>(
            std::lround(std::clamp(weight * unit_value * weight_resolution, -most, most)));
    }

    std::array<std::array<int, num_features>, T::num_stages> rows_{};
    std::array<int, num_actions> actions_{};
    Sum sum_ = Sum::narrow;
};

}  // namespace ply
