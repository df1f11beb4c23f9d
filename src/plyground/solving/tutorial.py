"""Tutorials: the steps of a game's ``tutorial.toml``, each with the moves that reach its goal.

A family writes what is asked for; the rules say which moves do it. So a page needs no rules: it
accepts the moves that are listed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from plyground.errors import PlygroundError
from plyground.games.effects import Effect
from plyground.games.family import Family
from plyground.games.names import parse_entry, position
from plyground.games.position import Position, move_text
from plyground.players.engines import PVS
from plyground.players.limits import Limit
from plyground.players.score import is_proven
from plyground.toml import read_toml

FILE = "tutorial.toml"

Wish = Mapping[str, Any]


@dataclass(frozen=True)
class Step:
    """One step: a position, what to do there, and which moves do it."""

    title: str
    text: str
    game: str
    start: str | None
    moves: tuple[str, ...]
    accepted: tuple[str, ...]
    hint: str | None  #: one of the accepted moves; None where every move will do
    done: str

    @property
    def position(self) -> Position:
        """The position to move in."""
        return _reached(self.game, self.start, self.moves)


@cache
def tutorial(family: str) -> tuple[Step, ...]:
    """Return the steps of a game's tutorial; none for a game that has no tutorial.

    >>> steps = tutorial("kalah")
    >>> steps[2].accepted, steps[2].position.turn_name
    (('3',), 'south')
    """
    entry = parse_entry(family)[0]
    if not isinstance(entry, Family) or not (entry.folder / FILE).is_file():
        return ()
    plain = read_toml(entry.read(FILE), FILE)
    return tuple(_step(one) for one in plain["step"])


def _step(plain: Wish) -> Step:
    game, start, moves = plain["game"], plain.get("start"), tuple(plain.get("moves", ()))
    here = _reached(game, start, moves)
    accepted = tuple(
        move_text(move) for move in here.legal_moves if reaches(here, move, plain["goal"])
    )
    return Step(
        plain["title"], plain["text"], game, start, moves, accepted, plain.get("hint"),
        plain["done"],
    )  # fmt: skip


def _reached(game: str, start: str | None, moves: tuple[str, ...]) -> Position:
    here = position(game, start)
    for move in moves:
        here = here.play(here.parse_move(move))
    return here


def reaches(here: Position, move: Any, goal: str | Wish) -> bool:
    """Whether a move does what a step asks for.

    >>> import plyground as ply
    >>> start = ply.position("kalah(6,4)")
    >>> [m for m in start.legal_moves if reaches(start, m, {"effect": "extra-turn"})]
    ['3']
    """
    if goal == "any":
        return True
    assert not isinstance(goal, str)
    known = _GOALS.keys() & goal.keys()
    if len(known) != 1:
        raise PlygroundError(f"a goal is one of {', '.join(_GOALS)}; got {dict(goal)}")
    return _GOALS[known.pop()](here, move, goal)


def _has_effect(here: Position, move: Any, goal: Wish) -> bool:
    sizes = [_size(effect) for effect in here.effects(move) if _fits(effect, goal)]
    return bool(sizes) and sum(sizes) >= goal.get("least", 0)


def _fits(effect: Effect, goal: Wish) -> bool:
    """Whether an effect is of this kind, on this side, at this cell."""
    if effect.type != goal["effect"]:
        return False
    if any(getattr(effect, name, None) != goal[name] for name in ("side", "at") if name in goal):
        return False
    return "through" not in goal or goal["through"] in getattr(effect, "path", ())


def _size(effect: Effect) -> int:
    """Return how many seeds or cells an effect is about."""
    return getattr(effect, "seeds", None) or len(getattr(effect, "cells", ()))


def _is_jump(here: Position, move: Any, goal: Wish) -> bool:
    jumps = any(getattr(effect, "over", None) is not None for effect in here.effects(move))
    return jumps is goal["jump"]


def _ends_on(here: Position, move: Any, goal: Wish) -> bool:
    return any(getattr(effect, "to", None) in goal["to"] for effect in here.effects(move))


def _wins(here: Position, move: Any, goal: Wish) -> bool:  # noqa: ARG001 - all goals are asked alike
    after = here.play(move)
    return after.is_over and after.winner == here.turn


def _is_safe(here: Position, move: Any, goal: Wish) -> bool:
    """Whether no reply has an effect of this kind."""
    after = here.play(move)
    replies = () if after.is_over else after.legal_moves
    kind = goal["safe"]
    return not any(effect.type == kind for reply in replies for effect in after.effects(reply))


def _wins_soon(here: Position, move: Any, goal: Wish) -> bool:
    """Whether the mover wins within so many plies, whatever the opponent does."""
    after = here.play(move)
    if after.is_over:
        return after.winner == here.turn
    score = PVS(table_mb=1).search(after, Limit(depth=goal["wins"])).score
    return is_proven(score) and (score > 0) == (after.turn == here.turn)


_GOALS: Mapping[str, Callable[[Position, Any, Wish], bool]] = {
    "effect": _has_effect,
    "jump": _is_jump,
    "to": _ends_on,
    "over": _wins,
    "safe": _is_safe,
    "wins": _wins_soon,
}
