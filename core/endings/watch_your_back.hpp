// Every position of the last board of Watch Your Back!, by retrograde analysis.
//
//         d  e             The 12 squares that are left after the second shrink, each empty, the
//      X  0  1  X          mover's (1) or the opponent's (2), are the digits of a number to the base
//      2  3  4  5          three. Colours are alike in the moving phase, so 3¹² entries of a byte
//      6  7  8  9          hold all there is.
//      X 10 11  X
//
// An entry is 0 for a draw, also one by endless play, +n for a win and −n for a loss in n − 1 plies.
// Positions that are equal by one of the eight symmetries are worked out once.
#pragma once

#include <array>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "../games/watch_your_back.hpp"
#include "endings.hpp"

namespace ply {

class LastBoardTable {
public:
    using Board = WatchYourBack::Board;

    static constexpr int size = 531'441;  // 3¹²

    // One for the whole process, worked out by whoever asks first (about 50 ms and 6 MB for a moment).
    static const LastBoardTable& shared() {
        static const LastBoardTable table;
        return table;
    }

    int operator[](int number) const { return values_[static_cast<std::size_t>(number)]; }

    static int number_of(const WatchYourBack& position) {
        return digits(position.pieces(position.turn())) +
               2 * digits(position.pieces(other(position.turn())));
    }

    // White to move, right after the second shrink.
    static WatchYourBack position_of(int number) {
        WatchYourBack::Setup setup;
        setup.phase = WatchYourBack::Phase::moving;
        setup.turns = WatchYourBack::shrink_turns[1];
        setup.shrinks = 2;
        for (std::size_t i = 0; i < squares.size(); ++i, number /= 3)
            if (const int digit = number % 3)
                setup.pieces[static_cast<std::size_t>(digit - 1)] |= bit<Board>(squares[i]);
        return WatchYourBack(setup);
    }

private:
    static constexpr std::array<int, 12> squares = {19, 20, 26, 27, 28, 29, 34, 35, 36, 37, 43, 44};

    LastBoardTable() : values_(size) {
        const std::vector<std::uint32_t> classes = number_classes();
        for (int n = 2; decide(n);) ++n;
        for (std::size_t i = 0; i < values_.size(); ++i) values_[i] = decided_[classes[i]];
        children_ = {};
        first_child_ = {};
        decided_ = {};
    }

    // The digits 1 of the squares in a set, as a number to the base three.
    static int digits(Board set) {
        static constexpr auto row = [] {
            std::array<std::uint16_t, 16> table{};
            for (unsigned bits = 0; bits < 16; ++bits)
                table[bits] = static_cast<std::uint16_t>(
                    (bits & 1) + (bits >> 1 & 1) * 3 + (bits >> 2 & 1) * 9 + (bits >> 3 & 1) * 27);
            return table;
        }();
        return row[set >> 19 & 3] + 9 * row[set >> 26 & 15] + 729 * row[set >> 34 & 15] +
               59'049 * row[set >> 43 & 3];
    }

    // Numbers the classes of positions equal by symmetry; returns the class of every position.
    std::vector<std::uint32_t> number_classes() {
        constexpr std::uint32_t none = ~std::uint32_t{0};
        std::vector<std::uint32_t> classes(values_.size(), none);
        std::vector<int> representatives;
        for (int i = 0; i < size; ++i) {
            if (classes[static_cast<std::size_t>(i)] != none) continue;
            const WatchYourBack position = position_of(i);
            for (int s = 0; s < position.num_symmetries(forever); ++s)
                classes[static_cast<std::size_t>(number_of(position.transformed(s)))] =
                    static_cast<std::uint32_t>(representatives.size());
            representatives.push_back(i);
        }
        for (const int i : representatives) add_class(position_of(i), classes);
        first_child_.push_back(static_cast<std::uint32_t>(children_.size()));
        return classes;
    }

    // Enters where the moves of a position lead, or the result if it is over.
    void add_class(const WatchYourBack& position, const std::vector<std::uint32_t>& classes) {
        first_child_.push_back(static_cast<std::uint32_t>(children_.size()));
        decided_.push_back(static_cast<std::int8_t>(position.is_over() ? position.margin() : 0));
        Moves<WatchYourBack> moves;
        position.legal_moves(moves);
        for (const Move move : moves) {
            WatchYourBack child = position;
            child.play(move);
            children_.push_back(classes[static_cast<std::size_t>(number_of(child))]);
        }
    }

    // Enters all wins and losses in n − 1 plies, once the shorter ones are known; false if there are
    // none, and then there are no longer ones.
    bool decide(int n) {
        bool found = false;
        for (std::size_t i = 0; i < decided_.size(); ++i) {
            if (decided_[i] != 0 || first_child_[i] == first_child_[i + 1]) continue;
            bool wins = false, loses = true;
            for (std::uint32_t c = first_child_[i]; c < first_child_[i + 1]; ++c) {
                const int child = decided_[children_[c]];
                wins |= child == 1 - n;
                loses &= child > 0 && child < n;
            }
            if (wins || loses) decided_[i] = static_cast<std::int8_t>(wins ? n : -n);
            found |= wins || loses;
        }
        return found;
    }

    std::vector<std::int8_t> values_;
    // Only while it is worked out: by class, where its children begin, and its value.
    std::vector<std::uint32_t> children_, first_child_;
    std::vector<std::int8_t> decided_;
};

template <>
class Endings<WatchYourBack> {
public:
    static constexpr bool exist = true;

    // Before the first shrink no search reaches the last board.
    void prepare(const WatchYourBack& root) {
        if (root.shrinks() > 0) table_ = &LastBoardTable::shared();
    }

    // With a last turn the table is as exact: whether a win can be forced within the plies that are
    // left is just what its distances tell. Two passes in a row come only where neither side can
    // move, which is a draw anyway; a position that was set up may have one pass behind it
    // regardless, so that is looked at.
    std::optional<Ending> find(const WatchYourBack& position) const {
        if (position.shrinks() < 2 || !table_) return {};
        const int entry = (*table_)[LastBoardTable::number_of(position)];
        if (entry == 0) return Ending{0};
        const int plies = std::abs(entry) - 1;
        const int last = position.rules().max_turns;
        if (last != 0 && position.turns() + plies > last) return Ending{0};
        if (position.passes() > 0 && position.is_legal(WatchYourBack::pass)) return Ending{0};
        return Ending{entry > 0 ? 1 : -1, plies};
    }

    // Whether all games that last so many plies get to the last board.
    bool within_reach(const WatchYourBack& position, int plies) const {
        return table_ && position.shrinks() == 1 &&
               position.turns() + plies >= WatchYourBack::shrink_turns[1];
    }

private:
    const LastBoardTable* table_ = nullptr;
};

}  // namespace ply
