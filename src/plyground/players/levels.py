"""Ten levels from beginner to full strength, so that everybody finds an even game.

A level limits how many positions a player looks at, and how often it moves hastily: any legal move.
The numbers were set by matches (see benchmarks/levels.csv): each level beats the one below in 60 to
90 of 100 games.
"""

from __future__ import annotations

from dataclasses import dataclass

from plyground.evaluation.terms import family_of
from plyground.games.native import is_native
from plyground.games.position import Position

FULL = 10


@dataclass(frozen=True)
class Level:
    """What a level allows; nothing limits the highest one."""

    nodes: int | None = None  #: positions to look at for each move
    haste: float = 0.0  #: how often a move is drawn instead of searched for


def _ladder(*steps: tuple[int, float]) -> tuple[Level, ...]:
    return (*(Level(nodes, haste) for nodes, haste in steps), Level())


LADDERS = {
    "kalah": _ladder(
        (8, 0.85), (12, 0.65), (25, 0.45), (50, 0.3), (90, 0.18), (150, 0.09), (300, 0.03),
        (900, 0.0), (9000, 0.0),
    ),
    "squatter": _ladder(
        (12, 0.9), (20, 0.77), (36, 0.63), (60, 0.49), (95, 0.36), (140, 0.24), (230, 0.13),
        (480, 0.05), (1600, 0.0),
    ),
    "watch-your-back": _ladder(
        (20, 0.73), (30, 0.6), (45, 0.47), (70, 0.35), (120, 0.23), (230, 0.14), (400, 0.09),
        (970, 0.037), (4000, 0.0),
    ),
}  # fmt: skip
OTHERS = LADDERS["squatter"]  # games in Python: a guess


def level(number: int, position: Position) -> Level:
    """Return what a level from 1 to 10 allows in the game of this position.

    >>> import plyground as ply
    >>> level(10, ply.position("kalah(6,4)"))
    Level(nodes=None, haste=0.0)
    """
    ladder = LADDERS[family_of(position)] if is_native(position) else OTHERS
    return ladder[number - 1]
