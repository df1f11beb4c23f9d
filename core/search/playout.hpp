// Uniformly random games to the end.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "../game.hpp"
#include "../interrupt.hpp"
#include "../random.hpp"

namespace ply {

struct PlayoutCounts {
    std::uint64_t moves = 0;
    std::uint64_t first_wins = 0;
    std::uint64_t draws = 0;
    std::uint64_t second_wins = 0;

    std::uint64_t games() const { return first_wins + draws + second_wins; }

    PlayoutCounts& operator+=(const PlayoutCounts& more) {
        moves += more.moves;
        first_wins += more.first_wins;
        draws += more.draws;
        second_wins += more.second_wins;
        return *this;
    }
};

template <Game G>
void count_result(const G& position, PlayoutCounts& counts) {
    const int margin = position.margin();
    const bool first_ahead = (margin > 0) == (position.turn() == Side::first);
    ++(margin == 0 ? counts.draws : first_ahead ? counts.first_wins : counts.second_wins);
}

// Several games advance in turn, a move each: while one waits for a load or a multiplication, the
// processor works on the others. A game may be endless, so the interrupt is asked now and then.
template <Game G>
PlayoutCounts playouts(const G& start, std::uint64_t games, std::uint64_t seed,
                       const Interrupt& interrupt = {}) {
    constexpr std::uint64_t width = 4;
    constexpr std::uint64_t look_moves = 1 << 14;
    PlayoutCounts counts;
    if (start.is_over()) return counts;
    Random random(seed);
    std::array<G, width> position;
    position.fill(start);
    const auto ends_early = [&] {
        return counts.moves % look_moves == 0 && interrupt && interrupt();
    };
    for (std::uint64_t begun = std::min(width, games); begun < games; counts.moves += width) {
        if (ends_early()) [[unlikely]]
            return counts;
        for (G& one : position)
            if (!random_step(one, random)) [[unlikely]] {
                count_result(one, counts);
                one = start;
                ++begun;
            }
    }
    // The last games, each to its end; what the last round began beyond `games` is dropped.
    for (std::uint64_t i = 0; i < width && counts.games() < games; ++i) {
        do {
            if (ends_early()) [[unlikely]]
                return counts;
            ++counts.moves;
        } while (random_step(position[i], random));
        count_result(position[i], counts);
    }
    return counts;
}

}  // namespace ply
