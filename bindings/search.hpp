// Searches for Python: one class over all algorithms, games and evaluators. The game is chosen when
// an engine is made, never inside a search.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>

#include <memory>
#include <string>
#include <vector>

#include "../core/eval/blurred.hpp"
#include "../core/eval/hashed.hpp"
#include "../core/search/alphabeta_search.hpp"
#include "../core/search/mcts.hpp"
#include "../core/search/plain.hpp"
#include "evaluation.hpp"
#include "net.hpp"
#include "position.hpp"
#include "value_net.hpp"

namespace ply {

// Everything that a player spec can set, in one flat place; the Python side checks names and ranges.
struct SearchConfig {
    std::string algorithm = "pvs";
    std::string evaluator = "features";  // or "hashed"
    Weights weights;
    std::vector<double> feature_weights;  // of a compiled game
    std::shared_ptr<ValueNet> value_net;  // corrects the weights
    std::shared_ptr<Net> net;             // in the place of weights, for a tree search
    nb::object encode;                    // how it sees a game in Python: see PythonEncoder
    std::uint64_t seed = 1;
    int blur = 0;  // errors of the evaluation, for alpha-beta searches: see Blurred
    std::size_t table_mb = 64;
    SearchOptions search;
    MctsOptions mcts;
};

class AnySearch {
public:
    virtual ~AnySearch() = default;
    virtual nb::object search(nb::handle position, const Limits& limits, nb::object on_report,
                              const StopToken& stop) = 0;
    virtual void clear() = 0;

    // For Python's garbage collector: the Python objects that the search keeps.
    virtual int traverse(visitproc visit, void* argument) = 0;
    virtual void drop_objects() = 0;
};

inline constexpr auto other_game = "this engine was made for another game; create a new one";

// How one game's positions come from Python, and its lines go there.
template <class F, class G>
struct NativeGameAccess {
    static const G& position(nb::handle object) {
        F* family = nullptr;
        if (!nb::try_cast(object, family) || !family || !std::holds_alternative<G>(family->any))
            throw nb::type_error(other_game);
        return std::get<G>(family->any);
    }
    static nb::object line(nb::handle root, const std::vector<Move>& moves) {
        const MoveTexts& texts = family_in<F>(root).texts();
        nb::list result;
        for (Move move : moves) result.append(texts.text[move]);
        return nb::tuple(result);
    }
};

template <class Access>
nb::dict report_to_python(nb::handle root, const Report& report) {
    nb::list lines;
    for (const Line& line : report.lines)
        lines.append(nb::make_tuple(Access::line(root, line.moves), line.score,
                                    static_cast<int>(line.bound), line.visits));
    nb::dict result;
    result["depth"] = report.depth;
    result["selective_depth"] = report.selective_depth;
    result["nodes"] = report.nodes;
    result["seconds"] = report.seconds;
    result["table_fill"] = report.table_fill;
    result["lines"] = lines;
    result["interrupted"] = false;
    return result;
}

// What a search remembers is used by one thread at a time. A second search, also one begun by a
// callback of the first, is refused.
class Claim {
public:
    explicit Claim(bool& taken) : taken_(taken) {
        if (taken)
            throw std::runtime_error("this engine is already searching; use one engine per thread");
        taken = true;
    }
    ~Claim() { taken_ = false; }
    Claim(const Claim&) = delete;
    Claim& operator=(const Claim&) = delete;

private:
    bool& taken_;
};

// `Search` is an AlphaBetaSearch, Mcts or PlainSearch over the game of `Access`. What it remembers of
// moves fits games with as many actions as the one that it was made for.
template <class Access, class Search>
class BoundSearch : public AnySearch {
public:
    template <class... Arguments>
    explicit BoundSearch(int num_actions, Arguments&&... arguments)
        : search_(std::forward<Arguments>(arguments)...), num_actions_(num_actions) {}

    nb::object search(nb::handle position, const Limits& limits, nb::object on_report,
                      const StopToken& stop) override {
        const Claim claim(is_searching_);
        const auto root = Access::position(position);
        if (root.num_actions() != num_actions_) throw nb::type_error(other_game);
        std::exception_ptr failed;
        const OnReport report_live = [&](const Report& report) {
            const GilAcquire gil;
            try {
                python::call(on_report, report_to_python<Access>(position, report));
            } catch (...) {
                failed = std::current_exception();  // the search may run in a noexcept place
            }
        };
        bool interrupted = false;
        const Report report = run_stoppable(
            [&](const Interrupt& interrupt) {
                return search_.search(root, limits, interrupt,
                                      on_report.is_none() ? OnReport() : report_live);
            },
            interrupted, [&] { return failed || stop.stopped(); });
        if (failed) std::rethrow_exception(failed);
        nb::dict result = report_to_python<Access>(position, report);
        result["interrupted"] = interrupted;
        return result;
    }
    void clear() override {
        const Claim claim(is_searching_);
        search_.clear();
    }

    // While another thread searches, its own frames keep everything alive.
    int traverse(visitproc visit, void* argument) override {
        if (is_searching_) return 0;
        if constexpr (requires { search_.kept_position()->traverse(visit, argument); })
            if (const auto& kept = search_.kept_position())
                if (const int found = kept->traverse(visit, argument)) return found;
        if constexpr (requires { search_.evaluator().encoder().traverse(visit, argument); })
            return search_.evaluator().encoder().traverse(visit, argument);
        return 0;
    }
    void drop_objects() override {
        if (is_searching_) return;
        if constexpr (requires { search_.kept_position(); }) search_.clear();
        if constexpr (requires { search_.evaluator().encoder().drop(); })
            search_.evaluator().encoder().drop();
    }

private:
    Search search_;
    int num_actions_;
    bool is_searching_ = false;  // only touched with the GIL
};

template <class Access, class G, class E>
std::unique_ptr<AnySearch> make_search_with(const SearchConfig& config, const G& position,
                                            const E& evaluate) {
    const int actions = position.num_actions();
    if (config.algorithm == "mcts") {
        MctsOptions options = config.mcts;
        options.seed = config.seed;
        return std::make_unique<BoundSearch<Access, Mcts<G, E>>>(actions, options, evaluate);
    }
    if (config.algorithm == "minimax")
        return std::make_unique<BoundSearch<Access, PlainSearch<G, E>>>(actions, evaluate);
    return std::make_unique<BoundSearch<Access, AlphaBetaSearch<G, Blurred<E>>>>(
        actions, config.search, Blurred<E>(evaluate, config.blur, config.seed), config.table_mb);
}

// A tree search whose leaves are judged, and whose moves are weighed, by a network.
template <class Access, class G, class Encode>
std::unique_ptr<AnySearch> make_net_search(const SearchConfig& config, const G& position,
                                           Encode encode) {
    using E = NetEvaluator<Encode>;
    MctsOptions options = config.mcts;
    options.seed = config.seed;
    options.puct = true;
    options.rollout = Rollout::evaluation;
    return std::make_unique<BoundSearch<Access, Mcts<G, E, PolicyPrior>>>(
        position.num_actions(), options, E(config.net, std::move(encode)));
}

template <class F, class G, class T>
std::unique_ptr<AnySearch> make_native_search(const SearchConfig& config, const G& position) {
    using Access = NativeGameAccess<F, G>;
    if (config.net) {
        check_net(*config.net, position, BoardAndFeatures<T>());
        return make_net_search<Access, G>(config, position, BoardAndFeatures<T>());
    }
    if (config.evaluator != "hashed") {
        check_weights<T>(config.weights);
        if (config.value_net) check_value_net<T>(*config.value_net, position);
        return make_search_with<Access, G>(config, position,
                                           FeatureEvaluator<T>(config.weights, config.value_net));
    }
    SearchConfig unfolded = config;
    unfolded.search.fold_symmetries = false;  // drawn from hashes, so mirror images differ
    return make_search_with<Access, G>(unfolded, position, HashedEvaluator{config.seed});
}

template <class G>
Score minimax_for_python(const G& position, int depth, std::uint64_t seed) {
    if (depth < 0 || depth > tuning::max_depth)
        throw nb::value_error("the depth is not valid; expected 0 to 100");
    require_stack();
    return minimax(position, depth, HashedEvaluator{seed});
}

// Adds `_search(config)` and `_minimax(depth, seed)` to a family's class, and evaluation.
template <template <class> class TermsOf, class F>
void bind_family_search(nb::class_<F, PositionBase>& family) {
    bind_evaluation<TermsOf>(family);
    bind_net<TermsOf>(family);
    bind_value_net<TermsOf>(family);
    family.def(
        "_search",
        [](const F& self, const SearchConfig& config) {
            return self.visit([&]<class G>(const G& position) {
                return make_native_search<F, G, TermsOf<G>>(config, position);
            });
        },
        nb::arg("config"), nb::sig("def _search(self, config: SearchConfig) -> Search"));
    family.def(
        "_minimax",
        [](const F& self, int depth, std::uint64_t seed) {
            return self.visit(
                [&](const auto& position) { return minimax_for_python(position, depth, seed); });
        },
        nb::arg("depth"), nb::arg("seed"),
        "Plain minimax with random knowledge: what every search is tested against.");
}

}  // namespace ply
