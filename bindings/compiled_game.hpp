// A game whose members were compiled to machine code (by numba, see games/compiled/), seen as a
// Game. A position is a row of 64-bit words; no call needs the GIL, so any number of threads search.
//
// The machine code checks its own indices, returns a negative number instead of raising, and is given
// buffers of the sizes that it was compiled for. A failure ends the search by an exception.
#pragma once

#include <nanobind/nanobind.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <optional>
#include <vector>

#include "../core/eval/evaluator.hpp"
#include "../core/game.hpp"
#include "../core/hash.hpp"

namespace ply {

namespace nb = nanobind;

// The functions of one class for one shape of its positions. Never freed: engines and positions point
// to it.
struct CompiledCode {
    using Word = std::int64_t;

    std::size_t num_words;
    Word (*look)(const Word* words);       // the side to move, plus 2 when it is over
    Word (*play)(Word* words, Word move);  // the same, of the position after the move
    Word (*legal_moves)(const Word* words, Move* moves, Word capacity);  // how many
    Word (*margin)(const Word* words, Word* result);
    Word (*evaluate)(const Word* words, double* result);  // null if the game has none
    Word (*features)(const Word* words, double* result);  // how many; null likewise
    nb::object explain;                                   // makes a Python error of a failure
};

// The status that a function of the game returned, or one of these.
enum CompiledStatus : int {
    no_moves = -10,
    large_margin = -11,
    not_a_number = -12,
    other_features = -13
};

struct CompiledFailure : std::exception {
    const CompiledCode* code;
    const char* member;
    std::vector<CompiledCode::Word> words;
    std::optional<Move> move;
    int status;

    const char* what() const noexcept override { return "a compiled game failed"; }
};

class CompiledGame {
public:
    using Word = CompiledCode::Word;
    static constexpr std::size_t max_moves = 1024;
    static constexpr std::size_t max_words = 128;
    static constexpr std::size_t max_features = 200;
    static constexpr bool is_machine_code = true;

    CompiledGame(const CompiledCode* code, const std::vector<Word>& words) : code_(code) {
        std::copy_n(words.begin(), code->num_words, words_.begin());
        take("is_over", code_->look(words_.data()), {});
    }

    // Most games need few of the words that there is room for.
    CompiledGame(const CompiledGame& other) { copy(other); }
    CompiledGame& operator=(const CompiledGame& other) {
        if (this != &other) copy(other);
        return *this;
    }

    Side turn() const { return static_cast<Side>(state_ & 1); }
    bool is_over() const { return (state_ & 2) != 0; }
    int num_actions() const { return 0xffff; }

    // Not inlined: the buffer would be part of every frame of a recursive search.
    [[gnu::noinline]] void legal_moves(Moves<CompiledGame>& moves) const {
        if (is_over()) return;
        std::array<Move, max_moves> listed;
        const Word count = code_->legal_moves(words_.data(), listed.data(), max_moves);
        if (count <= 0) fail("legal_moves", count == 0 ? no_moves : static_cast<int>(count), {});
        for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i)
            moves.push_back(listed[i]);
    }

    void play(Move move) { take("play", code_->play(words_.data(), move), move); }

    int margin() const {
        constexpr Word most = 1'000'000'000 / 4;  // far from where whole numbers end
        Word result = 0;
        const Word status = code_->margin(words_.data(), &result);
        if (status < 0) fail("margin", static_cast<int>(status), {});
        if (result < -most || result > most) fail("margin", large_margin, {});
        return static_cast<int>(result);
    }

    std::uint64_t hash() const {
        const auto& keys = detail::hash_keys;
        std::uint64_t sum = keys[0] ^ code_->num_words;
        std::size_t i = 0;
        for (; i + 1 < code_->num_words; i += 2)
            sum = fold_multiply(sum ^ bits(i), bits(i + 1) ^ keys[1]) + keys[2];
        if (i < code_->num_words) sum = fold_multiply(sum ^ bits(i), keys[3]);
        return fold_multiply(sum ^ keys[10], keys[11]);
    }

    bool operator==(const CompiledGame& other) const {
        return code_ == other.code_ &&
               std::equal(words_.begin(), words_.begin() + code_->num_words, other.words_.begin());
    }

    double evaluate() const {
        double result = 0;
        if (!code_->evaluate) return result;
        const Word status = code_->evaluate(words_.data(), &result);
        if (status < 0) fail("evaluate", static_cast<int>(status), {});
        if (std::isnan(result)) fail("evaluate", not_a_number, {});
        return result;
    }

    // What the mover has more of than its opponent, feature by feature, in the order of their names.
    std::size_t features(std::array<double, max_features>& differences) const {
        if (!code_->features) return 0;
        const Word count = code_->features(words_.data(), differences.data());
        if (count < 0) fail("features", static_cast<int>(count), {});
        return static_cast<std::size_t>(count);
    }

    // Not inlined: the buffer would be part of every frame of a recursive search.
    [[gnu::noinline]] double weighted(const std::vector<double>& weights) const {
        std::array<double, max_features> differences;
        if (features(differences) != weights.size()) fail("features", other_features, {});
        double sum = 0;
        for (std::size_t i = 0; i < weights.size(); ++i) sum += weights[i] * differences[i];
        if (std::isnan(sum)) fail("features", not_a_number, {});
        return sum;
    }

    std::vector<Word> words() const {
        return {words_.begin(), words_.begin() + static_cast<std::ptrdiff_t>(code_->num_words)};
    }

private:
    std::uint64_t bits(std::size_t i) const { return static_cast<std::uint64_t>(words_[i]); }

    void copy(const CompiledGame& other) {
        code_ = other.code_;
        state_ = other.state_;
        std::copy_n(other.words_.begin(), code_->num_words, words_.begin());
    }

    void take(const char* member, Word state, std::optional<Move> move) {
        if (state < 0) fail(member, static_cast<int>(state), move);
        state_ = static_cast<std::uint8_t>(state);
    }

    [[noreturn]] void fail(const char* member, int status, std::optional<Move> move) const {
        CompiledFailure failure;
        failure.code = code_;
        failure.member = member;
        failure.words = words();
        failure.move = move;
        failure.status = status;
        throw failure;
    }

    const CompiledCode* code_;
    std::uint8_t state_ = 2;
    std::array<Word, max_words> words_;
};

// The evaluation from the mover's view, in points: weighted features where there are weights, else
// `evaluate()` of the game. Without it every running game is even.
struct CompiledEvaluator {
    std::vector<double> weights;

    int operator()(const CompiledGame& position) const {
        const double limit = max_evaluation;
        const double value = weights.empty() ? position.evaluate() : position.weighted(weights);
        return static_cast<int>(std::clamp(value, -limit, limit));
    }
    void order(const CompiledGame&, const Moves<CompiledGame>& moves, int* scores) const {
        std::fill_n(scores, moves.size(), 0);
    }
    bool noisy(const CompiledGame&, Move) const { return false; }
};

static_assert(Game<CompiledGame> && Evaluator<CompiledEvaluator, CompiledGame>);

}  // namespace ply
