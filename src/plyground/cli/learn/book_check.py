"""``plyground book check``: whether a book plays losing moves."""

from __future__ import annotations

from typing import Annotated

import typer

import plyground as ply
from plyground.books.book import SUFFIX
from plyground.books.check import Losing, mend
from plyground.books.check import check as check_book
from plyground.cli.learn.book_files import HELP, is_book_file, opened
from plyground.cli.shared.options import GAME, TIME, Memory, Quiet, shown
from plyground.cli.shared.output import say
from plyground.cli.shared.progress import progress_bar
from plyground.errors import PlygroundError
from plyground.players.expectation import expected_text
from plyground.players.judge import EngineJudge


def check(
    source: Annotated[str, typer.Argument(metavar="BOOK", help=HELP)],
    game: Annotated[str | None, shown(GAME, "as in BOOK")] = None,
    mended: Annotated[
        bool, typer.Option("--mend", help="Mark losing moves in the file as never to be played")
    ] = False,
    time: Annotated[float, TIME] = 1.0,
    memory: Memory = 64,
    quiet: Quiet = False,
) -> None:
    """Check a book for losing moves.

    A move is losing if its score is negative and far below that of the best move.
    Far means more than one seed, cell or piece, at the same depth.
    Times are processor time.
    The exit code is 1 if the book has a losing move.

    Example: plyground book check mine.book --time 1
    """
    book = opened(source, game)
    if mended and not is_book_file(source):
        raise PlygroundError(
            f"{source}: only a book file can be repaired; give a file that ends in {SUFFIX}"
        )
    judge = EngineJudge(ply.Limit(time=time, cpu=True), memory)
    with progress_bar("positions", len(book), quiet=quiet) as advance:
        seen: set[str] = set()

        def on_move(key: str, move: str) -> None:
            seen.add(key)
            advance(move, len(seen))

        losing = (mend if mended else check_book)(book, judge, on_move)
    boards = book.boards()
    for bad in losing:
        say(_complaint(bad, boards[bad.position]))
    if mended:
        book.save(source)
        say(f"{source}: {len(losing)} moves marked, never to be played")
        return
    say(f"{source}: {len(book)} positions, {len(losing)} losing moves")
    if losing:
        raise typer.Exit(1)


def _complaint(bad: Losing, here: ply.Position) -> str:
    return (
        f"{bad.move} ({expected_text(here, bad.score)}) loses; {bad.best} is "
        f"{expected_text(here, bad.best_score)}: {bad.position}"
    )
