// A position of a native game as plain numbers for a network: the board as the side to move sees
// it, then the features of both sides. Moves keep their own numbering.
#pragma once

#include <vector>

#include "linear.hpp"

namespace ply {

// A value network's inputs are listed by `board_inputs(position, add)`, which belongs to each game's
// file too: add(input, place). Places count in the order in which people read the board.
inline constexpr int no_place = -1;

// Counts are divided by this: small numbers are learned from more easily.
inline constexpr float number_scale = 8;

// `T` are the terms of the game; `encode_board(position, add)` belongs to its file.
template <class T>
struct BoardAndFeatures {
    template <class G>
    void encode(const G& position, std::vector<float>& numbers) const {
        encode_board(position, [&](float number) { numbers.push_back(number); });
        typename T::Values own, opponent;
        T::count(position, own, opponent);
        for (const int value : own) numbers.push_back(static_cast<float>(value) / number_scale);
        for (const int value : opponent)
            numbers.push_back(static_cast<float>(value) / number_scale);
    }

    template <class G>
    void actions(const G&, const Moves<G>& moves, std::vector<int>& actions) const {
        actions.assign(moves.begin(), moves.end());
    }
};

}  // namespace ply
