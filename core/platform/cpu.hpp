// What this machine's processor can do.
#pragma once

#if defined(_WIN32)
#include "windows.hpp"
#endif

namespace ply::platform {

#if defined(__x86_64__) && defined(_WIN32)
inline bool has_avx2() {
    return IsProcessorFeaturePresent(40 /* PF_AVX2_INSTRUCTIONS_AVAILABLE */);
}
#elif defined(__x86_64__)
inline bool has_avx2() { return __builtin_cpu_supports("avx2"); }
#else
inline bool has_avx2() { return false; }
#endif

}  // namespace ply::platform
