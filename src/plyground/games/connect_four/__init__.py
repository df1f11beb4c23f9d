"""Connect Four: drop stones into columns; four in a line win."""

from pathlib import Path
from typing import Any

from plyground._core import Side
from plyground.games.connect_four import drawing, view
from plyground.games.connect_four.position import (
    NAMES,
    PARAMETERS,
    Game,
    Position,
    from_text,
    start,
)
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

__all__ = ["FAMILY", "PARAMETERS", "Game", "Position"]


def _stones(position: Position) -> int:
    return sum(cell != "." for row in position.board for cell in row)


def _moves_left(position: Position) -> int:
    """Count the moves that need thought: half-way through, a search sees the end."""
    empty = position.width * position.height - _stones(position)
    return max(3, (empty - position.width * position.height // 2) // 3)


def _most_moves(position: Position) -> int:
    return position.width * position.height


def _left(position: Position) -> float:
    """Return the share of the cells that are empty."""
    return 1 - _stones(position) / (position.width * position.height)


def _mark(position: Position, move: str) -> Place | None:
    return drawing.landing(position.board, int(move) - 1)


def _see(position: Position, side: Side) -> list[Any]:
    """Height × width × 3: own stones, the opponent's, and 1 if it is to move."""
    own = "RY"[side]
    moves = position.turn == side
    return [
        [[cell == own, cell not in (own, "."), moves] for cell in row] for row in position.board
    ]


FAMILY = Family(
    names=NAMES,
    position=Position,
    start=start,
    from_text=from_text,
    folder=Path(__file__).parent,
    face=Face(
        title="Connect Four",
        meaning="Drop stones into columns, and be the first with four in a line.",
        summary="Get four of your stones in a line.",
        unit="stones",
        size="{width}×{height}",
        presets={
            "connect-four": "7 × 6",
            "connect-four(8,7)": "Large: 8 × 7",
            "connect-four(5,4)": "Small: 5 × 4",
        },
        sample=("connect-four", None, ("4", "4", "3", "5", "4", "3", "5", "4", "2")),
        help={"a move": "the number of a column, from the left: 4"},
        counts_margin=False,
        won="four in a row",
        lost="the opponent has four in a row",
        move_name="column {}",
    ),
    view=view,
    mark=_mark,
    play=Play(
        moves_left=_moves_left,
        most_moves=_most_moves,
        moves_made=_stones,
        pruning=True,
    ),
    scoring=Scoring(left=_left, margin=None),
    learning=Learning(depth=4, scale=4.0, opening=10, loss_plies=10.0),
    benchmark=Benchmark(perft={"connect-four": 8}, signature=("connect-four", 24, 10)),
    observation=Observation(_see),
    reasons={
        "threats": "cell that completes four|cells that complete four",
        "threes": "open line with three stones|open lines with three stones",
        "twos": "open line with two stones|open lines with two stones",
        "ones": "open line with one stone|open lines with one stone",
    },
)  # fmt: skip
