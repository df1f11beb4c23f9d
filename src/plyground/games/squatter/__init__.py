"""Squatter: place pieces in turn, and close loops around cells to capture them."""

import math
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
from plyground.games.squatter import drawing, view
from plyground.games.squatter.position import (
    NAMES,
    PARAMETERS,
    Game,
    Position,
    from_text,
    start,
    with_loops_filled,
)

__all__ = ["FAMILY", "PARAMETERS", "Game", "Position", "with_loops_filled"]


def _moves_left(position: Position) -> int:
    """Count the moves that need thought: the solver takes over at about 24 free cells."""
    return max(4, (position.free - 24) // 2 + 2)


def _solve_effort(position: Position) -> float:
    """Fitted to games on boards of 6×6 and 7×7: one more cell takes 5 times the nodes."""
    return math.exp(10 + 1.6 * (position.free - 3.2 * position.size - 2))


def _moves_made(position: Position) -> int:
    return sum(cell.isalpha() for row in position.board for cell in row)


def _most_moves(position: Position) -> int:
    return position.size * position.size


def _left(position: Position) -> float:
    """Return the share of the cells that are free."""
    return position.free / (position.size * position.size)


def _mark(position: Position, move: str) -> Place | None:
    return drawing.grid_of(position.size).target(move)


def _see(position: Position, side: Side) -> list[Any]:
    """N × n × 5: own pieces, the opponent's, own land, the opponent's, and 1 if it is to move."""
    own = position.side_name(side)[0].upper()
    other = "B" if own == "W" else "W"
    moves = position.turn == side
    return [
        [
            [cell.upper() == own, cell.upper() == other, owner == own, owner == other, moves]
            for cell, owner in zip(cells, owners, strict=True)
        ]
        for cells, owners in zip(position.board, position.owners, strict=True)
    ]


FAMILY = Family(
    names=NAMES,
    position=Position,
    start=start,
    from_text=from_text,
    folder=Path(__file__).parent,
    face=Face(
        title="Squatter",
        meaning="Place pieces in turn, and close loops to capture cells.",
        summary="Close loops around cells to capture them.",
        unit="cells captured",
        size="{size}×{size}",
        presets={"squatter(7)": "7 × 7", "squatter(6)": "6 × 6", "squatter(5)": "Small: 5 × 5"},
        sample=("squatter(5)", None, ("c2", "b2", "b3", "d2", "d3", "e3", "c4", "a3")),
        help={
            "a move": "a free cell, by column and row: c3",
            "signs": "squares are captured land, small discs are pieces in it",
        },
    ),
    view=view,
    mark=_mark,
    play=Play(
        moves_left=_moves_left,
        solve_effort=_solve_effort,
        most_moves=_most_moves,
        moves_made=_moves_made,
        reductions=True,
        pruning=True,
        traps=True,
    ),
    scoring=Scoring(left=_left),
    learning=Learning(
        depth=3, scale=4.0, opening=20, loss_plies=20.0, ignored=frozenset({"first"})
    ),
    benchmark=Benchmark(perft={"squatter(7)": 4}, signature=("squatter(7)", 30, 5)),
    observation=Observation(_see),
    reasons={
        "captures_now": "cell that closes a small loop|cells that close a small loop",
        "threats": "cell that closes a small loop|cells that close a small loop",
        "two_moves": "small loop that needs two more pieces|small loops that need two more pieces",
        "three_moves": "diamond that needs three more pieces|diamonds that need three more pieces",
    },
)  # fmt: skip
