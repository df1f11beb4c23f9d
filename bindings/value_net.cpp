#include "value_net.hpp"

#include <cstdlib>
#include <cstring>

namespace ply {
namespace {

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

int checked_value(const ValueNet& net, const std::vector<int>& inputs, int bucket, bool portable) {
    ActiveInputs active;
    if (bucket < 0 || bucket >= ValueNet::num_buckets || inputs.size() > ActiveInputs::capacity)
        throw nb::value_error("no such bucket, or too many inputs");
    for (const int input : inputs) {
        if (input < 0 || input >= net.num_inputs()) throw nb::value_error("no such input");
        active.add(input);
    }
    return portable ? net.portable(active, bucket) : net(active, bucket);
}

void bind_value_net_class(nb::module_& module) {
    nb::class_<ValueNet> value_net(module, "ValueNet",
                                   "A small network that corrects a linear evaluation.");
    value_net.attr("HIDDEN") = ValueNet::hidden;
    value_net.attr("BUCKETS") = ValueNet::num_buckets;
    value_net.attr("HIDDEN_ONE") = ValueNet::hidden_one;
    value_net.attr("WEIGHT_ONE") = ValueNet::weight_one;
    value_net.attr("MAX_WEIGHT") = ValueNet::max_weight;
    value_net.attr("SCALE") = ValueNet::scale;
    value_net
        .def(nb::new_([](const nb::bytes& numbers) {
                 return std::make_shared<ValueNet>(value_numbers(numbers));
             }),
             nb::arg("numbers"))
        .def_prop_ro("num_inputs", &ValueNet::num_inputs)
        .def("__call__", &checked_value, nb::arg("inputs"), nb::arg("bucket"),
             nb::arg("portable") = false);
}

}  // namespace ply
