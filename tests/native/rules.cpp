// The native tests: laws, invariants and the promise that perft allocates nothing. Also built with
// address and undefined-behaviour sanitizers, where every move of the games is checked for overruns.
#include <cstdio>
#include <cstdlib>
#include <new>

#include "../../core/check/laws.hpp"
#include "../../core/check/perft.hpp"
#include "../../core/games/connect_four.hpp"
#include "../../core/games/kalah.hpp"
#include "../../core/games/squatter.hpp"
#include "../../core/games/watch_your_back.hpp"
#include "checks.hpp"
#include "starts.hpp"

namespace {

std::size_t allocations = 0;

}  // namespace

void* operator new(std::size_t size) {
    ++allocations;
    if (void* memory = std::malloc(size)) return memory;
    throw std::bad_alloc();
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

namespace {

using namespace ply;

void report(const std::string& name, const Violation& wrong) {
    ++(wrong ? failed : passed);
    if (wrong) std::printf("FAILED %s: %s\n", name.c_str(), wrong->c_str());
}

template <class Layout>
void test_kalah(const char* layout) {
    for (int houses = 1; houses <= Layout::max_houses; ++houses) {
        for (int variant = 0; variant < 96; ++variant) {
            const KalahRules rules{.houses = static_cast<std::uint8_t>(houses),
                                   .capture = static_cast<Capture>(variant % 3),
                                   .sweep = static_cast<Sweep>(variant / 3 % 4),
                                   .swap = variant % 5 == 0,
                                   .first_extra_turn = variant % 7 != 0,
                                   .ends_at_mover_empty = variant / 12 % 2 == 1,
                                   .majority_ends = variant / 24 % 2 == 1,
                                   .skip_origin = variant / 48 % 2 == 1};
            const auto start = kalah<Layout>(rules, 1 + variant % 12);
            const int total = start.total_seeds();
            const auto keeps_seeds = [&](const Kalah<Layout>& position) -> Violation {
                const auto all = [&](auto word) {
                    return position.seeds_in_houses(word) + position.store(word);
                };
                if (all(position.own_word()) + all(position.opponent_word()) != total)
                    return "no seed is lost";
                return {};
            };
            report(std::string(layout) + " kalah " + std::to_string(houses) + " variant " +
                       std::to_string(variant),
                   check_laws(start, 3, static_cast<std::uint64_t>(variant), keeps_seeds));
        }
    }
}

template <class Board>
void test_squatter(int smallest) {
    for (int size = smallest; size <= Board::max_size; ++size) {
        const Squatter<Board> start(typename Squatter<Board>::Setup{.size = size});
        // The cheap test that skips the flood never skips a capture.
        const auto loops_are_taken = [](const Squatter<Board>& position) -> Violation {
            for (Side side : {Side::first, Side::second})
                if (position.enclosed(side) & ~position.territory(side))
                    return "every closed loop is captured";
            return {};
        };
        report("squatter " + std::to_string(size), check_laws(start, 40, 7, loops_are_taken));
    }
}

void test_watch_your_back() {
    for (const WatchYourBack::Rules rules :
         {WatchYourBack::Rules{}, WatchYourBack::Rules{320, true},
          WatchYourBack::Rules{128, false}}) {
        const WatchYourBack start(WatchYourBack::Setup{.rules = rules});
        const auto apart = [](const WatchYourBack& position) -> Violation {
            const auto all = position.pieces(Side::first) | position.pieces(Side::second);
            if (position.pieces(Side::first) & position.pieces(Side::second))
                return "no square holds two pieces";
            if (all & (position.corners() | ~position.area())) return "pieces stand on the board";
            return {};
        };
        report("watch-your-back " + std::to_string(rules.max_turns),
               check_laws(start, 60, 11, apart));
    }
}

void test_connect_four() {
    for (int width = 4; width <= 12; ++width)
        for (int height = 4; width * (height + 1) <= ConnectFour::max_bits; ++height) {
            const ConnectFour start({.width = width, .height = height});
            const auto stacked = [](const ConnectFour& position) -> Violation {
                const auto all = position.occupied();
                if (position.stones(Side::first) & position.stones(Side::second))
                    return "no cell holds two stones";
                if (all & ~position.cells()) return "the row above the board stays empty";
                if ((all + position.bottom_row()) & all & ~(all + all)) return "no stone floats";
                if (position.has_line(position.stones(position.turn())))
                    return "only the last mover has four";
                return {};
            };
            report("connect-four " + std::to_string(width) + "x" + std::to_string(height),
                   check_laws(start, 40, 13, stacked));
        }
}

// Vectors play the same games as steps do, whoever begins and however many seeds a house holds.
void test_random_games() {
    using G = Kalah<NarrowKalah>;
    Random random(5);
    int wrong = 0, played = 0, too_long = 0;
    for (int houses = 1; houses <= NarrowKalah::max_houses; ++houses)
        for (int seeds = 1; 2 * houses * seeds <= G::max_seeds; ++seeds)
            for (int count = 1; count <= 11; ++count) {
                KalahRules rules{.houses = static_cast<std::uint8_t>(houses)};
                rules.swap = count % 3 == 0;
                std::array<G, 11> starts;
                std::array<RandomGame<G>, 11> games;
                for (std::size_t i = 0; i < games.size(); ++i) {
                    G next = starts[i] = kalah<NarrowKalah>(rules, seeds);
                    for (std::uint32_t n = random.below(12); n > 0 && next.play_random(random); --n)
                        starts[i] = next;
                    games[i] = {&starts[i], random.next()};
                }
                const int most_plies = count % 4 == 0 ? 20 : 400;
                const auto some = std::span(games).first(static_cast<std::size_t>(count));
                G::play_random_games(some, most_plies);
                for (const RandomGame<G>& game : some) {
                    if (!game.result) continue;
                    G position = *game.start;
                    LaneRandom moves(game.seed);
                    int plies = 1;
                    while (position.play_random(moves)) ++plies;
                    const int margin = position.margin();
                    const int lead = position.turn() == Side::first ? margin : -margin;
                    wrong += *game.result != (lead > 0) - (lead < 0);
                    too_long += plies > 400;
                    ++played;
                }
            }
    check(wrong == 0 && too_long == 0, "random games of kalah: same results as by steps");
    check(played > 5000 || !KalahPlayouts::is_supported(), "random games of kalah: are played");
}

template <Game G>
void test_perft(const std::string& name, const G& start, int depth, std::uint64_t expected) {
    const std::size_t before = allocations;
    const std::uint64_t nodes = perft(start, depth);
    const bool right = nodes == expected && allocations == before;
    report("perft " + name, right ? Violation{}
                                  : "got " + std::to_string(nodes) + " with " +
                                        std::to_string(allocations - before) + " allocations");
}

}  // namespace

int main() {
    test_random_games();
    test_kalah<NarrowKalah>("narrow");
    test_kalah<WideKalah>("wide");
    test_squatter<NarrowSquatter>(3);
    test_squatter<WideSquatter>(9);
    test_watch_your_back();
    test_connect_four();
    test_perft("connect-four", ConnectFour(), 8, 5673234);
    test_perft("kalah(6,4)", kalah<NarrowKalah>({}, 4), 7, 114430);
    test_perft("kalah(6,4) wide", kalah<WideKalah>({}, 4), 7, 114430);
    test_perft("squatter(5)", Squatter<NarrowSquatter>({.size = 5}), 4, 303600);
    test_perft("watch-your-back", WatchYourBack(WatchYourBack::Setup{}), 4, 4028048);
    return verdict();
}
