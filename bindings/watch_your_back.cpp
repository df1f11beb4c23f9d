#include "../core/games/watch_your_back_effects.hpp"
#include "../core/games/watch_your_back_names.hpp"

#include <nanobind/stl/optional.h>

#include "../core/eval/watch_your_back_encoding.hpp"
#include "position.hpp"
#include "search.hpp"
#include "solve.hpp"

namespace ply {
namespace {

template <class>
using TermsOf = WatchYourBackTerms;

struct WatchYourBackFamily : Family<WatchYourBackFamily, WatchYourBack> {
    static constexpr bool two_squares = true;

    int text_key() const { return 0; }
    const WatchYourBack& position() const { return std::get<0>(any); }
};

// While placing, the board is whole, and in either zone there is a square for all pieces to come.
void check_placements(const WatchYourBack::Setup& setup) {
    if (setup.shrinks != 0) throw nb::value_error("the board does not shrink while placing");
    constexpr int zone_squares = 46;  // without its two corners
    const int to_come = WatchYourBack::placements - setup.turns;
    for (const auto zone : WatchYourBack::zone)
        if (count((setup.pieces[0] | setup.pieces[1]) & zone) + to_come > zone_squares)
            throw nb::value_error("there is no room to place the remaining pieces");
}

// `board`: 64 characters from the top left, `O` White and `@` Black; all others are no pieces.
WatchYourBack make(WatchYourBack::Rules rules, const std::string& board, bool moving, int turns,
                   int shrinks, int passes) {
    if (board.size() != 64) throw nb::value_error("a board has 64 squares");
    const int most_turns = moving ? 65'535 : WatchYourBack::placements - 1;
    if (turns < 0 || turns > most_turns)
        throw nb::value_error(
            "a phase has no such turn; expected 0 to 23 while placing, and 0 to "
            "65535 while moving");
    if (shrinks < 0 || shrinks > 2) throw nb::value_error("a board shrinks 0, 1 or 2 times");
    if (passes < 0 || passes > 2) throw nb::value_error("there are 0, 1 or 2 passes in a row");
    WatchYourBack::Setup setup{
        .rules = rules,
        .phase = moving ? WatchYourBack::Phase::moving : WatchYourBack::Phase::placing,
        .turns = turns,
        .shrinks = shrinks,
        .passes = passes};
    for (int square = 0; square < 64; ++square) {
        if (board[square] == 'O') setup.pieces[0] |= bit<std::uint64_t>(square);
        if (board[square] == '@') setup.pieces[1] |= bit<std::uint64_t>(square);
    }
    if (!moving) check_placements(setup);
    const WatchYourBack made(setup);
    if ((setup.pieces[0] | setup.pieces[1]) & (made.corners() | ~made.area()))
        throw nb::value_error("a piece stands on a corner or on a square that is gone");
    return made;
}

using Class = nb::class_<WatchYourBackFamily, PositionBase>;

void bind_views(Class& family) {
    using Family = WatchYourBackFamily;
    family
        .def_prop_ro(
            "max_turns", [](const Family& f) { return int{f.position().rules().max_turns}; },
            "The arena's length rule; 0 where there is none.")
        .def_prop_ro(
            "double_pass_draws",
            [](const Family& f) { return f.position().rules().double_pass_draws; },
            "The arena's rule for two passes in a row.")
        .def_prop_ro(
            "turns", [](const Family& f) { return f.position().turns(); },
            "Actions made in the present phase.")
        .def_prop_ro(
            "shrinks", [](const Family& f) { return f.position().shrinks(); },
            "How often the board has shrunk: 0, 1 or 2.")
        .def_prop_ro(
            "pieces",
            [](const Family& f) {
                return nb::make_tuple(count(f.position().pieces(Side::first)),
                                      count(f.position().pieces(Side::second)));
            },
            nb::sig("def pieces(self) -> tuple[int, int]"), "Pieces on the board: (White, Black).")
        .def_prop_ro(
            "next_shrink", [](const Family& f) { return f.position().next_shrink(); },
            "The turn of the moving phase after which the board shrinks next; None if it stays.")
        .def_prop_ro(
            "vanishing",
            [](const Family& f) {
                nb::list names;
                if (!f.position().next_shrink()) return nb::tuple();
                for_each_bit(f.position().vanishing(),
                             [&](int square) { names.append(f.cell_name(square)); });
                return nb::tuple(names);
            },
            nb::sig("def vanishing(self) -> tuple[str, ...]"),
            "The squares that the next shrink removes.");
}

void bind_set_up(Class& family) {
    using Family = WatchYourBackFamily;
    family.attr("PLACEMENTS") = WatchYourBack::placements;
    family.def_prop_ro_static("SHRINK_TURNS", [](nb::handle) {
        const auto [first, second] = WatchYourBack::shrink_turns;
        return nb::typed<nb::tuple, int, int>(nb::make_tuple(first, second));
    });
    family
        .def(
            "__init__",
            [](Family* self, int max_turns, bool double_pass_draws, std::string board, bool moving,
               int turns, int shrinks, int passes) {
                if (max_turns < 0 || max_turns > 65'535)
                    throw nb::value_error("max_turns is not valid; expected 0 to 65535");
                const WatchYourBack::Rules rules{static_cast<std::uint16_t>(max_turns),
                                                 double_pass_draws};
                Family made;
                made.any = make(rules, board, moving, turns, shrinks, passes);
                new (self) Family(made);
            },
            nb::arg("max_turns"), nb::arg("double_pass_draws"), nb::arg("board"), nb::arg("moving"),
            nb::arg("turns"), nb::arg("shrinks"), nb::arg("passes"))
        .def("_moving",
             [](const Family& f) { return f.position().phase() == WatchYourBack::Phase::moving; })
        .def("_passes", [](const Family& f) { return f.position().passes(); })
        .def("_board", [](const Family& f) { return board_text(f.position()); })
        .def_static(
            "_empty_board",
            [](int shrinks) {
                return board_text(make({}, std::string(64, '-'), true, 0, shrinks, 0));
            },
            nb::arg("shrinks"));
}

}  // namespace

void bind_watch_your_back(nb::module_& module) {
    auto family = bind_family<WatchYourBackFamily>(module, "WatchYourBackPosition");
    bind_set_up(family);
    bind_views(family);
    bind_family_search<TermsOf>(family);
    bind_solve(family);
}

}  // namespace ply
