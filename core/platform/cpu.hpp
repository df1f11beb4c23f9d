// What this machine's processor can do.
#pragma once

#if defined(_WIN32)
#include "windows.hpp"
#elif defined(__x86_64__)
#include <cpuid.h>
#endif

namespace ply::platform {

#if defined(__x86_64__) && defined(_WIN32)
inline bool has_avx2() {
    return IsProcessorFeaturePresent(40 /* PF_AVX2_INSTRUCTIONS_AVAILABLE */);
}
#elif defined(__x86_64__)
// Not `__builtin_cpu_supports`: what it links to is missing where zig makes the wheels.
inline bool ask_avx2() {
    unsigned a, b, c, d, low, high;
    if (!__get_cpuid(1, &a, &b, &c, &d) || !(c & bit_OSXSAVE) || !(c & bit_AVX)) return false;
    __asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    const bool are_saved = (low & 6) == 6;  // the system keeps the registers of each thread
    return are_saved && __get_cpuid_count(7, 0, &a, &b, &c, &d) && (b & bit_AVX2);
}
inline bool has_avx2() {
    static const bool known = ask_avx2();  // asking is slow on a virtual machine
    return known;
}
#else
inline bool has_avx2() { return false; }
#endif

}  // namespace ply::platform
