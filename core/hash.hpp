// One hash for all games: the packed words of a position, folded by 128-bit multiplications.
//
// A position is two to eight machine words. Hashing all of it costs a few independent
// multiplications: less than keeping a table of random keys up to date through captures and
// sowing, and it stores nothing in the position. `plyground bench` shows the cost.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>

namespace ply {

__extension__ using Word128 = unsigned __int128;

// The upper half of a product. WebAssembly has no instruction for it: there a Word128's product is a
// call, which costs several times as much as four products of halves.
constexpr std::uint64_t high_product(std::uint64_t a, std::uint64_t b) {
#if defined(__wasm__)
    constexpr std::uint64_t half = 0xffffffffu;
    const std::uint64_t middle = (a >> 32) * (b & half) + ((a & half) * (b & half) >> 32);
    const std::uint64_t other = (a & half) * (b >> 32) + (middle & half);
    return (a >> 32) * (b >> 32) + (middle >> 32) + (other >> 32);
#else
    return static_cast<std::uint64_t>(static_cast<Word128>(a) * b >> 64);
#endif
}

constexpr std::uint64_t fold_multiply(std::uint64_t a, std::uint64_t b) {
    return a * b ^ high_product(a, b);
}

namespace detail {
// Digits of pi. Each word meets its own key, so that equal words in other places differ.
inline constexpr std::array<std::uint64_t, 12> hash_keys = {
    0x243f6a8885a308d3u, 0x13198a2e03707344u, 0xa4093822299f31d0u, 0x082efa98ec4e6c89u,
    0x452821e638d01377u, 0xbe5466cf34e90c6cu, 0xc0ac29b7c97c50ddu, 0x3f84d5b5b5470917u,
    0x9216d5d98979fb1bu, 0xd1310ba698dfb5acu, 0x2ffd72dbd01adfb7u, 0xb8e1afed6a267e96u};
}  // namespace detail

template <std::same_as<std::uint64_t>... Words>
    requires(sizeof...(Words) <= 10)
constexpr std::uint64_t hash_words(Words... words) {
    constexpr std::size_t padded = (sizeof...(Words) + 1) / 2 * 2;
    const std::array<std::uint64_t, padded> word = {words...};
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < padded; i += 2)
        sum ^=
            fold_multiply(word[i] ^ detail::hash_keys[i], word[i + 1] ^ detail::hash_keys[i + 1]);
    return fold_multiply(sum ^ detail::hash_keys[10], detail::hash_keys[11]);
}

constexpr std::uint64_t low_word(Word128 word) { return static_cast<std::uint64_t>(word); }
constexpr std::uint64_t high_word(Word128 word) { return static_cast<std::uint64_t>(word >> 64); }

}  // namespace ply
