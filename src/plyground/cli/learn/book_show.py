"""``plyground book show``: the lines of an opening book."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.text import Text
from rich.tree import Tree as Branches

import plyground as ply
from plyground.books.book import Book, BookMove, played
from plyground.books.tree import Tree
from plyground.cli.learn.book_files import is_book_file, opened
from plyground.cli.shared.options import GAME, Json, Moves, Position, shown
from plyground.cli.shared.output import console, say_json
from plyground.cli.shared.start import start
from plyground.players.expectation import expected_text


def show(
    source: Annotated[
        str, typer.Argument(metavar="BOOK", help="Book file, game, or record FILE or FILE:3")
    ],
    game: Annotated[str | None, shown(GAME, "as in BOOK")] = None,
    position: Position = None,
    moves: Moves = "",
    depth: Annotated[int, typer.Option(metavar="N", min=1, help="Moves to look ahead")] = 4,
    width: Annotated[int, typer.Option(metavar="N", min=1, help="Moves to show per position")] = 3,
    as_json: Json = False,
) -> None:
    """Show the lines of an opening book.

    Each score is from the view of the side that makes the move.
    For a game or a record file, the book of the game is used.
    The file of a game in Python must be given, by BOOK or by --game.

    Example: plyground book show kalah-manchester --moves 3 --depth 2
    """
    book, root = _opened(source, game, position, moves)
    if as_json:
        say_json({"game": book.game, "origin": book.origin, "positions": len(book),
                  "moves": _plain(book, root, depth, width)})  # fmt: skip
        return
    screen = console()
    screen.print(Text(f"{book.game}: {_size(book)}"), style="bold")
    if book.origin:
        screen.print(Text(book.origin, style="dim"))
    if not book.known(root):
        screen.print("the book has no moves here")
        return
    branches = Branches(Text(f"{root.turn_name} to move", style="bold"), guide_style="dim")
    _grow(branches, book, root, depth, width)
    screen.print(branches)


def _opened(
    source: str, game: str | None, position: str | None, moves: str
) -> tuple[Book, ply.Position]:
    """Return a book and the position in it to begin with."""
    book = opened(source, game)
    begin = game or book.game if is_book_file(source) else source
    return book, start(begin, position, moves).position


def _size(book: Book) -> str:
    deepest = max(Tree(book).depths().values(), default=0)
    return f"{len(book)} positions, the deepest after {deepest} moves"


def _grow(branches: Branches, book: Book, here: ply.Position, depth: int, width: int) -> None:
    for move in book.known(here)[:width]:
        after = played(here, move.move)
        branch = branches.add(_label(move, here, after))
        if depth > 1 and not after.is_over:
            _grow(branch, book, after, depth - 1, width)


def _label(move: BookMove, here: ply.Position, after: ply.Position) -> Text:
    label = Text(f"{move.move:<4} ", style="bold")
    label.append(expected_text(here, move.score), style="red" if move.avoid else "")
    label.append(f"  {here.turn_name}, depth {move.depth}", style="dim")
    if move.avoid:
        label.append("  avoid", style="red")
    if after.turn == here.turn:
        label.append("  moves again", style="dim")
    return label


def _plain(book: Book, here: ply.Position, depth: int, width: int) -> list[dict[str, object]]:
    if depth == 0 or here.is_over:
        return []
    return [
        {
            "move": move.move,
            "score": move.score,
            "depth": move.depth,
            "avoid": move.avoid,
            "replies": _plain(book, played(here, move.move), depth - 1, width),
        }
        for move in book.known(here)[:width]
    ]
