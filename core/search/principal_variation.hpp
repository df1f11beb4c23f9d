// The principal variation: the best move of each node on the path, with the best moves after it.
#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "../game.hpp"
#include "tuning.hpp"

namespace ply {

class PrincipalVariation {
public:
    void clear(int ply) { length_[ply] = 0; }

    // The move is the last one.
    void end_with(int ply, Move move) {
        moves_[ply][0] = move;
        length_[ply] = 1;
    }

    // The move is followed by the variation of the next ply.
    void extend(int ply, Move move) {
        moves_[ply][0] = move;
        const int rest = std::min(length_[ply + 1], max_length - 1);
        std::copy_n(moves_[ply + 1].begin(), rest, moves_[ply].begin() + 1);
        length_[ply] = rest + 1;
    }

    std::vector<Move> from_root() const {
        return {moves_[0].begin(), moves_[0].begin() + length_[0]};
    }

private:
    static constexpr int max_length = 48;

    std::array<std::array<Move, max_length>, tuning::max_ply + 1> moves_;
    std::array<int, tuning::max_ply + 1> length_{};
};

}  // namespace ply
