// A game written in Python, seen as a Game: every algorithm of the core works on it.
//
// Searches run without the GIL, so each call into Python takes it. A move is its place in the
// position's own list of legal moves; the list is asked for once per position and kept.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <bit>
#include <memory>
#include <utility>
#include <vector>

#include "../core/eval/evaluator.hpp"
#include "../core/game.hpp"
#include "../core/hash.hpp"
#include "gil.hpp"
#include "value_net.hpp"

namespace ply {

namespace nb = nanobind;

// 64 bits of a Python value, the same in every process: numbers, texts, tuples, sets and the fields of
// dataclasses are hashed by what they hold. Needs the GIL.
std::uint64_t exact_hash(nb::handle value);

class PythonGame {
public:
    static constexpr std::size_t max_moves = 1024;

    PythonGame() = default;
    explicit PythonGame(nb::object position) : position_(std::move(position)) {
        const GilAcquire gil;
        read();
    }

    PythonGame(const PythonGame& other) { copy(other); }
    PythonGame& operator=(const PythonGame& other) {
        if (this != &other) {
            release();
            copy(other);
        }
        return *this;
    }
    PythonGame(PythonGame&& other) noexcept = default;
    PythonGame& operator=(PythonGame&& other) noexcept {
        std::swap(position_, other.position_);
        std::swap(moves_, other.moves_);
        turn_ = other.turn_;
        over_ = other.over_;
        return *this;
    }
    ~PythonGame() { release(); }

    Side turn() const { return turn_; }
    bool is_over() const { return over_; }
    int num_actions() const { return static_cast<int>(max_moves); }

    void legal_moves(Moves<PythonGame>& moves) const {
        if (over_) return;
        const GilAcquire gil;
        const std::size_t count = nb::len(legal());
        if (count > max_moves)
            throw nb::value_error("a game may have at most 1024 moves a position");
        if (count == 0) throw nb::value_error("a position that is not over has no legal move");
        for (std::size_t i = 0; i < count; ++i) moves.push_back(static_cast<Move>(i));
    }

    void play(Move move) {
        const GilAcquire gil;
        position_ = python::call_method<"play">(position_, move_object(move));
        moves_.reset();
        read();
    }

    int margin() const {
        const GilAcquire gil;
        return python::whole(python::get<"margin">(position_), max_python_margin, "margin");
    }

    std::uint64_t hash() const {
        const GilAcquire gil;
        return hash_words(exact_hash(position_), static_cast<std::uint64_t>(index(turn_)));
    }

    bool operator==(const PythonGame& other) const {
        const GilAcquire gil;
        return python::equal(position_, other.position_);
    }

    // All need the GIL.
    nb::handle object() const { return position_; }
    nb::object move_object(Move move) const {
        PyObject* item = PyTuple_GetItem(legal().ptr(), move);
        if (!item) throw nb::python_error();
        return nb::borrow(item);
    }
    int traverse(visitproc visit, void* arg) const {
        Py_VISIT(position_.ptr());
        Py_VISIT(moves_.ptr());
        return 0;
    }

private:
    static constexpr int max_python_margin = 1'000'000'000 / 4;  // far from where whole numbers end

    // Any sequence will do; it becomes a tuple, whose items stay where they are.
    nb::handle legal() const {
        if (!moves_) moves_ = python::tuple(python::get<"legal_moves">(position_));
        return moves_;
    }

    void read() {
        over_ = python::is_true(python::get<"is_over">(position_));
        const int side = python::whole(python::get<"turn">(position_), 1, "turn");
        turn_ = side == 0 ? Side::first : Side::second;
    }

    void copy(const PythonGame& other) {
        const GilAcquire gil;
        position_ = other.position_;
        moves_ = other.moves_;
        turn_ = other.turn_;
        over_ = other.over_;
    }

    void release() {
        if (!position_ && !moves_) return;
        const GilAcquire gil;
        position_.reset();
        moves_.reset();
    }

    nb::object position_;
    mutable nb::object moves_;
    Side turn_ = Side::first;
    bool over_ = true;
};

// Knowledge that a Python game may bring: `evaluate()`, from the mover's view, in points. Without it
// every running game is even.
class PythonEvaluator {
public:
    explicit PythonEvaluator(bool has_evaluate) : has_evaluate_(has_evaluate) {}

    int operator()(const PythonGame& position) const {
        if (!has_evaluate_) return 0;
        const GilAcquire gil;
        return points(python::call_method<"evaluate">(position.object()));
    }
    void order(const PythonGame&, const Moves<PythonGame>& moves, int* scores) const {
        for (std::size_t i = 0; i < moves.size(); ++i) scores[i] = 0;
    }
    bool noisy(const PythonGame&, Move) const { return false; }

protected:
    static int points(nb::object evaluation) {
        const double value = python::number(std::move(evaluation));
        const double limit = max_evaluation;
        if (value != value) throw nb::value_error("evaluate() returned nan; expected a number");
        return static_cast<int>(value > limit ? limit : value < -limit ? -limit : value);
    }

private:
    bool has_evaluate_;
};

static_assert(Evaluator<PythonEvaluator, PythonGame>);

// A function of Python's that searches in other threads may ask about a position.
class PythonFunction {
public:
    explicit PythonFunction(nb::object function) : function_(std::move(function)) {}
    PythonFunction(const PythonFunction& other) {
        const GilAcquire gil;
        function_ = other.function_;
    }
    PythonFunction& operator=(const PythonFunction&) = delete;
    PythonFunction(PythonFunction&&) noexcept = default;
    ~PythonFunction() {
        if (!function_) return;
        const GilAcquire gil;
        function_.reset();
    }

    // For Python's garbage collector.
    int traverse(visitproc visit, void* arg) const {
        Py_VISIT(function_.ptr());
        return 0;
    }
    void drop() { function_.reset(); }

    // With the GIL.
    nb::object operator()(const PythonGame& position) const {
        if (!function_) throw nb::value_error("this engine has no encoding of positions");
        return python::call(function_, position.object());
    }

private:
    nb::object function_;
};

// Knowledge from outside the game: a function of Python's evaluates, as `evaluate()` would.
class PythonFunctionEvaluator : public PythonEvaluator {
public:
    explicit PythonFunctionEvaluator(nb::object evaluate)
        : PythonEvaluator(false), evaluate_(std::move(evaluate)) {}

    int operator()(const PythonGame& position) const {
        const GilAcquire gil;
        return points(evaluate_(position));
    }

    PythonFunction& encoder() { return evaluate_; }

private:
    PythonFunction evaluate_;
};

static_assert(Evaluator<PythonFunctionEvaluator, PythonGame>);

// How a game in Python becomes numbers: `encode(position)` returns them, and an action for each
// legal move.
class PythonEncoder : public PythonFunction {
public:
    PythonEncoder(nb::object encode, std::size_t num_inputs, std::size_t num_actions)
        : PythonFunction(std::move(encode)), num_inputs_(num_inputs), num_actions_(num_actions) {}

    void encode(const PythonGame& position, std::vector<float>& numbers) const {
        const GilAcquire gil;
        if (!nb::try_cast(part(position, 0), numbers))
            throw nb::type_error("a position became something else than numbers");
        if (numbers.size() != num_inputs_)
            throw nb::value_error("a position became another number of numbers than was learned");
    }

    void actions(const PythonGame& position, const Moves<PythonGame>& moves,
                 std::vector<int>& actions) const {
        const GilAcquire gil;
        bool fits = nb::try_cast(part(position, 1), actions) && actions.size() == moves.size();
        for (const int action : actions)
            fits = fits && action >= -1 && action < static_cast<int>(num_actions_);
        if (!fits) throw nb::value_error("the actions do not fit the legal moves");
    }

private:
    nb::object part(const PythonGame& position, int i) const {
        return python::tuple((*this)(position))[i];
    }

    std::size_t num_inputs_;
    std::size_t num_actions_;
};

// What the game itself knows, corrected by a value network: `inputs(position)` returns the inputs that
// are present, and the bucket as the last number.
class PythonNetEvaluator : public PythonEvaluator {
public:
    PythonNetEvaluator(const PythonEvaluator& own, std::shared_ptr<const ValueNet> net,
                       nb::object inputs)
        : PythonEvaluator(own), net_(std::move(net)), inputs_(std::move(inputs)) {}

    int operator()(const PythonGame& position) const {
        const int own = PythonEvaluator::operator()(position);
        const GilAcquire gil;
        std::vector<int> present;
        if (!nb::try_cast(inputs_(position), present) || present.empty())
            throw nb::type_error("a position became something else than inputs");
        const int bucket = present.back();
        present.pop_back();
        const int sum = own + checked_value(*net_, present, bucket);
        return std::clamp(sum, -max_evaluation, max_evaluation);
    }

    PythonFunction& encoder() { return inputs_; }

private:
    std::shared_ptr<const ValueNet> net_;
    PythonFunction inputs_;
};

static_assert(Evaluator<PythonNetEvaluator, PythonGame>);

}  // namespace ply
