"""``plyground explain``: what an evaluation is made of."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from plyground.cli.shared.options import WEIGHTS, Json, Moves, OwnGame, Position, Source
from plyground.cli.shared.output import console, say_json
from plyground.cli.shared.start import start
from plyground.evaluation.explain import UNIT, Explanation
from plyground.evaluation.explain import explain as taken_apart
from plyground.evaluation.heat import heat_map
from plyground.games.native import is_native
from plyground.players.expectation import expect, expectation_text
from plyground.storage import write_whole

_MOVES = 8  # at a terminal: the rest looks worse
_CELLS = 12  # of a network: the others matter less


def explain(
    source: Source,
    position: Position = None,
    moves: Moves = "",
    game: OwnGame = None,
    weights: Annotated[str, WEIGHTS] = "default",
    heat: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Draw the scores of the moves into this .svg"),
    ] = None,
    as_json: Json = False,
) -> None:
    """Explain the score of a position.

    Nothing is searched: each feature is shown with its value, weight and effect.

    Example: plyground explain 'kalah(6,4)' --moves '3 6'
    """
    root = start(source, position, moves, game).position
    found = taken_apart(root, weights)
    if heat is not None:
        assert is_native(root)  # only those can be explained
        write_whole(Path(heat), heat_map(root, found).encode())
    if as_json:
        say_json(found.to_dict())
        return
    screen = console()
    screen.print(Text(str(root)))
    expected = expectation_text(root, expect(root, round(UNIT * found.value), nodes=1))
    screen.print(_view(found, expected, _MOVES if screen.is_terminal else len(found.moves)))


def _view(found: Explanation, expected: str, most: int) -> RenderableType:
    """Show each feature's value × weight = effect, largest first, and the action scores."""
    table = Table(box=None, header_style="bold", padding=(0, 1))
    table.add_column("feature", no_wrap=True)
    for name in ("own", "opponent", "weight", "effect"):
        table.add_column(name, justify="right", no_wrap=True)
    table.add_column("meaning")
    for row in sorted(found.rows, key=lambda row: -abs(row.contribution)):
        style = "" if row.contribution else "dim"
        table.add_row(
            row.name, f"{row.own:g}", f"{row.opponent:g}", f"{row.weight:.3g}",
            f"{row.contribution:+.2f}", row.meaning, style=style,
        )  # fmt: skip
    head = Text(f"{found.side} to move, {found.phase}: ", style="bold")
    head.append(f"{found.value:+.2f}, expected {expected}")
    actions = Text("moves by action score", style="bold")
    return Group(head, table, *_network(found), actions, _moves(found, most))


def _network(found: Explanation) -> list[RenderableType]:
    """Show what the network adds, and by which cells, largest first."""
    if found.correction is None:
        return []
    places = sorted(found.places, key=lambda row: -abs(row.contribution))[:_CELLS]
    head = Text("the network adds ", style="bold")
    head.append(f"{found.correction:+.2f}")
    head.append("; by not seeing a cell, it would add less by:", style="dim")
    return [head, Text("  ".join(f"{row.cell} {row.contribution:+.2f}" for row in places))]


def _moves(found: Explanation, most: int) -> Table:
    table = Table(box=None, show_header=False, padding=(0, 1))
    for row in found.moves[:most]:
        reasons = ", ".join(f"{name} {value}" for name, value in row.values.items() if value)
        table.add_row(row.move, f"{row.score:+.2f}", reasons)
    if len(found.moves) > most:
        table.add_row("…", "", f"{len(found.moves) - most} more")
    return table
