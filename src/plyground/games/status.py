"""The line under a board that says whose move it is, or how the game ended."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from plyground.games.position import Position


def status(position: Position, winner_name: str | None) -> str:
    """One short sentence; ``winner_name`` is what the game calls the winner, if there is one."""
    if not position.is_over:
        return f"{position.turn_name} to move"
    return f"{winner_name} has won" if winner_name else "draw"
