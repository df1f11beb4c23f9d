// The parts of a search that every game shares: limits, configuration, and the engine's class.
#include "search.hpp"

#include "../core/solve/bounds.hpp"

namespace ply {

namespace {

void bind_limits(nb::module_& module) {
    nb::class_<Limits>(module, "Limits",
                       "How long a search may think; what is None does not limit.")
        .def(
            "__init__",
            [](Limits* self, std::optional<int> depth, std::optional<std::uint64_t> nodes,
               std::optional<double> soft_time, std::optional<double> hard_time, bool cpu) {
                new (self) Limits{depth, nodes, soft_time, hard_time,
                                  cpu ? TimeKind::cpu : TimeKind::wall};
            },
            nb::kw_only(), nb::arg("depth") = nb::none(), nb::arg("nodes") = nb::none(),
            nb::arg("soft_time") = nb::none(), nb::arg("hard_time") = nb::none(),
            nb::arg("cpu") = false);
}

// Where the scale of scores changes its meaning: see core/search/score.hpp.
void bind_scores(nb::module_& module) {
    module.attr("WIN_SCORE") = win;
    module.attr("MAX_MARGIN") = max_margin;
    module.attr("FAST_WIN_SCORE") = fast_win;
    module.attr("UNBOUNDED_MARGIN") = unbounded_margin;
}

void bind_stop_token(nb::module_& module) {
    nb::class_<StopToken>(module, "StopToken",
                          "Ends the search that it is given to, from any thread and at any time.")
        .def(nb::init<>())
        .def("stop", &StopToken::stop,
             "End the search with what it has found; one that has not begun ends at once.")
        .def_prop_ro("stopped", &StopToken::stopped, "Whether it was stopped.")
        .def("child", &StopToken::child,
             "Return a token that is stopped with this one, and can be stopped alone.");
}

void set_driver(SearchConfig& config) {
    SearchOptions& search = config.search;
    search.driver = config.algorithm == "mtdf"  ? Driver::mtdf
                    : config.algorithm == "pvs" ? Driver::aspiration
                                                : Driver::full_window;
    search.null_windows = config.algorithm == "pvs" || config.algorithm == "mtdf";
    search.use_table = config.algorithm != "alphabeta";
}

void set_rollout(SearchConfig& config, const std::string& name) {
    const std::map<std::string, Rollout> rollouts = {{"random", Rollout::random},
                                                     {"greedy", Rollout::greedy},
                                                     {"shallow", Rollout::shallow},
                                                     {"evaluation", Rollout::evaluation},
                                                     {"cutoff", Rollout::cutoff}};
    const auto found = rollouts.find(name);
    if (found == rollouts.end()) throw nb::value_error("no such rollout");
    config.mcts.rollout = found->second;
}

template <class T>
void set(T& field, nb::handle value) {
    field = nb::cast<T>(value);
}

// One option by its name; false if there is none of that name.
bool set_option(SearchConfig& config, const std::string& name, nb::handle value) {
    SearchOptions& search = config.search;
    MctsOptions& mcts = config.mcts;
    const std::map<std::string, std::function<void()>> setters = {
        {"evaluator", [&] { set(config.evaluator, value); }},
        {"weights", [&] { set(config.weights, value); }},
        {"net", [&] { set(config.net, value); }},
        {"value_net", [&] { set(config.value_net, value); }},
        {"encode", [&] { config.encode = nb::borrow(value); }},
        {"seed", [&] { set(config.seed, value); }},
        {"table_mb", [&] { set(config.table_mb, value); }},
        {"order_moves", [&] { set(search.order_moves, value); }},
        {"quiescence", [&] { set(search.quiescence, value); }},
        {"reductions", [&] { set(search.reductions, value); }},
        {"pruning", [&] { set(search.pruning, value); }},
        {"extend_again", [&] { set(search.extend_again, value); }},
        {"better_half", [&] { set(search.better_half, value); }},
        {"fold_symmetries", [&] { set(search.fold_symmetries, value); }},
        {"exact_depth", [&] { set(search.exact_depth, value); }},
        {"lines", [&] { set(search.lines, value); }},
        {"threads", [&] { set(search.threads, value), mcts.threads = search.threads; }},
        {"exploration", [&] { set(mcts.exploration, value); }},
        {"puct", [&] { set(mcts.puct, value); }},
        {"prior_temperature", [&] { set(mcts.prior_temperature, value); }},
        {"cutoff_plies", [&] { set(mcts.cutoff_plies, value); }},
        {"memory_mb", [&] { set(mcts.memory_mb, value); }},
        {"rollout", [&] { set_rollout(config, nb::cast<std::string>(value)); }},
    };
    const auto found = setters.find(name);
    if (found == setters.end()) return false;
    found->second();
    return true;
}

}  // namespace

void bind_search(nb::module_& module) {
    nb::class_<Weights>(module, "Weights", "A number per phase and feature, and one per action.")
        .def(nb::init<std::vector<std::vector<double>>, std::vector<double>>(), nb::arg("phases"),
             nb::arg("actions"))
        .def_ro("phases", &Weights::phases)
        .def_ro("actions", &Weights::actions);
    bind_limits(module);
    bind_scores(module);
    bind_stop_token(module);
    nb::class_<SearchConfig>(module, "SearchConfig", "An algorithm and its options.")
        .def(
            "__init__",
            [](SearchConfig* self, const std::string& algorithm, nb::kwargs options) {
                auto* config = new (self) SearchConfig();
                config->algorithm = algorithm;
                set_driver(*config);
                for (auto [name, value] : options)
                    if (!set_option(*config, nb::cast<std::string>(name), value))
                        throw nb::key_error(nb::str(name).c_str());
            },
            nb::arg("algorithm"), nb::arg("options"),
            nb::sig("def __init__(self, algorithm: str, **options: typing.Any) -> None"));
    nb::class_<AnySearch>(module, "Search", "A search with its memory, made for one game.")
        .def("search", &AnySearch::search, nb::arg("position"), nb::arg("limits"),
             nb::arg("on_report").none(), nb::arg("stop"),
             nb::sig("def search(self, position: object, limits: Limits, on_report: "
                     "typing.Callable[[dict[str, typing.Any]], None] | None, stop: StopToken) -> "
                     "dict[str, typing.Any]"),
             "Search until a limit, the token or a signal ends it; the report as a dictionary.")
        .def("clear", &AnySearch::clear, "Forget everything learned so far.");
}

}  // namespace ply
