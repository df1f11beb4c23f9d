// Monte-Carlo tree search against exhaustive search: proofs are true, a tree kept between moves stays
// sound, memory is bounded. Also built with the address, undefined-behaviour and thread sanitizers.
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <unordered_map>
#include <vector>

#include "../../core/eval/hashed.hpp"
#include "../../core/search/mcts.hpp"
#include "checks.hpp"
#include "material.hpp"
#include "starts.hpp"

namespace {

using namespace ply;
using KalahGame = Kalah<NarrowKalah>;
using SquatterGame = Squatter<NarrowSquatter>;

KalahGame kalah(int houses, int seeds, KalahRules rules = {}) {
    rules.houses = static_cast<std::uint8_t>(houses);
    return ply::kalah<NarrowKalah>(rules, seeds);
}

SquatterGame squatter(int size) { return SquatterGame(SquatterGame::Setup{.size = size}); }

int sign(int number) { return (number > 0) - (number < 0); }

// Plain minimax to the end, or to a depth beyond which nothing is known (nullopt).
template <Game G>
class Oracle {
public:
    std::optional<int> sign_of(const G& position, int depth) {
        if (position.is_over()) return sign(position.margin());
        if (depth == 0) return {};
        const std::uint64_t key = hash_words(position.hash(), static_cast<std::uint64_t>(depth));
        if (const auto known = known_.find(key); known != known_.end()) return known->second;
        Moves<G> moves;
        position.legal_moves(moves);
        std::optional<int> best = -1;
        for (const Move move : moves) {
            const std::optional<int> value = sign_after(position, move, depth);
            if (value == 1) return known_[key] = value;
            if (best && (!value || *value > *best)) best = value;
        }
        return known_[key] = best;
    }

    // Of a move, for who makes it.
    std::optional<int> sign_after(const G& position, Move move, int depth) {
        G child = position;
        child.play(move);
        const std::optional<int> value = sign_of(child, depth - 1);
        if (!value || child.turn() == position.turn()) return value;
        return -*value;
    }

private:
    std::unordered_map<std::uint64_t, std::optional<int>> known_;
};

constexpr int to_the_end = 1000;

Limits simulations(std::uint64_t count) {
    Limits limits;
    limits.nodes = count;
    return limits;
}

MctsOptions options(std::uint64_t seed = 1, int threads = 1) {
    MctsOptions options;
    options.seed = seed;
    options.threads = threads;
    options.memory_mb = 8;
    options.stop_early = false;
    return options;
}

template <class E, Game G>
void test_solved(const std::string& name, const G& start, MctsOptions options) {
    Oracle<G> oracle;
    Mcts<G, E> mcts(options, E{});
    const Report report = mcts.search(start, simulations(3'000'000));
    const int truth = *oracle.sign_of(start, to_the_end);
    const std::string rollout = std::to_string(static_cast<int>(options.rollout));
    const std::string label = name + " rollout " + rollout + (options.puct ? " puct" : "");
    check(report.nodes < 3'000'000, label + ": the root is proven");
    check(sign(report.lines[0].score) == truth && (truth == 0 || is_proven(report.lines[0].score)),
          label + ": the proof agrees with minimax");
    check(*oracle.sign_after(start, *report.best(), to_the_end) == truth,
          label + ": the move is one of the best");
}

void test_small_games(int threads) {
    for (int rollout = 0; rollout <= static_cast<int>(Rollout::cutoff); ++rollout)
        for (const bool puct : {false, true}) {
            MctsOptions chosen = options(1, threads);
            chosen.rollout = static_cast<Rollout>(rollout);
            chosen.puct = puct;
            for (int houses = 2; houses <= 3; ++houses)
                for (int seeds = 1; seeds <= 2; ++seeds)
                    test_solved<KalahMaterial>(
                        "kalah(" + std::to_string(houses) + "," + std::to_string(seeds) + ")",
                        kalah(houses, seeds), chosen);
            test_solved<SquatterMaterial>("squatter(3)", squatter(3), chosen);
            test_solved<HashedEvaluator>("kalah(3,2) hashed", kalah(3, 2), chosen);
        }
}

// Positions of random games in which a short search sees the end.
template <Game G>
std::vector<G> decided_positions(const G& start, std::size_t wanted, int depth, int truth) {
    std::vector<G> found;
    Random random(17);
    for (int games = 0; found.size() < wanted && games < 400; ++games) {
        std::vector<G> game{start};
        while (!game.back().is_over() && game.size() < 500) {
            game.push_back(game.back());
            game.back().play(random_move(game.back(), random));
        }
        for (std::size_t back = static_cast<std::size_t>(depth) + 1; back > 1; --back) {
            if (back > game.size()) continue;
            const G& position = game[game.size() - back];
            if (position.is_over() || Oracle<G>().sign_of(position, depth) != truth) continue;
            found.push_back(position);
            break;
        }
    }
    return found;
}

// A win in sight is proven and taken.
template <class E, Game G>
void test_wins(const std::string& name, const G& start, int depth) {
    int number = 0;
    for (const G& position : decided_positions(start, 30, depth, 1)) {
        const std::string label = name + " win " + std::to_string(number);
        MctsOptions chosen = options(static_cast<std::uint64_t>(++number));
        chosen.puct = number % 2 == 0;
        chosen.rollout = number % 3 == 0 ? Rollout::evaluation : Rollout::random;
        Mcts<G, E> mcts(chosen, E{});
        const Report report = mcts.search(position, simulations(300'000));
        check(report.lines[0].score > proven, label + " is proven");
        const auto value = Oracle<G>().sign_after(position, *report.best(), depth);
        check(value.value_or(1) == 1, label + " is taken");
    }
    check(number > 5, name + " has wins to find");
}

// With any number of simulations, however few: no proven loss is played if something else exists,
// and every proof agrees with minimax.
template <class E, Game G>
void test_proofs(const std::string& name, const G& start, int depth, int truth) {
    int number = 0;
    for (const G& position : decided_positions(start, 30, depth, truth)) {
        Oracle<G> oracle;
        for (const std::uint64_t count : {1u, 5u, 20u, 100u, 1000u, 10'000u}) {
            Mcts<G, E> mcts(options(static_cast<std::uint64_t>(++number)), E{});
            const Report report = mcts.search(position, simulations(count));
            const auto lost = [](const Line& line) { return line.score < -proven; };
            const bool all_lost = std::all_of(report.lines.begin(), report.lines.end(), lost);
            const std::string label = name + " position " + std::to_string(number);
            check(all_lost || !lost(report.lines[0]), label + ": no loss is chosen");
            const bool sound =
                std::all_of(report.lines.begin(), report.lines.end(), [&](const Line& line) {
                    const auto value = oracle.sign_after(position, line.moves[0], depth);
                    return !value || !is_proven(line.score) || sign(line.score) == *value;
                });
            check(sound, label + ": proofs are true");
        }
    }
}

// All that a report says, but for the time it took.
void append(const Report& report, std::vector<std::uint64_t>& words) {
    words.push_back(report.nodes);
    for (const Line& line : report.lines) {
        words.insert(words.end(), {static_cast<std::uint64_t>(line.score), line.visits});
        words.insert(words.end(), line.moves.begin(), line.moves.end());
    }
}

template <class E, Game G>
void test_repeats(const std::string& name, const G& start) {
    for (const Rollout rollout : {Rollout::random, Rollout::greedy, Rollout::cutoff}) {
        MctsOptions chosen = options(5);
        chosen.rollout = rollout;
        chosen.memory_mb = 1;  // recycling repeats as well
        const auto play = [&](std::uint64_t seed) {
            chosen.seed = seed;
            Mcts<G, E> mcts(chosen, E{});
            std::vector<std::uint64_t> told;
            G position = start;
            for (int ply = 0; ply < 3 && !position.is_over(); ++ply) {
                const Report report = mcts.search(position, simulations(3000));
                append(report, told);
                position.play(*report.best());
            }
            return told;
        };
        check(play(5) == play(5), name + ": equal seeds repeat");
        check(play(5) != play(6), name + ": seeds differ");
    }
}

std::uint64_t total_visits(const Report& report) {
    std::uint64_t visits = 0;
    for (const Line& line : report.lines) visits += line.visits;
    return visits;
}

// Far more simulations than the memory holds.
template <class E, Game G>
void test_memory(const std::string& name, const G& start, int threads, std::uint64_t count) {
    MctsOptions chosen = options(1, threads);
    chosen.memory_mb = 1;
    chosen.rollout = Rollout::evaluation;
    Mcts<G, E> mcts(chosen, E{});
    bool kept = true;
    std::size_t most = 0;
    G position = start;
    for (int ply = 0; ply < 6 && !position.is_over(); ++ply) {
        const Report report = mcts.search(position, simulations(count));
        kept &= report.table_fill <= 1.0;
        kept &= mcts.memory_used() <= mcts.memory_cap() && mcts.memory_cap() == 1 << 20;
        most = std::max(most, mcts.memory_used());
        check(total_visits(report) >= report.nodes, name + ": every simulation is counted");
        position.play(*report.best());
    }
    check(kept, name + ": the cap is kept");
    check(most > 1 << 18, name + ": the memory is used");
}

// The tree of the last move serves the next: its visits are there before the search begins.
template <class E, Game G>
void test_reuse(const std::string& name, const G& start) {
    Mcts<G, E> mcts(options(), E{});
    const Report first = mcts.search(start, simulations(20'000));
    G position = start;
    for (std::size_t i = 0; i < 2; ++i) position.play(first.lines[0].moves[i]);
    const Report again = mcts.search(position, simulations(10));
    check(total_visits(again) > 100 && again.nodes <= 10, name + ": visits are kept");
    G strange = start;
    Random random(3);
    for (int i = 0; i < 2; ++i) strange.play(random_move(strange, random));
    mcts.search(strange, simulations(10));
    const Report back = mcts.search(start, simulations(10));
    check(back.lines.size() == first.lines.size(), name + ": an unknown root starts anew");
}

// Equal boards under other rules hash alike: the tree must not be taken for the other game's.
void test_other_rules() {
    Mcts<KalahGame, KalahMaterial> mcts(options(), {});
    mcts.search(kalah(3, 2), simulations(2000));
    const KalahGame other = kalah(3, 2, {.capture = Capture::never});
    const Report report = mcts.search(other, simulations(3'000'000));
    const int truth = *Oracle<KalahGame>().sign_of(other, to_the_end);
    check(sign(report.lines[0].score) == truth, "other rules: another tree");
}

// A whole game on one kept tree: every proof on the way is true.
void test_reuse_is_sound() {
    for (int seed = 0; seed < 20; ++seed) {
        MctsOptions chosen = options(static_cast<std::uint64_t>(seed));
        chosen.memory_mb = 1;
        Mcts<KalahGame, KalahMaterial> mcts(chosen, {});
        Oracle<KalahGame> oracle;
        Random random(static_cast<std::uint64_t>(seed));
        bool sound = true;
        for (KalahGame position = kalah(3, 3); !position.is_over();) {
            const Report report = mcts.search(position, simulations(300));
            for (const Line& line : report.lines)
                sound &=
                    !is_proven(line.score) ||
                    sign(line.score) == *oracle.sign_after(position, line.moves[0], to_the_end);
            position.play(random_move(position, random));
        }
        check(sound, "reuse: game " + std::to_string(seed));
    }
}

// A game that only copies, as those written in Python do, runs in circles, and can be made to fail.
struct Circle {
    static constexpr std::size_t max_moves = 2;
    std::vector<int> state;  // place, mover
    int throws_at = -1;

    Side turn() const { return static_cast<Side>(state[1]); }
    void legal_moves(Moves<Circle>& moves) const {
        for (Move move = 0; move < 2 && !is_over(); ++move) moves.push_back(move);
    }
    void play(Move move) {
        state[0] = (state[0] + (move == 0 ? 1 : 7)) % 8;
        if (state[0] == throws_at) throw std::runtime_error("as asked");
        state[1] = 1 - state[1];
    }
    bool is_over() const { return state[0] == 4 && state[1] == 0; }
    int margin() const { return 1; }
    std::uint64_t hash() const { return hash_words(std::uint64_t(2 * state[0] + state[1])); }
    int num_actions() const { return 2; }
    bool operator==(const Circle&) const = default;
};

void test_circles(int threads) {
    Mcts<Circle, HashedEvaluator> mcts(options(1, threads), {});
    const Circle odd{{1, 0}};
    const Report endless = mcts.search(odd, simulations(3000));  // never reaches the end
    check(endless.nodes == 3000 && endless.lines.size() == 2, "circles: the search ends");
    const Circle failing{{0, 0}, 3};
    bool thrown = false;
    try {
        mcts.search(failing, simulations(3000));
    } catch (const std::runtime_error&) {
        thrown = true;
    }
    check(thrown, "circles: what a game throws comes out");
    check(mcts.search(odd, simulations(100)).nodes == 100, "circles: searches after a failure");
}

void test_limits(int threads) {
    MctsOptions chosen = options(1, threads);
    Mcts<KalahGame, KalahMaterial> mcts(chosen, {});
    const KalahGame start = kalah(6, 4);
    Limits timed;
    timed.soft_time = 0.25;
    int reports = 0;
    const Report report = mcts.search(start, timed, {}, [&](const Report& live) {
        ++reports;
        if (live.lines.size() != 6) reports = -100;
    });
    check(report.seconds >= 0.25 && report.seconds < 1, "limits: time");  // machines may be busy
    check(reports >= 1 && reports <= 3, "limits: live reports");
    check(mcts.search(start, simulations(777)).nodes == 777, "limits: simulations");
    // Only the first thread looks at the interrupt; on a busy machine others may get far until then.
    const std::uint64_t nodes = mcts.search(start, {}, [] { return true; }).nodes;
    check(threads > 1 || nodes < 100, "limits: interrupt");
    StopToken token;
    std::jthread stopper([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
        token.stop();
    });
    check(mcts.search(start, {}, token).seconds < 2, "limits: stop");
    chosen.stop_early = true;
    Mcts<KalahGame, KalahMaterial> early(chosen, {});
    check(early.search(start, simulations(20'000)).nodes <= 20'000, "limits: early stop");
    check(early.search(start, simulations(0)).best().has_value(), "limits: no search, a move");
}

void test_scale() {
    bool rising = true;
    for (int i = 0; i < 1000; ++i)
        rising &= score_of_value(i / 1000.0, 400) < score_of_value((i + 1) / 1000.0, 400);
    check(rising, "scale: rises");
    check(score_of_value(0.5, 400) == 0 && !is_proven(score_of_value(1, 2000)), "scale: ends");
}

}  // namespace

int main() {
    test_scale();
    for (const int threads : {1, 2}) {
        test_small_games(threads);
        test_limits(threads);
        test_circles(threads);
        test_memory<KalahMaterial>("kalah memory", kalah(6, 4), threads, 40'000);
        test_memory<SquatterMaterial>("squatter memory", squatter(7), threads, 20'000);
        test_memory<WatchYourBackMaterial>("wyb memory", WatchYourBack(), threads, 20'000);
    }
    test_wins<KalahMaterial>("kalah(4,3)", kalah(4, 3), 7);
    test_wins<SquatterMaterial>("squatter(4)", squatter(4), 5);
    test_wins<WatchYourBackMaterial>("watch-your-back", WatchYourBack(), 3);
    const WatchYourBack short_game(WatchYourBack::Setup{.rules = {.max_turns = 40}});
    for (const int truth : {-1, 0, 1}) {
        test_proofs<KalahMaterial>("kalah(4,3)", kalah(4, 3), 8, truth);
        test_proofs<SquatterMaterial>("squatter(4)", squatter(4), 6, truth);
        test_proofs<WatchYourBackMaterial>("watch-your-back", short_game, 3, truth);
    }
    test_repeats<KalahMaterial>("kalah(6,4)", kalah(6, 4));
    test_repeats<SquatterMaterial>("squatter(6)", squatter(6));
    test_repeats<WatchYourBackMaterial>("watch-your-back", WatchYourBack());
    test_reuse<KalahMaterial>("kalah(6,4) reuse", kalah(6, 4));
    test_reuse<SquatterMaterial>("squatter(5) reuse", squatter(5));
    test_other_rules();
    test_reuse_is_sound();
    return verdict();
}
