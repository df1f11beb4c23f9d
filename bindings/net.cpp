#include "net.hpp"

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
        if (count > 0) std::memcpy(taken.data(), from, count * sizeof(float));
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

}  // namespace

void bind_net_class(nb::module_& module) {
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
