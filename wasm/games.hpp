// The four games for a page: made from plain numbers, shown as JSON.
#pragma once

#include <utility>
#include <variant>
#include <vector>

#include "../core/eval/connect_four_encoding.hpp"
#include "../core/eval/kalah_encoding.hpp"
#include "../core/eval/squatter_encoding.hpp"
#include "../core/eval/watch_your_back_encoding.hpp"
#include "../core/games/connect_four_effects.hpp"
#include "../core/games/connect_four_names.hpp"
#include "../core/games/kalah_effects.hpp"
#include "../core/games/kalah_names.hpp"
#include "../core/games/squatter_effects.hpp"
#include "../core/games/squatter_names.hpp"
#include "../core/games/watch_your_back_effects.hpp"
#include "../core/games/watch_your_back_names.hpp"
#include "text.hpp"

namespace ply::wasm {

// Boards that need 128 bits are rare: they have an engine of their own, which nobody else waits for.
#if defined(PLY_WIDE)
using KalahHere = Kalah<WideKalah>;
using SquatterHere = Squatter<WideSquatter>;
using Position = std::variant<KalahHere, SquatterHere>;
#else
using KalahHere = Kalah<NarrowKalah>;
using SquatterHere = Squatter<NarrowSquatter>;
using Position = std::variant<ConnectFour, KalahHere, SquatterHere, WatchYourBack>;
#endif

// What judges the positions of a game.
template <class G>
struct TermsFor;
template <>
struct TermsFor<ConnectFour> {
    using Type = ConnectFourTerms;
};
template <class Layout>
struct TermsFor<Kalah<Layout>> {
    using Type = KalahTerms;
};
template <class Board>
struct TermsFor<Squatter<Board>> {
    using Type = SquatterTerms<Board>;
};
template <>
struct TermsFor<WatchYourBack> {
    using Type = WatchYourBackTerms;
};
template <class G>
using TermsOf = typename TermsFor<G>::Type;

// The numbers that the page gives, one after another.
class Numbers {
public:
    explicit Numbers(const double* at) : at_(at) {}
    double real() { return *at_++; }
    int whole() { return static_cast<int>(real()); }
    bool yes() { return real() != 0; }

private:
    const double* at_;
};

// the rules, south's houses and store, north's, who moves, whether seats were swapped, the stage
inline Position make_kalah(Numbers given) {
    KalahRules rules;
    rules.houses = static_cast<std::uint8_t>(given.whole());
    rules.seeds = static_cast<std::uint8_t>(given.whole());
    rules.capture = static_cast<Capture>(given.whole());
    rules.sweep = static_cast<Sweep>(given.whole());
    rules.swap = given.yes();
    rules.first_extra_turn = given.yes();
    rules.ends_at_mover_empty = given.yes();
    rules.majority_ends = given.yes();
    rules.skip_origin = given.yes();
    KalahHere::Setup setup;
    setup.rules = rules;
    for (auto* counts : {&setup.south, &setup.north})
        for (int i = 0; i <= rules.houses; ++i) (*counts)[i] = given.whole();
    setup.north_to_move = given.yes();
    setup.swapped = given.yes();
    setup.stage = static_cast<KalahStage>(given.whole());
    return KalahHere(setup);
}

// size, who moves, whether Black is the first player; then pieces and owners: 0, 1 or 2 for a cell
inline Position make_squatter(Numbers given) {
    using Word = SquatterHere::Word;
    const int size = given.whole();
    SquatterHere::Setup setup{.size = size};
    setup.turn = static_cast<Side>(given.whole());
    setup.black_first = given.yes();
    for (auto* sets : {&setup.pieces, &setup.territory})
        for (int i = 0; i < size * size; ++i)
            if (const int side = given.whole())
                (*sets)[side - 1] |= bit<Word>(SquatterHere::Board::index({i / size, i % size}));
    return SquatterHere(setup);
}

#if defined(PLY_WIDE)

inline Position make(int family, Numbers given) {
    return family == 1 ? make_kalah(given) : make_squatter(given);
}

#else

// width, height, then 0, 1 or 2 for each cell from the top left
inline Position make_connect_four(Numbers given) {
    ConnectFour::Setup setup;
    setup.width = given.whole();
    setup.height = given.whole();
    const int width = setup.width, height = setup.height;
    for (int i = 0; i < width * height; ++i)
        if (const int side = given.whole())
            setup.stones[side - 1] |=
                bit<ConnectFour::Board>(i % width * (height + 1) + height - 1 - i / width);
    return ConnectFour(setup);
}

// max_turns, double_pass_draws, moving, turns, shrinks, passes; then 0, 1 or 2 for each square
inline Position make_watch_your_back(Numbers given) {
    WatchYourBack::Setup setup;
    setup.rules.max_turns = static_cast<std::uint16_t>(given.whole());
    setup.rules.double_pass_draws = given.yes();
    setup.phase = given.yes() ? WatchYourBack::Phase::moving : WatchYourBack::Phase::placing;
    setup.turns = given.whole();
    setup.shrinks = given.whole();
    setup.passes = given.whole();
    for (int square = 0; square < 64; ++square)
        if (const int side = given.whole()) setup.pieces[side - 1] |= bit<std::uint64_t>(square);
    return WatchYourBack(setup);
}

inline Position make(int family, Numbers given) {
    switch (family) {
        case 0: return make_connect_four(given);
        case 1: return make_kalah(given);
        case 2: return make_squatter(given);
        default: return make_watch_your_back(given);
    }
}

#endif

// The board, as the page's views read it.
inline void tell_board(Json& json, const ConnectFour& position) {
    const int width = position.width(), height = position.height();
    const Side last = other(position.turn());
    ConnectFour::Board line = 0;
    for (const int direction : position.directions()) line |= position.line_cells(last, direction);
    std::string stones(static_cast<std::size_t>(width * height), '.');
    for (int i = 0; i < width * height; ++i) {
        const auto cell = bit<ConnectFour::Board>(position.cell(i % width, height - 1 - i / width));
        if (position.stones(Side::first) & cell) stones[i] = '1';
        if (position.stones(Side::second) & cell) stones[i] = '2';
    }
    json.key("stones").value(stones);
    json.key("winning").list(spots_of(line),
                             [&](Spot spot) { json.value(name_of_cell(position, spot.index)); });
}

template <class Layout>
void tell_board(Json& json, const Kalah<Layout>& position) {
    const auto tell = [&](const char* name, const auto& counts) {
        json.key(name);
        std::vector<int> numbers(counts.begin(), counts.begin() + position.rules().houses + 1);
        json.list(numbers, [&](int number) { json.value(number); });
    };
    tell("south", position.south());
    tell("north", position.north());
    json.key("swapped").value(bool{position.swapped()});
    json.key("stage").value(static_cast<int>(position.stage()));
}

template <class Board>
void tell_board(Json& json, const Squatter<Board>& position) {
    const int size = position.size();
    const auto picture = [&](auto set_of) {
        std::string text(static_cast<std::size_t>(size * size), '.');
        for (int i = 0; i < size * size; ++i) {
            const auto cell = bit<typename Board::Word>(Board::index({i / size, i % size}));
            if (set_of(Side::first) & cell) text[i] = '1';
            if (set_of(Side::second) & cell) text[i] = '2';
        }
        return text;
    };
    json.key("pieces").value(picture([&](Side side) { return position.pieces(side); }));
    json.key("owners").value(picture([&](Side side) { return position.territory(side); }));
    json.key("scores").raw("[");
    json.value(position.score(Side::first)).value(position.score(Side::second)).raw("]");
}

inline void tell_board(Json& json, const WatchYourBack& position) {
    json.key("squares").value(board_text(position));
    json.key("moving").value(position.phase() == WatchYourBack::Phase::moving);
    json.key("turns").value(int{position.turns()});
    json.key("passes").value(int{position.passes()});
    json.key("pieces").raw("[");
    json.value(int(count(position.pieces(Side::first))));
    json.value(int(count(position.pieces(Side::second)))).raw("]");
    const auto next = position.next_shrink();
    json.key("shrink");
    if (!next) {
        json.null();
        return;
    }
    json.value(int{*next});
    json.key("vanishing").list(spots_of(position.vanishing()), [&](Spot spot) {
        json.value(name_of_cell(position, spot.index));
    });
}

template <class G>
void tell_position(Json& json, const G& position) {
    const auto names = move_names(position);
    Moves<G> legal;
    position.legal_moves(legal);
    const bool over = position.is_over();
    const int margin = over ? position.margin() : 0;
    json.open().key("turn").value(index(position.turn())).key("over").value(over);
    json.key("margin").value(position.turn() == Side::first ? margin : -margin);
    json.key("legal").list(legal, [&](Move move) { json.value(names[move]); });
    tell_board(json, position);
    json.close();
}

}  // namespace ply::wasm
