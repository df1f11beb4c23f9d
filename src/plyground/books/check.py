"""Check a book against an engine: it must not play moves that lose according to the engine.

A move is **losing** if the engine's score for it is negative *and* more than one seed, cell or
piece below the score for its own move. Both scores come from the same depth: the engine searches
the position for its time, and then the position after the book's move, as deep as the first search
searched it. The check covers every move that a player may draw at the largest variety.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Protocol

from plyground.books.book import Book, BookMove
from plyground.books.tree import Tree
from plyground.games.position import Position

MARGIN = 100  #: hundredths of a seed, cell or piece
MOST_VARIETY = 0.5  #: the largest variety of a player, and the one that is checked
OnMove = Callable[[str, str], None]  #: called for each position and move that is checked


Best = tuple[str, int, int]  #: what the engine would play, its score, and the depth of its search


class Examiner(Protocol):
    """An engine that scores the book's moves."""

    def best(self, position: Position) -> Best:
        """Search a position for its full time, with an empty table."""
        ...

    def score_after(self, position: Position, move: str, depth: int) -> int:
        """Score a move for its player as a search of the position to ``depth`` plies would."""
        ...


@dataclass(frozen=True)
class Losing:
    """A move of the book that loses according to the engine."""

    position: str
    move: str
    score: int  #: the engine's score for it
    best: str  #: what the engine would play
    best_score: int


def check(book: Book, examiner: Examiner, on_move: OnMove | None = None) -> list[Losing]:
    """List the moves of a book that lose according to the engine; empty for a good book."""
    return list(_Check(book, examiner, MARGIN, on_move).losing())


def mend(book: Book, examiner: Examiner, on_move: OnMove | None = None) -> list[Losing]:
    """Mark losing moves as moves to avoid, until the book plays none; returns what was marked.

    It is twice as strict as the check, because timed searches are not reproducible.
    """
    found: list[Losing] = []
    checking = _Check(book, examiner, MARGIN // 2, on_move)
    tree = Tree(book)
    while losing := list(checking.losing()):
        for bad in losing:
            entry = book.positions[bad.position]
            book.positions[bad.position] = tuple(
                move._replace(avoid=move.avoid or move.move == bad.move) for move in entry
            )
        tree.back_up()
        found += losing
    return found


class _Check:
    """Repeated passes over a book in which no position is searched twice."""

    def __init__(self, book: Book, examiner: Examiner, margin: int, on_move: OnMove | None) -> None:
        self._book = book
        self._boards = book.boards()
        self._examiner = examiner
        self._margin = margin
        self._on_move = on_move
        self._best: dict[str, Best] = {}
        self._verdicts: dict[tuple[str, str], Losing | None] = {}

    def losing(self) -> Iterator[Losing]:
        for key, here in sorted(self._boards.items()):
            for move in self._book.near_best(here, MOST_VARIETY):
                verdict = self._verdict(here, key, move)
                if verdict is not None:
                    yield verdict

    def _verdict(self, here: Position, key: str, move: BookMove) -> Losing | None:
        if (key, move.move) not in self._verdicts:
            if self._on_move is not None:
                self._on_move(key, move.move)
            self._verdicts[key, move.move] = self._judged(here, key, move.move)
        return self._verdicts[key, move.move]

    def _judged(self, here: Position, key: str, move: str) -> Losing | None:
        if key not in self._best:
            self._best[key] = self._examiner.best(here)
        best_move, best_score, depth = self._best[key]
        if move == best_move:
            return None
        score = self._examiner.score_after(here, move, depth)
        is_losing = score < 0 and best_score - score > self._margin
        return Losing(key, move, score, best_move, best_score) if is_losing else None
