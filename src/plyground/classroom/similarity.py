"""Uploads that are alike: fingerprints of their tokens, by winnowing.

Names of variables, numbers, texts, comments and layout do not count, so that renaming hides
nothing. Of all sequences of tokens some are chosen by their hash, the same ones in every upload
that has them (Schleimer, Wilkerson, Aiken: Winnowing, 2003): a shared passage of at least
``_SEQUENCE + _WINDOW − 1`` tokens is always found. What many teams share, the starter above all,
is left out. The result is a hint only: somebody has to read both passages.
"""

from __future__ import annotations

import hashlib
import io
import re
import tokenize
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from importlib import resources
from itertools import combinations
from keyword import iskeyword

from plyground.classroom.parcels import BadUpload
from plyground.classroom.register import Register
from plyground.classroom.settings import Settings
from plyground.classroom.uploads import parcel_of

THRESHOLD = 0.35  #: share of the smaller upload's fingerprints that makes a pair

_SEQUENCE, _WINDOW = 14, 8  # tokens
_COMMON = 0.25  # share of the uploads; what more of them have is nobody's own
_FEW = 5  # uploads, of which too little is known to say what is common
_LEAST = 8  # fingerprints, below which an upload is too short to say anything
_MOST_PASSAGES, _MOST_PAIRS = 5, 200
_SOURCES = (".py", ".java", ".c", ".cc", ".cpp", ".h", ".hpp", ".js", ".ts", ".rs", ".go", ".kt")
_LARGEST = 1 << 18  # of a source

_WORDS = re.compile(
    r"//[^\n]*|/\*.*?\*/|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'"
    r"|[A-Za-z_]\w*|\d[\w.]*|\n|[^\s\w]",
    re.DOTALL,
)
_KEPT = frozenset(
    re.findall(
        r"\w+",
        "if else for while do switch case break continue return new class interface extends try "
        "catch throw static final public private void int long double boolean char struct const "
        "auto function let fn match impl",
    )
)

Token = tuple[str, int]  # what counts of it, and its line
Fingerprints = Mapping[int, tuple[str, int, int]]  # where each was found: file, first and last line


@dataclass(frozen=True)
class Passage:
    """A passage that two uploads share."""

    left: str
    right: str
    left_lines: str
    right_lines: str


@dataclass(frozen=True)
class Pair:
    """Two uploads that are alike."""

    left: str
    right: str
    share: float
    passages: tuple[Passage, ...]


def similar_uploads(register: Register, settings: Settings) -> list[Pair]:
    """Compare the versions that play, the most alike first."""
    sources = {}
    for version in register.playing():
        try:
            files = parcel_of(settings, version.file, register.content(version.id)).files()
        except BadUpload:
            continue
        sources[version.label] = {
            name: content[:_LARGEST].decode("utf-8", "replace")
            for name, content in files.items() if name.lower().endswith(_SOURCES)
        }  # fmt: skip
    return similar(sources)


def similar(sources: Mapping[str, Mapping[str, str]]) -> list[Pair]:
    """Compare uploads, given as texts by the names of their files.

    >>> import inspect, textwrap
    >>> one = inspect.getsource(textwrap)
    >>> pairs = similar({"a": {"a.py": one}, "b": {"b.py": one.replace("text", "words")}})
    >>> [(pair.left, pair.right, pair.share > 0.9) for pair in pairs]
    [('a', 'b', True)]
    """
    marks = {label: _fingerprints(files) for label, files in sources.items()}
    known = Counter(mark for found in marks.values() for mark in found)
    most = len(sources) if len(sources) < _FEW else max(2, int(_COMMON * len(sources)))
    shared = {mark for mark, count in known.items() if count > most} | _starter()
    own = {
        label: {mark: place for mark, place in found.items() if mark not in shared}
        for label, found in marks.items()
    }
    pairs = []
    for left, right in combinations(sorted(own), 2):
        smaller = min(len(own[left]), len(own[right]))
        both = own[left].keys() & own[right].keys()
        if smaller >= _LEAST and len(both) / smaller >= THRESHOLD:
            passages = _passages(sources, (left, right), (own[left], own[right]), both)
            pairs.append(Pair(left, right, len(both) / smaller, tuple(passages)))
    return sorted(pairs, key=lambda pair: -pair.share)[:_MOST_PAIRS]


def _fingerprints(files: Mapping[str, str]) -> dict[int, tuple[str, int, int]]:
    found: dict[int, tuple[str, int, int]] = {}
    for name, text in sorted(files.items()):
        tokens = list(_python(text) if name.endswith(".py") else _other(text))
        hashes = [
            _hash([kind for kind, _ in tokens[at : at + _SEQUENCE]])
            for at in range(len(tokens) - _SEQUENCE + 1)
        ]
        for at in _winnowed(hashes):
            place = name, tokens[at][1], tokens[at + _SEQUENCE - 1][1]
            found.setdefault(hashes[at], place)
    return found


def _winnowed(hashes: list[int]) -> Iterator[int]:
    """Yield the places of the smallest hash of each window, the last one of equal ones."""
    last = -1
    for begin in range(max(len(hashes) - _WINDOW + 1, min(1, len(hashes)))):
        window = hashes[begin : begin + _WINDOW]
        least = min(window)
        at = begin + len(window) - 1 - window[::-1].index(least)
        if at != last:
            last = at
            yield at


def _hash(kinds: Iterable[str]) -> int:
    digest = hashlib.blake2b("\0".join(kinds).encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big")


def _python(text: str) -> Iterator[Token]:
    skipped = (tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.ENCODING,
               tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER)  # fmt: skip
    try:
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            if token.type in skipped:
                continue
            if token.type == tokenize.NAME:
                yield (token.string if iskeyword(token.string) else "n"), token.start[0]
            elif token.type in (tokenize.NUMBER, tokenize.STRING):
                yield "v", token.start[0]
            else:
                yield token.string, token.start[0]
    except (tokenize.TokenError, SyntaxError, ValueError):
        return  # what was read so far counts


def _other(text: str) -> Iterator[Token]:
    line = 1
    for found in _WORDS.finditer(text):
        word = found[0]
        if word[0] in "\"'" or word[0].isdigit():
            yield "v", line
        elif word[0].isalpha() or word[0] == "_":
            yield (word if word in _KEPT else "n"), line
        elif not word.startswith(("//", "/*", "\n")):
            yield word, line
        line += word.count("\n")


def _starter() -> set[int]:
    """Return the fingerprints of the starter agent, which anybody may use."""
    text = resources.files("plyground.arena.agents.starter").joinpath("agent.py")
    return set(_fingerprints({"agent.py": text.read_text(encoding="utf-8")}))


def _passages(
    sources: Mapping[str, Mapping[str, str]], labels: tuple[str, str],
    marks: tuple[Fingerprints, Fingerprints], both: Iterable[int],
) -> list[Passage]:  # fmt: skip
    """Put shared sequences together that follow each other, the longest passages first."""
    by_files: defaultdict[tuple[str, str], list[tuple[int, int, int, int]]] = defaultdict(list)
    for mark in both:
        (one, a, b), (other, c, d) = marks[0][mark], marks[1][mark]
        by_files[one, other].append((a, b, c, d))
    merged: list[tuple[str, str, int, int, int, int]] = []
    for (one, other), spans in by_files.items():
        for span in sorted(spans):
            last = merged[-1] if merged else None
            if last and last[:2] == (one, other) and _touch(last[2:], span):
                joined = min(last[2], span[0]), max(last[3], span[1])
                joined_right = min(last[4], span[2]), max(last[5], span[3])
                merged[-1] = (one, other, *joined, *joined_right)
            else:
                merged.append((one, other, *span))
    merged.sort(key=lambda one: one[2] - one[3])
    return [
        Passage(
            _lines(sources[labels[0]][one], a, b), _lines(sources[labels[1]][other], c, d),
            f"{one} {a}–{b}", f"{other} {c}–{d}",
        )
        for one, other, a, b, c, d in merged[:_MOST_PASSAGES]
    ]  # fmt: skip


def _touch(last: tuple[int, ...], span: tuple[int, int, int, int]) -> bool:
    _, b, c, d = last
    return span[0] <= b + 1 and c - 1 <= span[2] <= d + 1


def _lines(text: str, first: int, last: int) -> str:
    return "\n".join(text.splitlines()[first - 1 : last])
