#include "net.hpp"

#include "value_net.hpp"

#include <nanobind/stl/pair.h>

#include <bit>
#include <cstring>
#include <utility>

namespace ply {
namespace {

static_assert(std::endian::native == std::endian::little, "files hold numbers in this order");

using Shapes = std::vector<std::pair<std::size_t, std::size_t>>;

// Each layer's weights and then its biases, one after the other.
std::vector<NetLayer> layers_of(const Shapes& shapes, const nb::bytes& numbers) {
    constexpr std::size_t most = 1 << 16;
    std::size_t expected = 0;
    for (const auto& [inputs, outputs] : shapes) {
        if (inputs > most || outputs > most) throw nb::value_error("a layer is too large");
        expected += (inputs + 1) * outputs;
    }
    if (numbers.size() != expected * sizeof(float))
        throw nb::value_error("there are not as many numbers as the layers need");
    const char* from = numbers.c_str();
    const auto take = [&](std::size_t count) {
        std::vector<float> taken(count);
        std::memcpy(taken.data(), from, count * sizeof(float));
        from += count * sizeof(float);
        return taken;
    };
    std::vector<NetLayer> layers;
    for (const auto& [inputs, outputs] : shapes) {
        NetLayer layer{inputs, outputs, {}, {}};
        layer.weights = take(inputs * outputs);
        layer.biases = take(outputs);
        layers.push_back(std::move(layer));
    }
    return layers;
}

// Rows, biases, output by bucket: 16 bits each; then the output biases: 32 bits each.
ValueNet::Numbers value_numbers(const nb::bytes& bytes) {
    constexpr std::size_t row_size = sizeof(ValueNet::Row);
    constexpr std::size_t rest = (1 + ValueNet::num_buckets) * row_size + ValueNet::num_buckets * 4;
    const std::size_t size = bytes.size();
    if (size <= rest || (size - rest) % row_size != 0 || size > (1 << 24))
        throw nb::value_error("these are not the numbers of a value network");
    ValueNet::Numbers numbers;
    numbers.rows.resize((size - rest) / row_size);
    const char* from = bytes.c_str();
    const auto take = [&](void* to, std::size_t count) {
        std::memcpy(to, from, count);
        from += count;
    };
    take(numbers.rows.data(), numbers.rows.size() * row_size);
    take(numbers.biases.data(), row_size);
    take(numbers.output.data(), ValueNet::num_buckets * row_size);
    take(numbers.output_biases.data(), ValueNet::num_buckets * 4);
    for (const auto& row : numbers.output)
        for (const int weight : row)
            if (std::abs(weight) > ValueNet::max_weight)
                throw nb::value_error("an output weight is too large");
    for (const int bias : numbers.output_biases)
        if (std::abs(bias) > (1 << 20)) throw nb::value_error("an output bias is too large");
    return numbers;
}

}  // namespace

void bind_net_class(nb::module_& module) {
    nb::class_<ValueNet> value_net(module, "ValueNet",
                                   "A small network that corrects a linear evaluation.");
    value_net.attr("HIDDEN") = ValueNet::hidden;
    value_net.attr("BUCKETS") = ValueNet::num_buckets;
    value_net.attr("HIDDEN_ONE") = ValueNet::hidden_one;
    value_net.attr("WEIGHT_ONE") = ValueNet::weight_one;
    value_net.attr("MAX_WEIGHT") = ValueNet::max_weight;
    value_net.attr("SCALE") = ValueNet::scale;
    value_net.def(nb::new_([](const nb::bytes& numbers) {
                 return std::make_shared<ValueNet>(value_numbers(numbers));
             }),
             nb::arg("numbers"))
        .def_prop_ro("num_inputs", &ValueNet::num_inputs)
        .def(
            "__call__",
            [](const ValueNet& self, const std::vector<int>& inputs, int bucket, bool portable) {
                ActiveInputs active;
                if (bucket < 0 || bucket >= ValueNet::num_buckets ||
                    inputs.size() > ActiveInputs::capacity)
                    throw nb::value_error("no such bucket, or too many inputs");
                for (const int input : inputs) {
                    if (input < 0 || input >= self.num_inputs())
                        throw nb::value_error("no such input");
                    active.add(input);
                }
                return portable ? self.portable(active, bucket) : self(active, bucket);
            },
            nb::arg("inputs"), nb::arg("bucket"), nb::arg("portable") = false);
    nb::class_<Net>(module, "Net", "A small network: hidden layers, a policy and a value.")
        .def(nb::new_([](const Shapes& shapes, const nb::bytes& numbers) {
                 auto layers = layers_of(shapes, numbers);
                 if (!Net::fits(layers)) throw nb::value_error("the layers do not fit together");
                 return std::make_shared<Net>(std::move(layers));
             }),
             nb::arg("shapes"), nb::arg("numbers"))
        .def_prop_ro("num_inputs", &Net::num_inputs)
        .def_prop_ro("num_actions", &Net::num_actions)
        .def(
            "__call__",
            [](const Net& self, std::vector<float> input) {
                if (input.size() != self.num_inputs())
                    throw nb::value_error("this network takes another number of inputs");
                NetOutput output;
                output.input = std::move(input);
                self(output);
                return nb::make_tuple(output.policy, std::tanh(output.value));
            },
            nb::arg("input"),
            nb::sig("def __call__(self, input: Sequence[float]) -> tuple[list[float], float]"),
            "A number for each action, and the result to expect, from -1 to 1.");
}

}  // namespace ply
