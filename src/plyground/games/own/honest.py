"""Whether a position of a game in Python keeps the rules that everything else relies on.

``ply.testing.check_game`` proves much more, before a game is offered; here is what a server asks of
each position that it shows.
"""

from __future__ import annotations

from typing import Any

from plyground._core import Side
from plyground.errors import PlygroundError
from plyground.games.position import Position, move_text

MOST_MOVES = 1024  # as many as the core takes


class BrokenGame(PlygroundError):  # noqa: N818 - it says what the matter is
    """A game breaks a rule that every game must follow."""


def played(position: Position, move: Any) -> Position:
    """Return the position after a legal move; raises BrokenGame if it is none."""
    after = position.play(move)
    if type(after) is not type(position) and Position not in type(after).__mro__:
        found = f"{type(position).__name__}.play({move!r}) returned {after!r}"
        raise BrokenGame(f"{found}; expected the position after the move")
    return after


def demand_honest(position: Position) -> None:
    """Raise BrokenGame if what a position says about itself does not fit together."""
    name, is_over = type(position).__name__, bool(position.is_over)
    moves = tuple(position.legal_moves)
    if position.turn not in (Side.FIRST, Side.SECOND):
        raise BrokenGame(f"{name}.turn is {position.turn!r}; expected ply.Side.FIRST or SECOND")
    if bool(position.is_over) != is_over:
        raise BrokenGame(f"{name}.is_over was {is_over} and then {not is_over} in one position")
    if is_over == bool(moves):
        found = f"{len(moves)} legal moves" if moves else "no legal moves"
        raise BrokenGame(
            f"{name}.is_over is {is_over}, but there are {found}; expected one or the other"
        )
    if len({move_text(move) for move in moves}) < len(moves):
        raise BrokenGame(f"{name}.legal_moves has two moves with the same text")
    if len(moves) > MOST_MOVES:
        raise BrokenGame(f"{name}.legal_moves has {len(moves)} moves; the limit is {MOST_MOVES}")
    if is_over and not isinstance(position.margin, int):
        raise BrokenGame(f"{name}.margin is {position.margin!r}; expected a whole number")
