// A game written in Python, seen as a Game: every algorithm of the core works on it.
//
// Searches run without the GIL, so each call into Python takes it. A move is its place in the
// position's own list of legal moves; the list is asked for once per position and kept.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/vector.h>

#include <bit>
#include <utility>
#include <vector>

#include "../core/eval/evaluator.hpp"
#include "../core/game.hpp"
#include "../core/hash.hpp"

namespace ply {

namespace nb = nanobind;

// 64 bits of a Python value. Python itself gives -1 and -2 the same hash, which would make a search
// take two positions for one, so numbers, tuples and the fields of dataclasses are hashed by value.
// Needs the GIL.
std::uint64_t exact_hash(nb::handle value);

class PythonGame {
public:
    static constexpr std::size_t max_moves = 1024;

    PythonGame() = default;
    explicit PythonGame(nb::object position) : position_(std::move(position)) {
        nb::gil_scoped_acquire gil;
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
        nb::gil_scoped_acquire gil;
        const std::size_t count = nb::len(legal());
        if (count > max_moves)
            throw nb::value_error("a game may have at most 1024 moves a position");
        if (count == 0) throw nb::value_error("a position that is not over has no legal move");
        for (std::size_t i = 0; i < count; ++i) moves.push_back(static_cast<Move>(i));
    }

    void play(Move move) {
        nb::gil_scoped_acquire gil;
        position_ = position_.attr("play")(move_object(move));
        moves_.reset();
        read();
    }

    int margin() const {
        nb::gil_scoped_acquire gil;
        return nb::cast<int>(position_.attr("margin"));
    }

    std::uint64_t hash() const {
        nb::gil_scoped_acquire gil;
        return hash_words(exact_hash(position_), static_cast<std::uint64_t>(index(turn_)));
    }

    bool operator==(const PythonGame& other) const {
        nb::gil_scoped_acquire gil;
        return position_.equal(other.position_);
    }

    // Both need the GIL.
    nb::handle object() const { return position_; }
    nb::object move_object(Move move) const {
        PyObject* item = PyTuple_GetItem(legal().ptr(), move);
        if (!item) throw nb::python_error();
        return nb::borrow(item);
    }

private:
    // Any sequence will do; it becomes a tuple, whose items stay where they are.
    nb::handle legal() const {
        if (!moves_) {
            const nb::object moves = position_.attr("legal_moves");
            moves_ = nb::steal(PySequence_Tuple(moves.ptr()));
            if (!moves_) throw nb::python_error();
        }
        return moves_;
    }

    void read() {
        over_ = nb::cast<bool>(nb::bool_(position_.attr("is_over")));
        turn_ = nb::cast<int>(nb::int_(position_.attr("turn"))) == 0 ? Side::first : Side::second;
    }

    void copy(const PythonGame& other) {
        nb::gil_scoped_acquire gil;
        position_ = other.position_;
        moves_ = other.moves_;
        turn_ = other.turn_;
        over_ = other.over_;
    }

    void release() {
        if (!position_ && !moves_) return;
        nb::gil_scoped_acquire gil;
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
        nb::gil_scoped_acquire gil;
        const double value = nb::cast<double>(nb::float_(position.object().attr("evaluate")()));
        const double limit = max_evaluation;
        return static_cast<int>(value > limit ? limit : value < -limit ? -limit : value);
    }
    void order(const PythonGame&, const Moves<PythonGame>& moves, int* scores) const {
        for (std::size_t i = 0; i < moves.size(); ++i) scores[i] = 0;
    }
    bool noisy(const PythonGame&, Move) const { return false; }

private:
    bool has_evaluate_;
};

static_assert(Evaluator<PythonEvaluator, PythonGame>);

// How a game in Python becomes numbers: `encode(position)` returns them, and an action for each
// legal move.
class PythonEncoder {
public:
    PythonEncoder(nb::object encode, std::size_t num_inputs, std::size_t num_actions)
        : encode_(std::move(encode)), num_inputs_(num_inputs), num_actions_(num_actions) {}
    PythonEncoder(const PythonEncoder& other)
        : num_inputs_(other.num_inputs_), num_actions_(other.num_actions_) {
        nb::gil_scoped_acquire gil;
        encode_ = other.encode_;
    }
    PythonEncoder& operator=(const PythonEncoder&) = delete;
    PythonEncoder(PythonEncoder&&) noexcept = default;
    ~PythonEncoder() {
        if (!encode_) return;
        nb::gil_scoped_acquire gil;
        encode_.reset();
    }

    void encode(const PythonGame& position, std::vector<float>& numbers) const {
        nb::gil_scoped_acquire gil;
        numbers = nb::cast<std::vector<float>>(encode_(position.object())[0]);
        if (numbers.size() != num_inputs_)
            throw nb::value_error("a position became another number of numbers than was learned");
    }

    void actions(const PythonGame& position, const Moves<PythonGame>& moves,
                 std::vector<int>& actions) const {
        nb::gil_scoped_acquire gil;
        actions = nb::cast<std::vector<int>>(encode_(position.object())[1]);
        bool fits = actions.size() == moves.size();
        for (const int action : actions)
            fits = fits && action >= -1 && action < static_cast<int>(num_actions_);
        if (!fits) throw nb::value_error("the actions do not fit the legal moves");
    }

private:
    nb::object encode_;
    std::size_t num_inputs_;
    std::size_t num_actions_;
};

}  // namespace ply
