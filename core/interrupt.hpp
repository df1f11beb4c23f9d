// How a long computation is told to end early: it asks now and then, whoever started it answers.
#pragma once

#include <atomic>
#include <functional>
#include <memory>

namespace ply {

// Asked by the thread that started the computation; true ends it with what it has.
using Interrupt = std::function<bool()>;

// Ends the one search that it is given to, from any thread, even if that has not begun yet. A copy
// is the same token, so that whoever stops and the search may each hold one. It serves as an
// `Interrupt`.
class StopToken {
public:
    void stop() { state_->stopped.store(true, std::memory_order_relaxed); }
    bool stopped() const {
        for (const State* state = state_.get(); state; state = state->parent.get())
            if (state->stopped.load(std::memory_order_relaxed)) return true;
        return false;
    }
    bool operator()() const { return stopped(); }

    // A token that is stopped with this one, and can be stopped alone.
    StopToken child() const {
        StopToken token;
        token.state_->parent = state_;
        return token;
    }

private:
    struct State {
        std::atomic<bool> stopped{false};
        std::shared_ptr<State> parent;

        // One after another: a long line of tokens would recurse deeper than the stack is.
        ~State() {
            std::shared_ptr<State> next = std::move(parent);
            while (next && next.use_count() == 1) next = std::move(next->parent);
        }
    };

    std::shared_ptr<State> state_ = std::make_shared<State>();
};

}  // namespace ply
