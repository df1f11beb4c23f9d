// Memory as the system gives it: fresh zeroed pages, and files that are read as memory. What a system
// cannot do gives null, which the caller reports.
#pragma once

#include <cstddef>
#include <cstdlib>

#if defined(_WIN32)
#include <io.h>
#include "windows.hpp"
#elif !defined(__wasi__)
#include <sys/mman.h>
#endif

namespace ply::platform {

#if defined(_WIN32)

inline void* fresh_memory(std::size_t bytes) {
    return VirtualAlloc(nullptr, bytes, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE);
}
inline void free_memory(void* memory, std::size_t) { VirtualFree(memory, 0, MEM_RELEASE); }

inline const void* file_memory(int file, std::size_t offset, std::size_t bytes) {
    const auto handle = reinterpret_cast<HANDLE>(_get_osfhandle(file));
    HANDLE mapping = CreateFileMappingW(handle, nullptr, PAGE_READONLY, 0, 0, nullptr);
    if (!mapping) return nullptr;
    const void* memory = MapViewOfFile(mapping, FILE_MAP_READ, static_cast<DWORD>(offset >> 32),
                                       static_cast<DWORD>(offset), bytes);
    CloseHandle(mapping);  // the view keeps it
    return memory;
}
inline void free_file_memory(const void* memory, std::size_t) { UnmapViewOfFile(memory); }

#elif defined(__wasi__)

inline void* fresh_memory(std::size_t bytes) { return std::calloc(bytes, 1); }
inline void free_memory(void* memory, std::size_t) { std::free(memory); }
inline const void* file_memory(int, std::size_t, std::size_t) { return nullptr; }
inline void free_file_memory(const void*, std::size_t) {}

#else

// Fresh pages cost nothing until used; huge ones spare most address look-ups.
inline void* fresh_memory(std::size_t bytes) {
    void* memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0);
    if (memory == MAP_FAILED) return nullptr;
#if defined(MADV_HUGEPAGE)
    madvise(memory, bytes, MADV_HUGEPAGE);
#endif
    return memory;
}
inline void free_memory(void* memory, std::size_t bytes) { munmap(memory, bytes); }

inline const void* file_memory(int file, std::size_t offset, std::size_t bytes) {
    void* memory = mmap(nullptr, bytes, PROT_READ, MAP_SHARED, file, static_cast<off_t>(offset));
    if (memory == MAP_FAILED) return nullptr;
    madvise(memory, bytes, MADV_RANDOM);
    return memory;
}
inline void free_file_memory(const void* memory, std::size_t bytes) {
    munmap(const_cast<void*>(memory), bytes);
}

#endif

}  // namespace ply::platform
