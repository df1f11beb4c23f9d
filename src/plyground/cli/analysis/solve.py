"""``plyground solve``: the exact result of a position."""

from __future__ import annotations

from typing import Annotated

import typer

import plyground as ply
from plyground.cli.shared import options
from plyground.cli.shared.options import Json, Memory, Moves, Position, Source
from plyground.cli.shared.output import console, say, say_json
from plyground.cli.shared.renamed import tell_renamed
from plyground.cli.shared.start import start


def solve(
    source: Source,
    text: Annotated[str | None, typer.Argument(hidden=True)] = None,
    position: Position = None,
    moves: Moves = "",
    every_move: Annotated[
        bool, typer.Option("--every-move", help="Also solve every legal move")
    ] = False,
    time: Annotated[float | None, options.shown(options.TIME, "no limit")] = None,
    memory: Memory = 256,
    as_json: Json = False,
) -> None:
    """Find the exact result of a position.

    Prints the margin with best play by both sides, and a best line.
    If the time runs out, it prints the proven bounds, and the exit code is 3.

    Example: plyground solve 'squatter(4)'
    """
    if text is not None:
        tell_renamed("a position as an argument", "--position")
        position = text
    root = start(source, position, moves).position
    limit = ply.Limit(time=time)
    screen = console(stderr=True)
    if as_json or not screen.is_terminal:
        found = ply.solve(root, limit, table_mb=memory)
    else:
        with screen.status("solving …") as shown:
            found = ply.solve(
                root, limit, table_mb=memory, on_progress=lambda s: shown.update(_bounds(s))
            )
    margins = ply.solve_moves(root, limit, table_mb=memory) if every_move else {}
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
    say_json(plain | ({"moves": margins} if margins else {}))


def _print(root: ply.Position, found: ply.Solution, margins: dict[str, int | None]) -> None:
    if found.is_exact:
        margin = found.margin
        result = f"{root.turn_name} {'wins' if margin > 0 else 'loses'} by {abs(margin)}"
        say(f"{'draw' if margin == 0 else result}, with best play by both")
        if found.line:
            say(f"line: {' '.join(map(str, found.line))}")
    else:
        say(f"not solved in time: {found.bounds_text}")
    for move, value in sorted(margins.items(), key=lambda item: -(item[1] or 0)):
        say(f"{move:>6}  {'?' if value is None else f'{value:+d}'}")
    say(f"{found.nodes:,} nodes, {found.seconds:.2f} s")
