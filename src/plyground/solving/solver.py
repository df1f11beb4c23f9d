"""Solve positions: the exact margin with best play by both sides."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from plyground import _core
from plyground._core import UNBOUNDED_MARGIN, SolveSettings, StopToken
from plyground.errors import PlygroundError
from plyground.games.compiled.forms import core_form
from plyground.games.native import NativePosition, is_native
from plyground.games.position import Position
from plyground.games.tables import ready
from plyground.players.engines import PVS
from plyground.players.limits import Limit

_MOST_TABLE_MB = 1_000_000
_MOST_THREADS = 1024
_GUESS_NODES = 50_000  # well below a second


@dataclass(frozen=True)
class Solution:
    """Proven bounds on the final margin, from the view of the side to move.

    >>> import plyground as ply
    >>> solution = ply.solve(ply.position("kalah(4,3)"))
    >>> solution.margin, solution.is_exact, solution.line[:3]
    (6, True, ('2', '4', '2'))
    """

    lower: int
    upper: int
    line: tuple[Any, ...]  #: best play, once the margin is exact
    nodes: int
    seconds: float
    goal: int | None = None  #: while solving: the question is whether the margin reaches this
    share: float = 0.0  #: of that question; a rough guess, as if all moves took equally long

    @property
    def is_exact(self) -> bool:
        """Whether the margin is known."""
        return self.lower == self.upper

    @property
    def margin(self) -> int:
        """The exact margin; raises LimitReached if only bounds are known."""
        if not self.is_exact:
            raise LimitReached(self)
        return self.lower

    @property
    def bounds_text(self) -> str:
        """The known bounds of the margin, as a clause for messages."""
        bounds = [
            f"{word} {bound}"
            for word, bound in (("at least", self.lower), ("at most", self.upper))
            if abs(bound) < UNBOUNDED_MARGIN
        ]
        if self.is_exact:
            return f"the margin is {self.lower}"
        return f"the margin is {' and '.join(bounds)}" if bounds else "nothing is known yet"

    @property
    def move(self) -> Any:
        """A best move; None if the game is over or the limit was reached."""
        return self.line[0] if self.line else None


class LimitReached(PlygroundError):  # noqa: N818 - it says what happened
    """A position was not solved within its limit; ``solution`` has the proven bounds.

    >>> import plyground as ply
    >>> solution = ply.solve(ply.position("kalah(6,4)"), ply.Limit(nodes=1000), guess=0)
    >>> solution.margin  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    plyground.solving.solver.LimitReached: not solved within the limit: the margin is at least ...
    """

    def __init__(self, solution: Solution) -> None:
        super().__init__(
            f"not solved within the limit: {solution.bounds_text} "
            f"({solution.nodes} nodes); allow more time or a larger table"
        )
        self.solution = solution


@dataclass(frozen=True)
class Checkpoints:
    """Where a long run keeps what it has proven: see ``solving.checkpoint``."""

    every: float  #: seconds between two of them
    write: Callable[[bytes], None]  #: given the solver's table, without what is cheap to find again
    restored: bytes | None = None  #: what an earlier run has written


def solve(
    position: Position,
    limit: Limit | None = None,
    *,
    table_mb: int = 256,
    threads: int = 1,
    guess: int | None = None,
    goal: int | None = None,
    variation: int = 0,
    checkpoints: Checkpoints | None = None,
    on_progress: Callable[[Solution], None] | None = None,
    stop: StopToken | None = None,
) -> Solution:
    """Solve a position, or prove bounds on its margin until a limit or ``stop`` ends it.

    ``threads`` share one table; the result does not depend on their number. ``guess`` is the margin
    to ask about first. With a ``goal``, only whether the margin reaches it is decided. A
    ``variation`` other than 0 tries moves in another order: the result stays, the nodes differ.

    >>> import plyground as ply
    >>> ply.solve(ply.position("kalah(3,3)")).margin
    2
    """
    if position.is_over:
        return Solution(position.margin, position.margin, (), 0, 0.0)
    limits = (limit or Limit()).native(position)
    live = None
    if on_progress is not None:
        tell = on_progress

        def live(found: dict[str, Any]) -> None:
            tell(_solution(found))

    token = stop or StopToken()
    ready(position)
    with _room_for(table_mb):
        root = core_form(position)
        if is_native(root):
            settings = SolveSettings(
                threads=_checked_threads(threads), variation=variation, guess=guess, goal=goal,
                checkpoint_every=checkpoints.every if checkpoints else 0.0,
            )  # fmt: skip
            write = checkpoints.write if checkpoints else None
            restored = checkpoints.restored if checkpoints else None
            found = root._solve(limits, table_mb, live, token, settings, write, restored)
        else:
            found = _core.python_solve(root, limits, table_mb, live, token)
    if found["interrupted"]:
        raise KeyboardInterrupt
    return _solution(found)


def first_guess(position: Position) -> int | None:
    """Return the margin that a short search expects, to ask about first; None if it has no idea."""
    if position.is_over or not is_native(position):
        return None
    expected = PVS(table_mb=16).search(position, Limit(nodes=_GUESS_NODES)).expected_margin
    return None if expected is None else round(expected)


def solve_moves(
    position: Position,
    limit: Limit | None = None,
    *,
    table_mb: int = 256,
    stop: StopToken | None = None,
) -> dict[Any, int | None]:
    """Return the exact margin of every legal move, for the side to move; None if not solved.

    A limit or ``stop`` may end it before all moves are solved.

    >>> import plyground as ply
    >>> solve_moves(ply.position("kalah(2,2)"))
    {'1': -4, '2': -2}
    """
    limits = (limit or Limit()).native(position)
    token = stop or StopToken()
    ready(position)
    with _room_for(table_mb):
        root = core_form(position)
        if is_native(root):
            found = root._solve_moves(limits, table_mb, token)
        else:
            found = _core.python_solve_moves(root, limits, table_mb, token)
    return {move: lower if lower == upper else None for move, lower, upper in found}


def reach_each(
    inquiries: Sequence[tuple[NativePosition, Sequence[int]]],
    limit: Limit | None = None,
    *,
    table_mb: int = 256,
    on_answer: Callable[[int, int, int], None],
    stop: StopToken | None = None,
) -> bool:
    """Decide for many positions of one game whether their values reach some goals.

    They share a table, so positions that are like each other take less than one by one. Of each
    one, ``on_answer`` is told its number and the bounds that are proven then. Whether all goals
    were decided within the limit.

    >>> import plyground as ply
    >>> start = ply.position("kalah(3,3)")
    >>> reach_each([(start, [1, 3])], on_answer=lambda i, lower, upper: print(i, lower, upper))
    0 2 2
    True
    """
    if not inquiries:
        return True
    first = inquiries[0][0]
    if any(position.game != first.game for position, _ in inquiries):
        raise PlygroundError("positions of several games cannot share a table")
    limits = (limit or Limit()).native(first)
    ready(first)
    wanted = [(position, list(goals)) for position, goals in inquiries]
    with _room_for(table_mb):
        return first._solve_each(wanted, limits, table_mb, on_answer, stop or StopToken())


@contextmanager
def _room_for(table_mb: int) -> Iterator[None]:
    """Refuse a table that cannot be made."""
    if not (isinstance(table_mb, int) and 1 <= table_mb <= _MOST_TABLE_MB):
        raise PlygroundError(
            f"table_mb={table_mb} is not valid; expected a whole number 1 to {_MOST_TABLE_MB}"
        )
    try:
        yield
    except MemoryError:
        raise PlygroundError(
            f"there is not enough memory for table_mb={table_mb}; give a smaller number"
        ) from None


def _checked_threads(threads: int) -> int:
    if not (isinstance(threads, int) and 1 <= threads <= _MOST_THREADS):
        raise PlygroundError(
            f"threads={threads} is not valid; expected a whole number 1 to {_MOST_THREADS}"
        )
    return threads


def _solution(found: dict[str, Any]) -> Solution:
    return Solution(
        found["lower"], found["upper"], tuple(found["line"]), found["nodes"], found["seconds"],
        found["goal"], found["share"],
    )  # fmt: skip
