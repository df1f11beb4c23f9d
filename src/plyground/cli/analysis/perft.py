"""``plyground perft``: count the ways to play a number of moves."""

from __future__ import annotations

import time
from typing import Annotated

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

import plyground as ply
from plyground.cli.shared.options import Json, Moves, OwnGame, Position, Quiet, Source
from plyground.cli.shared.output import console, say, say_json
from plyground.cli.shared.start import start


def perft(
    source: Source,
    depth: Annotated[
        int, typer.Argument(metavar="DEPTH", min=0, max=64, help="Number of moves to play")
    ],
    position: Position = None,
    moves: Moves = "",
    game: OwnGame = None,
    divide: Annotated[bool, typer.Option("--divide", help="Split the count by first move")] = False,
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Count move sequences to check the rules.

    Two programs with the same rules find the same numbers.

    Example: plyground perft 'kalah(6,4)' 8 --divide
    """
    root = start(source, position, moves, game).position
    began = time.perf_counter()
    counts = _count(root, depth, show=not (quiet or as_json))
    seconds = time.perf_counter() - began
    total = sum(counts.values()) if depth > 0 else 1
    if as_json:
        found = {"game": root.game, "position": root.text, "depth": depth, "nodes": total}
        say_json(found | {"seconds": round(seconds, 6)} | ({"divide": counts} if divide else {}))
        return
    if divide:
        for move, nodes in counts.items():
            say(f"{move:>6}  {nodes}")
    say(f"{total} nodes, depth {depth}, {total / max(seconds, 1e-9):,.0f} nodes/s")


def _count(root: ply.Position, depth: int, *, show: bool) -> dict[str, int]:
    """Count per first move, with a bar that appears on work longer than a second."""
    if depth == 0:
        return {}
    counts: dict[str, int] = {}
    columns = (TextColumn("perft"), BarColumn(), MofNCompleteColumn(), TextColumn("first moves"))
    screen = console(stderr=True)
    hidden = not (show and screen.is_terminal)  # else it would leave an empty line in a log
    with Progress(*columns, console=screen, transient=True, disable=hidden) as progress:
        task = progress.add_task("perft", total=len(root.legal_moves))
        for move in root.legal_moves:
            counts[str(move)] = ply.perft(root.play(move), depth - 1)
            progress.advance(task)
    return counts
