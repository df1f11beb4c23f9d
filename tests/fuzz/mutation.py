"""Cases for fuzzing: good samples, broken by chance."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from typing import Any

# What readers stumble over: odd numbers, letters of other alphabets, control characters, depth.
NASTY = (
    "", " ", "\0", "\n", "\r\n", "\t", "\x1b[2J", "\x7f", "\ufeff", "\u2028", "²", "٣", "½", "∞",
    "é", "🂡", "\ud800", "0", "-1", "+1", "00", "1_000", "0x10", "1e9", "1e999", "-0.0", "nan",
    "inf", "-inf", "65535", "65536", "2147483648", "-9223372036854775809",
    "18446744073709551616", "9" * 30, "9" * 5000, "true", "null", "None", "[]", "{}", '""', "'",
    '"', "\\", "\\u0000", "%s", "{0}", "(", ")", "[", "]", "{", "}", "/", "//", "../", "=", ":",
    ";", ",", "#", "@", "-", "_", ".", "..", "*", "a" * 3000, "(" * 400, "[" * 3000,
    '{"a":' * 1500, "a." * 300, "\n" * 2000, "yes", "no", "swap", "pass",
)  # fmt: skip
NUMBER = re.compile(r"-?\d+(\.\d+)?")


def mutated(chance: random.Random, samples: Sequence[str], words: Sequence[str] = ()) -> str:
    """Return a sample with a few random changes; now and then with none."""
    text = chance.choice(samples)
    for _ in range(chance.choice((0, 1, 1, 1, 2, 2, 3, 5, 8))):
        text = _changed(chance, text, chance.choice(samples), words)[:200_000]
    return text


def mutated_bytes(chance: random.Random, samples: Sequence[bytes]) -> bytes:
    """The same for files that are not text."""
    return mutated(chance, [sample.decode("latin-1") for sample in samples]).encode(
        "latin-1", "replace"
    )


def _changed(chance: random.Random, text: str, other: str, words: Sequence[str]) -> str:
    start, end = _slice(chance, text)
    part = text[start:end]
    numbers = list(NUMBER.finditer(text))
    match chance.randrange(9):
        case 0:
            return text[:start] + text[end:]
        case 1:
            times = chance.choice((2, 2, 3, 20, 1000))
            return text[:start] + part * times + text[end:]
        case 2:
            return text[:start] + chance.choice(NASTY) + text[end:]
        case 3:
            return text[:start] + chance.choice(words or NASTY) + text[start:]
        case 4:
            letter = chr(chance.choice((chance.randrange(128), chance.randrange(256), 0x3B1)))
            return text[:start] + letter + text[start + 1 :]
        case 5:
            from_other, to_other = _slice(chance, other)
            return text[:start] + other[from_other:to_other] + text[end:]
        case 6 if numbers:
            found = chance.choice(numbers)
            number = chance.choice([word for word in NASTY if NUMBER.fullmatch(word)])
            return text[: found.start()] + number + text[found.end() :]
        case 7:
            return text[:start]
        case _:
            shuffled = list(part)
            chance.shuffle(shuffled)
            return text[:start] + "".join(shuffled) + text[end:]


def _slice(chance: random.Random, text: str) -> tuple[int, int]:
    start = chance.randrange(len(text) + 1)
    length = chance.choice((0, 1, 1, 2, 5, 20, len(text)))
    return start, min(start + length, len(text))


def junk(chance: random.Random, depth: int = 2) -> Any:
    """Return any value at all."""
    plain: tuple[Any, ...] = (
        0, 1, -1, 2, 3, 7, 12, 13, 24, 64, 127, 128, 255, 256, 2**15, 2**16, 2**31 - 1, -(2**31),
        2**31, 2**32, 2**63, 2**64, 10**30, 0.0, -0.0, 0.5, 1e-300, 1e308, float("nan"),
        float("inf"), -float("inf"), True, False, None, b"", b"\0" * 40, object, object(), 1j,
        len, ...,
    )  # fmt: skip
    kind = chance.randrange(8 if depth else 6)
    if kind < 4:
        return chance.choice(plain)
    if kind < 6:
        return chance.choice(NASTY)
    items = [junk(chance, depth - 1) for _ in range(chance.choice((0, 1, 2, 7, 50)))]
    return items if kind == 6 else tuple(items)
