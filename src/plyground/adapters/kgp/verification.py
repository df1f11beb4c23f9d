"""Verification: the server sends problems, a board and a move, and hears what becomes of the board.

Two things are read differently by the servers that exist, and are found out from what they say:

- whether the moves of problems count from 1, as those of ``move`` do, or from 0, as the public
  server in Go has it: most problems are legal in one of these ways only, and a server tells what it
  expected where both are;
- whether the move again flag is a number (``1``), as the protocol says, or a word (``true``).
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

from plyground.adapters.kgp.boards import after_move
from plyground.adapters.kgp.wire import Argument, Board, KgpError, Word

_MOST_KEPT = 1000  # solutions about which the server may still say something
_FIRST_BASE, _OTHER_BASE = 1, 0
_FROM_LEGALITY = "by what is legal"
_FROM_VERDICT = "by what the server said to a solution"


@dataclass(frozen=True)
class Solution:
    """What we said to a problem."""

    board: Board
    move: int  #: as the server wrote it
    base: int  #: what the first house is called, as we took it
    after: Board
    again: bool
    other: Board | None = None  #: what would be right if moves counted from the other base

    @property
    def text(self) -> str:
        """The problem and its solution, for people."""
        moves_again = ", south moves again" if self.again else ""
        return (
            f"problem {self.board.text} {self.move}, read as house {self.move + 1 - self.base}: "
            f"{self.after.text}{moves_again}"
        )


@dataclass(frozen=True)
class Rejection:
    """A solution that the server did not accept."""

    solution: Solution
    said: str
    misread: str = ""  #: what the two sides understood differently; empty if the solution was wrong


OnRejected = Callable[[Rejection], None]


class Verification:
    """The problems of one conversation.

    >>> verification = Verification()
    >>> number, solution = verification.solve(Board((0, 0), ((3, 3, 0), (3, 3, 3))), 0)
    >>> solution.after.text, verification.base
    ('<3,1,0,0,4,1,3,3,3>', 0)
    """

    def __init__(self, most: int | None = None, on_rejected: OnRejected = lambda _: None) -> None:
        self.most = most  #: problems after which it ends; None: when the server has enough
        self.solved = self.rejected = 0
        self.base: int | None = None  #: what the first house is called; None while not known
        self.found_by = ""  #: how that was found out
        self._on_rejected = on_rejected
        self._flag_is_word = False
        self._next_id = 1  # odd, as servers number with even ones
        self._sent: OrderedDict[int, Solution] = OrderedDict()
        self._unanswered: set[int] = set()

    @property
    def is_done(self) -> bool:
        """Whether all problems that were wanted are solved."""
        return self.most is not None and self.solved >= self.most

    @property
    def is_told_all(self) -> bool:
        """Whether the server has said something to each solution."""
        return not self._unanswered

    def solve(self, board: Board, move: int) -> tuple[int, Solution]:
        """Solve a problem; returns the number of the solution, too."""
        solution = self._solution(board, move)
        number = self._next_id
        self._next_id += 2
        self.solved += 1
        self._sent[number] = solution
        self._unanswered.add(number)
        if len(self._sent) > _MOST_KEPT:
            oldest, _ = self._sent.popitem(last=False)
            self._unanswered.discard(oldest)
        return number, solution

    def arguments(self, solution: Solution) -> tuple[Argument, Argument]:
        """Return a solution as the server reads it."""
        flag: Argument = int(solution.again)
        if self._flag_is_word:
            flag = Word(str(solution.again).lower())
        return solution.after, flag

    def hear_ok(self, number: int | None) -> None:
        """Take in that a solution is right."""
        solution = self._known(number)
        if solution is not None and solution.other not in (None, solution.after):
            self._learn(solution.base, _FROM_VERDICT)

    def hear_error(self, number: int | None, said: str) -> None:
        """Take in that a solution is wrong, or was not understood."""
        solution = self._known(number)
        if solution is None:
            return
        misread = self._misread(solution, said)
        self.rejected += not misread
        self._on_rejected(Rejection(solution, said, misread))

    def _known(self, number: int | None) -> Solution | None:
        if number is None:
            return None
        self._unanswered.discard(number)
        return self._sent.get(number)

    def _misread(self, solution: Solution, said: str) -> str:
        """Return what was understood differently, if that is why a solution was rejected."""
        other = solution.other
        if other is not None and other.text in said and solution.after.text not in said:
            self._learn(1 - solution.base, _FROM_VERDICT)
            return f"the moves of its problems count from {self.base}"
        if solution.again and not self._flag_is_word and "was a repeat" in said.lower():
            self._flag_is_word = True
            return "it reads true and false, and not 1 and 0"
        return ""

    def _learn(self, base: int, how: str) -> None:
        if self.base != base:
            self.base, self.found_by = base, how

    def _solution(self, board: Board, move: int) -> Solution:
        bases = (_FIRST_BASE, _OTHER_BASE) if self.base != _OTHER_BASE else (_OTHER_BASE, 1)
        legal = [base for base in bases if _is_legal(board, move + 1 - base)]
        if not legal:
            raise KgpError(f"problem: {move} is not a legal move, counted from 1 or from 0")
        if len(legal) == 1:
            self._learn(legal[0], _FROM_LEGALITY)
        after, again = after_move(board, move + 1 - legal[0])
        is_known = self.base is not None
        other = None if is_known else after_move(board, move + 1 - legal[1])[0]
        return Solution(board, move, legal[0], after, again, other)


def _is_legal(board: Board, house: int) -> bool:
    south = board.houses[0]
    return 1 <= house <= len(south) and south[house - 1] > 0
