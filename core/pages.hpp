// Large zeroed memory that only costs what is touched, and large files that are read as memory.
#pragma once

#include <sys/mman.h>

#include <cstddef>
#include <cstring>
#include <memory>
#include <new>
#include <type_traits>

namespace ply {

// Fresh pages are zero and cost nothing until used; huge ones spare most address look-ups.
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
        void operator()(T* memory) const { munmap(memory, bytes); }
    };

    static T* map(std::size_t count) {
        const std::size_t bytes = count * sizeof(T);
        void* memory =
            mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (memory == MAP_FAILED) throw std::bad_alloc();
        madvise(memory, bytes, MADV_HUGEPAGE);
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
        void operator()(const T* memory) const { munmap(const_cast<T*>(memory), bytes); }
    };

    static const T* map(int file, std::size_t offset, std::size_t bytes) {
        void* memory =
            mmap(nullptr, bytes, PROT_READ, MAP_SHARED, file, static_cast<off_t>(offset));
        if (memory == MAP_FAILED) throw std::bad_alloc();
        madvise(memory, bytes, MADV_RANDOM);
        return static_cast<const T*>(memory);
    }

    std::unique_ptr<const T[], Unmap> memory_;
};

}  // namespace ply
