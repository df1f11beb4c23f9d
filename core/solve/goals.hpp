// Which question the solver asks next: does the margin reach this goal?
//
//     lower ─────────[ guess - width ]──── guess ────[ guess + width ]───────── upper
//
// Questions far from the value are cheap, so the first two put the value between two bounds: a run
// that is stopped early knows something. Then comes the guess. As long as the answer stays the same,
// the steps double, up to the middle of what is left.
#pragma once

#include <algorithm>

#include "bounds.hpp"

namespace ply {

class Goals {
public:
    // Margins differ by multiples of `step`.
    Goals(int guess, int step, Interval reach, int width)
        : guess_(guess), step_(step), width_(width) {
        if (reach.upper - reach.lower > 4 * width && reach.upper < unbounded_margin)
            stage_ = Stage::below;
    }

    // A goal that the proven bounds do not decide.
    int next(Interval known) const {
        // The value's own parity: a goal is rounded up to it.
        const int wanted = std::clamp(this->wanted(known), known.lower + 1,
                                      std::max(known.upper, known.lower + 1));
        return known.upper - (known.upper - wanted) / step_ * step_;
    }

    void answered(bool reached) {
        if (stage_ == Stage::below)
            stage_ = reached ? Stage::above : Stage::guess;
        else if (stage_ == Stage::above)
            stage_ = Stage::guess;
        else {
            const bool again = stage_ == Stage::search && reached == reached_;
            stride_ = again ? std::min(2 * stride_, most_stride) : step_;
            stage_ = Stage::search;
        }
        reached_ = reached;
    }

private:
    static constexpr int most_stride = 1 << 20;

    enum class Stage { below, above, guess, search };

    int wanted(Interval known) const {
        const int middle = known.lower + (known.upper - known.lower + 1) / 2;
        switch (stage_) {
            case Stage::below: return guess_ - width_;
            case Stage::above: return guess_ + width_;
            case Stage::guess: return guess_;
            case Stage::search: break;
        }
        const int near = reached_ ? known.lower + stride_ : known.upper - stride_ + step_;
        return reached_ ? std::min(near, std::max(middle, known.lower + step_))
                        : std::max(near, std::min(middle, known.upper));
    }

    int guess_;
    int step_;
    int width_;
    int stride_ = 0;
    bool reached_ = false;
    Stage stage_ = Stage::guess;
};

}  // namespace ply
