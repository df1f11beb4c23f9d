// The processor time of this process.
#pragma once

#include <chrono>
#include <ctime>

#if defined(_WIN32)
#include "windows.hpp"
#endif

namespace ply::platform {

inline double wall_seconds() {
    const auto since = std::chrono::steady_clock::now().time_since_epoch();
    return std::chrono::duration<double>(since).count();
}

#if defined(_WIN32)

inline double cpu_seconds() {
    FILETIME began, ended, kernel, user;
    GetProcessTimes(GetCurrentProcess(), &began, &ended, &kernel, &user);
    const auto ticks = [](const FILETIME& time) {
        return static_cast<double>(time.dwHighDateTime) * 4294967296.0 + time.dwLowDateTime;
    };
    return 1e-7 * (ticks(kernel) + ticks(user));
}

#elif defined(__wasi__)

// A page in a browser has no such clock.
inline double cpu_seconds() { return wall_seconds(); }

#else

inline double cpu_seconds() {
    timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

#endif

}  // namespace ply::platform
