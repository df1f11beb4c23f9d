#include "../core/games/squatter_effects.hpp"
#include "../core/games/squatter_names.hpp"

#include "../core/eval/squatter_encoding.hpp"
#include "position.hpp"
#include "search.hpp"
#include "solve.hpp"

namespace ply {
namespace {

template <class G>
using TermsOf = SquatterTerms<typename G::Board>;

struct SquatterFamily : Family<SquatterFamily, Squatter<NarrowSquatter>, Squatter<WideSquatter>> {
    static constexpr bool two_squares = false;

    int text_key() const { return size(); }
    int size() const {
        return visit([](const auto& position) { return position.size(); });
    }
};

// Rows of characters, one per cell, from the top left: `pieces` in `12.` by side, `owners` likewise.
void check_picture(const std::string& picture, std::size_t cells) {
    if (picture.size() != cells || picture.find_first_not_of("12.") != std::string::npos)
        throw nb::value_error("expected one of the characters 1, 2 and . for each cell");
}

template <class G>
G make(int size, const std::string& pieces, const std::string& owners, Side turn,
       bool black_first) {
    using Board = typename G::Board;
    typename G::Setup setup{.size = size, .turn = turn, .black_first = black_first};
    for (int i = 0; i < size * size; ++i) {
        const auto cell = bit<typename G::Word>(Board::index({i / size, i % size}));
        if (pieces[i] != '.') setup.pieces[pieces[i] - '1'] |= cell;
        if (owners[i] != '.') setup.territory[owners[i] - '1'] |= cell;
    }
    return G(setup);
}

// One character per cell, from the top left: the side (1 or 2) whose set contains it, or a dot.
template <class G, class SetOf>
std::string picture(const G& position, SetOf set_of) {
    const int size = position.size();
    std::string text(static_cast<std::size_t>(size * size), '.');
    for (int i = 0; i < size * size; ++i) {
        const auto cell = bit<typename G::Word>(G::Board::index({i / size, i % size}));
        if (set_of(Side::first) & cell) text[i] = '1';
        if (set_of(Side::second) & cell) text[i] = '2';
    }
    return text;
}

using Class = nb::class_<SquatterFamily, PositionBase>;

void bind_set_up(Class& family) {
    family
        .def(
            "__init__",
            [](SquatterFamily* self, int size, std::string pieces, std::string owners, Side turn,
               bool black_first) {
                if (size < NarrowSquatter::min_size || size > WideSquatter::max_size)
                    throw nb::value_error("there is no board of this size; expected 3 to 11");
                for (const std::string& picture : {pieces, owners})
                    check_picture(picture, static_cast<std::size_t>(size * size));
                SquatterFamily made;
                if (size <= NarrowSquatter::max_size)
                    made.any =
                        make<Squatter<NarrowSquatter>>(size, pieces, owners, turn, black_first);
                else
                    made.any =
                        make<Squatter<WideSquatter>>(size, pieces, owners, turn, black_first);
                new (self) SquatterFamily(made);
            },
            nb::arg("size"), nb::arg("pieces"), nb::arg("owners"), nb::arg("turn"),
            nb::arg("black_first"))
        .def_prop_ro("size", &SquatterFamily::size, "The number of rows and columns.");
}

void bind_views(Class& family) {
    family
        .def_prop_ro(
            "black_first",
            [](const SquatterFamily& f) {
                return f.visit([](auto& p) { return p.black_first(); });
            },
            "Whether the first player is Black.")
        .def_prop_ro(
            "free",
            [](const SquatterFamily& f) {
                return f.visit([](auto& p) { return count(p.free_cells()); });
            },
            "The number of cells that can still be played on.")
        .def(
            "score",
            [](const SquatterFamily& f, Side side) {
                return f.visit([&](auto& p) { return p.score(side); });
            },
            nb::arg("side"), "Captured cells that count for a side.")
        .def("_pieces",
             [](const SquatterFamily& f) {
                 return f.visit(
                     [](auto& p) { return picture(p, [&](Side side) { return p.pieces(side); }); });
             })
        .def("_owners",
             [](const SquatterFamily& f) {
                 return f.visit([](auto& p) {
                     return picture(p, [&](Side side) { return p.territory(side); });
                 });
             })
        .def(
            "_enclosed",
            [](const SquatterFamily& f, Side side) {
                return f.visit([&](auto& p) {
                    return picture(p, [&](Side s) {
                        return s == side ? p.enclosed(s) & ~p.territory(s) : p.enclosed(s) & 0;
                    });
                });
            },
            nb::arg("side"));
}

}  // namespace

void bind_squatter(nb::module_& module) {
    auto family = bind_family<SquatterFamily>(module, "SquatterPosition");
    bind_set_up(family);
    bind_views(family);
    bind_family_search<TermsOf>(family);
    bind_solve(family);
}

}  // namespace ply
