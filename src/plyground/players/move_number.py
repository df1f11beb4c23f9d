"""How many moves a game has seen, for a player that is shown positions only."""

from __future__ import annotations

from plyground.games import names
from plyground.games.native import is_native
from plyground.games.position import Position

_MOST_LOOKED_AT = 20_000  # positions on the way from one own move to the next


class MoveNumbers:
    """Numbers positions by the moves made before them, those of both sides.

    Some boards show it. Elsewhere it is counted along from one position to the next; where a game
    is met in its middle, the count begins there with 0.

    >>> import plyground as ply
    >>> numbers = MoveNumbers()
    >>> start = ply.position("kalah(6,4)")
    >>> again = start.play("3")  # south moves again
    >>> numbers.of(start), numbers.of(again), numbers.of(again.play("1").play("2"))
    (0, 1, 3)
    """

    def __init__(self) -> None:
        self._seen: dict[Position, int] = {}
        self._last: Position | None = None

    def of(self, position: Position) -> int:
        """Return how many moves were made before this position."""
        if shown := names.play_of(position).moves_made:
            return shown(position)
        if position not in self._seen:
            self._seen |= self._followed(position) or self._begun(position)
        self._last = position
        return self._seen[position]

    def _followed(self, position: Position) -> dict[Position, int]:
        """Return the number of a position one own move, and the answers to it, after the last."""
        if self._last is None or self._last.game != position.game:
            return {}
        after_own = [self._last.play(move) for move in self._last.legal_moves]
        made = _moves_between(after_own, position)
        return {} if made is None else {position: self._seen[self._last] + 1 + made}

    def _begun(self, position: Position) -> dict[Position, int]:
        """Return that of a game's first position: its start, or what the other side made of it."""
        self._seen.clear()
        return {position: _moves_between([_start(position)], position) or 0}


def _start(position: Position) -> Position:
    """Return the usual start of a game; the position itself where it is not known."""
    if is_native(position):
        return names.position(position.game)
    try:
        return type(position)()
    except TypeError:  # it is not made without arguments
        return position


def _moves_between(starts: list[Position], position: Position) -> int | None:
    """Count the moves of the other side that lead from one of ``starts`` to a position."""
    if position in starts:
        return 0
    seen, made = set(starts), 0
    while starts and len(seen) < _MOST_LOOKED_AT:
        made += 1
        reached = {
            one.play(move)
            for one in starts
            if one.turn != position.turn and not one.is_over
            for move in one.legal_moves
        } - seen
        if position in reached:
            return made
        seen |= reached
        starts = list(reached)
    return None
