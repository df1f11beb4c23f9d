// The engine for a page without a server: rules, search and solver over a few C functions.
//
// The page writes numbers to `input()`, calls a function, and reads the JSON text at the address that
// it returns, up to a zero. A game is a list of positions: `start` begins one, `play` appends.
#include <cstring>
#include <memory>
#include <string>

#include "../core/eval/blurred.hpp"
#include "../core/eval/connect_four_encoding.hpp"
#include "../core/eval/kalah_encoding.hpp"
#include "../core/eval/squatter_encoding.hpp"
#include "../core/eval/value_net.hpp"
#include "../core/eval/watch_your_back_encoding.hpp"
#include "../core/search/alphabeta_search.hpp"

// Rules and search are compiled for speed. All else is to be small.
#pragma clang attribute push(__attribute__((minsize)), apply_to = function)
#include "../core/solve/solver.hpp"
#include "games.hpp"

// The names of the functions as the page calls them.
#define PLY_EXPORT(name) extern "C" __attribute__((export_name(name)))

// Called with a report while a search runs; the page's only import besides a clock.
__attribute__((import_module("page"), import_name("report"))) extern "C" void page_report(
    const char* json);

// Nothing catches here: what would be thrown, such as out of memory, ends the engine, and the page
// starts another one.
extern "C" void* __cxa_allocate_exception(std::size_t) { __builtin_trap(); }
extern "C" [[noreturn]] void __cxa_throw(void*, void*, void (*)(void*)) { __builtin_trap(); }
// The standard library would print a reason, and bring all that printing takes.
void std::__libcpp_verbose_abort(const char*, ...) noexcept { __builtin_trap(); }

namespace ply::wasm {
namespace {

constexpr std::size_t input_numbers = 2048;
constexpr std::size_t net_bytes = 1 << 18;

std::vector<double> numbers(input_numbers);
std::vector<char> net_input;
std::vector<Position> game;
std::string answer;

const char* answered(Json& json) {
    answer = std::move(json.text);
    return answer.c_str();
}

// Rows, biases, output by bucket: 16 bits each; then the output biases: 32 bits each.
std::shared_ptr<const ValueNet> read_net(std::size_t size) {
    constexpr std::size_t row = sizeof(ValueNet::Row);
    constexpr std::size_t rest = (1 + ValueNet::num_buckets) * row + ValueNet::num_buckets * 4;
    if (size <= rest) return nullptr;
    ValueNet::Numbers read;
    read.rows.resize((size - rest) / row);
    const char* from = net_input.data();
    const auto take = [&](void* to, std::size_t count) {
        std::memcpy(to, from, count);
        from += count;
    };
    take(read.rows.data(), read.rows.size() * row);
    take(read.biases.data(), row);
    take(read.output.data(), ValueNet::num_buckets * row);
    take(read.output_biases.data(), ValueNet::num_buckets * 4);
    return std::make_shared<ValueNet>(std::move(read));
}

// What one engine is told, in this order, before the weights.
struct Settings {
    SearchOptions search;
    std::size_t table_mb;
    int blur;
    std::size_t net_size;

    explicit Settings(Numbers& given) {
        search.reductions = given.yes();
        search.pruning = given.yes();
        search.endings = given.yes();
        search.lines = given.whole();
        search.overlook = given.whole();
        search.seed = static_cast<std::uint64_t>(given.whole());
        table_mb = static_cast<std::size_t>(given.whole());
        blur = given.whole();
        net_size = static_cast<std::size_t>(given.whole());
    }
};

template <class T>
Weights read_weights(Numbers& given) {
    Weights weights;
    for (std::size_t phase = 0; phase < T::phases.size(); ++phase) {
        weights.phases.emplace_back();
        for (std::size_t i = 0; i < T::features.size(); ++i)
            weights.phases.back().push_back(given.real());
    }
    for (std::size_t i = 0; i < T::actions.size(); ++i) weights.actions.push_back(given.real());
    return weights;
}

void tell_moves(Json& json, const std::vector<Move>& moves, const std::vector<std::string>& names) {
    json.key("moves").list(moves, [&](Move move) { json.value(names[move]); });
}

template <class G>
class Engine {
public:
    explicit Engine(Numbers given) : Engine(Settings(given), given) {}

    void report(Json& json, const G& root, const Report& report) const {
        const auto names = move_names(root);
        json.open().key("depth").value(report.depth);
        json.key("selective_depth").value(report.selective_depth);
        json.key("nodes").value(static_cast<long long>(report.nodes));
        json.key("microseconds").value(static_cast<long long>(1e6 * report.seconds));
        json.key("lines").list(report.lines, [&](const Line& line) {
            json.open().key("score").value(line.score);
            json.key("bound").value(static_cast<int>(line.bound));
            tell_moves(json, line.moves, names);
            json.close();
        });
        json.close();
    }

    Report search(const G& root, const Limits& limits) {
        return search_.search(root, limits, {}, [&](const Report& live) {
            Json json;
            report(json, root, live);
            page_report(json.text.c_str());
        });
    }

    int evaluate(const G& position) const { return evaluate_(position); }

private:
    using T = TermsOf<G>;
    using E = FeatureEvaluator<T>;

    Engine(Settings settings, Numbers& given)
        : evaluate_(read_weights<T>(given), read_net(settings.net_size)),
          search_(settings.search, Blurred<E>(evaluate_, settings.blur, settings.search.seed),
                  settings.table_mb) {}

    E evaluate_;
    AlphaBetaSearch<G, Blurred<E>> search_;
};

template <class>
struct EngineFor;
template <class... Games>
struct EngineFor<std::variant<Games...>> {
    using Type = std::variant<std::monostate, std::unique_ptr<Engine<Games>>...>;
};
EngineFor<Position>::Type engine;

Limits read_limits() {
    Numbers given(numbers.data());
    const auto positive = [&]<class Number>(std::optional<Number>& limit) {
        const double number = given.real();
        if (number > 0) limit = static_cast<Number>(number);
    };
    Limits limits;
    positive(limits.depth);
    positive(limits.nodes);
    positive(limits.soft_time);
    positive(limits.hard_time);
    return limits;
}

// Works on the last position with the engine that was made for its game.
template <class Work>
const char* with_engine(Work work) {
    return std::visit(
        [&]<class G>(const G& position) -> const char* {
            auto* made = std::get_if<std::unique_ptr<Engine<G>>>(&engine);
            return made ? work(**made, position) : nullptr;
        },
        game.back());
}

void tell_interval(Json& json, const Interval& value) {
    json.key("lower").value(value.lower).key("upper").value(value.upper);
}

// Where the solver finishes in time. Watch Your Back! may be endless: there the search proves wins.
template <class G>
constexpr bool is_solved_here = true;
template <>
constexpr bool is_solved_here<WatchYourBack> = false;
template <>
constexpr bool is_solved_here<Kalah<WideKalah>> = false;
template <>
constexpr bool is_solved_here<Squatter<WideSquatter>> = false;

template <class G>
void tell_solved(Json& json, const G& root, const SolveOptions& options, bool each) {
    const auto names = move_names(root);
    const Solution solution = solve(root, options, {}, {});
    tell_interval(json, {solution.lower, solution.upper});
    json.key("nodes").value(static_cast<long long>(solution.nodes));
    tell_moves(json, solution.line, names);
    if (!each || !solution.exact()) return;
    json.key("each").list(solve_moves(root, options, {}), [&](const auto& one) {
        json.open().key("move").value(names[one.first]);
        tell_interval(json, one.second);
        json.close();
    });
}

}  // namespace
}  // namespace ply::wasm

using namespace ply;
using namespace ply::wasm;

PLY_EXPORT("input") double* input() { return numbers.data(); }

PLY_EXPORT("net") char* net() {
    net_input.resize(net_bytes);
    return net_input.data();
}

PLY_EXPORT("start") void start(int family) {
    game.assign(1, make(family, Numbers(numbers.data())));
}

// Plays the legal move of that place in the list; 0 if there is none.
PLY_EXPORT("play") int play(int place) {
    Position next = game.back();
    const bool legal = std::visit(
        [&]<class G>(G& position) {
            Moves<G> moves;
            position.legal_moves(moves);
            if (place < 0 || static_cast<std::size_t>(place) >= moves.size()) return false;
            position.play(moves[static_cast<std::size_t>(place)]);
            return true;
        },
        next);
    if (legal) game.push_back(next);
    return legal;
}

PLY_EXPORT("position") const char* position() {
    Json json;
    std::visit([&](const auto& last) { tell_position(json, last); }, game.back());
    return answered(json);
}

// What the legal move of that place would do.
PLY_EXPORT("effects") const char* effects_of(int place) {
    Json json;
    std::visit(
        [&]<class G>(const G& last) {
            Moves<G> moves;
            last.legal_moves(moves);
            json.list(
                effects(last, moves[static_cast<std::size_t>(place)]),
                [&](const Effect& effect) { std::visit(EffectWriter<G>(json, last), effect); });
        },
        game.back());
    return answered(json);
}

PLY_EXPORT("engine") void make_engine() {
    engine = {};  // its table goes before there is another
    std::visit(
        [&]<class G>(const G&) { engine = std::make_unique<Engine<G>>(Numbers(numbers.data())); },
        game.back());
}

PLY_EXPORT("search") const char* search() {
    return with_engine([](auto& made, const auto& root) {
        Json json;
        made.report(json, root, made.search(root, read_limits()));
        return answered(json);
    });
}

// The score of the last position before any search, for the side to move.
PLY_EXPORT("evaluate") int evaluate() {
    int found = 0;
    with_engine([&](const auto& made, const auto& last) {
        found = made.evaluate(last);
        return "";
    });
    return found;
}

// What each feature counts for both sides, and between which phases the position lies.
PLY_EXPORT("features") const char* features() {
    Json json;
    std::visit(
        [&]<class G>(const G& last) {
            using T = TermsOf<G>;
            typename T::Values own, opponent;
            T::count(last, own, opponent);
            const Blend blend = T::blend(T::stage(last));
            json.open().key("own").list(own, [&](int one) { json.value(one); });
            json.key("opponent").list(opponent, [&](int one) { json.value(one); });
            json.key("from").value(blend.from).key("to").value(blend.to);
            json.key("millionths").value(static_cast<long long>(1e6 * blend.part)).close();
        },
        game.back());
    return answered(json);
}

// Proven bounds of the margin, for the side to move; of every move, if `each`.
PLY_EXPORT("solve") const char* solve_last(int table_mb, int each) {
    Json json;
    const Limits limits = read_limits();
    std::visit(
        [&]<class G>(const G& root) {
            json.open();
            if constexpr (is_solved_here<G>)
                tell_solved(json, root, {limits, static_cast<std::size_t>(table_mb)}, each != 0);
            else
                tell_interval(json, {-unbounded_margin, unbounded_margin});
            json.close();
        },
        game.back());
    return answered(json);
}

#pragma clang attribute pop
