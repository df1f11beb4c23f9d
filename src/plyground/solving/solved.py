"""Games that are solved: the result of the start position with best play, and of every first move.

The results are rows of ``solved.csv``, written by ``benchmarks/solved.py``. Each was computed
twice, the second time move by move with a smaller table and without endgame tables, and its best
line was played to the end.
"""

from __future__ import annotations

import csv
from dataclasses import dataclass
from functools import cache
from importlib import resources

from plyground.games.names import family_of, position
from plyground.games.position import Position
from plyground.players.expectation import counts_margin

FIELDS = ("game", "margin", "moves", "nodes", "cpu_seconds", "table_seeds", "date")


@dataclass(frozen=True)
class SolvedGame:
    """A game whose start position is solved."""

    game: str
    margin: int  #: from the view of the side to move
    moves: dict[str, int]  #: the margin of every first move
    nodes: int  #: of the first computation
    cpu_seconds: float  #: of both
    table_seeds: int  #: of the endgame table that it used; 0 if none
    date: str


@dataclass(frozen=True)
class Known:
    """A position whose result is stored, from the view of the side to move."""

    margin: int
    moves: dict[str, int]  #: of every move, or nothing if only the position itself is known


@cache
def solved_games() -> tuple[SolvedGame, ...]:
    """Return all solved games.

    >>> next(one.margin for one in solved_games() if one.game == "kalah(3,3)")
    2
    """
    file = resources.files("plyground.solving") / "solved.csv"
    rows = csv.DictReader(file.read_text(encoding="utf-8").splitlines())
    return tuple(map(_read, rows))


def known(here: Position) -> Known | None:
    """Return the stored result of a start position, or of one after a single move.

    >>> known(position("kalah(3,3)")).margin, known(position("kalah(3,3)").play("1")).moves
    (2, {})
    """
    if family_of(here) is None:
        return None
    found = _by_game().get(here.game)
    if found is None:
        return None
    start = position(found.game)
    if here == start:
        return Known(found.margin, found.moves)
    for move, margin in found.moves.items():
        if start.play(move) == here:
            return Known(margin if here.turn == start.turn else -margin, {})
    return None


def result_text(here: Position, margin: int) -> str:
    """Say who wins a position that is worth so much to the side to move.

    >>> result_text(position("kalah(6,4)"), -2), result_text(position("connect-four"), 1)
    ('north wins by 2', 'red wins')
    """
    if margin == 0:
        return "draw"
    winner = here.side_name(here.turn if margin > 0 else here.turn.other)
    return f"{winner} wins by {abs(margin)}" if counts_margin(here) else f"{winner} wins"


@cache
def _by_game() -> dict[str, SolvedGame]:
    return {one.game: one for one in solved_games()}


def _read(row: dict[str, str]) -> SolvedGame:
    moves = dict(one.split(":") for one in row["moves"].split())
    return SolvedGame(
        game=row["game"],
        margin=int(row["margin"]),
        moves={move: int(margin) for move, margin in moves.items()},
        nodes=int(row["nodes"]),
        cpu_seconds=float(row["cpu_seconds"]),
        table_seeds=int(row["table_seeds"]),
        date=row["date"],
    )
