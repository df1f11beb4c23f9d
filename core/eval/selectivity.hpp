// How selective a search may be: numbers that belong to one game's evaluation, found by matches.
// What each of them does stands in search/selective.hpp.
#pragma once

namespace ply {

// In evaluation points.
struct Selectivity {
    int futility_margin;  // by how much quiet moves change an evaluation per ply, at most
    int probcut_margin =
        0;  // by how much a search of a few plies less errs, at most; 0: no ProbCut
};

}  // namespace ply
