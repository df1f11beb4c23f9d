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

    template <class Layout>
    void order(const Kalah<Layout>& position, const Moves<Kalah<Layout>>& moves,
               int* scores) const {
        for (std::size_t i = 0; i < moves.size(); ++i) {
            Kalah<Layout> child = position;
            child.play(moves[i]);
            const bool again = child.turn() == position.turn();
            scores[i] =
                (again ? 1000 + unit_value * 2 : 0) + gain(position, child, again) + moves[i];
        }
    }

    template <class Layout>
    bool noisy(const Kalah<Layout>& position, Move move) const {
        Kalah<Layout> child = position;
        child.play(move);
        const bool again = child.turn() == position.turn();
        return again || gain(position, child, again) > 2 * unit_value;
    }

private:
    template <class G>
    static int gain(const G& position, const G& child, bool again) {
        const auto word = again ? child.own_word() : child.opponent_word();
        return unit_value * (G::store(word) - G::store(position.own_word()));
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
            const auto here = bit<typename Board::Word>(moves[i]);
            const auto near = Board::around(here);
            scores[i] = 4 * count(near & own) + 3 * count(near & opponent);
            if (Board::may_separate(own | here, moves[i])) scores[i] += 40;
            if (Board::may_separate(opponent | here, moves[i])) scores[i] += 30;
            if (here & edges) scores[i] -= 10;
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
            scores[i] = unit_value * balance(position, moves[i]);
            if (moves[i] == WatchYourBack::pass) continue;
            const int target = moves[i] < WatchYourBack::first_step
                                   ? moves[i]
                                   : WatchYourBack::target_of(WatchYourBack::step_of(moves[i]));
            const int row = target / 8, column = target % 8;
            scores[i] += std::min(row, 7 - row) + std::min(column, 7 - column);
        }
    }

    bool noisy(const WatchYourBack& position, Move move) const {
        return balance(position, move) > 0;
    }

private:
    // Enemies lost less own pieces lost by a move.
    static int balance(const WatchYourBack& position, Move move) {
        WatchYourBack child = position;
        child.play(move);
        const auto lost = [&](Side side) {
            return count(position.pieces(side)) - count(child.pieces(side));
        };
        const bool places = position.phase() == WatchYourBack::Phase::placing;
        return lost(other(position.turn())) - lost(position.turn()) - (places ? 1 : 0);
    }
};

}  // namespace ply
