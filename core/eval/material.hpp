// The plainest knowledge of each game: what has been won so far, and which moves win something now.
#pragma once

#include <cstdint>

#include "../games/kalah.hpp"
#include "../games/squatter.hpp"
#include "../games/watch_your_back.hpp"
#include "evaluator.hpp"

namespace ply {

// Worth of one seed, cell or piece: finer knowledge needs room between whole ones.
inline constexpr int unit_value = 100;

// Kalah: the difference of the stores. Extra turns and captures are forcing.
struct KalahMaterial {
    template <class Layout>
    int operator()(const Kalah<Layout>& position) const {
        using G = Kalah<Layout>;
        return unit_value * (G::store(position.own_word()) - G::store(position.opponent_word()));
    }

    // Extra turns first, from the store outwards so that none spoils another; then captures.
    template <class Layout>
    void order(const Kalah<Layout>& position, const Moves<Kalah<Layout>>& moves,
               int* scores) const {
        for (std::size_t i = 0; i < moves.size(); ++i) {
            const auto gain = position.gain(moves[i]);
            scores[i] = (gain.again ? 10 * unit_value : 0) + unit_value * gain.captured + moves[i];
        }
    }

    template <class Layout>
    bool noisy(const Kalah<Layout>& position, Move move) const {
        const auto gain = position.gain(move);
        return gain.again || gain.captured > 2;
    }
};

// Squatter: the difference of the scores. Moves near other pieces come first, edges last.
struct SquatterMaterial {
    template <class Board>
    int operator()(const Squatter<Board>& position) const {
        const Side mover = position.turn();
        return unit_value * (position.score(mover) - position.score(other(mover)));
    }

    template <class Board>
    void order(const Squatter<Board>& position, const Moves<Squatter<Board>>& moves,
               int* scores) const {
        const auto own = position.live(position.turn());
        const auto opponent = position.live(other(position.turn()));
        const auto edges = Board::edges(position.size());
        for (std::size_t i = 0; i < moves.size(); ++i) {
            const auto near = Board::neighbours(moves[i]);
            const int friends = count(near & own), enemies = count(near & opponent);
            scores[i] = 4 * friends + 3 * enemies;
            if (friends >= 2 && Board::may_separate(own, moves[i])) scores[i] += 40;
            if (enemies >= 2 && Board::may_separate(opponent, moves[i])) scores[i] += 30;
            if (edges >> moves[i] & 1) scores[i] -= 10;
        }
    }

    template <class Board>
    bool noisy(const Squatter<Board>& position, Move move) const {
        Squatter<Board> child = position;
        child.play(move);
        return !(child.captured() == position.captured());
    }
};

// Watch Your Back!: the difference of the pieces on the board.
struct WatchYourBackMaterial {
    int operator()(const WatchYourBack& position) const {
        const Side mover = position.turn();
        return unit_value * (count(position.pieces(mover)) - count(position.pieces(other(mover))));
    }

    void order(const WatchYourBack& position, const Moves<WatchYourBack>& moves,
               int* scores) const {
        for (std::size_t i = 0; i < moves.size(); ++i) {
            const auto effect = position.effect(moves[i]);
            scores[i] = unit_value * (count(effect.captured) - (effect.dies ? 1 : 0));
            if (moves[i] == WatchYourBack::pass) continue;
            const int target = moves[i] < WatchYourBack::first_step
                                   ? moves[i]
                                   : WatchYourBack::target_of(WatchYourBack::step_of(moves[i]));
            const int row = target / 8, column = target % 8;
            scores[i] += std::min(row, 7 - row) + std::min(column, 7 - column);
        }
    }

    bool noisy(const WatchYourBack& position, Move move) const {
        return position.effect(move).captured != 0;
    }
};

}  // namespace ply
