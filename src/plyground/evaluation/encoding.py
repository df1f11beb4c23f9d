"""Positions as numbers, for networks: how the core sees its own games, and how others are seen."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from plyground.evaluation.own_encoding import OwnEncoding
from plyground.games.native import is_native
from plyground.games.position import Position


class Encoding(Protocol):
    """How the positions of one game become numbers, and its moves actions."""

    @property
    def size(self) -> int:
        """How many numbers a position becomes."""
        ...

    @property
    def num_actions(self) -> int:
        """How many actions there are."""
        ...

    def numbers(self, position: Position) -> bytes:
        """Return a position as numbers of 32 bits each."""
        ...

    def actions(self, position: Position) -> list[int]:
        """Return the action of each legal move; -1 for a move that is not known."""
        ...

    def header(self) -> dict[str, Any]:
        """Return what a file has to keep of it."""
        ...


class NativeEncoding:
    """The core's own: the board as the side to move sees it, then the features of both sides."""

    def __init__(self, size: int, num_actions: int) -> None:
        self.size = size
        self.num_actions = num_actions

    def numbers(self, position: Position) -> bytes:
        """Return the core's numbers."""
        assert is_native(position)
        return position._numbers()

    def actions(self, position: Position) -> list[int]:
        """Return the core's indices of the legal moves."""
        assert is_native(position)
        return position._actions()

    def header(self) -> dict[str, Any]:
        """Return the two numbers by which a game of another size is told apart."""
        return {"size": self.size, "actions": self.num_actions}


def encoding_of(start: Position) -> Encoding:
    """Find out how a game becomes numbers.

    >>> import plyground as ply
    >>> encoding_of(ply.position("kalah(4,3)")).num_actions
    4
    """
    if is_native(start):
        return NativeEncoding(len(start._numbers()) // 4, start.num_actions)
    return OwnEncoding.found(start)


def from_header(header: Mapping[str, Any]) -> Encoding:
    """Read what a file has kept; raises KeyError, TypeError or ValueError if that cannot be."""
    if "moves" in header:
        return OwnEncoding.from_header(header)
    return NativeEncoding(int(header["size"]), int(header["actions"]))
