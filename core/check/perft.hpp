// Perft: the number of ways to play a given number of moves. Every move is really played, the last
// ones too, so that the count proves `play` and its speed is the speed of the rules.
#pragma once

#include <cstdint>

#include "../game.hpp"
#include "../interrupt.hpp"

namespace ply {

// Makes the compiler believe that a value is looked at, so that it cannot skip making it.
template <class T>
void keep(const T& value) {
    __asm__ volatile("" : : "r"(&value) : "memory");
}

template <Game G>
std::uint64_t perft(const G& position, int depth) {
    if (depth == 0) {
        keep(position);
        return 1;
    }
    Moves<G> moves;
    position.legal_moves(moves);
    std::uint64_t nodes = 0;
    for (Move move : moves) {
        G child = position;
        child.play(move);
        nodes += perft(child, depth - 1);
    }
    return nodes;
}

// The same, but asks `interrupt` at every node above the small subtrees and returns early when told.
template <Game G>
std::uint64_t perft(const G& position, int depth, const Interrupt& interrupt) {
    constexpr int small = 4;
    if (interrupt()) return 0;
    if (depth <= small) return perft(position, depth);
    Moves<G> moves;
    position.legal_moves(moves);
    std::uint64_t nodes = 0;
    for (Move move : moves) {
        G child = position;
        child.play(move);
        nodes += perft(child, depth - 1, interrupt);
    }
    return nodes;
}

}  // namespace ply
