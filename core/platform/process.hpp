// This thread's stack, and the process that `fork` makes.
#pragma once

#include <cstddef>
#include <cstdint>

#if defined(_WIN32)
#include "windows.hpp"
#elif !defined(__wasi__)
#include <pthread.h>
#endif

namespace ply::platform {

// The lowest address of this thread's stack; 0 if it is not known.
inline std::uintptr_t stack_bottom() {
#if defined(_WIN32)
    ULONG_PTR lowest = 0, highest = 0;
    GetCurrentThreadStackLimits(&lowest, &highest);
    return lowest;
#elif defined(__APPLE__)
    const pthread_t self = pthread_self();
    return reinterpret_cast<std::uintptr_t>(pthread_get_stackaddr_np(self)) -
           pthread_get_stacksize_np(self);
#elif defined(__linux__)
    pthread_attr_t attributes;
    void* lowest = nullptr;
    std::size_t size = 0;
    if (pthread_getattr_np(pthread_self(), &attributes) != 0) return 0;
    pthread_attr_getstack(&attributes, &lowest, &size);
    pthread_attr_destroy(&attributes);
    return reinterpret_cast<std::uintptr_t>(lowest);
#else
    return 0;
#endif
}

// Has `reset` called in every process that this one forks: it has only the thread that forked.
inline void after_fork([[maybe_unused]] void (*reset)()) {
#if !defined(_WIN32) && !defined(__wasi__)
    pthread_atfork(nullptr, nullptr, reset);
#endif
}

}  // namespace ply::platform
