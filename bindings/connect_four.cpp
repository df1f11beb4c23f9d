#include "../core/games/connect_four_effects.hpp"
#include "../core/games/connect_four_names.hpp"

#include "../core/eval/connect_four_encoding.hpp"
#include "position.hpp"
#include "search.hpp"
#include "solve.hpp"

namespace ply {
namespace {

template <class>
using TermsOf = ConnectFourTerms;

struct ConnectFourFamily : Family<ConnectFourFamily, ConnectFour> {
    static constexpr bool two_squares = false;

    const ConnectFour& position() const { return std::get<0>(any); }
    int text_key() const { return position().width(); }

    // People also call the columns a, b, c …
    void add_aliases(MoveTexts& texts) const {
        for (int column = 0; column < text_key(); ++column)
            texts.add_alias(std::string(1, static_cast<char>('a' + column)), column);
    }
};

// `stones`: a character per cell from the top left, the side (1 or 2) whose stone it holds or a dot.
ConnectFour make(int width, int height, const std::string& stones) {
    constexpr int least = ConnectFour::min_size, most = ConnectFour::max_bits;
    if (width < least || height < least || width > most || height > most ||
        width * (height + 1) > most)
        throw nb::value_error(
            "there is no board of this size; expected 4 or more rows and columns, and at most 64 "
            "for columns times (rows + 1)");
    const auto cells = static_cast<std::size_t>(width * height);
    if (stones.size() != cells || stones.find_first_not_of("12.") != std::string::npos)
        throw nb::value_error("expected one of the characters 1, 2 and . for each cell");
    for (std::size_t i = 0; i + static_cast<std::size_t>(width) < cells; ++i)
        if (stones[i] != '.' && stones[i + static_cast<std::size_t>(width)] == '.')
            throw nb::value_error("a stone lies above an empty cell");
    ConnectFour::Setup setup{.width = width, .height = height};
    for (int i = 0; i < width * height; ++i)
        if (stones[i] != '.')
            setup.stones[stones[i] - '1'] |=
                bit<ConnectFour::Board>(i % width * (height + 1) + height - 1 - i / width);
    return ConnectFour(setup);
}

// The same picture of any two sets of cells.
std::string picture(const ConnectFour& position, ConnectFour::Board first,
                    ConnectFour::Board second) {
    const int width = position.width(), height = position.height();
    std::string text(static_cast<std::size_t>(width * height), '.');
    for (int i = 0; i < width * height; ++i) {
        const auto cell = bit<ConnectFour::Board>(position.cell(i % width, height - 1 - i / width));
        if (first & cell) text[i] = '1';
        if (second & cell) text[i] = '2';
    }
    return text;
}

}  // namespace

void bind_connect_four(nb::module_& module) {
    using Family = ConnectFourFamily;
    auto family = bind_family<Family>(module, "ConnectFourPosition");
    bind_family_search<TermsOf>(family);
    bind_solve(family);
    family
        .def(
            "__init__",
            [](Family* self, int width, int height, std::string stones) {
                Family made;
                made.any = make(width, height, stones);
                new (self) Family(made);
            },
            nb::arg("width"), nb::arg("height"), nb::arg("stones"))
        .def_prop_ro(
            "width", [](const Family& f) { return f.position().width(); }, "The number of columns.")
        .def_prop_ro(
            "height", [](const Family& f) { return f.position().height(); }, "The number of rows.")
        .def_prop_ro(
            "winning_cells",
            [](const Family& f) {
                const ConnectFour& position = f.position();
                const Side last = other(position.turn());
                ConnectFour::Board cells = 0;
                for (const int direction : position.directions())
                    cells |= position.line_cells(last, direction);
                nb::list names;
                for_each_bit(cells, [&](int cell) { names.append(f.cell_name(cell)); });
                return nb::tuple(names);
            },
            nb::sig("def winning_cells(self) -> tuple[str, ...]"),
            "The cells of the lines that won the game, a1 at the bottom left.")
        .def("_ends_by_last_move", [](const Family& f) { return f.position().ends_by_last_move(); })
        .def("_stones", [](const Family& f) {
            const ConnectFour& position = f.position();
            return picture(position, position.stones(Side::first), position.stones(Side::second));
        });
}

}  // namespace ply
