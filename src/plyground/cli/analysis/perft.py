"""``plyground perft``: count the ways to play a number of moves."""

from __future__ import annotations

import json
import time
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

import plyground as ply
from plyground.cli.shared.own_game import begin


def perft(
    game: Annotated[str, typer.Argument(help="The game, e.g. 'kalah(6,4)', or a Python file.")],
    depth: Annotated[int, typer.Argument(min=0, max=64, help="How many moves to play.")],
    position: Annotated[
        str | None, typer.Option(help="Count from this position text instead of the start.")
    ] = None,
    divide: Annotated[
        bool, typer.Option("--divide", help="Split the count by first move.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="No progress bar.")] = False,
) -> None:
    """Count the move sequences of a given length: the standard proof of a game's rules.

    Example: plyground perft 'kalah(6,4)' 8 --divide
    """
    start = begin(game, position).position
    began = time.perf_counter()
    counts = _count(start, depth, show=not (quiet or as_json))
    seconds = time.perf_counter() - began
    total = sum(counts.values()) if depth > 0 else 1
    if as_json:
        found = {"game": start.game, "position": start.text, "depth": depth, "nodes": total}
        print(
            json.dumps(
                found | {"seconds": round(seconds, 6)} | ({"divide": counts} if divide else {})
            )
        )
        return
    if divide:
        for move, nodes in counts.items():
            print(f"{move:>6}  {nodes}")
    print(f"{total} nodes, depth {depth}, {total / max(seconds, 1e-9) / 1e6:.1f} M nodes/s")


def _count(start: ply.Position, depth: int, *, show: bool) -> dict[str, int]:
    """Count per first move, with a bar that appears on work longer than a second."""
    if depth == 0:
        return {}
    counts: dict[str, int] = {}
    columns = (TextColumn("perft"), BarColumn(), MofNCompleteColumn(), TextColumn("first moves"))
    console = Console(stderr=True)
    hidden = not (show and console.is_terminal)  # else it would leave an empty line in a log
    with Progress(*columns, console=console, transient=True, disable=hidden) as progress:
        task = progress.add_task("perft", total=len(start.legal_moves))
        for move in start.legal_moves:
            counts[str(move)] = ply.perft(start.play(move), depth - 1)
            progress.advance(task)
    return counts
