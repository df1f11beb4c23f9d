// Threads, where there are any: in a browser a search has one.
#pragma once

#if defined(__wasi__)
#define PLY_HAS_THREADS 0
#else
#define PLY_HAS_THREADS 1
#include <system_error>
#include <thread>
#include <utility>
#endif

namespace ply::platform {

#if PLY_HAS_THREADS

// Waits for its thread when it goes: `std::jthread`, which some standard libraries still lack.
class Thread {
public:
    template <class Work>
    explicit Thread(Work work) : thread_(std::move(work)) {}
    Thread(Thread&&) = default;
    ~Thread() {
        if (thread_.joinable()) thread_.join();
    }

private:
    std::thread thread_;
};

// Runs `work` in a thread of its own; false if the system has no more threads to give.
template <class Threads, class Work>
bool start(Threads& threads, Work work) {
    try {
        threads.emplace_back(std::move(work));
        return true;
    } catch (const std::system_error&) {
        return false;
    }
}

inline void yield() { std::this_thread::yield(); }

#else

class Thread {};

template <class Threads, class Work>
bool start(Threads&, Work) {
    return false;
}

inline void yield() {}

#endif

}  // namespace ply::platform
