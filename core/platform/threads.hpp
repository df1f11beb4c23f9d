// Threads, where there are any: in a browser a search has one.
#pragma once

#if defined(__wasi__)
#define PLY_HAS_THREADS 0
#else
#define PLY_HAS_THREADS 1
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>
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

using Mutex = std::mutex;
using Guard = std::lock_guard<std::mutex>;

// Runs `work()` in so many threads. This one only waits: it calls `meanwhile()` now and then, and
// once more at the end.
template <class Work, class Meanwhile>
void work_together(int threads, Work work, Meanwhile meanwhile) {
    constexpr auto pause = std::chrono::milliseconds(20);
    Mutex lock;
    std::condition_variable finished;
    int working = threads;
    std::vector<Thread> workers;
    for (int i = 0; i < threads; ++i)
        workers.emplace_back([&] {
            work();
            const Guard guard(lock);
            --working;
            finished.notify_one();
        });
    for (bool over = false; !over;) {
        {
            std::unique_lock guard(lock);
            over = finished.wait_for(guard, pause, [&] { return working == 0; });
        }
        meanwhile();
    }
}

inline void yield() { std::this_thread::yield(); }

#else

class Thread {};

template <class Threads, class Work>
bool start(Threads&, Work) {
    return false;
}

struct Mutex {};
struct Guard {
    explicit Guard(Mutex&) {}
};

template <class Work, class Meanwhile>
void work_together(int /*threads*/, Work work, Meanwhile meanwhile) {
    work();
    meanwhile();
}

inline void yield() {}

#endif

}  // namespace ply::platform
