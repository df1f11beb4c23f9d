// A small network: layers of weighted sums over plain arrays, and nothing else.
//
//     numbers ─► hidden ─► hidden ─┬─► policy: a number for each action, higher is better
//                                  └─► value: how good the position is for the side to move
//
// A hidden number is cut off below 0. The value is a number x whose tanh is the result to expect,
// from −1, lost, to 1, won.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <memory>
#include <stdexcept>
#include <utility>
#include <vector>

#include "evaluator.hpp"

namespace ply {

struct NetLayer {
    std::size_t inputs = 0;
    std::size_t outputs = 0;
    std::vector<float> weights;  // for each input, those of its connections to all outputs
    std::vector<float> biases;   // of the outputs

    // Input by input: all sums grow side by side, which a processor does several at a time, and an
    // input of 0 costs nothing.
    void operator()(const float* in, float* out) const {
        std::copy(biases.begin(), biases.end(), out);
        for (std::size_t i = 0; i < inputs; ++i) {
            const float number = in[i];
            if (number == 0) continue;
            const float* row = weights.data() + i * outputs;
            for (std::size_t j = 0; j < outputs; ++j) out[j] += number * row[j];
        }
    }
};

// What a network says of one position.
struct NetOutput {
    std::vector<float> policy;
    float value = 0;                 // before the tanh
    std::vector<float> input;        // filled by whoever asks
    std::vector<float> here, there;  // hidden numbers
};

class Net {
public:
    // The hidden layers, then the policy, then the value.
    explicit Net(std::vector<NetLayer> layers) : layers_(std::move(layers)) {
        for (const NetLayer& layer : layers_) widest_ = std::max(widest_, layer.outputs);
    }

    std::size_t num_inputs() const { return layers_.front().inputs; }
    std::size_t num_actions() const { return policy().outputs; }

    // Each layer takes what the one before gives; both ends take the last hidden numbers.
    static bool fits(const std::vector<NetLayer>& layers) {
        if (layers.size() < 3 || layers.back().outputs != 1) return false;
        const std::size_t last_hidden = layers.size() - 3;
        for (std::size_t i = 0; i < layers.size(); ++i) {
            const NetLayer& layer = layers[i];
            if (layer.inputs == 0 || layer.outputs == 0) return false;
            if (layer.weights.size() != layer.inputs * layer.outputs) return false;
            if (layer.biases.size() != layer.outputs) return false;
            if (i > 0 && layer.inputs != layers[std::min(i - 1, last_hidden)].outputs) return false;
        }
        return true;
    }

    // Works out policy and value of `output.input`.
    void operator()(NetOutput& output) const {
        output.here.resize(widest_);
        output.there.resize(widest_);
        output.policy.resize(num_actions());
        const float* numbers = output.input.data();
        for (std::size_t i = 0; i + 2 < layers_.size(); ++i) {
            layers_[i](numbers, output.there.data());
            for (std::size_t j = 0; j < layers_[i].outputs; ++j)
                output.there[j] = std::max(output.there[j], 0.0f);
            std::swap(output.here, output.there);
            numbers = output.here.data();
        }
        policy()(numbers, output.policy.data());
        layers_.back()(numbers, &output.value);
        for (float& number : output.policy) number = bounded(number);
        output.value = bounded(output.value);
    }

private:
    // Large weights may add up to what is no number; a search could not compare it.
    static float bounded(float number) {
        constexpr float most = 1e6f;
        return number > most ? most : number > -most ? number : -most;
    }

    const NetLayer& policy() const { return layers_[layers_.size() - 2]; }

    std::vector<NetLayer> layers_;
    std::size_t widest_ = 0;
};

// How positions become numbers, and moves actions of a network.
template <class E, class G>
concept Encoder = Game<G> && std::copy_constructible<E> &&
                  requires(const E& encoder, const G& position, const Moves<G>& moves,
                           std::vector<float>& numbers, std::vector<int>& actions) {
                      { encoder.encode(position, numbers) } -> std::same_as<void>;
                      // One action for each move; −1 for a move that the network does not know.
                      { encoder.actions(position, moves, actions) } -> std::same_as<void>;
                  };

// A network as knowledge of a game. Each copy computes in memory of its own: one for each thread.
template <class Encode>
class NetEvaluator {
public:
    NetEvaluator(std::shared_ptr<const Net> net, Encode encode)
        : net_(std::move(net)), encode_(std::move(encode)) {}

    // 800 points for each 1 of x: then a search that takes 400 points for a chance of 73 % to win
    // takes x for one of (1 + tanh x) / 2.
    template <class G>
    int operator()(const G& position) const {
        const float points = 800 * look(position).value;
        const float most = max_evaluation;
        return static_cast<int>(std::lround(std::clamp(points, -most, most)));
    }

    template <class G>
    void order(const G& position, const Moves<G>& moves, int* scores) const {
        look(position);
        rank(position, moves);
        for (std::size_t i = 0; i < moves.size(); ++i)
            scores[i] = static_cast<int>(std::lround(1000 * std::clamp(ranks_[i], -1e5f, 1e5f)));
    }

    template <class G>
    bool noisy(const G&, Move) const {
        return false;
    }

    // The share of each move: the softmax over the legal ones.
    template <class G>
    void policy(const G& position, const Moves<G>& moves, double temperature, float* shares) const {
        look(position);
        rank(position, moves);
        const float best = *std::max_element(ranks_.begin(), ranks_.end());
        float total = 0;
        for (std::size_t i = 0; i < moves.size(); ++i) {
            shares[i] = std::exp((ranks_[i] - best) / static_cast<float>(temperature));
            total += shares[i];
        }
        for (std::size_t i = 0; i < moves.size(); ++i) shares[i] /= total;
    }

    Encode& encoder() { return encode_; }

    // The result to expect for the side to move, from −1 to 1.
    template <class G>
    float value(const G& position) const {
        return std::tanh(look(position).value);
    }

private:
    template <class G>
    const NetOutput& look(const G& position) const {
        output_.input.clear();
        encode_.encode(position, output_.input);
        if (output_.input.size() != net_->num_inputs())
            throw std::invalid_argument("this network does not fit this game");
        (*net_)(output_);
        return output_;
    }

    // A move that the network does not know ranks with the worst that it knows.
    template <class G>
    void rank(const G& position, const Moves<G>& moves) const {
        actions_.clear();
        encode_.actions(position, moves, actions_);
        ranks_.assign(moves.size(), 0);
        float worst = 0;
        bool any = false;
        for (const int action : actions_)
            if (action >= 0) {
                const float number = output_.policy[static_cast<std::size_t>(action)];
                worst = any ? std::min(worst, number) : number;
                any = true;
            }
        for (std::size_t i = 0; i < moves.size(); ++i)
            ranks_[i] =
                actions_[i] >= 0 ? output_.policy[static_cast<std::size_t>(actions_[i])] : worst;
    }

    std::shared_ptr<const Net> net_;
    Encode encode_;
    mutable NetOutput output_;
    mutable std::vector<int> actions_;
    mutable std::vector<float> ranks_;
};

}  // namespace ply
