"""``plyground players``: every kind of player, with its options."""

from __future__ import annotations

import json
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from plyground.errors import PlygroundError
from plyground.players.options import Option, Value
from plyground.players.specs import KINDS, Kind


def players(
    name: Annotated[str | None, typer.Argument(help="Show only this kind.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object a kind.")] = False,
) -> None:
    """List the players and the options that their specs take.

    Example: plyground players pvs
    """
    if name is not None and name not in KINDS:
        raise PlygroundError(f"no player {name!r}; there are {', '.join(KINDS)}")
    chosen = [kind for kind in KINDS.values() if name in (None, kind.name)]
    if as_json:
        for kind in chosen:
            print(json.dumps(_plain(kind)))
        return
    console = Console(width=min(Console().width, 100))
    for kind in chosen:
        console.print(f"[bold]{kind.name}[/bold]  {kind.meaning}")
        if kind.options:
            console.print(_table(kind.options))
    console.print("A spec joins them: [bold]pvs:time=1,table_mb=256[/bold]")


def _table(options: tuple[Option, ...]) -> Table:
    table = Table(box=None, show_header=False, padding=(0, 1, 0, 3))
    for option in options:
        table.add_row(option.name, _text(option.default), f"{option.meaning} ({option.expected})")
    return table


def _text(default: Value) -> str:
    if isinstance(default, bool):
        return "yes" if default else "no"
    return "" if default is None else str(default)


def _plain(kind: Kind) -> dict[str, object]:
    return {
        "name": kind.name,
        "meaning": kind.meaning,
        "options": [
            {"name": o.name, "default": o.default, "meaning": o.meaning, "expected": o.expected}
            for o in kind.options
        ],
    }
