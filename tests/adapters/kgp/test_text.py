"""The Kalah Game Protocol as text: commands, lines, boards and addresses."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import plyground as ply
from plyground.adapters.kgp.boards import position_of
from plyground.adapters.kgp.connection import Address, LineCutter
from plyground.adapters.kgp.wire import Board, Command, KgpError, Word, read_command


@given(
    name=st.from_regex(r"\A[A-Za-z][A-Za-z0-9]*\Z"),
    arguments=st.lists(
        st.integers(-(10**9), 10**9)
        | st.text(st.characters(exclude_characters="\r", exclude_categories=["Cs"]), max_size=20)
        | st.from_regex(r"\A[A-Za-z:-][A-Za-z:0-9-]*\Z").map(Word)
    ),
    number=st.none() | st.integers(0, 10**9),
    reference=st.none() | st.integers(0, 10**9),
)
def test_commands_are_read_as_they_are_written(
    name: str, arguments: list[Any], number: int | None, reference: int | None
) -> None:
    command = Command(name, tuple(arguments), number, reference)
    assert read_command(command.text) == command


@given(line=st.text(max_size=200))
def test_any_line_is_read_or_refused(line: str) -> None:
    try:
        command = read_command(line)
    except KgpError:
        return
    assert read_command(command.text) == command


@given(chunks=st.lists(st.binary(max_size=8)))
def test_lines_do_not_depend_on_how_they_arrive(chunks: list[bytes]) -> None:
    whole = list(LineCutter().feed(b"".join(chunks)))
    cutter = LineCutter()
    assert [line for chunk in chunks for line in cutter.feed(chunk)] == whole


def test_boards_are_positions() -> None:
    position = position_of(Board((10, 2), ((1, 2, 3), (4, 2, 0))))
    assert position.text == "1,2,3/10 4,2,0/2 south"
    assert position.game == "kalah(3,4)"


@pytest.mark.parametrize(
    ("url", "text"),
    [
        ("example.org", "kgp://example.org:2671"),
        ("example.org:99", "kgp://example.org:99"),
        ("tcp://example.org", "kgp://example.org:2671"),
        ("kgp://[::1]:5", "kgp://[::1]:5"),
        ("ws://example.org", "ws://example.org:80/socket"),
        ("wss://example.org/", "wss://example.org:443/socket"),
        ("wss://example.org:1/other", "wss://example.org:1/other"),
    ],
)
def test_addresses(url: str, text: str) -> None:
    assert Address.parse(url).text == text


@pytest.mark.parametrize(
    "url", ["", "http://example.org", "kgp://", "host:port", "host:99999", "a b", "ws://", "://x"]
)
def test_what_is_no_address(url: str) -> None:
    with pytest.raises(ply.PlygroundError, match="is not an address"):
        Address.parse(url)


# The longer a line, the longer it takes: twice as long, twice the time, whatever it holds.

HOSTILE: dict[str, Callable[[int], str]] = {
    "blanks": lambda n: " " * n + "!",
    "blanks and no name": lambda n: " " * n,
    "tabs and digits": lambda n: "\t" * (n // 2) + "1" * (n // 2) + "!",
    "digits": lambda n: "9" * n + "!",
    "reference": lambda n: f"1@{'9' * n}!",
    "name": lambda n: "a" * n + "!",
    "blanks behind": lambda n: "ping" + " " * n + "!",
    "blanks between": lambda n: "set" + " a" * (n // 4) + " " * (n // 2) + "!",
    "board": lambda n: "state <1" + ",1" * (n // 2),
    "long numbers": lambda n: "state <" + "1" * n,
    "reals": lambda n: "set " + "1." * (n // 2),
    "unclosed": lambda n: 'set a "' + "\\a" * (n // 2),
    "quotes": lambda n: 'set a "' + '"a' * (n // 2),
    "words": lambda n: "set" + " a:-" * (n // 4) + "!",
    "strings": lambda n: "set" + ' "a"' * (n // 4),
}


def seconds(line: str, tries: int = 7) -> float:
    """Return the time for reading a line, as little as it took in some tries."""
    best = float("inf")
    for _ in range(tries):
        began = time.process_time()
        with suppress(KgpError):
            read_command(line)
        best = min(best, time.process_time() - began)
    return best


@pytest.mark.parametrize("name", HOSTILE)
def test_reading_takes_time_in_proportion(name: str) -> None:
    short, long = HOSTILE[name](2000), HOSTILE[name](16_000)
    # Eight times the length: about 8 times as long, 64 times if it were quadratic. What takes next
    # to no time is not measured against itself.
    assert seconds(long) < 24 * max(seconds(short), 50e-6)
