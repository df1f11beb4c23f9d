"""Ten levels from beginner to full strength, so that everybody finds an even game.

A level limits how many positions a player looks at, and how often it moves hastily: any legal move.
The numbers were set by matches (see benchmarks/levels.csv): each level beats the one below in 60 to
90 of 100 games.
"""

from __future__ import annotations

from dataclasses import dataclass

from plyground.games.names import play_of
from plyground.games.position import Position

FULL = 10


@dataclass(frozen=True)
class Level:
    """What a level allows; nothing limits the highest one."""

    nodes: int | None = None  #: positions to look at for each move
    haste: float = 0.0  #: how often a move is drawn instead of searched for


def level(number: int, position: Position) -> Level:
    """Return what a level from 1 to 10 allows in the game of this position.

    >>> import plyground as ply
    >>> level(10, ply.position("kalah(6,4)"))
    Level(nodes=None, haste=0.0)
    """
    return Level() if number == FULL else Level(*play_of(position).levels[number - 1])
