// The plainest knowledge of each game, for tests of search: what has been won so far.
#pragma once

#include "../../core/eval/connect_four.hpp"
#include "../../core/eval/kalah.hpp"
#include "../../core/eval/squatter.hpp"
#include "../../core/eval/watch_your_back.hpp"

namespace ply {

template <class T>
struct Material : Linear<T> {
    Material() : Linear<T>(weights()) {}

    static Weights weights() {
        std::vector<double> only_first(T::features.size(), 0.0);
        only_first[0] = 1;
        return {std::vector(T::phases.size(), only_first),
                std::vector<double>(T::actions.size(), 1.0)};
    }
};

using ConnectFourMaterial = Material<ConnectFourTerms>;
using KalahMaterial = Material<KalahTerms>;
using SquatterMaterial = Material<SquatterTerms<NarrowSquatter>>;
using WatchYourBackMaterial = Material<WatchYourBackTerms>;

}  // namespace ply
