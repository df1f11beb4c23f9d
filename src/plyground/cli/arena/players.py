"""``plyground players``: every kind of player, with its options."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.table import Table
from rich.text import Text

from plyground.cli.shared.completion import complete_players
from plyground.cli.shared.options import Json
from plyground.cli.shared.output import console, say_json
from plyground.errors import PlygroundError
from plyground.players.options import Option, Value
from plyground.players.specs import KINDS, Kind


def players(
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="KIND", show_default="all", autocompletion=complete_players,
            help="Kind of player, e.g. pvs",
        ),
    ] = None,
    as_json: Json = False,
) -> None:  # fmt: skip
    """List the players and their options.

    A spec joins a kind with its options: pvs:time=1,table_mb=256

    Example: plyground players pvs
    """
    if name is not None and name not in KINDS:
        raise PlygroundError(f"no player {name!r}; expected one of {', '.join(KINDS)}")
    chosen = [kind for kind in KINDS.values() if name in (None, kind.name)]
    if as_json:
        for kind in chosen:
            say_json(_plain(kind))
        return
    screen = console()
    for kind in chosen:
        screen.print(Text.assemble((kind.name, "bold"), f"  {kind.meaning}"))
        if kind.options:
            screen.print(_table(kind.options))
    screen.print(Text.assemble("A spec joins them: ", ("pvs:time=1,table_mb=256", "bold")))


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
