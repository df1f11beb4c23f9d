"""``plyground solve``: the exact result of a position."""

from __future__ import annotations

import json
from typing import Annotated

import typer
from rich.console import Console

import plyground as ply
from plyground.cli.shared.own_game import begin


def solve(
    game: Annotated[str, typer.Argument(help="The game, e.g. 'kalah(4,3)'.")],
    position: Annotated[
        str | None, typer.Argument(help="The text of a position; the start if left out.")
    ] = None,
    time: Annotated[float | None, typer.Option(min=0.001, help="Seconds at most.")] = None,
    table_mb: Annotated[int, typer.Option(min=1, help="Size of the table in MB.")] = 256,
    every_move: Annotated[
        bool, typer.Option("--moves", help="Also solve every legal move.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Find the exact margin of a position with best play by both sides, and a best line.

    Where the time runs out, what was proven is told and the exit code is 3.

    Example: plyground solve 'squatter(4)'
    """
    root = begin(game, position).position
    limit = ply.Limit(time=time)
    console = Console(stderr=True)
    if as_json or not console.is_terminal:
        found = ply.solve(root, limit, table_mb=table_mb)
    else:
        with console.status("solving …") as shown:
            found = ply.solve(
                root, limit, table_mb=table_mb, on_progress=lambda s: shown.update(_bounds(s))
            )
    margins = ply.solve_moves(root, limit, table_mb=table_mb) if every_move else {}
    if as_json:
        _print_json(root, found, margins)
    else:
        _print(root, found, margins)
    if not found.is_exact:
        raise typer.Exit(3)


def _bounds(found: ply.Solution) -> str:
    return f"solving …  {found.bounds_text}   {found.nodes:,} nodes"


def _print_json(root: ply.Position, found: ply.Solution, margins: dict[str, int | None]) -> None:
    plain = {
        "game": root.game,
        "position": root.text,
        "exact": found.is_exact,
        "lower": found.lower,
        "upper": found.upper,
        "line": [str(move) for move in found.line],
        "nodes": found.nodes,
        "seconds": round(found.seconds, 6),
    }
    print(json.dumps(plain | ({"moves": margins} if margins else {})))


def _print(root: ply.Position, found: ply.Solution, margins: dict[str, int | None]) -> None:
    if found.is_exact:
        margin = found.margin
        result = f"{root.turn_name} {'wins' if margin > 0 else 'loses'} by {abs(margin)}"
        print(f"{'draw' if margin == 0 else result}, with best play by both")
        if found.line:
            print("line:", " ".join(map(str, found.line)))
    else:
        print(f"not solved in time: {found.bounds_text}")
    for move, value in sorted(margins.items(), key=lambda item: -(item[1] or 0)):
        print(f"{move:>6}  {'?' if value is None else f'{value:+d}'}")
    print(f"{found.nodes:,} nodes, {found.seconds:.2f} s")
