// Tests and benchmarks of the exact solver: against plain minimax, against the literature, and
// against stored endgames.
//
//     solve                    quick checks, under a minute
//     solve --slow             and the big ones, with times and node counts
//     solve --endgames FILE    Squatter endgames to check (.jsonl.gz), instead of the sample's
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "oracle.hpp"
#include "starts.hpp"

namespace {

using namespace ply;

template <class Layout>
Kalah<Layout> kalah(const KalahRules& rules) {
    typename Kalah<Layout>::Setup setup;
    setup.rules = rules;
    for (int i = 0; i < rules.houses; ++i) setup.south[i] = setup.north[i] = rules.seeds;
    return Kalah<Layout>(setup);
}

template <class Layout>
void test_kalah_variant(int houses, int seeds, int variant) {
    KalahRules rules = kalah_variant(houses, variant);
    rules.seeds = static_cast<std::uint8_t>(seeds);
    Oracle<Kalah<Layout>> oracle;
    agree("kalah(" + std::to_string(houses) + "," + std::to_string(seeds) + ") variant " +
              std::to_string(variant),
          kalah<Layout>(rules), oracle);
}

void test_kalah_variants(bool slow) {
    for (int variant = 0; variant < 384; ++variant) {
        for (int houses = 2; houses <= 4; ++houses)
            for (int seeds = 1; seeds <= (houses == 4 ? 1 : 2); ++seeds)
                test_kalah_variant<NarrowKalah>(houses, seeds, variant);
        if (slow || variant % 16 == 0) test_kalah_variant<WideKalah>(3, 2, variant);
        if (slow || variant % 8 == 1) test_kalah_variant<NarrowKalah>(2, 3, variant);
        if (variant % (slow ? 4 : 16) == 2) test_kalah_variant<NarrowKalah>(3, 3, variant);
        if (variant % (slow ? 4 : 32) == 3) test_kalah_variant<NarrowKalah>(4, 2, variant);
        if (slow && variant % 52 == 0) test_kalah_variant<NarrowKalah>(4, 3, variant);
    }
}

// First player's margins by houses (rows) and seeds (columns): Irving, Donkers and Uiterwijk, and
// computations of several programs.
constexpr int unknown = 99;
constexpr int standard_values[6][7] = {{0, -2, 6, -2, 2, 0, -6},  {2, -2, -2, -10, 6, 8, 8},
                                       {0, 4, 2, 2, 6, -8, 10},   {2, 6, 6, 2, 4, 0, 10},
                                       {0, 2, 6, 10, 2, unknown}, {2, 6, 2, 8, 10, unknown}};
constexpr int empty_capture_values[6][7] = {{0, -2, 6, -2, 2, 0, -6}, {2, -2, -2, -12, 6, 8, 8},
                                            {0, 4, 2, 2, 6, -10, 10}, {2, 6, 8, 2, 2, 0, 10},
                                            {0, 0, 8, 12, 2, 2},      {2, 10, 2, 10, 12, 2}};

void test_kalah_value(int houses, int seeds, Capture capture, std::size_t table_mb, bool say) {
    const bool standard = capture == Capture::opposite;
    const auto& values = standard ? standard_values : empty_capture_values;
    const int expected = values[houses - 1][seeds - 1];
    const KalahRules rules{.houses = static_cast<std::uint8_t>(houses),
                           .seeds = static_cast<std::uint8_t>(seeds),
                           .capture = capture};
    const auto solution = solve(kalah<NarrowKalah>(rules), SolveOptions{{}, table_mb}, {}, {});
    const std::string name = "kalah(" + std::to_string(houses) + "," + std::to_string(seeds) +
                             (standard ? ")" : ",capture=always)");
    check(solution.exact() && solution.lower == expected, name + " = " + text(solution));
    check(line_gives(kalah<NarrowKalah>(rules), solution.line, expected), name + ": line");
    if (say)
        std::printf("%-26s %4d %12llu nodes %8.2f s\n", name.c_str(), solution.lower,
                    static_cast<unsigned long long>(solution.nodes), solution.seconds);
}

void test_kalah_values(int most, bool say) {
    for (Capture capture : {Capture::opposite, Capture::always})
        for (int houses = 1; houses <= 6; ++houses)
            for (int seeds = 1; seeds <= 7 && houses * seeds <= most; ++seeds)
                test_kalah_value(houses, seeds, capture, 256, say);
}

template <class Board>
Squatter<Board> random_squatter(int size, int free, std::uint64_t seed) {
    Squatter<Board> position({.size = size});
    Random random(seed);
    while (count(position.free_cells()) > free) position.play(random_move(position, random));
    return position;
}

void test_squatter(bool slow) {
    Oracle<Squatter<NarrowSquatter>> oracle;
    const auto small = [&](int size, int free, int positions) {
        for (int i = 0; i < positions; ++i)
            agree("squatter(" + std::to_string(size) + ") #" + std::to_string(i),
                  random_squatter<NarrowSquatter>(size, free, static_cast<std::uint64_t>(i)),
                  oracle);
    };
    small(3, 9, 1);
    small(4, 6, 300);
    small(4, 8, slow ? 300 : 40);
    for (int size = 5; size <= 8; ++size) small(size, 6, slow ? 300 : 50);
    small(5, 8, slow ? 300 : 30);  // enough free cells for two ways out (squatter_links.hpp)
    small(6, 8, slow ? 300 : 30);
    Oracle<Squatter<WideSquatter>> wide;
    for (int i = 0; i < (slow ? 100 : 20); ++i)
        agree("squatter(9) #" + std::to_string(i),
              random_squatter<WideSquatter>(9, 6, static_cast<std::uint64_t>(i)), wide);
    const auto draw = solve(Squatter<NarrowSquatter>({.size = 4}), small_table, {}, {});
    check(draw.exact() && draw.lower == 0, "squatter(4) = " + text(draw));
}

// A random position of few pieces on the smallest board, close to the arena's last turn.
WatchYourBack random_watch_your_back(std::uint64_t seed, bool last_turn = true) {
    Random random(seed);
    WatchYourBack::Setup setup;
    setup.phase = WatchYourBack::Phase::moving;
    setup.shrinks = static_cast<int>(random.below(3));
    setup.turns = setup.shrinks == 0 ? 124 : setup.shrinks == 1 ? 188 : 200;
    setup.turns += static_cast<int>(random.below(3));
    setup.rules = {static_cast<std::uint16_t>(setup.turns + 1 + random.below(4)),
                   random.below(2) == 1};
    if (!last_turn) setup.rules = {};
    const auto field = WatchYourBack(setup).empty();
    for (int i = 0; i < 4 + static_cast<int>(random.below(3)); ++i) {
        const auto square = bit<WatchYourBack::Board>(static_cast<int>(random.below(64)));
        if (square & field & ~(setup.pieces[0] | setup.pieces[1]))
            setup.pieces[i % 2] |= square;
        else
            --i;
    }
    return WatchYourBack(setup);
}

void test_watch_your_back(bool slow) {
    for (std::uint64_t i = 0; i < (slow ? 3000u : 200u); ++i) {
        Oracle<WatchYourBack> oracle;  // a new one, as hashes do not cover the rules
        agree("watch-your-back #" + std::to_string(i), random_watch_your_back(i), oracle);
    }
    // Without a last turn results are found by deepening, as far as the last board, where play may be
    // endless; everything else ends by a limit.
    int wins = 0, draws = 0;
    for (std::uint64_t i = 0; i < 100; ++i) {
        const auto position = random_watch_your_back(i, /*last_turn=*/false);
        const auto solution = solve(position, node_limit(5'000), {}, {});
        const bool won = solution.exact() && solution.lower != 0;
        const bool drawn = solution.exact() && solution.lower == 0;
        wins += won;
        draws += drawn;
        check(!won || line_gives(position, solution.line, solution.lower),
              "endless watch-your-back #" + std::to_string(i));
        check(!drawn || solution.line.size() == tuning::max_line ||
                  line_gives(position, solution.line, 0),
              "endless draw #" + std::to_string(i));
    }
    check(wins > 10 && draws > 0 && wins + draws < 100,
          "some endless games are decided: " + std::to_string(wins) + " won or lost, " +
              std::to_string(draws) + " drawn");
}

// A game as plain as one written in Python: a heap on the heap, no default position, the taker of
// three moves again and every stone counts.
class Stones {
public:
    static constexpr std::size_t max_moves = 3;

    explicit Stones(int stones) : heap_{stones, 0, 0} {}
    Side turn() const { return turn_; }
    int num_actions() const { return 3; }
    void legal_moves(Moves<Stones>& moves) const {
        for (int taken = 1; taken <= std::min(3, heap_[0]); ++taken)
            moves.push_back(static_cast<Move>(taken - 1));
    }
    void play(Move move) {
        const int taken = move + 1;
        heap_[0] -= taken;
        heap_[1 + static_cast<std::size_t>(index(turn_))] += taken == 2 ? 1000 * taken : 7;
        if (taken != 3) turn_ = other(turn_);
    }
    bool is_over() const { return heap_[0] == 0; }
    int margin() const { return turn_ == Side::first ? heap_[1] - heap_[2] : heap_[2] - heap_[1]; }
    std::uint64_t hash() const {
        const auto word = [](int number) { return static_cast<std::uint64_t>(number); };
        return hash_words(word(heap_[0]), word(heap_[1]), word(heap_[2]), word(index(turn_)));
    }
    bool operator==(const Stones&) const = default;

private:
    std::vector<int> heap_;
    Side turn_ = Side::first;
};
static_assert(Game<Stones> && !PackedGame<Stones>);

// Its margins do not fit the table's sixteen bits beyond 32 stones.
void test_plain_game() {
    Oracle<Stones> oracle;
    for (int stones = 1; stones <= 60; ++stones)
        agree("stones(" + std::to_string(stones) + ")", Stones(stones), oracle);
}

void test_limits() {
    const auto start = kalah<NarrowKalah>({.houses = 6, .seeds = 6});
    for (std::uint64_t nodes : {1u, 10u, 1000u, 50'000u}) {
        const auto found = solve(start, node_limit(nodes), {}, {});
        check(!found.exact() && found.lower >= -72 && found.lower <= 4 && found.upper >= 4,
              "kalah(6,6) within " + std::to_string(nodes) + " nodes");
    }
    check(!solve(start, small_table, [] { return true; }, {}).exact(), "an interrupt stops");
    SolveOptions options = small_table;
    options.limits.hard_time = 0.05;
    const auto timed = solve(start, options, {}, {});
    check(!timed.exact() && timed.seconds < 1, "a time limit stops");
    options.limits = {};
    options.limits.depth = 3;
    check(!solve(start, options, {}, {}).exact(), "a depth limit stops");
}

// Threads, another order, a guess and a goal change the work and not the result; a table that was
// saved and restored spares most of it.
void test_runs() {
    const auto start = kalah<NarrowKalah>({.houses = 4, .seeds = 5});
    const auto solved = [&](auto change) {
        SolveOptions options{{}, 16};
        change(options);
        return solve_at_once(start, options, {}, {});
    };
    const Solution usual = solved([](SolveOptions&) {});
    check(usual.exact() && usual.lower == 4, "kalah(4,5) = " + text(usual));
    for (int threads = 2; threads <= 4; ++threads)
        for (std::uint64_t variation = 0; variation < 3; ++variation) {
            const Solution found = solved([&](SolveOptions& options) {
                options.threads = threads;
                options.variation = variation;
                options.guess = 8 - threads;
            });
            check(found.lower == 4 && found.upper == 4 && line_gives(start, found.line, 4),
                  "kalah(4,5) with threads = " + text(found));
        }
    for (int goal = 0; goal <= 8; ++goal) {
        const Solution found = solved([&](SolveOptions& options) { options.goal = goal; });
        check(goal <= 4 ? found.lower >= goal : found.upper < goal, "one question");
    }
    std::vector<SavedEntry> saved;
    solved([&](SolveOptions& options) {
        options.checkpoint_every = 1e-9;
        options.on_checkpoint = [&](std::span<const SavedEntry> entries) {
            saved.assign(entries.begin(), entries.end());
        };
    });
    const Solution again = solved([&](SolveOptions& options) { options.restored = saved; });
    check(!saved.empty() && again.lower == 4 && again.upper == 4 && 2 * again.nodes < usual.nodes,
          "a restored table spares work: " + std::to_string(again.nodes) + " of " +
              std::to_string(usual.nodes) + " nodes");
}

// The numbers that follow "name": in one line of JSON, up to the end of its list.
std::vector<int> numbers(const std::string& line, const std::string& name) {
    std::vector<int> found;
    const std::size_t at = line.find("\"" + name + "\":");
    const char* text = line.c_str() + at + name.size() + 3;
    for (int depth = 0; *text;) {
        char* end;
        const long number = std::strtol(text, &end, 10);
        if (end != text) {
            found.push_back(static_cast<int>(number));
            text = end;
        } else {
            depth += *text == '[' ? 1 : *text == ']' ? -1 : 0;
            ++text;
        }
        if (depth == 0) break;
    }
    return found;
}

void test_endgame(const std::string& line, const std::string& name) {
    const int size = numbers(line, "n")[0];
    const std::vector<int> played = numbers(line, "moves"), best = numbers(line, "best");
    Squatter<NarrowSquatter> position(
        {.size = size, .black_first = played.size() >= 3 && played[2] == 2});
    for (std::size_t i = 0; i + 2 < played.size(); i += 3)
        position.play(static_cast<Move>(NarrowSquatter::index({played[i], played[i + 1]})));
    std::vector<Move> expected;
    for (std::size_t i = 0; i + 1 < best.size(); i += 2)
        expected.push_back(static_cast<Move>(NarrowSquatter::index({best[i], best[i + 1]})));
    const SolveOptions options{{}, 64};
    const auto solution = solve(position, options, {}, {});
    const int value = numbers(line, "value")[0];
    check(solution.exact() && solution.lower == value, name + " = " + text(solution));
    std::vector<Move> found;
    for (const auto& [move, margin] : solve_moves(position, options, {}))
        if (margin == Interval{value, value}) found.push_back(move);
    check(sorted(found) == sorted(expected), name + ": best moves");
}

void test_endgames(const std::string& file) {
    std::FILE* lines = popen(("gzip -dc '" + file + "'").c_str(), "r");
    int count = 0;
    std::vector<char> line(1 << 16);
    while (lines && std::fgets(line.data(), static_cast<int>(line.size()), lines))
        test_endgame(line.data(), "endgame " + std::to_string(count++));
    if (lines) pclose(lines);
    check(count > 0, "endgames in " + file);
}

void bench_squatter(int size, int free, int positions) {
    double total = 0, longest = 0;
    std::uint64_t nodes = 0;
    bool exact = true;
    for (int i = 0; i < positions; ++i) {
        const auto position =
            random_squatter<NarrowSquatter>(size, free, 1000 + static_cast<std::uint64_t>(i));
        const auto solution = solve(position, {}, {}, {});
        exact &= solution.exact() && line_gives(position, solution.line, solution.lower);
        total += solution.seconds;
        longest = std::max(longest, solution.seconds);
        nodes += solution.nodes;
    }
    std::printf("squatter(%d), %d free: average %.4f s, longest %.3f s, %.0f nodes\n", size, free,
                total / positions, longest,
                static_cast<double>(nodes) / static_cast<double>(positions));
    check(exact, "squatter endgames");
}

void run_slow() {
    for (int free : {14, 18, 20}) bench_squatter(7, free, 100);
    const auto five = solve(Squatter<NarrowSquatter>({.size = 5}), {}, {}, {});
    check(five.exact() && five.lower == 0, "squatter(5) = " + text(five));
    std::printf("squatter(5): %llu nodes, %.2f s\n", static_cast<unsigned long long>(five.nodes),
                five.seconds);
    test_kalah_values(20, true);
    test_kalah_value(6, 4, Capture::opposite, 256, true);
    test_kalah_value(6, 4, Capture::always, 256, true);
}

}  // namespace

int main(int count, char** words) {
    std::setvbuf(stdout, nullptr, _IOLBF, 0);
    bool slow = false;
    std::string endgames = "tests/data/vectors-sample/squatter-endgames.jsonl.gz";
    for (int i = 1; i < count; ++i) {
        if (!std::strcmp(words[i], "--slow")) slow = true;
        if (!std::strcmp(words[i], "--endgames") && i + 1 < count) endgames = words[++i];
    }
    test_plain_game();
    test_kalah_variants(slow);
    test_kalah_values(12, false);
    test_squatter(slow);
    test_watch_your_back(slow);
    test_limits();
    test_runs();
    test_endgames(endgames);
    if (slow) run_slow();
    return verdict();
}
