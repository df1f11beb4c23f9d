// A small network of whole numbers, added to the linear evaluation.
//
//     yes-or-no inputs ─► hidden: 16-bit sums, cut to 0 … 255, squared ─► correction, by bucket
//     features ─► linear evaluation ───────────────────────────────────► + ─► evaluation
//
// Inputs are what stands where, as the side to move sees it, and how often each feature counts. Most
// are absent at a time: the first layer adds up the rows of those that are present. The processor's
// vector instructions are chosen at run time and give the same integers as plain code.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "../platform/cpu.hpp"
#include "linear.hpp"

namespace ply {

// Which inputs a position has; a list that never leaves the stack.
class ActiveInputs {
public:
    static constexpr std::size_t capacity = 256;

    void add(int input) {
        if (size_ < capacity) inputs_[size_++] = static_cast<std::uint16_t>(input);
    }
    std::size_t size() const { return size_; }
    const std::uint16_t* begin() const { return inputs_.data(); }
    const std::uint16_t* end() const { return inputs_.data() + size_; }

private:
    std::size_t size_ = 0;
    std::array<std::uint16_t, capacity> inputs_;
};

class ValueNet {
public:
    static constexpr int hidden = 32;
    static constexpr int num_buckets = 8;
    // A hidden 1 is 255; an output weight of 1 is 256, and none exceeds ±508: with it the sum of all
    // products fits 32 bits. The output 1 is `scale` hundredths of a unit.
    static constexpr int hidden_one = 255;
    static constexpr int weight_one = 256;
    static constexpr int max_weight = 508;
    static constexpr int scale = 1000;

    using Row = std::array<std::int16_t, hidden>;

    struct Numbers {
        std::vector<Row> rows;  // one per input
        Row biases{};
        std::array<Row, num_buckets> output{};
        std::array<std::int32_t, num_buckets> output_biases{};
    };

    explicit ValueNet(Numbers numbers) : numbers_(std::move(numbers)), add_up_(best_code()) {}

    int num_inputs() const { return static_cast<int>(numbers_.rows.size()); }

    // In hundredths of a unit. Every input lies below `num_inputs()`.
    int operator()(const ActiveInputs& inputs, int bucket) const {
        const auto b = static_cast<std::size_t>(bucket);
        const std::int64_t sum =
            add_up_(numbers_.rows.data(), numbers_.biases, inputs, numbers_.output[b]);
        const std::int64_t whole = sum / hidden_one + numbers_.output_biases[b];
        return static_cast<int>(whole * scale / (hidden_one * weight_one));
    }

    // The same in plain code, for tests of the vector code.
    int portable(const ActiveInputs& inputs, int bucket) const {
        ValueNet plain = *this;
        plain.add_up_ = &add_up_portable;
        return plain(inputs, bucket);
    }

private:
    using AddUp = std::int32_t (*)(const Row*, const Row&, const ActiveInputs&, const Row&);

    // Sums that exceed 16 bits wrap around, in vector code and plain code alike.
    template <int Width>
    [[gnu::always_inline]] static inline std::int32_t add_up(const Row* rows, const Row& biases,
                                                             const ActiveInputs& inputs,
                                                             const Row& output) {
        typedef std::uint16_t Vector __attribute__((vector_size(Width), aligned(2), may_alias));
        constexpr int lanes = Width / 2, count = hidden / lanes;
        Vector sums[count];
        for (int i = 0; i < count; ++i)
            sums[i] = *reinterpret_cast<const Vector*>(biases.data() + i * lanes);
        for (const std::uint16_t input : inputs) {
            const std::int16_t* row = rows[input].data();
            for (int i = 0; i < count; ++i)
                sums[i] += *reinterpret_cast<const Vector*>(row + i * lanes);
        }
        std::int32_t total = 0;
        for (int i = 0; i < count; ++i)
            for (int j = 0; j < lanes; ++j) {
                const std::int32_t cut =
                    std::clamp<std::int32_t>(static_cast<std::int16_t>(sums[i][j]), 0, hidden_one);
                total += cut * cut * output[static_cast<std::size_t>(i * lanes + j)];
            }
        return total;
    }

    static std::int32_t add_up_portable(const Row* rows, const Row& biases,
                                        const ActiveInputs& inputs, const Row& output) {
        return add_up<16>(rows, biases, inputs, output);
    }
#if defined(__x86_64__)
    __attribute__((target("avx2"))) static std::int32_t add_up_avx2(const Row* rows,
                                                                    const Row& biases,
                                                                    const ActiveInputs& inputs,
                                                                    const Row& output) {
        return add_up<32>(rows, biases, inputs, output);
    }
#endif
    static AddUp best_code() {
#if defined(__x86_64__)
        if (platform::has_avx2()) return &add_up_avx2;
#endif
        return &add_up_portable;
    }

    Numbers numbers_;
    AddUp add_up_;
};

// The inputs of a position: those of the board (encoding.hpp), then the features, each with a row for
// 1, 2, … and `most_counted` or more.
inline constexpr int most_counted = 7;

template <class T, class G>
int num_value_inputs(const G& position) {
    return num_board_inputs(position) + 2 * static_cast<int>(T::features.size()) * most_counted;
}

template <class T, class G>
ActiveInputs collect_inputs(const G& position, const typename T::Values& own,
                            const typename T::Values& opponent) {
    ActiveInputs inputs;
    board_inputs(position, [&](int input, int) { inputs.add(input); });
    int first = num_board_inputs(position);
    for (const auto* values : {&own, &opponent})
        for (const int value : *values) {
            if (value > 0) inputs.add(first + std::min(value, most_counted) - 1);
            first += most_counted;
        }
    return inputs;
}

template <class T, class G>
int bucket_of(const G& position) {
    return T::stage(position) * ValueNet::num_buckets / T::num_stages;
}

// Linear knowledge, corrected by a network where there is one. Moves are ordered by the linear weights.
template <class T>
class FeatureEvaluator {
public:
    static constexpr Selectivity selectivity = T::selectivity;

    explicit FeatureEvaluator(const Weights& weights, std::shared_ptr<const ValueNet> net = {})
        : linear_(weights), net_(std::move(net)) {}

    template <class G>
    int operator()(const G& position) const {
        if (!net_) return linear_(position);
        typename T::Values own, opponent;
        T::count(position, own, opponent);
        const int sum = linear_.of(T::stage(position), own, opponent) +
                        (*net_)(collect_inputs<T>(position, own, opponent), bucket_of<T>(position));
        return std::clamp(sum, -max_evaluation, max_evaluation);
    }

    template <class G>
    void order(const G& position, const Moves<G>& moves, int* scores) const {
        linear_.order(position, moves, scores);
    }
    template <class G>
    bool noisy(const G& position, Move move) const {
        return linear_.noisy(position, move);
    }
    template <class G>
        requires NoisyMoves<Linear<T>, G>
    void noisy_moves(const G& position, Moves<G>& moves) const {
        linear_.noisy_moves(position, moves);
    }

private:
    Linear<T> linear_;
    std::shared_ptr<const ValueNet> net_;
};

}  // namespace ply
