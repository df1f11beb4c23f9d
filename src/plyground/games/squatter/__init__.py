"""Squatter: place pieces in turn, and close loops around cells to capture them."""

from plyground.games.squatter.position import (
    FAMILY,
    PARAMETERS,
    Game,
    Position,
    with_loops_filled,
)

__all__ = ["FAMILY", "PARAMETERS", "Game", "Position", "with_loops_filled"]
