// The effects of a move lead from the board before it to the board after it: checked with a plain
// board, effect by effect, along random games of every rule variant.
#include <cstdio>
#include <cstdlib>
#include <string>
#include <utility>

#include "../../core/check/laws.hpp"
#include "../../core/games/connect_four_effects.hpp"
#include "../../core/games/kalah_effects.hpp"
#include "../../core/games/squatter_effects.hpp"
#include "../../core/games/watch_your_back_effects.hpp"
#include "starts.hpp"

namespace {

using namespace ply;

int moves = 0, failed = 0;

template <class... Cases>
struct Overloaded : Cases... {
    using Cases::operator()...;
};

// What no effect of this game may be.
struct Foreign {
    bool& right;
    template <class Other>
    void operator()(const Other&) const {
        right = false;
    }
};

// Plays random games until `wanted` moves were checked; `check` says whether a move is told right.
template <Game G, class Check>
void play_games(const std::string& name, const G& start, int wanted, Check check) {
    Random random(static_cast<std::uint64_t>(wanted));
    int seen = 0;
    while (seen < wanted) {
        for (G position = start; !position.is_over(); ++seen) {
            const Move move = random_move(position, random);
            G after = position;
            after.play(move);
            if (!check(position, move, after)) {
                ++failed;
                std::printf("FAILED %s: move %d after %d moves\n", name.c_str(), move, seen);
                return;
            }
            position = after;
        }
    }
    moves += seen;
}

template <class Layout>
std::vector<int> cells_of(const Kalah<Layout>& position) {
    std::vector<int> cells;
    for (const auto& counts : {position.south(), position.north()})
        cells.insert(cells.end(), counts.begin(), counts.begin() + position.rules().houses + 1);
    return cells;
}

template <class Layout>
bool check_kalah(const Kalah<Layout>& before, Move move, const Kalah<Layout>& after) {
    bool right = true, again = false, swapped = false;
    int captured = 0;
    std::vector<int> cells = cells_of(before);
    const auto empty_into = [&](const auto& taken) {
        int seeds = 0;
        for (Spot spot : taken.cells) {
            right &= cells[spot.index] > 0;
            seeds += std::exchange(cells[spot.index], 0);
        }
        right &= seeds == taken.seeds && seeds > 0;
        cells[taken.store.index] += seeds;
    };
    for (const Effect& effect : effects(before, move))
        std::visit(Overloaded{
                       [&](const effect::Lift& lift) {
                           right &= std::exchange(cells[lift.at.index], 0) == lift.seeds;
                       },
                       [&](const effect::Sowing& sowing) {
                           for (Spot spot : sowing.path) ++cells[spot.index];
                       },
                       [&](const effect::Capture& capture) {
                           right &=
                               cells[capture.last.index] == 1 && capture.cells[0] == capture.last;
                           empty_into(capture);
                           captured = capture.seeds;
                       },
                       [&](const effect::Sweep& sweep) {
                           right &= after.is_over();
                           empty_into(sweep);
                       },
                       [&](const effect::ExtraTurn& extra) {
                           again = true;
                           right &= extra.side == before.turn();
                       },
                       [&](const effect::Swap&) { swapped = true; },
                       Foreign{right},
                   },
                   effect);
    const bool same_seat = before.north_to_move() == after.north_to_move();
    return right && cells == cells_of(after) && captured == before.gain(move).captured &&
           swapped == (before.swapped() != after.swapped()) &&
           again == (same_seat && !swapped && !after.is_over());
}

template <class Layout>
void test_kalah(int variant) {
    const int houses = 1 + variant % Layout::max_houses;
    const KalahRules rules = kalah_variant(houses, variant);
    for (int seeds : {1, 3, 4, 12})
        if (2 * houses * seeds <= Kalah<Layout>::max_seeds)
            play_games("kalah variant " + std::to_string(variant), kalah<Layout>(rules, seeds), 200,
                       check_kalah<Layout>);
}

// One character per cell: the owner of the territory, and the piece.
template <class Board>
struct PlainSquatter {
    std::vector<char> owner = std::vector<char>(Board::num_bits, '.');
    std::vector<char> piece = std::vector<char>(Board::num_bits, '.');

    explicit PlainSquatter(const Squatter<Board>& position) {
        for (Side side : {Side::first, Side::second}) {
            for_each_bit(position.territory(side), [&](int i) { owner[i] = letter(side); });
            for_each_bit(position.pieces(side), [&](int i) { piece[i] = letter(side); });
        }
    }
    static char letter(Side side) { return side == Side::first ? '1' : '2'; }
    bool operator==(const PlainSquatter&) const = default;
};

template <class Board>
bool check_squatter(const Squatter<Board>& before, Move move, const Squatter<Board>& after) {
    using Word = typename Board::Word;
    bool right = true;
    PlainSquatter<Board> plain(before);
    for (const Effect& effect : effects(before, move))
        std::visit(Overloaded{
                       [&](const effect::Placement& placed) {
                           right &= std::exchange(plain.piece[placed.at.index],
                                                  plain.letter(placed.side)) == '.';
                           right &= plain.owner[placed.at.index] == '.' && placed.at.index == move;
                       },
                       [&](const effect::Enclosure& closed) {
                           Word wall = 0, inside = 0;
                           const char winner = plain.letter(closed.side);
                           for (Spot spot : closed.loop) {
                               wall |= bit<Word>(spot.index);
                               right &= plain.owner[spot.index] == '.' &&
                                        plain.piece[spot.index] == winner;
                           }
                           for (Spot spot : closed.recaptured)
                               right &= plain.owner[spot.index] == plain.letter(other(closed.side));
                           std::size_t from_other = 0;
                           for (Spot spot : closed.cells) {
                               inside |= bit<Word>(spot.index);
                               const char owner = std::exchange(plain.owner[spot.index], winner);
                               from_other += owner == plain.letter(other(closed.side));
                               right &= owner != winner;
                           }
                           // The loop alone keeps the inside from the edge, and the move is part of it.
                           const Word open = before.cells() & ~wall;
                           const Word outside =
                               Board::flood(Board::edges(before.size()) & open, open);
                           right &= !(outside & inside) && (wall & bit<Word>(move)) != 0;
                           right &= from_other == closed.recaptured.size() && inside != 0;
                       },
                       Foreign{right},
                   },
                   effect);
    return right && plain == PlainSquatter<Board>(after);
}

// As in the text form: `O`, `@`, `-`, `X`, and a blank for a removed square.
std::string squares_of(const WatchYourBack& position) {
    std::string squares(64, ' ');
    const auto draw = [&](std::uint64_t set, char symbol) {
        for_each_bit(set, [&](int i) { squares[static_cast<std::size_t>(i)] = symbol; });
    };
    draw(position.area(), '-');
    draw(position.corners(), 'X');
    draw(position.pieces(Side::first), 'O');
    draw(position.pieces(Side::second), '@');
    return squares;
}

bool check_watch_your_back(const WatchYourBack& before, Move move, const WatchYourBack& after) {
    bool right = true, moving = false, passed = false;
    std::string squares = squares_of(before);
    const auto symbol = [](Side side) { return "O@"[index(side)]; };
    const auto replace = [&](Spot at, char from, char to) {
        right &= std::exchange(squares[static_cast<std::size_t>(at.index)], to) == from;
    };
    for (const Effect& effect : effects(before, move))
        std::visit(Overloaded{
                       [&](const effect::Placement& placed) {
                           replace(placed.at, '-', symbol(placed.side));
                       },
                       [&](const effect::Step& step) {
                           replace(step.from, symbol(step.side), '-');
                           replace(step.to, '-', symbol(step.side));
                           if (step.over)
                               right &= squares[step.over->index] == 'O' ||
                                        squares[step.over->index] == '@';
                       },
                       [&](const effect::Elimination& gone) {
                           replace(gone.at, symbol(gone.side), '-');
                           for (Spot spot : gone.by)
                               right &= squares[spot.index] == 'X' ||
                                        squares[spot.index] == symbol(other(gone.side));
                       },
                       [&](const effect::Shrink& shrink) {
                           for (Spot spot : shrink.pieces)
                               right &= squares[spot.index] == 'O' || squares[spot.index] == '@';
                           std::size_t pieces = 0;
                           for (Spot spot : shrink.cells) {
                               const char old = std::exchange(squares[spot.index], ' ');
                               pieces += old == 'O' || old == '@';
                           }
                           right &= pieces == shrink.pieces.size();
                       },
                       [&](const effect::Corner& corner) {
                           replace(corner.at, corner.lost ? symbol(*corner.lost) : '-', 'X');
                       },
                       [&](const effect::Phase& phase) { moving = phase.phase == "moving"; },
                       [&](const effect::Pass&) { passed = true; },
                       Foreign{right},
                   },
                   effect);
    const bool changed = before.phase() != after.phase() && !after.is_over();
    return right && squares == squares_of(after) && moving == changed &&
           passed == (move == WatchYourBack::pass);
}

bool check_connect_four(const ConnectFour& before, Move move, const ConnectFour& after) {
    bool right = true;
    std::array<ConnectFour::Board, 2> stones = {before.stones(Side::first),
                                                before.stones(Side::second)};
    ConnectFour::Board placed = 0;
    int lines = 0;
    for (const Effect& effect : effects(before, move))
        std::visit(Overloaded{
                       [&](const effect::Placement& stone) {
                           placed = bit<ConnectFour::Board>(stone.at.index);
                           right &= (before.empty() & placed) != 0;
                           stones[index(stone.side)] |= placed;
                       },
                       [&](const effect::Line& line) {
                           ++lines;
                           ConnectFour::Board cells = 0;
                           for (Spot spot : line.cells)
                               cells |= bit<ConnectFour::Board>(spot.index);
                           right &= line.cells.size() >= 4 && (cells & placed) != 0;
                           right &= (cells & ~stones[index(line.side)]) == 0;
                       },
                       Foreign{right},
                   },
                   effect);
    return right && stones[0] == after.stones(Side::first) &&
           stones[1] == after.stones(Side::second) && (lines > 0) == after.is_won();
}

void report(const char* game, int& before) {
    std::printf("%s: %d moves told\n", game, moves - before);
    before = moves;
}

}  // namespace

int main() {
    static_assert(TellingGame<Kalah<NarrowKalah>> && TellingGame<Kalah<WideKalah>>);
    static_assert(TellingGame<Squatter<NarrowSquatter>> && TellingGame<WatchYourBack>);
    int before = 0;
    for (int variant = 0; variant < 384; ++variant) {
        test_kalah<NarrowKalah>(variant);
        test_kalah<WideKalah>(variant);
    }
    report("kalah", before);
    for (int size = 3; size <= NarrowSquatter::max_size; ++size)
        play_games("squatter " + std::to_string(size), Squatter<NarrowSquatter>({.size = size}),
                   15000, check_squatter<NarrowSquatter>);
    for (int size = 9; size <= WideSquatter::max_size; ++size)
        play_games("squatter " + std::to_string(size), Squatter<WideSquatter>({.size = size}),
                   10000, check_squatter<WideSquatter>);
    report("squatter", before);
    for (const WatchYourBack::Rules rules :
         {WatchYourBack::Rules{}, WatchYourBack::Rules{320, true}})
        play_games("watch-your-back", WatchYourBack({.rules = rules}), 100000,
                   check_watch_your_back);
    report("watch-your-back", before);
    play_games("connect-four", ConnectFour(), 100000, check_connect_four);
    report("connect-four", before);
    std::printf("%d failed\n", failed);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
