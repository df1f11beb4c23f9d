"""Which positions are native: they can do what the core does, at its speed."""

from __future__ import annotations

from typing import TypeGuard

from plyground import _core
from plyground.games import connect_four, kalah, squatter, watch_your_back
from plyground.games.position import Position

NativePosition = (
    connect_four.Position | kalah.Position | squatter.Position | watch_your_back.Position
)


def is_native(position: Position) -> TypeGuard[NativePosition]:
    """Whether a position belongs to a game of the core, and not to one written in Python."""
    return isinstance(position, _core.PositionBase)
