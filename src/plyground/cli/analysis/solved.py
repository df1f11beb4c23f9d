"""``plyground solved``: the games whose result is known."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

import typer
from rich.table import Table

from plyground.cli.shared.options import Json
from plyground.cli.shared.output import console, say, say_json
from plyground.games.names import families, parse_name, position
from plyground.solving.solved import SolvedGame, result_text, solved_games


def solved(
    game: Annotated[
        str | None,
        typer.Argument(metavar="GAME", show_default="all", help="Game name, or a family's"),
    ] = None,
    as_json: Json = False,
) -> None:
    """List the games that are solved.

    Shows the result with best play, and the value of every first move.
    How they were computed and checked is described in docs/solved.md.

    Example: plyground solved 'kalah(6,4)'
    """
    found = [one for one in solved_games() if game is None or _is_named(one, game)]
    endings = {
        family.name: family.known_endings
        for family in families()
        if family.known_endings is not None and game in (None, family.name)
    }
    if as_json:
        for one in found:
            say_json(asdict(one))
        for name, known in endings.items():
            say_json({"game": name, "endings": known})
        return
    if found:
        console().print(_table(found))
    for name, known in endings.items():
        say(f" {name}: {known}")
    if not found and not endings:
        say(f"{game} is not solved here; to solve it: plyground solve '{game}'")


def _is_named(one: SolvedGame, name: str) -> bool:
    if name in {family.name for family in families()}:
        return parse_name(one.game)[0].name == name
    return one.game == position(name).game


def _table(found: list[SolvedGame]) -> Table:
    table = Table(box=None, header_style="bold", padding=(0, 1))
    table.add_column("game", no_wrap=True)
    table.add_column("result", no_wrap=True)
    table.add_column("first moves, with the margin of each")
    for one in found:
        moves = sorted(one.moves.items(), key=lambda item: -item[1])
        table.add_row(
            one.game,
            result_text(position(one.game), one.margin),
            "  ".join(f"{move} {margin:+d}".replace("+0", "0") for move, margin in moves),
        )
    return table
