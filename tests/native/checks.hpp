// Counting what held and what did not, for the native test programs.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <string>

namespace ply {

inline int passed = 0, failed = 0;

inline void check(bool right, const std::string& name) {
    ++(right ? passed : failed);
    if (!right) std::printf("FAILED %s\n", name.c_str());
}

// The closing line, and the exit code of the program.
inline int verdict() {
    std::printf("%d passed, %d failed\n", passed, failed);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

}  // namespace ply
