// Endings that are known exactly, against the rules and plain minimax: every position of the last board
// of Watch Your Back!, Kalah with few seeds in all variants, and searches that ask for them.
//
//     endings            everything, in a few seconds
//     endings threads    what several threads share, for the race check
#include <stdio.h>  // the C header has fileno

#include <algorithm>
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

#include "../../core/eval/hashed.hpp"
#include "../../core/search/alphabeta_search.hpp"
#include "../../core/search/mcts.hpp"
#include "../../core/search/minimax.hpp"
#include "../../core/solve/solver.hpp"
#include "checks.hpp"
#include "starts.hpp"

namespace {

using namespace ply;

// Plain minimax to the last board, and there the table's word.
template <Game G>
Score informed_minimax(const G& position, int depth, const KnownScores<G>& known,
                       const HashedEvaluator& evaluate) {
    if (const auto score = known.find(position)) return *score;
    if (depth == 0) return evaluate(position);
    Moves<G> moves;
    position.legal_moves(moves);
    Score best = -infinity;
    for (const Move move : moves) {
        G child = position;
        child.play(move);
        const Score score = informed_minimax(child, depth - 1, known, evaluate);
        best = std::max(best, from_child<G>(child.turn() == position.turn() ? score : -score));
    }
    return best;
}

// The consistency law: every entry is what one ply of minimax makes of the entries after it.
void test_every_entry() {
    const LastBoardTable& table = LastBoardTable::shared();
    int wrong = 0, draws = 0, wins = 0, losses = 0, longest = 0;
    for (int i = 0; i < LastBoardTable::size; ++i) {
        const WatchYourBack position = LastBoardTable::position_of(i);
        Moves<WatchYourBack> moves;
        position.legal_moves(moves);
        int win = 0, loss = 0;
        bool draw = false;
        for (const Move move : moves) {
            WatchYourBack child = position;
            child.play(move);
            const int entry = table[LastBoardTable::number_of(child)];
            draw |= entry == 0;
            if (entry < 0) win = win == 0 ? 1 - entry : std::min(win, 1 - entry);
            if (entry > 0) loss = std::min(loss, -1 - entry);
        }
        const int expected = position.is_over() ? position.margin() : win ? win : draw ? 0 : loss;
        wrong += LastBoardTable::number_of(position) != i || table[i] != expected;
        if (position.is_over()) continue;
        ++(table[i] > 0 ? wins : table[i] < 0 ? losses : draws);
        longest = std::max(longest, table[i] - 1);
    }
    check(wrong == 0, "last board: " + std::to_string(wrong) + " entries contradict others");
    // The law alone would also hold if everything were a draw. These counts are in docs/solved.md.
    check(draws == 19'196 && wins == 258'920 && losses == 196'138, "last board: the counts");
    check(longest == 25, "last board: the longest win");
}

WatchYourBack::Setup random_last_board(Random& random) {
    WatchYourBack::Setup setup;
    setup.phase = WatchYourBack::Phase::moving;
    setup.shrinks = 2;
    setup.turns = 192 + static_cast<int>(random.below(60));
    for_each_bit(WatchYourBack(setup).empty(), [&](int square) {
        if (const auto content = random.below(3))
            setup.pieces[content - 1] |= bit<WatchYourBack::Board>(square);
    });
    return setup;
}

// A turn limit in sight of plain minimax, with and without the other rule of the arena.
void test_last_turns() {
    Random random(5);
    int wrong = 0, decided = 0;
    for (int i = 0; i < 4'000; ++i) {
        WatchYourBack::Setup setup = random_last_board(random);
        const int plies = 1 + i % 5;
        setup.rules = {static_cast<std::uint16_t>(setup.turns + plies), random.below(2) == 1};
        setup.passes = static_cast<int>(random.below(2));
        const WatchYourBack position(setup);
        KnownScores<WatchYourBack> known;
        known.prepare(position);
        const Score score = minimax(position, plies, HashedEvaluator{});
        wrong += known.find(position) != score;
        decided += score != 0 && !position.is_over();
    }
    check(wrong == 0, "last turns: " + std::to_string(wrong) + " differ from minimax");
    check(decided > 900, "last turns: only " + std::to_string(decided) + " are decided");
}

// A position of the arena a few turns before the second shrink, with few pieces.
WatchYourBack before_the_shrink(Random& random, int plies) {
    WatchYourBack::Setup setup;
    setup.phase = WatchYourBack::Phase::moving;
    setup.shrinks = 1;
    setup.turns = 192 - plies;
    if (random.below(2)) setup.rules = {static_cast<std::uint16_t>(192 + random.below(9)), true};
    std::vector<int> free;
    for_each_bit(WatchYourBack(setup).empty(), [&](int square) { free.push_back(square); });
    for (int i = 0; i < 10; ++i)
        setup.pieces[i % 2] |=
            bit<WatchYourBack::Board>(free[random.below(static_cast<std::uint32_t>(free.size()))]);
    setup.pieces[1] &= ~setup.pieces[0];
    return WatchYourBack(setup);
}

SearchOptions plain_options(Driver driver, bool null_windows) {
    SearchOptions options;
    options.driver = driver;
    options.null_windows = null_windows;
    options.quiescence = options.reductions = options.pruning = options.extend_again = false;
    options.exact_depth = true;
    options.fold_symmetries = false;
    return options;
}

// Every algorithm finds what minimax with the same endings finds.
template <Game G>
void compare_searches(const std::string& name, const G& position, int depth, std::uint64_t seed) {
    KnownScores<G> known;
    known.prepare(position);
    const HashedEvaluator evaluate{.seed = seed, .range = 50};
    if (position.is_over()) return;
    const Score best = informed_minimax(position, depth, known, evaluate);
    Limits limits;
    limits.depth = depth;
    for (const auto& [driver, null_windows] : {std::pair{Driver::full_window, false},
                                               {Driver::aspiration, true},
                                               {Driver::mtdf, true}}) {
        for (const int threads : {1, 2}) {
            SearchOptions options = plain_options(driver, null_windows);
            options.threads = threads;
            AlphaBetaSearch<G, HashedEvaluator> engine(options, evaluate, 1);
            const Score found = engine.search(position, limits, {}, {}).lines.front().score;
            check(found == best, name + ": " + std::to_string(found) + " is not minimax's " +
                                     std::to_string(best));
        }
    }
}

// Six seeds here and there: endings at the root and a few plies below it.
template <class Layout>
Kalah<Layout> few_seeds(const KalahRules& rules, int seeds, Random& random) {
    typename Kalah<Layout>::Setup setup;
    setup.rules = rules;
    for (int i = 0; i < seeds; ++i) {
        auto& row = random.below(2) ? setup.north : setup.south;
        ++row[random.below(rules.houses)];
    }
    setup.south[rules.houses] = static_cast<int>(random.below(20));
    setup.north[rules.houses] = static_cast<int>(random.below(20));
    setup.north_to_move = random.below(2) == 1;
    setup.stage = KalahStage::later;
    return Kalah<Layout>(setup);
}

void test_searches() {
    Random random(9);
    for (int i = 0; i < 200; ++i) {
        compare_searches("watch-your-back #" + std::to_string(i),
                         before_the_shrink(random, 1 + i % 3), 3, random.next());
        KalahRules rules = kalah_variant(4 + i % 4, i * 7);
        compare_searches("kalah #" + std::to_string(i),
                         few_seeds<NarrowKalah>(rules, 6 + i % 8, random), 4, random.next());
        rules.houses = 9;
        compare_searches("wide kalah #" + std::to_string(i),
                         few_seeds<WideKalah>(rules, 6 + i % 4, random), 3, random.next());
    }
}

template <Game G>
int plain_margin(const G& position) {
    if (position.is_over()) return position.margin();
    Moves<G> moves;
    position.legal_moves(moves);
    int best = -unbounded_margin;
    for (const Move move : moves) {
        G child = position;
        child.play(move);
        const int margin = plain_margin(child);
        best = std::max(best, child.turn() == position.turn() ? margin : -margin);
    }
    return best;
}

// All combinations of rules, also one after the other in one engine's tables.
template <class Layout>
void test_kalah(int houses, int seeds) {
    Random random(3);
    KnownScores<Kalah<Layout>> known;
    for (int variant = 0; variant < 384; ++variant) {
        const KalahRules rules = kalah_variant(houses, variant);
        int wrong = 0, found = 0;
        for (int i = 0; i < 8; ++i) {
            const auto position = few_seeds<Layout>(rules, 1 + i % seeds, random);
            known.prepare(position);
            if (position.is_over()) continue;
            const auto score = known.find(position);
            found += score.has_value();
            wrong += score && *score != end_score<Kalah<Layout>>(plain_margin(position), 0);
        }
        const std::string name =
            "kalah with " + std::to_string(houses) + " houses, variant " + std::to_string(variant);
        check(wrong == 0, name + ": " + std::to_string(wrong) + " wrong");
        check((found > 0) != rules.majority_ends, name + ": endings are known where they can be");
    }
}

template <class Layout>
std::vector<std::int8_t> built(const KalahRules& rules, int seeds, int threads) {
    KalahTable<Layout> table(rules, seeds);
    std::vector<std::int8_t> values;
    for (int layer = 0; layer <= seeds; ++layer) {
        check(table.fill(layer, threads, {}, {}), "a layer is finished");
        values.insert(values.end(), table.layer(layer).begin(), table.layer(layer).end());
    }
    return values;
}

// A file, as a table is read from one.
MappedPages<std::int8_t> as_file(const std::vector<std::int8_t>& values) {
    std::FILE* file = std::tmpfile();
    check(file && std::fwrite(values.data(), 1, values.size(), file) == values.size() &&
              std::fflush(file) == 0,
          "the file is written");
    MappedPages<std::int8_t> pages(fileno(file), 0, values.size());
    std::fclose(file);
    return pages;
}

// A complete table says what plain minimax says, to searches and to the solver; it serves only games
// with its rules, and a hole in it is searched.
template <class Layout>
void test_database(int houses, int seeds) {
    using G = Kalah<Layout>;
    Random random(5);
    for (int variant = 0; variant < 384; variant += 5) {
        const KalahRules rules = kalah_variant(houses, variant);
        if (rules.majority_ends) continue;
        auto values = built<Layout>(rules, seeds, 1 + variant % 3);
        const bool holes = variant % 2 == 1;
        for (std::size_t i = 0; holes && i < values.size(); i += 2) values[i] = 0;
        KalahDatabases::shared().add(rules, seeds, as_file(values));
        KnownScores<G> known;
        int wrong = 0, found = 0;
        for (int i = 0; i < 12; ++i) {
            const auto position = few_seeds<Layout>(rules, seeds - i % 2, random);
            known.prepare(position);
            if (position.is_over()) continue;
            const int margin = plain_margin(position);
            const auto score = known.find(position);
            found += score.has_value();
            wrong += score && *score != end_score<G>(margin, 0);
            wrong += solve(position, {.limits = {}, .table_mb = 1}, {}, {}).lower != margin;
        }
        check(wrong == 0 && found > (holes ? 0 : 5), "database " + std::to_string(variant));
        KalahRules others = rules;
        others.skip_origin = !others.skip_origin;
        check(!KalahDatabases::shared().find(others), "a database serves its own rules only");
        KalahDatabases::shared().remove(rules);
    }
}

void test_databases() {
    test_database<NarrowKalah>(3, 9);
    test_database<WideKalah>(8, 4);
}

// A tree search proves a known ending at once and plays it right.
template <Game G>
void test_tree(const std::string& name, const G& position, int threads) {
    KnownScores<G> known;
    known.prepare(position);
    if (position.is_over() || !known.find(position)) return;
    MctsOptions options;
    options.threads = threads;
    options.memory_mb = 1;
    Mcts<G, HashedEvaluator> mcts(options, HashedEvaluator{});
    Limits limits;
    limits.nodes = 2'000;
    const Report report = mcts.search(position, limits);
    const auto sign = [](Score score) { return (score > 0) - (score < 0); };
    G child = position;
    child.play(*report.best());
    const Score after = child.turn() == position.turn() ? *known.find(child) : -*known.find(child);
    check(report.nodes < 2'000, name + ": the tree search does not prove a known ending");
    check(sign(after) == sign(*known.find(position)), name + ": the tree search loses the value");
}

void test_trees(int threads, int positions) {
    Random random(21);
    for (int i = 0; i < positions; ++i) {
        test_tree("last board #" + std::to_string(i), WatchYourBack(random_last_board(random)),
                  threads);
        test_tree("kalah #" + std::to_string(i), few_seeds<NarrowKalah>({}, 2 + i % 6, random),
                  threads);
    }
}

// The last board solved from the table: a line to the end, or a draw.
void test_solver() {
    Random random(31);
    int draws = 0;
    for (int i = 0; i < 400; ++i) {
        const WatchYourBack position(random_last_board(random));
        if (position.is_over()) continue;
        const Solution solution = solve(position, {.limits = {}, .table_mb = 1}, {}, {});
        check(solution.exact() && !solution.line.empty(), "last board #" + std::to_string(i));
        draws += solution.lower == 0;
        if (solution.lower == 0) continue;
        WatchYourBack last = position;
        for (const Move move : solution.line) last.play(move);
        const int margin = last.turn() == position.turn() ? last.margin() : -last.margin();
        check(last.is_over() && margin == solution.lower, "its line #" + std::to_string(i));
    }
    check(draws > 0, "some positions of the last board are drawn");
}

// Several threads fill in one table and read it.
void test_shared_table() {
    const KalahRules rules{.houses = 5};
    Random random(41);
    std::vector<Kalah<NarrowKalah>> positions;
    while (positions.size() < 400)
        if (const auto position = few_seeds<NarrowKalah>(rules, 7, random); !position.is_over())
            positions.push_back(position);
    KnownScores<Kalah<NarrowKalah>> known;
    known.prepare(positions[0]);
    std::vector<std::vector<Score>> found(4);
    {
        std::vector<std::jthread> threads;
        for (auto& scores : found)
            threads.emplace_back([&] {
                for (const auto& position : positions) scores.push_back(*known.find(position));
            });
    }
    for (std::size_t i = 0; i < positions.size(); i += 40)
        check(found[0][i] == end_score<Kalah<NarrowKalah>>(plain_margin(positions[i]), 0),
              "shared table #" + std::to_string(i));
    for (const auto& scores : found) check(scores == found[0], "threads agree");
}

}  // namespace

int main(int count, char** arguments) {
    test_shared_table();
    check(built<NarrowKalah>({.houses = 4}, 9, 1) == built<WideKalah>({.houses = 4}, 9, 3),
          "both layouts build the same table, with any number of threads");
    test_trees(3, 20);
    if (count > 1 && std::string(arguments[1]) == "threads") return verdict();
    test_every_entry();
    test_last_turns();
    test_searches();
    test_kalah<NarrowKalah>(3, 6);
    test_kalah<NarrowKalah>(6, 5);
    test_kalah<WideKalah>(8, 4);
    test_databases();
    test_trees(1, 200);
    test_solver();
    return verdict();
}
