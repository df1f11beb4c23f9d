// The native search tests: every algorithm returns what plain minimax returns, on random positions
// with random knowledge; fixed searches repeat exactly; threads share one table.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>

#include "../../core/eval/blurred.hpp"
#include "../../core/eval/hashed.hpp"
#include "../../core/search/alphabeta_search.hpp"
#include "../../core/search/minimax.hpp"
#include "checks.hpp"
#include "material.hpp"
#include "starts.hpp"

namespace {

using namespace ply;

void report(const std::string& name, int wrong, int checked) {
    ++(wrong == 0 && checked > 0 ? passed : failed);
    if (wrong != 0 || checked == 0)
        std::printf("FAILED %s: %d of %d wrong\n", name.c_str(), wrong, checked);
}

// A running position some random moves after the start.
template <Game G>
G random_position(const G& start, std::uint32_t most_moves, Random& random) {
    for (;;) {
        G position = start;
        for (auto moves = random.below(most_moves); moves > 0 && !position.is_over(); --moves)
            position.play(random_move(position, random));
        if (!position.is_over()) return position;
    }
}

struct Algorithm {
    const char* name;
    Driver driver;
    bool table, null_windows;
};
constexpr Algorithm algorithms[] = {{"alphabeta", Driver::full_window, false, false},
                                    {"negamax", Driver::full_window, true, false},
                                    {"pvs", Driver::aspiration, true, true},
                                    {"mtdf", Driver::mtdf, true, true}};

SearchOptions exact(const Algorithm& algorithm) {
    SearchOptions options;
    options.driver = algorithm.driver;
    options.use_table = algorithm.table;
    options.null_windows = algorithm.null_windows;
    options.quiescence = options.reductions = options.pruning = options.extend_again = false;
    options.exact_depth = true;
    options.endings = false;
    options.fold_symmetries = false;  // random knowledge is not symmetric
    return options;
}

struct Sample {
    std::uint32_t most_moves;
    int depth;
    int positions;
};

template <Game G>
void test_equality(const std::string& name, const G& start, const Sample& sample, int range) {
    for (const Algorithm& algorithm : algorithms) {
        Random random(7);
        HashedEvaluator evaluate{.range = range};
        Limits limits;
        limits.depth = sample.depth;
        int wrong = 0;
        for (int i = 0; i < sample.positions; ++i) {
            const G position = random_position(start, sample.most_moves, random);
            evaluate.seed = random.next();
            AlphaBetaSearch<G, HashedEvaluator> engine(exact(algorithm), evaluate, 1);
            const Report found = engine.search(position, limits, {}, {});
            wrong += found.lines.front().score != minimax(position, sample.depth, evaluate);
        }
        report(name + " " + algorithm.name + " equals minimax", wrong, sample.positions);
    }
}

// Multi-PV: the k best root moves, each with the score that minimax gives it.
template <Game G>
void test_lines(const std::string& name, const G& start, const Sample& sample) {
    Random random(3);
    int wrong = 0;
    for (int i = 0; i < sample.positions; ++i) {
        const G position = random_position(start, sample.most_moves, random);
        const HashedEvaluator evaluate{random.next(), 40};
        SearchOptions options = exact(algorithms[2]);
        options.lines = 3;
        AlphaBetaSearch<G, HashedEvaluator> engine(options, evaluate, 1);
        Limits limits;
        limits.depth = sample.depth;
        for (const Line& line : engine.search(position, limits, {}, {}).lines) {
            G child = position;
            child.play(line.moves.front());
            const Score score = minimax(child, sample.depth - 1, evaluate);
            const Score ours = from_child<G>(child.turn() == position.turn() ? score : -score);
            wrong += ours != line.score;
        }
    }
    report(name + " lines have exact scores", wrong, sample.positions);
}

// Same position, one thread, a node limit: the same search, selective or not.
template <Game G, class E>
void test_repeats(const std::string& name, const G& start, const E& evaluate) {
    Random random(11);
    int wrong = 0;
    constexpr int positions = 20;
    for (int i = 0; i < positions; ++i) {
        const G position = random_position(start, 12, random);
        Limits limits;
        limits.nodes = 20'000;
        SearchOptions options;
        options.pruning = options.reductions = i % 2 == 1;
        AlphaBetaSearch<G, E> one(options, evaluate, 1), other(options, evaluate, 1);
        const Report a = one.search(position, limits, {}, {});
        const Report b = other.search(position, limits, {}, {});
        const bool same = a.nodes == b.nodes && a.depth == b.depth &&
                          a.lines.front().moves == b.lines.front().moves &&
                          a.lines.front().score == b.lines.front().score;
        const bool within = a.nodes <= 20'000 + 200;
        wrong += !same || !within;
    }
    report(name + " repeats", wrong, positions);
}

// What an evaluator lists as noisy is what it calls noisy, in the order of the legal moves.
template <Game G, class E>
void test_noisy(const std::string& name, const G& start, const E& evaluate) {
    Random random(19);
    int wrong = 0, noisy = 0;
    constexpr int positions = 2'000;
    for (int i = 0; i < positions; ++i) {
        const G position = random_position(start, 200, random);
        Moves<G> legal, expected, listed;
        position.legal_moves(legal);
        for (const Move move : legal)
            if (evaluate.noisy(position, move)) expected.push_back(move);
        list_noisy(position, evaluate, listed);
        wrong += !std::equal(listed.begin(), listed.end(), expected.begin(), expected.end());
        noisy += static_cast<int>(expected.size());
    }
    report(name + " lists noisy moves", wrong, noisy);
}

// Mirror images share their entries in early positions, and the value stays minimax's.
template <Game G, class E>
void test_folding(const std::string& name, const G& start, const E& evaluate, int depth) {
    Random random(17);
    int wrong = 0;
    constexpr int positions = 60;
    for (int i = 0; i < positions; ++i) {
        const G position = random_position(start, 5, random);
        SearchOptions options = exact(algorithms[2]);
        options.fold_symmetries = true;
        AlphaBetaSearch<G, E> engine(options, evaluate, 1);
        Limits limits;
        limits.depth = depth;
        wrong += engine.search(position, limits, {}, {}).lines.front().score !=
                 minimax(position, depth, evaluate);
    }
    report(name + " folds symmetries", wrong, positions);
}

template <Game G, class E>
void test_threads(const std::string& name, const G& start, const E& evaluate) {
    Random random(13);
    int wrong = 0;
    constexpr int positions = 10;
    for (int i = 0; i < positions; ++i) {
        const G position = random_position(start, 12, random);
        SearchOptions options = exact(algorithms[2]);
        options.threads = 3;
        AlphaBetaSearch<G, E> engine(options, evaluate, 1);
        Limits limits;
        limits.depth = 4;
        wrong += engine.search(position, limits, {}, {}).lines.front().score !=
                 minimax(position, 4, evaluate);
    }
    report(name + " threads agree with minimax", wrong, positions);
}

// Blurred knowledge is searched like any other, and another seed sees other errors.
template <Game G, class E>
void test_blur(const std::string& name, const G& start, const E& evaluate) {
    Random random(19);
    int wrong = 0, moved = 0;
    constexpr int positions = 20;
    Limits limits;
    limits.depth = 3;
    for (int i = 0; i < positions; ++i) {
        const G position = random_position(start, 12, random);
        const Blurred<E> blurred(evaluate, 300, random.next());
        AlphaBetaSearch<G, Blurred<E>> engine(exact(algorithms[2]), blurred, 1);
        wrong += engine.search(position, limits, {}, {}).lines.front().score !=
                 minimax(position, 3, blurred);
        wrong += Blurred<E>(evaluate, 0, random.next())(position) != evaluate(position);
        moved += Blurred<E>(evaluate, 300, random.next())(position) != blurred(position);
    }
    report(name + " blurred knowledge", wrong + (moved < positions / 2), positions);
}

// A token ends the search that it was given to, before it begins or from another thread, and no other.
template <Game G, class E>
void test_stop(const std::string& name, const G& start, const E& evaluate) {
    int wrong = 0, checked = 0;
    for (const int threads : {1, 3}) {
        SearchOptions options = exact(algorithms[2]);
        options.threads = threads;
        AlphaBetaSearch<G, E> engine(options, evaluate, 1);
        StopToken early;
        early.stop();
        const Report none = engine.search(start, {}, early, {});
        wrong += !none.best() || (threads == 1 && none.nodes > 2'000);
        StopToken token;
        std::thread other([token]() mutable {
            std::this_thread::sleep_for(std::chrono::milliseconds(20));
            token.stop();
        });
        Limits limits;
        limits.hard_time = 60;
        const Report stopped = engine.search(start, limits, token.child(), {});
        wrong += !stopped.best() || stopped.seconds > 10;
        other.join();
        limits.depth = 3;
        wrong += engine.search(start, limits, StopToken(), {}).depth != 3;
        checked += 3;
    }
    report(name + " stops", wrong, checked);
}

bool only_threads = false;  // for the race check, which is too slow for all the rest

template <Game G, class E>
void test_game(const std::string& name, const G& start, const Sample& sample, const E& material) {
    test_stop(name, start, material);
    if (only_threads) return test_threads(name, start, material);
    test_equality(name, start, sample, 50);
    test_lines(name, start, {sample.most_moves, std::min(sample.depth, 3), sample.positions / 10});
    test_repeats(name, start, material);
    test_noisy(name, start, material);
    test_threads(name, start, material);
    test_blur(name, start, material);
    if constexpr (SymmetricGame<G>) test_folding(name, start, material, 3);
}

}  // namespace

int main(int count, char** arguments) {
    only_threads = count > 1 && std::string(arguments[1]) == "threads";
    const KalahMaterial seeds;
    test_game("kalah(6,4)", kalah<NarrowKalah>({}, 4), {45, 5, 2000}, seeds);
    test_game("kalah(3,2)", kalah<NarrowKalah>({.houses = 3}, 2), {12, 8, 1000}, seeds);
    test_game("kalah-manchester",
              kalah<NarrowKalah>({.houses = 7, .swap = true, .first_extra_turn = false}, 7),
              {60, 4, 1000}, seeds);
    test_game("kalah(9,3)", kalah<WideKalah>({.houses = 9}, 3), {60, 3, 500}, seeds);
    const SquatterMaterial cells;
    test_game("squatter(5)", Squatter<NarrowSquatter>({.size = 5}), {25, 3, 1000}, cells);
    test_game("squatter(4)", Squatter<NarrowSquatter>({.size = 4}), {16, 4, 1000}, cells);
    const Material<SquatterTerms<WideSquatter>> wide_cells;
    test_game("squatter(9)", Squatter<WideSquatter>({.size = 9}), {80, 2, 200}, wide_cells);
    const WatchYourBackMaterial pieces;
    const WatchYourBack::Rules arena{60, true};
    test_game("watch-your-back", WatchYourBack(WatchYourBack::Setup{}), {240, 3, 1500}, pieces);
    test_game("watch-your-back arena", WatchYourBack(WatchYourBack::Setup{.rules = arena}),
              {84, 3, 500}, pieces);
    const ConnectFourMaterial threats;
    test_game("connect-four", ConnectFour(), {38, 5, 2000}, threats);
    test_game("connect-four(4,4)", ConnectFour({.width = 4, .height = 4}), {14, 8, 1000}, threats);
    test_game("connect-four(9,5)", ConnectFour({.width = 9, .height = 5}), {40, 4, 500}, threats);
    return verdict();
}
