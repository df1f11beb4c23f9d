// The parts of a search that every game shares: limits, configuration, and the engine's class.
#include "search.hpp"

#include <cstdlib>
#include <set>

#include "solve.hpp"

namespace ply {

namespace {

void bind_limits(nb::module_& module) {
    nb::class_<Limits>(module, "Limits",
                       "How long a search may think; what is None does not limit.")
        .def(
            "__init__",
            [](Limits* self, std::optional<int> depth, std::optional<std::uint64_t> nodes,
               std::optional<double> soft_time, std::optional<double> hard_time, bool cpu) {
                const auto is_time = [](const auto& seconds) { return !seconds || *seconds >= 0; };
                if ((depth && *depth < 1) || (nodes && *nodes < 1))
                    throw nb::value_error("a limit of depth or nodes must be 1 or more");
                if (!is_time(soft_time) || !is_time(hard_time))
                    throw nb::value_error("a limit of time must be 0 or more seconds");
                new (self) Limits{depth, nodes, soft_time, hard_time,
                                  cpu ? TimeKind::cpu : TimeKind::wall};
            },
            nb::kw_only(), nb::arg("depth") = nb::none(), nb::arg("nodes") = nb::none(),
            nb::arg("soft_time") = nb::none(), nb::arg("hard_time") = nb::none(),
            nb::arg("cpu") = false);
}

void bind_solve_settings(nb::module_& module) {
    nb::class_<SolveSettings>(module, "SolveSettings",
                              "How to run a solver, besides its limits: see core/solve/solver.hpp.")
        .def(
            "__init__",
            [](SolveSettings* self, int threads, std::uint64_t variation, std::optional<int> guess,
               std::optional<int> goal, double checkpoint_every) {
                if (threads < 1 || threads > 1024)
                    throw nb::value_error("expected 1 to 1024 threads");
                const auto is_margin = [](const auto& margin) {
                    return !margin || std::abs(*margin) < unbounded_margin;
                };
                if (!is_margin(guess) || !is_margin(goal))
                    throw nb::value_error("a margin is out of range");
                if (!(checkpoint_every >= 0))
                    throw nb::value_error("a period must be 0 or more seconds");
                new (self) SolveSettings{threads, variation, guess, goal, checkpoint_every};
            },
            nb::kw_only(), nb::arg("threads") = 1, nb::arg("variation") = 0,
            nb::arg("guess") = nb::none(), nb::arg("goal") = nb::none(),
            nb::arg("checkpoint_every") = 0.0);
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
    const std::set<std::string> known = {"minimax", "alphabeta", "negamax", "pvs", "mtdf", "mcts"};
    if (!known.contains(config.algorithm)) throw nb::value_error("no such algorithm");
    SearchOptions& search = config.search;
    search.driver = config.algorithm == "mtdf"  ? Driver::mtdf
                    : config.algorithm == "pvs" ? Driver::aspiration
                                                : Driver::full_window;
    search.null_windows = config.algorithm == "pvs" || config.algorithm == "mtdf";
    search.use_table = config.algorithm != "alphabeta";
    search.endings = search.use_table;
}

template <class T>
void set(T& field, nb::handle value) {
    if (!nb::try_cast(value, field)) throw nb::type_error("an option has a value of a wrong type");
}

// What the core does not check again.
template <class T>
void set_within(T& field, nb::handle value, T least, T most) {
    T number{};
    set(number, value);
    if (!(number >= least && number <= most))  // which also refuses nan
        throw nb::value_error("an option is out of range");
    field = number;
}

constexpr int most_threads = 1024;
constexpr std::size_t most_table_mb = 1 << 22;
constexpr std::size_t most_tree_mb = 1 << 16;  // nodes and edges are numbered in 32 bits

void set_rollout(SearchConfig& config, nb::handle value) {
    std::string name;
    set(name, value);
    const std::map<std::string, Rollout> rollouts = {{"random", Rollout::random},
                                                     {"greedy", Rollout::greedy},
                                                     {"shallow", Rollout::shallow},
                                                     {"evaluation", Rollout::evaluation},
                                                     {"cutoff", Rollout::cutoff}};
    const auto found = rollouts.find(name);
    if (found == rollouts.end()) throw nb::value_error("no such rollout");
    config.mcts.rollout = found->second;
}

// One option by its name; false if there is none of that name.
bool set_option(SearchConfig& config, const std::string& name, nb::handle value) {
    SearchOptions& search = config.search;
    MctsOptions& mcts = config.mcts;
    const std::map<std::string, std::function<void()>> setters = {
        {"evaluator", [&] { set(config.evaluator, value); }},
        {"weights", [&] { set(config.weights, value); }},
        {"feature_weights", [&] { set(config.feature_weights, value); }},
        {"net", [&] { set(config.net, value); }},
        {"value_net", [&] { set(config.value_net, value); }},
        {"encode", [&] { config.encode = nb::borrow(value); }},
        {"seed",
         [&] {
             set(config.seed, value);
             search.seed = config.seed;
         }},
        {"blur", [&] { set_within(config.blur, value, 0, max_evaluation); }},
        {"overlook", [&] { set_within(search.overlook, value, 0, 100); }},
        {"table_mb", [&] { set_within<std::size_t>(config.table_mb, value, 1, most_table_mb); }},
        {"order_moves", [&] { set(search.order_moves, value); }},
        {"quiescence", [&] { set(search.quiescence, value); }},
        {"reductions", [&] { set(search.reductions, value); }},
        {"pruning", [&] { set(search.pruning, value); }},
        {"extend_again", [&] { set(search.extend_again, value); }},
        {"better_half", [&] { set(search.better_half, value); }},
        {"fold_symmetries", [&] { set(search.fold_symmetries, value); }},
        {"endings",
         [&] {
             set(search.endings, value);
             mcts.endings = search.endings;
         }},
        {"exact_depth", [&] { set(search.exact_depth, value); }},
        {"replies", [&] { set_within(search.replies, value, 0, 1 << 16); }},
        {"lines", [&] { set_within(search.lines, value, 1, 1 << 16); }},
        {"threads",
         [&] {
             set_within(search.threads, value, 1, most_threads);
             mcts.threads = search.threads;
         }},
        {"exploration", [&] { set_within(mcts.exploration, value, 0.0, 1e6); }},
        {"puct", [&] { set(mcts.puct, value); }},
        {"prior_temperature", [&] { set_within(mcts.prior_temperature, value, 1e-3, 1e6); }},
        {"cutoff_plies", [&] { set_within(mcts.cutoff_plies, value, 0, 1 << 16); }},
        {"memory_mb", [&] { set_within<std::size_t>(mcts.memory_mb, value, 1, most_tree_mb); }},
        {"rollout", [&] { set_rollout(config, value); }},
    };
    const auto found = setters.find(name);
    if (found == setters.end()) return false;
    found->second();
    return true;
}

// A search may keep positions of a game in Python, which may lead back to the search.
int traverse_search(PyObject* self, visitproc visit, void* arg) {
    Py_VISIT(Py_TYPE(self));
    return nb::inst_ready(self) ? nb::inst_ptr<AnySearch>(self)->traverse(visit, arg) : 0;
}

int clear_search(PyObject* self) {
    if (nb::inst_ready(self)) nb::inst_ptr<AnySearch>(self)->drop_objects();
    return 0;
}

int traverse_config(PyObject* self, visitproc visit, void* arg) {
    Py_VISIT(Py_TYPE(self));
    if (nb::inst_ready(self)) Py_VISIT(nb::inst_ptr<SearchConfig>(self)->encode.ptr());
    return 0;
}

int clear_config(PyObject* self) {
    if (nb::inst_ready(self)) nb::inst_ptr<SearchConfig>(self)->encode.reset();
    return 0;
}

PyType_Slot search_slots[] = {{Py_tp_traverse, reinterpret_cast<void*>(traverse_search)},
                              {Py_tp_clear, reinterpret_cast<void*>(clear_search)},
                              {0, nullptr}};
PyType_Slot config_slots[] = {{Py_tp_traverse, reinterpret_cast<void*>(traverse_config)},
                              {Py_tp_clear, reinterpret_cast<void*>(clear_config)},
                              {0, nullptr}};

}  // namespace

void bind_search(nb::module_& module) {
    nb::class_<Weights>(module, "Weights", "A number per phase and feature, and one per action.")
        .def(nb::init<std::vector<std::vector<double>>, std::vector<double>>(), nb::arg("phases"),
             nb::arg("actions"))
        .def_ro("phases", &Weights::phases)
        .def_ro("actions", &Weights::actions);
    bind_limits(module);
    bind_solve_settings(module);
    bind_scores(module);
    bind_stop_token(module);
    nb::class_<SearchConfig>(module, "SearchConfig", nb::type_slots(config_slots),
                             "An algorithm and its options.")
        .def(
            "__init__",
            [](SearchConfig* self, const std::string& algorithm, nb::kwargs options) {
                SearchConfig config;
                config.algorithm = algorithm;
                set_driver(config);
                for (auto [name, value] : options)
                    if (!set_option(config, nb::cast<std::string>(name), value))
                        throw nb::key_error(nb::str(name).c_str());
                new (self) SearchConfig(std::move(config));  // only now: nothing can fail any more
            },
            nb::arg("algorithm"), nb::arg("options"),
            nb::sig("def __init__(self, algorithm: str, **options: typing.Any) -> None"));
    nb::class_<AnySearch>(module, "Search", nb::type_slots(search_slots),
                          "A search with its memory, made for one game.")
        .def("search", &AnySearch::search, nb::arg("position"), nb::arg("limits"),
             nb::arg("on_report").none(), nb::arg("stop"),
             nb::sig("def search(self, position: object, limits: Limits, on_report: "
                     "typing.Callable[[dict[str, typing.Any]], None] | None, stop: StopToken) -> "
                     "dict[str, typing.Any]"),
             "Search until a limit, the token or a signal ends it; the report as a dictionary.")
        .def("clear", &AnySearch::clear, "Forget everything learned so far.");
}

}  // namespace ply
