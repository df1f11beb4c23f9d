"""``plyground book``: make opening books by search, look at them, and check them."""

from __future__ import annotations

import json
import time as clock
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.text import Text
from rich.tree import Tree as Branches

import plyground as ply
from plyground.books.book import SUFFIX, Book, BookMove
from plyground.books.build import build as build_book
from plyground.books.check import Losing, mend
from plyground.books.check import check as check_book
from plyground.books.opening import file_name, required
from plyground.books.tree import Leaf, Plan, Tree
from plyground.errors import PlygroundError
from plyground.evaluation.terms import featured
from plyground.evaluation.weights import load as load_weights
from plyground.players.found import score_text
from plyground.players.judge import EngineJudge

app = typer.Typer(help="Make, look at and check opening books.", no_args_is_help=True)

Source = Annotated[str, typer.Argument(help=f"A book file (*{SUFFIX}), or a game with one.")]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Print only the end.")]
_SAVE_EVERY = 20.0  # seconds
_Advance = Callable[[str, int], None]


@app.command()
def build(
    game: Annotated[str, typer.Argument(help="The game, e.g. 'squatter(7)'.")],
    out: Annotated[Path | None, typer.Option(help="The file; GAME.book if left out.")] = None,
    positions: Annotated[int, typer.Option(min=1, help="How many positions.")] = 200,
    time: Annotated[float | None, typer.Option(min=0.001, help="Seconds a position.")] = None,
    nodes: Annotated[int | None, typer.Option(min=1, help="Nodes a position.")] = None,
    width: Annotated[int, typer.Option(min=1, help="Moves kept in a position.")] = 8,
    loss_plies: Annotated[
        float | None, typer.Option(min=0, help="Plies that a unit lost counts: more is narrower.")
    ] = None,
    table_mb: Annotated[int, typer.Option(min=1, help="Size of the table in MB.")] = 64,
    resume: Annotated[bool, typer.Option("--resume", help="Make the file's book larger.")] = False,
    quiet: Quiet = False,
) -> None:
    """Make a book: expand again and again the position that costs least to reach.

    A position costs its distance from the start, and more for each move on the way that is worse
    than the best. Ctrl-C ends it with the book so far; --resume goes on. Times are processor time.

    Example: plyground book build 'squatter(6)' --positions 300 --nodes 1000000
    """
    start = ply.position(game)
    file = out or Path(file_name(start.game))
    book = _begun(file, start.game, resume=resume)
    limit = ply.Limit(time=1.0 if time is None and nodes is None else time, nodes=nodes, cpu=True)
    usual = featured(start).learning
    loss_plies = usual.loss_plies if loss_plies is None else loss_plies
    plan = Plan(positions, loss_plies, width, usual.book_plies)
    book.origin = _origin(start, limit, plan)
    _extend(book, file, EngineJudge(limit, table_mb), plan, quiet=quiet)


@app.command()
def show(
    source: Source,
    moves: Annotated[str, typer.Option(help="Moves to play first, e.g. '3 swap'.")] = "",
    depth: Annotated[int, typer.Option(min=1, help="Moves to look ahead.")] = 4,
    width: Annotated[int, typer.Option(min=1, help="Moves shown of a position.")] = 3,
    as_json: Json = False,
) -> None:
    """Show the lines of a book with their scores, from the view of who makes the move.

    Example: plyground book show kalah-manchester --moves 3 --depth 2
    """
    book = _load(source)
    record = ply.game(book.game)
    for move in moves.split():
        record.push(move)
    root = record.position
    if as_json:
        print(json.dumps({"game": book.game, "origin": book.origin, "positions": len(book),
                          "moves": _plain(book, root, depth, width)}))  # fmt: skip
        return
    console = Console(width=min(Console().width, 80))
    console.print(Text(f"{book.game}: {_size(book)}"), style="bold")
    if book.origin:
        console.print(Text(book.origin, style="dim"))
    if not book.known(root):
        console.print("the book has no moves here")
        return
    branches = Branches(Text(f"{root.turn_name} to move", style="bold"), guide_style="dim")
    _grow(branches, book, root, depth, width)
    console.print(branches)


@app.command()
def check(
    source: Source,
    time: Annotated[float, typer.Option(min=0.001, help="Seconds a position.")] = 1.0,
    mended: Annotated[
        bool, typer.Option("--mend", help="Mark losing moves in the file, never to be played.")
    ] = False,
    table_mb: Annotated[int, typer.Option(min=1, help="Size of the table in MB.")] = 64,
    quiet: Quiet = False,
) -> None:
    """Check that the engine judges no move of a book losing; exit code 1 if it does.

    Losing is a move with a negative score that is more than one seed, cell or piece worse than the
    engine's own move, searched to the same depth. Times are processor time.

    Example: plyground book check mine.book --time 1
    """
    book = _load(source)
    if mended and not _is_file(source):
        raise PlygroundError(f"{source}: only a file can be mended; expected a name in {SUFFIX}")
    judge = EngineJudge(ply.Limit(time=time, cpu=True), table_mb)
    with _progress(len(book), quiet=quiet) as advance:
        seen: set[str] = set()

        def on_move(key: str, move: str) -> None:
            seen.add(key)
            advance(move, len(seen))

        losing = (mend if mended else check_book)(book, judge, on_move)
    for bad in losing:
        print(_complaint(bad))
    if mended:
        book.save(source)
        print(f"{source}: {len(losing)} moves marked, never to be played")
        return
    print(f"{source}: {len(book)} positions, {len(losing)} losing moves")
    if losing:
        raise typer.Exit(1)


def _complaint(bad: Losing) -> str:
    return (
        f"{bad.move} ({score_text(bad.score)}) loses; {bad.best} is "
        f"{score_text(bad.best_score)}: {bad.position}"
    )


def _load(source: str) -> Book:
    if _is_file(source):
        return Book.load(source)
    return required(ply.position(source).game)


def _is_file(source: str) -> bool:
    return source.endswith(SUFFIX) or Path(source).is_file()


def _begun(file: Path, game: str, *, resume: bool) -> Book:
    if not file.exists():
        return Book(game)
    if not resume:
        raise PlygroundError(f"{file} exists; go on with --resume, or choose another with --out")
    book = Book.load(file)
    if book.game != game:
        raise PlygroundError(f"{file} is a book of {book.game}, not of {game}")
    return book


def _extend(book: Book, file: Path, judge: EngineJudge, plan: Plan, *, quiet: bool) -> None:
    """Build a book and save it now and then, at the end, and when it is broken off."""
    saved = clock.monotonic()
    try:
        with _progress(plan.positions, quiet=quiet) as advance:
            advance("", len(book))

            def on_step(book: Book, leaf: Leaf) -> None:
                nonlocal saved
                advance(f"ply {leaf.plies}", len(book))
                if clock.monotonic() - saved > _SAVE_EVERY:
                    book.save(file)
                    saved = clock.monotonic()

            build_book(book.game, judge.moves, plan, book=book, on_step=on_step)
    finally:
        book.save(file)
        print(f"{file}: {len(book)} positions, {file.stat().st_size:,} bytes")


def _origin(start: ply.Position, limit: ply.Limit, plan: Plan) -> str:
    given = {"nodes": limit.nodes, "time": limit.time}
    limits = ",".join(f"{name}={value}" for name, value in given.items() if value is not None)
    weights = load_weights("default", featured(start).name).origin
    return (
        f"drop-out expansion by pvs:{limits}, {plan.width} moves a position, "
        f"{plan.loss_plies:g} plies per unit lost; weights {weights}"
    )


def _size(book: Book) -> str:
    deepest = max(Tree(book).depths().values(), default=0)
    return f"{len(book)} positions, the deepest after {deepest} moves"


def _grow(branches: Branches, book: Book, here: ply.Position, depth: int, width: int) -> None:
    for move in book.known(here)[:width]:
        after = here.play(move.move)
        branch = branches.add(_label(move, here, after))
        if depth > 1 and not after.is_over:
            _grow(branch, book, after, depth - 1, width)


def _label(move: BookMove, here: ply.Position, after: ply.Position) -> Text:
    label = Text(f"{move.move:<4} ", style="bold")
    label.append(f"{score_text(move.score):>7}", style="red" if move.avoid else "")
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
            "replies": _plain(book, here.play(move.move), depth - 1, width),
        }
        for move in book.known(here)[:width]
    ]


@contextmanager
def _progress(total: int, *, quiet: bool) -> Iterator[_Advance]:
    console = Console(stderr=True)
    columns = (
        BarColumn(), MofNCompleteColumn(), TextColumn("positions  {task.description}"),
        TimeElapsedColumn(),
    )  # fmt: skip
    hidden = quiet or not console.is_terminal
    with Progress(*columns, console=console, disable=hidden) as progress:
        task = progress.add_task("", total=total)
        yield lambda text, done: progress.update(task, description=text, completed=done)
