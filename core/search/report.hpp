// What a search tells, while it runs and when it ends.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "../game.hpp"
#include "limits.hpp"
#include "score.hpp"

namespace ply {

enum class Bound : std::uint8_t { none = 0, upper = 1, lower = 2, exact = 3 };

// One way to go on from the root: its first move is the move judged.
struct Line {
    std::vector<Move> moves;
    Score score = 0;
    Bound bound = Bound::exact;
    std::uint64_t visits = 0;  // of a tree search; 0 elsewhere
};

struct Report {
    int depth = 0;            // completed; of a tree search, the longest line
    int selective_depth = 0;  // the deepest ply reached
    std::uint64_t nodes = 0;
    Seconds seconds = 0;
    double table_fill = 0;    // 0 … 1
    std::vector<Line> lines;  // best first; one, or as many as were asked for

    std::optional<Move> best() const {
        if (lines.empty() || lines.front().moves.empty()) return {};
        return lines.front().moves.front();
    }
};

// Called from the searching thread whenever there is something new to show.
using OnReport = std::function<void(const Report&)>;

}  // namespace ply
