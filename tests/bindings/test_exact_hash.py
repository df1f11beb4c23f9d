"""The hash of a position's fields: by value, without Python's collisions, the same everywhere."""

from __future__ import annotations

import enum
import os
import subprocess
import sys
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import pytest

import plyground as ply
from plyground import Side, _core
from tests.support.python_games import Nim, TicTacToe

exact_hash = _core.exact_hash


class Colour(enum.Enum):
    """Neither a number nor a text."""

    RED = 1
    BLUE = 2


class Pair(NamedTuple):
    """A tuple with names."""

    a: int
    b: int


@dataclass(frozen=True)
class Board:
    """Fields of all kinds."""

    value: Any
    cached: int = field(default=0, compare=False)
    extra: int = field(default=0, kw_only=True)


DIFFERENT = [
    -1, -2, 0, 1, 2**61 - 1, 2**62, 2**64 + 1, 2**64 + 2**61, -(2**64) - 1, 2**200, 0.5, 1.5,
    "", "a", "b", "ab", "é", "\ud800", "a" * 8, "a" * 9, b"", b"a", (None,), (), (0,), (0, 0),
    ((0,),),
    frozenset(), frozenset({1, 2}), frozenset({"a"}), Colour.RED, Colour.BLUE, Board(1), Board(2),
    Board(1, extra=1), Board((1,)),
]  # fmt: skip


def test_different_values_have_different_hashes() -> None:
    hashes = [exact_hash(value) for value in DIFFERENT]
    assert len(set(hashes)) == len(DIFFERENT)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (1, True), (0, Side.FIRST), (1, 1.0), (0.0, -0.0), (Pair(1, 2), (1, 2)),
        (frozenset("abcdef"), frozenset("fedcba")), (Board(1, cached=3), Board(1)),
        (10**30, 10**30 + 0),
    ],
)  # fmt: skip
def test_equal_values_have_equal_hashes(one: Any, other: Any) -> None:
    assert one == other
    assert exact_hash(one) == exact_hash(other)


def test_other_objects_give_their_own_hash() -> None:
    class Own:
        def __init__(self, number: int) -> None:
            self.number = number

        def __hash__(self) -> int:
            return self.number

        def __eq__(self, other: object) -> bool:
            return isinstance(other, Own) and self.number == other.number

    assert exact_hash(Board(Own(3))) == exact_hash(Board(Own(3)))
    assert exact_hash(Board(Own(3))) != exact_hash(Board(Own(4)))
    with pytest.raises(TypeError):
        exact_hash(Board([]))


PROGRAM = """
import enum
from plyground import _core
import plyground as ply
from tests.support.python_games import TicTacToe
from tests.bindings.test_exact_hash import DIFFERENT
print([_core.exact_hash(value) for value in DIFFERENT])
found = ply.PVS(table_mb=1).search(TicTacToe(), ply.Limit(nodes=3000))
print(found.nodes, found.move, found.score)
"""


def test_hashes_and_searches_repeat_in_other_processes() -> None:
    def run(seed: str) -> str:
        environment = os.environ | {"PYTHONHASHSEED": seed}
        return subprocess.run(
            [sys.executable, "-c", PROGRAM], env=environment, capture_output=True, text=True,
            check=True,
        ).stdout  # fmt: skip

    assert run("1") == run("2")


@dataclass(frozen=True)
class Sum(Nim):
    """Its own hash covers half of it."""

    def __hash__(self) -> int:
        return self.heap // 2


def test_check_game_names_a_weaker_hash() -> None:
    assert ply.testing.check_game(Nim).weak_hash is None
    assert ply.testing.check_game(TicTacToe, games=3).weak_hash is None
    weak = ply.testing.check_game(Sum).weak_hash
    assert weak is not None
    assert weak.startswith("Sum.__hash__ is ")
