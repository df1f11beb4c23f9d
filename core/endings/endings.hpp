// Endings that are known exactly: looked up instead of searched.
//
// Search and solver ask a game's `Endings` about every running position that they meet. The primary
// template knows nothing; a game with tables specialises it in a file of its own.
#pragma once

#include <optional>

#include "../game.hpp"

namespace ply {

// How a game ends with best play by both sides, from the view of the side to move.
struct Ending {
    int margin;
    int plies =
        0;  // to the end, where no margin counts: the sooner a win and the later a loss the better
};

template <Game G>
class Endings {
public:
    static constexpr bool exist = false;

    // Gets the tables ready for a search from this position. Without it nothing is found.
    void prepare(const G& /*root*/) {}

    // Of a game that is not over. Several threads may ask at once.
    std::optional<Ending> find(const G& /*position*/) const { return {}; }
};

}  // namespace ply
