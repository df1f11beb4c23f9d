"""Perft: count move sequences of a given length, the standard test of move generation."""

from __future__ import annotations

from typing import Any

from plyground.games.compiled.forms import core_form
from plyground.games.native import is_native
from plyground.games.position import Position


def perft(position: Position, depth: int) -> int:
    """Count the move sequences of exactly this length; works for native and Python games.

    >>> import plyground as ply
    >>> [perft(ply.position("kalah(6,4)"), depth) for depth in range(4)]
    [1, 6, 35, 185]
    """
    if depth < 0:
        raise ValueError("depth must be 0 or more")
    root = core_form(position)
    if is_native(root):
        return root._perft(depth)
    if depth == 0:
        return 1
    return sum(perft(position.play(move), depth - 1) for move in position.legal_moves)


def divide(position: Position, depth: int) -> dict[Any, int]:
    """Return the perft count of each first move.

    >>> import plyground as ply
    >>> divide(ply.position("kalah(3,2)"), 2)
    {'1': 3, '2': 2, '3': 3}
    """
    if depth < 1:
        raise ValueError("depth must be 1 or more to divide by the first move")
    return {move: perft(position.play(move), depth - 1) for move in position.legal_moves}
