// Tables of Kalah endings for Python, which knows where files are.
#include "../core/endings/kalah.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/stl/function.h>

#include <memory>
#include <variant>

#include "gil.hpp"
#include "interrupts.hpp"

namespace ply {
namespace {

// A table that is being built, with the layout for its number of houses.
class BuiltTable {
    template <class Visit>
    decltype(auto) visit(Visit&& work) {
        return std::visit([&](auto& table) { return work(*table); }, any_);
    }

public:
    BuiltTable(const KalahRules& rules, int seeds) : seeds_(seeds) {
        if (!has_kalah_endings(rules))
            throw nb::value_error("these rules have no table of endings");
        if (seeds < 0 || seeds > KalahNumbers<NarrowKalah>::max_seeds)
            throw nb::value_error("there is no table with so many seeds");
        if (rules.houses <= NarrowKalah::max_houses)
            any_ = std::make_unique<KalahTable<NarrowKalah>>(rules, seeds);
        else
            any_ = std::make_unique<KalahTable<WideKalah>>(rules, seeds);
    }

    // Memory that stays valid as long as this table.
    nb::object layer(int seeds) {
        check(seeds);
        const auto values = visit([&](auto& table) { return table.layer(seeds); });
        return python::owned(PyMemoryView_FromMemory(reinterpret_cast<char*>(values.data()),
                                                     static_cast<Py_ssize_t>(values.size()),
                                                     PyBUF_WRITE));
    }

    bool fill(int seeds, int threads, const nb::object& on_progress, const StopToken& stop) {
        check(seeds);
        if (threads < 1 || threads > 1024) throw nb::value_error("expected 1 to 1024 threads");
        const auto tell = [&](std::size_t positions) {
            const GilAcquire gil;
            python::call(on_progress, nb::int_(positions));
        };
        return run_interruptible(
            [&](const Interrupt& interrupt) {
                return visit([&](auto& table) {
                    return table.fill(
                        seeds, threads, interrupt,
                        on_progress.is_none() ? std::function<void(std::size_t)>() : tell);
                });
            },
            stop);
    }

private:
    void check(int seeds) const {
        if (seeds < 0 || seeds > seeds_) throw nb::value_error("this table has no such layer");
    }

    int seeds_;
    std::variant<std::unique_ptr<KalahTable<NarrowKalah>>, std::unique_ptr<KalahTable<WideKalah>>>
        any_;
};

void use_file(const KalahRules& rules, int seeds, int file, std::size_t offset) {
    using Numbers = KalahNumbers<NarrowKalah>;
    if (!has_kalah_endings(rules) || seeds < 0 || seeds > Numbers::max_seeds)
        throw nb::value_error("there is no such table of endings");
    KalahDatabases::shared().add(
        rules, seeds,
        MappedPages<std::int8_t>(file, offset, Numbers::positions(rules.houses, seeds)));
}

}  // namespace

void bind_kalah_table(nb::module_& module) {
    using Numbers = KalahNumbers<NarrowKalah>;
    nb::class_<BuiltTable>(module, "KalahTable",
                           "Exact values of all endings with few seeds, built layer by layer.")
        .def(nb::init<const KalahRules&, int>(), nb::arg("rules"), nb::arg("seeds"))
        .def("layer", &BuiltTable::layer, nb::arg("seeds"), nb::keep_alive<0, 1>(),
             nb::sig("def layer(self, seeds: int) -> memoryview"),
             "The entries of all positions with exactly so many seeds.")
        .def("fill", &BuiltTable::fill, nb::arg("seeds"), nb::arg("threads"),
             nb::arg("on_progress").none(), nb::arg("stop"),
             nb::sig("def fill(self, seeds: int, threads: int, on_progress: "
                     "typing.Callable[[int], None] | None, stop: StopToken) -> bool"),
             "Work out a layer whose smaller ones are known; False if it was stopped.")
        .def_static("positions", &Numbers::positions, nb::arg("houses"), nb::arg("seeds"),
                    "Count the positions with up to so many seeds.")
        .def_static("fitting_seeds", &Numbers::fitting_seeds, nb::arg("houses"), nb::arg("bytes"),
                    "Return the most seeds whose positions fit.")
        .def_static("use", &use_file, nb::arg("rules"), nb::arg("seeds"), nb::arg("file"),
                    nb::arg("offset"), "Let searches that begin from now on use a table in a file.")
        .def_static(
            "forget", [](const KalahRules& rules) { KalahDatabases::shared().remove(rules); },
            nb::arg("rules"), "Let searches that begin from now on use no file.");
}

}  // namespace ply
