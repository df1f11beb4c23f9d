"""Kalah: sow seeds around the board, and gather more than half of them in your store."""

from pathlib import Path
from typing import Any

from plyground._core import Side
from plyground.games.family import (
    Benchmark,
    Face,
    Family,
    Learning,
    Observation,
    Place,
    Play,
    Scoring,
)
from plyground.games.kalah import drawing, tables, view
from plyground.games.kalah.position import (
    MANCHESTER,
    NAMES,
    PARAMETERS,
    Game,
    Position,
    from_text,
    start,
)

__all__ = ["FAMILY", "MANCHESTER", "PARAMETERS", "Game", "Position"]


def _moves_left(position: Position) -> int:
    """Count the moves that need thought: with few seeds left a search sees the end at once."""
    in_play = sum(map(sum, position.houses))
    return max(4, min(40, round(0.4 * (in_play - 14))))


def _most_moves(position: Position) -> int:
    return sum(map(sum, position.houses)) * position.rules.houses + 50


def _left(position: Position) -> float:
    """Return the share of the seeds that no side has gathered yet."""
    return sum(map(sum, position.houses)) / _all_seeds(position)


def _mark(position: Position, move: str) -> Place | None:
    if not move.isdigit():
        return None
    return drawing.house_place(position.houses, position.turn_name, int(move) - 1)


def _see(position: Position, side: Side) -> list[Any]:
    """2m + 3 numbers: own houses and store, the opponent's, and 1 if it is to move."""
    own = 0 if position.side_name(side) == "south" else 1
    return [
        *position.houses[own], position.stores[own],
        *position.houses[1 - own], position.stores[1 - own],
        position.turn == side,
    ]  # fmt: skip


def _all_seeds(position: Position) -> float:
    return float(sum(map(sum, position.houses)) + sum(position.stores))


FAMILY = Family(
    names=NAMES,
    position=Position,
    start=start,
    from_text=from_text,
    folder=Path(__file__).parent,
    face=Face(
        title="Kalah",
        meaning="Sow seeds around the board, and gather more than half of them.",
        summary="Sow seeds, gather more than half of them.",
        unit="seeds in store",
        size="({houses}, {seeds})",
        presets={
            "kalah(6,4)": "6 houses, 4 seeds",
            "kalah(6,6)": "6 houses, 6 seeds",
            "kalah(4,3)": "Small: 4 houses, 3 seeds",
            "kalah-manchester": "Manchester: 7 houses, 7 seeds, with the swap",
        },
        sample=("kalah(4,4)", "0,5,1,6/4 2,5,0,4/5 south", ()),
        move_name="house {}",
        help={"a move": "the number of one of your houses, as on the board: 3"},
    ),
    view=view,
    mark=_mark,
    play=Play(
        moves_left=_moves_left,
        most_moves=_most_moves,
        reductions=True,
        pruning=True,
    ),
    scoring=Scoring(left=_left),
    learning=Learning(depth=3, scale=6.0, opening=16, loss_plies=2.0),
    benchmark=Benchmark(
        perft={"kalah(6,4)": 9, "kalah-manchester": 8},
        signature=("kalah-manchester", 50, 7),
        openspiel={"kalah(6,4)": "mancala"},
    ),
    observation=Observation(_see, _all_seeds),
    tables=tables,
    reasons={
        "again_now": "house that moves again|houses that move again",
        "again_waiting": "house that moves again|houses that move again",
    },
)  # fmt: skip
