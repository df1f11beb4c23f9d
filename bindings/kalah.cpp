#include "../core/games/kalah_effects.hpp"
#include "../core/games/kalah_names.hpp"

#include "../core/eval/kalah_encoding.hpp"
#include "position.hpp"
#include "search.hpp"
#include "solve.hpp"

namespace ply {
namespace {

template <class>
using TermsOf = KalahTerms;

struct KalahFamily : Family<KalahFamily, Kalah<NarrowKalah>, Kalah<WideKalah>> {
    static constexpr bool two_squares = false;

    int text_key() const {
        return visit([](const auto& position) { return int{position.rules().houses}; });
    }

    // People also call the houses a, b, c …
    void add_aliases(MoveTexts& texts) const {
        for (int house = 0; house < text_key(); ++house)
            texts.add_alias(std::string(1, static_cast<char>('a' + house)), house);
    }
};

// Everything in the order of the Python call.
struct Description {
    std::vector<int> south;  // houses from the owner's left, then the store
    std::vector<int> north;
    bool north_to_move;
    bool swapped;
    int stage;
    KalahRules rules;
};

// The core trusts what it is made from: seeds beyond a lane would spill into the next house.
template <class G>
void check(const Description& description) {
    const auto houses = static_cast<std::size_t>(description.rules.houses) + 1;
    long long total = 0;
    for (const auto* side : {&description.south, &description.north}) {
        if (side->size() != houses)
            throw nb::value_error(
                "a side does not have one number per house and one for its store");
        for (const int seeds : *side) {
            if (seeds < 0) throw nb::value_error("a house holds fewer than 0 seeds");
            total += seeds;
        }
    }
    if (total > G::max_seeds)
        throw nb::value_error(G::max_houses == NarrowKalah::max_houses
                                  ? "there are too many seeds; expected at most 255"
                                  : "there are too many seeds; expected at most 511");
    if (description.stage < 0 || description.stage > static_cast<int>(KalahStage::later))
        throw nb::value_error("there is no such stage; expected 0, 1 or 2");
}

template <class G>
G make(const Description& description) {
    check<G>(description);
    typename G::Setup setup;
    setup.rules = description.rules;
    std::copy(description.south.begin(), description.south.end(), setup.south.begin());
    std::copy(description.north.begin(), description.north.end(), setup.north.begin());
    setup.north_to_move = description.north_to_move;
    setup.swapped = description.swapped;
    setup.stage = static_cast<KalahStage>(description.stage);
    return G(setup);
}

template <class Counts>
nb::tuple to_tuple(const Counts& counts, int size) {
    nb::list values;
    for (int i = 0; i < size; ++i) values.append(counts[i]);
    return nb::tuple(values);
}

nb::tuple houses(const KalahFamily& family) {
    return family.visit([](const auto& position) {
        const int size = position.rules().houses;
        return nb::make_tuple(to_tuple(position.south(), size), to_tuple(position.north(), size));
    });
}

nb::tuple stores(const KalahFamily& family) {
    return family.visit([](const auto& position) {
        const int houses = position.rules().houses;
        return nb::make_tuple(position.south()[houses], position.north()[houses]);
    });
}

void bind_rules(nb::module_& module) {
    nb::class_<KalahRules>(module, "KalahRules", "The parameters of a Kalah game.")
        .def(
            "__init__",
            [](KalahRules* self, int houses, int seeds, int capture, int sweep, bool swap,
               bool first_extra_turn, bool ends_at_mover_empty, bool majority_ends,
               bool skip_origin) {
                const auto is_within = [](int number, int least, int most) {
                    return number >= least && number <= most;
                };
                if (!is_within(houses, 1, WideKalah::max_houses) || !is_within(seeds, 1, 12))
                    throw nb::value_error("expected 1 to 12 houses, and 1 to 12 seeds in each");
                if (!is_within(capture, 0, static_cast<int>(Capture::never)) ||
                    !is_within(sweep, 0, static_cast<int>(Sweep::empty_side)))
                    throw nb::value_error("there is no such way to capture or to sweep");
                new (self) KalahRules{.houses = static_cast<std::uint8_t>(houses),
                                      .seeds = static_cast<std::uint8_t>(seeds),
                                      .capture = static_cast<Capture>(capture),
                                      .sweep = static_cast<Sweep>(sweep),
                                      .swap = swap,
                                      .first_extra_turn = first_extra_turn,
                                      .ends_at_mover_empty = ends_at_mover_empty,
                                      .majority_ends = majority_ends,
                                      .skip_origin = skip_origin};
            },
            nb::kw_only(), nb::arg("houses"), nb::arg("seeds"), nb::arg("capture"),
            nb::arg("sweep"), nb::arg("swap"), nb::arg("first_extra_turn"),
            nb::arg("ends_at_mover_empty"), nb::arg("majority_ends"), nb::arg("skip_origin"))
        .def_ro("houses", &KalahRules::houses)
        .def_ro("seeds", &KalahRules::seeds)
        .def_prop_ro("capture", [](const KalahRules& r) { return static_cast<int>(r.capture); })
        .def_prop_ro("sweep", [](const KalahRules& r) { return static_cast<int>(r.sweep); })
        .def_prop_ro("swap", [](const KalahRules& r) { return bool{r.swap}; })
        .def_prop_ro("first_extra_turn",
                     [](const KalahRules& r) { return bool{r.first_extra_turn}; })
        .def_prop_ro("ends_at_mover_empty",
                     [](const KalahRules& r) { return bool{r.ends_at_mover_empty}; })
        .def_prop_ro("majority_ends", [](const KalahRules& r) { return bool{r.majority_ends}; })
        .def_prop_ro("skip_origin", [](const KalahRules& r) { return bool{r.skip_origin}; });
}

}  // namespace

void bind_kalah(nb::module_& module) {
    bind_rules(module);
    auto family = bind_family<KalahFamily>(module, "KalahPosition");
    bind_family_search<TermsOf>(family);
    bind_solve(family);
    family
        .def(
            "__init__",
            [](KalahFamily* self, KalahRules rules, std::vector<int> south, std::vector<int> north,
               bool north_to_move, bool swapped, int stage) {
                const Description description{south, north, north_to_move, swapped, stage, rules};
                KalahFamily made;
                if (rules.houses <= NarrowKalah::max_houses)
                    made.any = make<Kalah<NarrowKalah>>(description);
                else
                    made.any = make<Kalah<WideKalah>>(description);
                new (self) KalahFamily(made);
            },
            nb::arg("rules"), nb::arg("south"), nb::arg("north"), nb::arg("north_to_move"),
            nb::arg("swapped"), nb::arg("stage"))
        .def_prop_ro(
            "rules",
            [](const KalahFamily& f) { return f.visit([](auto& p) { return p.rules(); }); },
            "The parameters of this game.")
        .def_prop_ro("houses", &houses,
                     nb::sig("def houses(self) -> tuple[tuple[int, ...], tuple[int, ...]]"),
                     "Seeds in the houses, south's first, each side's from its own left.")
        .def_prop_ro("stores", &stores, nb::sig("def stores(self) -> tuple[int, int]"),
                     "Seeds in the stores: (south, north).")
        .def_prop_ro(
            "north_to_move",
            [](const KalahFamily& f) { return f.visit([](auto& p) { return p.north_to_move(); }); })
        .def_prop_ro(
            "swapped",
            [](const KalahFamily& f) { return f.visit([](auto& p) { return p.swapped(); }); },
            "Whether the players have exchanged seats: the first player then sits north.")
        .def_prop_ro("stage", [](const KalahFamily& f) {
            return f.visit([](auto& p) { return static_cast<int>(p.stage()); });
        });
}

}  // namespace ply
