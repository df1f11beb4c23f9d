"""Build a book by search: drop-out expansion of the position that is most likely to matter."""

from __future__ import annotations

from collections.abc import Callable

from plyground.books.book import HORIZON, Book, BookMove
from plyground.books.tree import Leaf, Plan, Tree
from plyground.games.names import parse_name
from plyground.games.position import Position
from plyground.games.symmetry import symmetries, transformed

#: Called with a position and a number of lines; returns the depth searched and the best moves with
#: their scores. It must not keep a table between calls, or a resumed book would differ from one
#: built in one run.
Judge = Callable[[Position, int], tuple[int, list[tuple[str, int]]]]
OnStep = Callable[[Book, Leaf], None]


def build(
    game: str | Position,
    judge: Judge,
    plan: Plan | None = None,
    *,
    book: Book | None = None,
    on_step: OnStep | None = None,
) -> Book:
    """Build a book for a game, or extend a given one; a game in Python is given by its start.

    The book grows in place, so it is consistent even if ``judge`` or ``on_step`` raises.

    >>> def first_is_best(position, lines):
    ...     return 1, [(move, -i) for i, move in enumerate(position.legal_moves)]
    >>> book = build("kalah(3,2)", first_is_best, Plan(positions=5))
    >>> from plyground.games.names import position
    >>> len(book), book.line(position("kalah(3,2)"))[0]
    (5, '1')
    """
    plan = plan or Plan()
    book = _empty(game) if book is None else book
    tree = Tree(book)
    tree.back_up()
    while len(book) < plan.positions and (leaf := tree.next_leaf(plan)):
        expand(tree, leaf, judge, plan)
        if on_step is not None:
            on_step(book, leaf)
    return book


def expand(tree: Tree, leaf: Leaf, judge: Judge, plan: Plan) -> None:
    """Score the moves of one position and add it to the book."""
    all_moves = len(leaf.position.legal_moves)
    most = plan.width if leaf.plies else all_moves
    depth, judged = judge(leaf.position, min(most * _own_images(leaf.position), all_moves))
    tree.add(leaf.position, [BookMove(move, score, depth) for move, score in judged], most)


def _empty(game: str | Position) -> Book:
    if not isinstance(game, str):
        return Book(game.game, own=game)
    family, values = parse_name(game)
    return Book(family.canonical(values))


def _own_images(position: Position) -> int:
    """Return how many symmetries map a position to itself: a move may have that many images."""
    return sum(transformed(position, s) == position for s in range(symmetries(position, HORIZON)))
