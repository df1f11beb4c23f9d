"""``plyground book build``: make an opening book by search."""

from __future__ import annotations

import time as clock
from pathlib import Path
from typing import Annotated

import typer

import plyground as ply
from plyground.books.book import Book
from plyground.books.build import build as build_book
from plyground.books.opening import file_name, own_path
from plyground.books.tree import Leaf, Plan
from plyground.cli.shared.completion import complete_games
from plyground.cli.shared.options import SAVE, TIME, Memory, Nodes, Quiet, Resume, shown
from plyground.cli.shared.output import say
from plyground.cli.shared.progress import progress_bar
from plyground.cli.shared.start import game_or_start
from plyground.errors import PlygroundError
from plyground.evaluation.own_features import has_features
from plyground.evaluation.weights import load_for
from plyground.games.names import learning_of
from plyground.games.native import is_native
from plyground.players.judge import EngineJudge

_SAVE_EVERY = 20.0  # seconds


def build(
    game: Annotated[
        str,
        typer.Argument(
            metavar="GAME", autocompletion=complete_games, help="Game name or game.py"
        ),
    ],
    positions: Annotated[
        int, typer.Option(metavar="N", min=1, help="Number of positions")
    ] = 200,
    width: Annotated[
        int, typer.Option(metavar="N", min=1, help="Moves to keep per position")
    ] = 8,
    loss_plies: Annotated[
        float | None,
        typer.Option(
            metavar="PLIES", min=0, show_default="by game",
            help="Depth penalty per unit lost",
        ),
    ] = None,
    time: Annotated[float | None, shown(TIME, "1")] = None,
    nodes: Nodes = None,
    memory: Memory = 64,
    save: Annotated[str | None, shown(SAVE, "GAME.book")] = None,
    resume: Resume = False,
    quiet: Quiet = False,
) -> None:  # fmt: skip
    """Build an opening book by search.

    The position that is cheapest to reach is expanded next.
    Its cost is its depth, plus a penalty for moves that are worse than the best.
    A higher --loss-plies makes a narrower book.
    Ctrl-C stops and saves the book so far.
    Times are processor time.
    The book of a game in Python is saved beside its file, where players find it.

    Example: plyground book build 'squatter(6)' --positions 300 --nodes 1000000
    """
    given = game_or_start(game)
    start = ply.position(given) if isinstance(given, str) else given
    file = Path(save or own_path(start) or file_name(start.game))
    book = _begun(file, start, resume=resume)
    limit = ply.Limit(time=1.0 if time is None and nodes is None else time, nodes=nodes, cpu=True)
    usual = learning_of(start)
    loss_plies = usual.loss_plies if loss_plies is None else loss_plies
    plan = Plan(positions, loss_plies, width, usual.book_plies)
    book.origin = _origin(start, limit, plan)
    _extend(book, file, EngineJudge(limit, memory), plan, quiet=quiet)


def _begun(file: Path, start: ply.Position, *, resume: bool) -> Book:
    if not file.exists():
        return Book(start.game, own=None if is_native(start) else start)
    if not resume:
        raise PlygroundError(
            f"{file} already exists; add --resume to extend it, or choose another with --save"
        )
    book = Book.load(file, start)
    if book.game != start.game:
        raise PlygroundError(f"{file} is a book of {book.game}, not of {start.game}")
    return book


def _extend(book: Book, file: Path, judge: EngineJudge, plan: Plan, *, quiet: bool) -> None:
    """Build a book and save it now and then, at the end, and when it is stopped."""
    saved = clock.monotonic()
    try:
        with progress_bar("positions", plan.positions, quiet=quiet) as advance:
            advance("", len(book))

            def on_step(book: Book, leaf: Leaf) -> None:
                nonlocal saved
                advance(f"ply {leaf.plies}", len(book))
                if clock.monotonic() - saved > _SAVE_EVERY:
                    book.save(file)
                    saved = clock.monotonic()

            build_book(book.start, judge.moves, plan, book=book, on_step=on_step)
    finally:
        book.save(file)
        say(f"{file}: {len(book)} positions, {file.stat().st_size:,} bytes")


def _origin(start: ply.Position, limit: ply.Limit, plan: Plan) -> str:
    given = {"nodes": limit.nodes, "time": limit.time}
    limits = ",".join(f"{name}={value}" for name, value in given.items() if value is not None)
    named = is_native(start) or has_features(start)
    weights = f"; weights {load_for('default', start).origin}" if named else ""
    return (
        f"drop-out expansion by pvs:{limits}, {plan.width} moves per position, "
        f"{plan.loss_plies:g} plies per unit lost{weights}"
    )
