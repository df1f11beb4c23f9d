"""The tree of a book: links between positions, backed-up scores, and what to expand next."""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from plyground.books.book import Book, BookMove, Entry, folded, played
from plyground.games.position import Position


@dataclass(frozen=True)
class Plan:
    """The size and shape of a book."""

    positions: int = 200  #: at most
    loss_plies: float = 2.0  #: plies that a loss of one unit counts as
    width: int = 8  #: moves kept per position; all of them at the start
    plies: int | None = None  #: positions after more moves than this are not expanded


class _Child(NamedTuple):
    position: Position
    key: str
    again: bool  # the mover moves again, so that the child's score needs no change of sign


class Leaf(NamedTuple):
    """A position to expand, and the number of moves that lead to it."""

    position: Position
    plies: int


class Tree:
    """A book with the links between its positions."""

    def __init__(self, book: Book) -> None:
        self.book = book
        self._start = folded(book.start)
        self._children: dict[str, dict[str, _Child]] = {}
        for key, parent in book.boards().items():
            self._link(parent, (move.move for move in book.positions[key]))

    def _link(self, parent: Position, moves: Iterator[str]) -> None:
        self._children[parent.text] = {move: _child(parent, move) for move in moves}

    def add(self, parent: Position, moves: list[BookMove], most: int) -> None:
        """Add a position with its best moves, one of each set of mirror images."""
        kept: dict[str, BookMove] = {}
        for move in moves:
            kept.setdefault(_child(parent, move.move).key, move)
        entry = tuple(kept.values())[:most]
        self.book.positions[parent.text] = entry
        self._link(parent, (move.move for move in entry))
        self.back_up()

    def back_up(self) -> None:
        """Back up scores: a move that leads to a position of the book gets its score."""
        done: dict[str, BookMove] = {}
        for key, entry in self.book.positions.items():
            if entry:
                self._best(key, done)

    def _best(self, key: str, done: dict[str, BookMove]) -> BookMove:
        """Return the best move of a position after backing up all below it."""
        if key not in done:
            moves = [self._backed_up(key, move, done) for move in self.book.positions[key]]
            moves.sort(key=lambda move: -move.score)  # equal ones stay in the search's order
            self.book.positions[key] = tuple(moves)
            done[key] = best_of(self.book.positions[key])
        return done[key]

    def _backed_up(self, key: str, move: BookMove, done: dict[str, BookMove]) -> BookMove:
        child = self._children[key][move.move]
        if not self.book.positions.get(child.key):
            return move
        reply = self._best(child.key, done)
        score = reply.score if child.again else -reply.score
        return move._replace(score=score, depth=reply.depth + 1)

    def next_leaf(self, plan: Plan) -> Leaf | None:
        """Return the leaf that drop-out expansion expands next: the one with the lowest cost.

        Each move costs one, and more by what it loses against the best (T. Lincke, "Strategies for
        the automatic construction of opening books", 2001). But before all others come the first
        moves of the game: the book shall have an answer to each.
        """
        for child in self._children.get(self._start.text, {}).values():
            known = child.key in self.book.positions or child.position.is_over
            if not known and plan.plies != 1:
                return Leaf(child.position, 1)
        queue = [(0.0, 0, self._start.text, self._start)]
        seen: set[str] = set()
        while queue:
            cost, plies, key, here = heapq.heappop(queue)
            if key in seen:
                continue
            seen.add(key)
            entry = self.book.positions.get(key)
            if entry is None:
                return Leaf(here, plies)
            if plan.plies is not None and plies + 1 >= plan.plies:
                continue
            for move in entry:
                child = self._children[key][move.move]
                if child.key not in seen and not child.position.is_over:
                    loss = max(best_of(entry).score - move.score, 0) / 100
                    further = cost + 1 + plan.loss_plies * loss
                    heapq.heappush(queue, (further, plies + 1, child.key, child.position))
        return None

    def depths(self) -> dict[str, int]:
        """Return how many moves after the start each position of the book comes at the earliest."""
        found = {self._start.text: 0} if self._start.text in self.book.positions else {}
        for key in (order := list(found)):
            for child in self._children[key].values():
                if child.key in self.book.positions and child.key not in found:
                    found[child.key] = found[key] + 1
                    order.append(child.key)
        return found


def best_of(entry: Entry) -> BookMove:
    """Return the best move that need not be avoided; the best of all if every move must be."""
    return next((move for move in entry if not move.avoid), entry[0])


def _child(parent: Position, move: str) -> _Child:
    child = played(parent, move)
    image = folded(child)
    return _Child(image, image.text, child.turn == parent.turn)
