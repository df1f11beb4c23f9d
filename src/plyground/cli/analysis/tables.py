"""``plyground tables``: build, list, check and remove tables of endings."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn
from rich.table import Table

from plyground.cli.shared.command import App
from plyground.cli.shared.options import Json, Memory, Quiet
from plyground.cli.shared.output import console, say, say_json, warn
from plyground.errors import PlygroundError
from plyground.games.names import position
from plyground.games.tables import TableError
from plyground.solving import tables
from plyground.system import usable_cores

app = App("Build, list, check and remove tables of endings.")

Game = Annotated[str, typer.Argument(metavar="GAME", help="Game name, e.g. 'kalah(6,4)'")]
_MB = 1 << 20


@app.command()
def build(
    game: Game,
    seeds: Annotated[
        int | None,
        typer.Option(metavar="N", show_default="as many as fit", help="Largest endings"),
    ] = None,
    threads: Annotated[
        int | None,
        typer.Option(metavar="N", min=1, max=1024, show_default="cores", help="Threads to use"),
    ] = None,
    memory: Memory = 256,
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Build or enlarge the table of a game.

    The solver, play and analysis use the table from then on.
    What ends it early, leaves a smaller table; run it again to continue.

    Example: plyground tables build 'kalah(6,4)' --memory 1300
    """
    start = position(game)
    cores = threads or usable_cores()
    screen = console(stderr=True)
    hidden = quiet or as_json or not screen.is_terminal
    columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn())
    with Progress(*columns, console=screen, transient=True, disable=hidden) as bar:
        task = bar.add_task("building", total=None)

        def show(progress: tables.Progress) -> None:
            bar.update(
                task,
                description=_described(progress),
                completed=progress.positions,
                total=progress.all_positions,
            )

        made = tables.build(start, size=seeds, memory_mb=memory, threads=cores, on_progress=show)
    _print([made], as_json=as_json)


def _described(progress: tables.Progress) -> str:
    left = progress.seconds_left
    about = "" if left is None else f", about {left // 60:.0f}:{left % 60:02.0f} left"
    return f"{progress.size} of {progress.last_size}{about}"


@app.command("list")
def list_tables(as_json: Json = False) -> None:
    """List the tables that are there.

    Example: plyground tables list
    """
    found = list(tables.listed())
    _print([one for one in found if isinstance(one, tables.Table)], as_json=as_json)
    for problem in found:
        if isinstance(problem, TableError):
            warn(problem)
    if not found and not as_json:
        say("no tables yet; build one with: plyground tables build GAME")


@app.command()
def check(
    game: Annotated[
        str | None,
        typer.Argument(metavar="GAME", show_default="all", help="Game name"),
    ] = None,
    as_json: Json = False,
) -> None:
    """Read tables and compare their checksums.

    Example: plyground tables check
    """
    if game is not None:
        _print([tables.check(position(game))], as_json=as_json)
        return
    damaged = 0
    for one in list(tables.listed()):
        try:
            if isinstance(one, TableError):
                raise one
            _print([tables.check(position(one.game))], as_json=as_json)
        except TableError as problem:
            warn(problem)
            damaged += 1
    if damaged:
        raise PlygroundError(f"{damaged} of the tables cannot be used")


@app.command()
def remove(game: Game) -> None:
    """Remove the table of a game.

    Example: plyground tables remove 'kalah(6,4)'
    """
    say(f"removed {tables.remove(position(game))}")


def _print(found: list[tables.Table], *, as_json: bool) -> None:
    if as_json:
        for one in found:
            plain = {"game": one.game, one.unit: one.size, "bytes": one.bytes}
            say_json(plain | {"path": str(one.path)})
        return
    rows = Table(box=None, show_header=False, padding=(0, 1))
    for one in found:
        rows.add_row(
            one.game, f"{one.size} {one.unit}", f"{one.bytes / _MB:,.1f} MB", str(one.path)
        )
    if found:
        console().print(rows)
