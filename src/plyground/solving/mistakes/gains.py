"""What a move wins or loses within a few turns, counted out in every line.

A turn is all that a side plays until the other one moves. What is counted is what the board of the
game counts: seeds in stores, captured cells, pieces.
"""

from __future__ import annotations

from dataclasses import dataclass

from plyground._core import Side
from plyground.games.names import entry_of
from plyground.games.position import Position

_MOST_TURNS = 5
_WHOLE = 1 << 20  # more than any board counts


class TooMany(Exception):  # noqa: N818 - no error: the work is given up
    """There are more positions than may be looked at."""


@dataclass(frozen=True)
class Gains:
    """What two moves gain for their mover against best play, up to so many turns after theirs.

    ``move[k]`` and ``best[k]`` count the mover's turn and the next ``k``.
    """

    move: tuple[int, ...]
    best: tuple[int, ...]

    @property
    def telling(self) -> int | None:
        """The number of turns from which on the better move stays ahead; None if it is not."""
        found = None
        for turns in range(len(self.move) - 1, -1, -1):
            if self.best[turns] <= self.move[turns]:
                break
            found = turns
        return found


def gains(position: Position, move: str, best: str, nodes: int) -> Gains | None:
    """Count as many turns as so many positions allow; None where the game counts nothing."""
    if lead(position) is None:
        return None
    counting = _Counting(nodes)
    found: list[tuple[int, int]] = []
    try:
        for turns in range(_MOST_TURNS + 1):
            one, other = (counting.gain(position, each, turns) for each in (move, best))
            found.append((one, other))
    except TooMany:
        pass
    return Gains(tuple(a for a, _ in found), tuple(b for _, b in found)) if found else None


def lead(position: Position) -> int | None:
    """Return how much the side to move is ahead; None where the game counts nothing."""
    entry = entry_of(position)
    counts = {} if entry is None else entry.view.counts(position)
    if len(counts) != 2:
        return None
    own = counts[position.turn_name]
    return 2 * own - sum(counts.values())


class _Counting:
    """Looks through all lines, as far as a budget of positions goes."""

    def __init__(self, nodes: int) -> None:
        self._left = nodes

    def gain(self, position: Position, move: str, turns: int) -> int:
        """Return by how much the mover's lead grows, when both sides go for that alone."""
        after = position.play(position.parse_move(move))
        left = turns if after.turn == position.turn else turns - 1
        side = position.turn
        return self._best(after, side, left, -_WHOLE, _WHOLE) - _lead_of(position, side)

    def _best(self, here: Position, side: Side, left: int, low: int, high: int) -> int:
        """Return the lead of ``side`` after the running turn and ``left`` more."""
        self._left -= 1
        if self._left < 0:
            raise TooMany
        if here.is_over or left < 0:
            return _lead_of(here, side)
        mover, sign = here.turn, 1 if here.turn == side else -1
        after = [here.play(move) for move in here.legal_moves]
        after.sort(key=lambda each: _lead_of(each, mover), reverse=True)  # for early cuts
        found = -_WHOLE
        for each in after:
            rest = left if each.turn == mover else left - 1
            found = max(found, sign * self._best(each, side, rest, low, high))
            low, high = (max(low, found), high) if sign > 0 else (low, min(high, -found))
            if low >= high:
                break
        return sign * found


def _lead_of(position: Position, side: Side) -> int:
    found = lead(position) or 0
    return found if position.turn == side else -found
