// Large zeroed memory that only costs what is touched, and large files that are read as memory.
#pragma once

#include <cstddef>
#include <cstring>
#include <memory>
#include <new>
#include <type_traits>

#include "platform/memory.hpp"

namespace ply {

// Fresh pages are zero and, on most systems, cost nothing until used.
template <class T>
class Pages {
    static_assert(std::is_trivially_copyable_v<T>);

public:
    explicit Pages(std::size_t count) : memory_(map(count), Unmap{count * sizeof(T)}) {}

    T& operator[](std::size_t i) { return memory_[i]; }
    const T& operator[](std::size_t i) const { return memory_[i]; }
    void clear() { std::memset(static_cast<void*>(memory_.get()), 0, memory_.get_deleter().bytes); }

private:
    struct Unmap {
        std::size_t bytes;
        void operator()(T* memory) const { platform::free_memory(memory, bytes); }
    };

    static T* map(std::size_t count) {
        void* memory = platform::fresh_memory(count * sizeof(T));
        if (!memory) throw std::bad_alloc();
        return static_cast<T*>(memory);
    }

    std::unique_ptr<T[], Unmap> memory_;
};

// A part of an open file, which may be closed and even removed afterwards. `offset` is a multiple of
// the system's page size; the file is long enough and is never cut.
template <class T>
class MappedPages {
    static_assert(std::is_trivially_copyable_v<T>);

public:
    MappedPages(int file, std::size_t offset, std::size_t count)
        : memory_(map(file, offset, count * sizeof(T)), Unmap{count * sizeof(T)}) {}

    const T& operator[](std::size_t i) const { return memory_[i]; }

private:
    struct Unmap {
        std::size_t bytes;
        void operator()(const T* memory) const { platform::free_file_memory(memory, bytes); }
    };

    static const T* map(int file, std::size_t offset, std::size_t bytes) {
        const void* memory = platform::file_memory(file, offset, bytes);
        if (!memory) throw std::bad_alloc();
        return static_cast<const T*>(memory);
    }

    std::unique_ptr<const T[], Unmap> memory_;
};

}  // namespace ply
