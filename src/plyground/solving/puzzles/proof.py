"""Whether one move alone reaches the best result, and how we know."""

from __future__ import annotations

from dataclasses import dataclass

from plyground.games.native import is_native
from plyground.games.position import Position, move_text
from plyground.players.engines import PVS
from plyground.players.limits import Limit
from plyground.solving.puzzles.puzzle import Goal
from plyground.solving.solver import solve

SOLVER_NODES = 50_000  #: for one question to the solver
_TABLE_MB = 8
_EVERY_MOVE = 1024  # lines
_GLANCE_NODES, _GLANCE_SECONDS = 3_000, 0.5
_LEAST_CHANCE, _GLANCE_MARGIN = 0.4, 0.12  # of the points
_LINE = 8  # moves of best play to show
_SECONDS = 2.0  # for a question about a game in Python, which takes its time


@dataclass(frozen=True)
class Proof:
    """The one solution of a position."""

    solution: str
    line: tuple[str, ...]
    goal: Goal


def only_move(position: Position, *, nodes: int = SOLVER_NODES) -> Proof | None:
    """Return the only move that wins, or where none wins the only one that draws; or None.

    The solver decides; None also where it would need more than so many nodes for a question.

    >>> import plyground as ply
    >>> proof = only_move(ply.position("kalah(3,2)"))
    >>> proof.solution, proof.goal
    ('2', 'win')
    """
    moves = [move_text(move) for move in position.legal_moves]
    if len(moves) < 2:
        return None
    goals: tuple[tuple[Goal, int], ...] = (("win", 1), ("draw", 0))
    for goal, least in goals:
        found = _reaching(position, moves, least, nodes)
        if found is None:
            return None
        if len(found) == 1:
            return Proof(found[0], _line(position, found[0]), goal)
        if found:
            return None  # more than one
    return None


def _reaching(position: Position, moves: list[str], least: int, nodes: int) -> list[str] | None:
    """Return the moves with at least this margin, at most two; None if the solver gave up."""
    found: list[str] = []
    for move in moves:
        reaches = reaches_margin(position, move, least, nodes)
        if reaches is None:
            return None
        if reaches:
            found.append(move)
            if len(found) == 2:
                break
    return found


def reaches_margin(position: Position, move: str, least: int, nodes: int) -> bool | None:
    """Whether a move leads to at least this margin for its mover; None if the solver gives up."""
    after = position.play(position.parse_move(move))
    if after.is_over:
        return after.margin_for(position.turn) >= least
    limit = Limit(nodes=nodes, time=None if is_native(position) else _SECONDS)
    if after.turn == position.turn:
        found = solve(after, limit, table_mb=_TABLE_MB, goal=least)
        return True if found.lower >= least else False if found.upper < least else None
    found = solve(after, limit, table_mb=_TABLE_MB, goal=1 - least)
    return True if found.upper <= -least else False if found.lower > -least else None


def is_sharp(position: Position) -> bool:
    """Whether a short search sees one move far ahead of all others: most positions end here."""
    limit = Limit(nodes=_GLANCE_NODES, time=_GLANCE_SECONDS)
    found = PVS(lines=_EVERY_MOVE, table_mb=1).search(position, limit)
    if len(found.lines) < 2 or any(line.bound != "exact" for line in found.lines):
        return False
    best, *others = (found.even_chance(line) for line in found.lines)
    return best > _LEAST_CHANCE and best - max(others) >= _GLANCE_MARGIN


def _line(position: Position, solution: str) -> tuple[str, ...]:
    """Return best play that begins with the solution."""
    line = [solution]
    after = position.play(position.parse_move(solution))
    if not after.is_over:
        limit = Limit(nodes=5_000, time=None if is_native(position) else _SECONDS)
        found = PVS(table_mb=1).search(after, limit)
        line += [move_text(move) for move in found.line[: _LINE - 1]]
    return tuple(line)
