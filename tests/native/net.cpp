// Networks: sums as a plain loop works them out, shares that add up, encodings of one length all
// game long, and a tree search that proves what it proves without a network. Also built with the
// sanitizers.
#include <cmath>
#include <cstdio>
#include <limits>
#include <string>
#include <vector>

#include "../../core/eval/hashed.hpp"
#include "../../core/eval/kalah_encoding.hpp"
#include "../../core/eval/net.hpp"
#include "../../core/eval/squatter_encoding.hpp"
#include "../../core/eval/watch_your_back_encoding.hpp"
#include "../../core/random.hpp"
#include "../../core/search/mcts.hpp"
#include "checks.hpp"
#include "starts.hpp"

namespace {

using namespace ply;

float drawn(Random& random) { return static_cast<float>(random.below(2001)) / 1000.0f - 1.0f; }

NetLayer layer(std::size_t inputs, std::size_t outputs, Random& random) {
    NetLayer made{inputs, outputs, {}, {}};
    for (std::size_t i = 0; i < inputs * outputs; ++i) made.weights.push_back(drawn(random));
    for (std::size_t i = 0; i < outputs; ++i) made.biases.push_back(drawn(random));
    return made;
}

std::vector<NetLayer> layers(std::size_t inputs, std::size_t actions, Random& random) {
    return {layer(inputs, 17, random), layer(17, 9, random), layer(9, actions, random),
            layer(9, 1, random)};
}

std::vector<double> plain(const NetLayer& layer, const std::vector<double>& in, bool cut_off) {
    std::vector<double> out(layer.biases.begin(), layer.biases.end());
    for (std::size_t i = 0; i < layer.inputs; ++i)
        for (std::size_t j = 0; j < layer.outputs; ++j)
            out[j] += in[i] * static_cast<double>(layer.weights[i * layer.outputs + j]);
    if (cut_off)
        for (double& number : out) number = std::max(number, 0.0);
    return out;
}

void test_sums() {
    Random random(1);
    for (int times = 0; times < 20; ++times) {
        const auto made = layers(23, 31, random);
        check(Net::fits(made), "layers fit");
        NetOutput output;
        std::vector<double> numbers;
        for (int i = 0; i < 23; ++i) {
            output.input.push_back(i % 3 == 0 ? 0.0f : drawn(random));
            numbers.push_back(static_cast<double>(output.input.back()));
        }
        Net{made}(output);
        const auto hidden = plain(made[1], plain(made[0], numbers, true), true);
        const auto policy = plain(made[2], hidden, false);
        double worst = std::abs(plain(made[3], hidden, false)[0] - double{output.value});
        for (std::size_t i = 0; i < policy.size(); ++i)
            worst = std::max(worst, std::abs(policy[i] - double{output.policy[i]}));
        check(worst < 1e-4, "sums are right");
    }
}

void test_layers_that_do_not_fit() {
    Random random(2);
    auto made = layers(5, 3, random);
    check(!Net::fits({made[0], made[1]}), "too few layers");
    check(!Net::fits({made[1], made[0], made[2], made[3]}), "wrong order");
    check(!Net::fits({made[0], made[1], made[3], made[2]}), "the value comes last");
    made[1].weights.pop_back();
    check(!Net::fits(made), "a missing weight");
}

template <class T, Game G>
NetEvaluator<BoardAndFeatures<T>> evaluator(const G& start, std::uint64_t seed) {
    Random random(seed);
    std::vector<float> numbers;
    BoardAndFeatures<T>().encode(start, numbers);
    const auto net = std::make_shared<const Net>(
        layers(numbers.size(), static_cast<std::size_t>(start.num_actions()), random));
    return {net, BoardAndFeatures<T>()};
}

template <class T, Game G>
void test_game(const G& start, const std::string& name) {
    const auto judge = evaluator<T>(start, 3);
    std::vector<float> first;
    BoardAndFeatures<T>().encode(start, first);
    Random random(4);
    for (int games = 0; games < 20; ++games) {
        G position = start;
        for (int plies = 0; plies < 300 && !position.is_over(); ++plies) {
            std::vector<float> numbers;
            BoardAndFeatures<T>().encode(position, numbers);
            check(numbers.size() == first.size(), name + ": always as many numbers");
            Moves<G> moves;
            position.legal_moves(moves);
            std::vector<float> shares(moves.size());
            judge.policy(position, moves, 1.0, shares.data());
            float total = 0;
            for (const float share : shares) total += share;
            check(std::abs(total - 1) < 1e-4f, name + ": shares add up");
            const float value = judge.value(position);
            const double chance = 1 / (1 + std::exp(-judge(position) / 400.0));
            check(std::abs((1 + double{value}) / 2 - chance) < 2e-3, name + ": values are chances");
            position.play(random_move(position, random));
        }
    }
}

// What a search with any network proves is true: a full search without it says the same.
void test_proofs() {
    KalahRules rules;
    rules.houses = 3;
    using G = Kalah<NarrowKalah>;
    const G start = kalah<NarrowKalah>(rules, 2);
    for (std::uint64_t seed = 0; seed < 8; ++seed) {
        MctsOptions options;
        options.memory_mb = 4;
        options.seed = seed;
        Mcts<G, HashedEvaluator> without(options, HashedEvaluator{seed});
        options.puct = true;
        options.rollout = Rollout::evaluation;
        using E = NetEvaluator<BoardAndFeatures<KalahTerms>>;
        Mcts<G, E, PolicyPrior> with(options, evaluator<KalahTerms>(start, seed));
        Limits limits;
        limits.nodes = 100'000;
        const Report one = with.search(start, limits), other = without.search(start, limits);
        check(is_proven(one.lines.front().score), "a small game is proven");
        check((one.lines.front().score > 0) == (other.lines.front().score > 0), "proofs agree");
    }
}

}  // namespace

int main() {
    test_sums();
    test_layers_that_do_not_fit();
    KalahRules rules;
    rules.houses = 6;
    test_game<KalahTerms>(kalah<NarrowKalah>(rules, 4), "kalah");
    rules.houses = 9;
    rules.swap = true;
    test_game<KalahTerms>(kalah<WideKalah>(rules, 3), "wide kalah with a swap");
    using Narrow = Squatter<NarrowSquatter>;
    using Wide = Squatter<WideSquatter>;
    test_game<SquatterTerms<NarrowSquatter>>(Narrow(Narrow::Setup{.size = 6}), "squatter");
    test_game<SquatterTerms<WideSquatter>>(Wide(Wide::Setup{.size = 9}), "wide squatter");
    test_game<WatchYourBackTerms>(WatchYourBack(WatchYourBack::Setup{}), "watch your back");
    test_proofs();
    return verdict();
}
