"""``plyground class teams``: who takes part, and the links that let them in."""

from __future__ import annotations

import csv
import os
from pathlib import Path
from typing import Annotated

import typer

from plyground.cli.classroom.options import USUAL_ADDRESS, Address, Folder, link, opened
from plyground.cli.shared.command import App
from plyground.cli.shared.options import Json
from plyground.cli.shared.output import say, say_json
from plyground.errors import PlygroundError, shown
from plyground.storage import read_text

app = App("Add and list teams, and replace keys.")

LINKS = "links.csv"


@app.callback()
def teams() -> None:
    """Add and list teams, and replace keys."""


@app.command()
def add(
    folder: Folder,
    file: Annotated[Path, typer.Argument(metavar="FILE.csv", help="Columns team, members")],
    address: Address = USUAL_ADDRESS,
) -> None:
    """Add the teams of a CSV file, and write their links.

    Teams that are there already are left alone, so that the file may grow.
    The links go to links.csv in the folder of the class.

    Example: plyground class teams add games-2026 teams.csv
    """
    from plyground.classroom.register import read_teams

    register = opened(folder)
    keys = register.add_teams(read_teams(read_text(file)))
    register.close()
    if keys:
        path = folder / LINKS
        write_links(path, {name: link(address, key) for name, key in keys.items()})
        say(f"{len(keys)} teams added; their links are in {shown(path)}")
    else:
        say("no new teams")


@app.command("list")
def list_teams(folder: Folder, as_json: Json = False) -> None:
    """List the teams.

    Example: plyground class teams list games-2026
    """
    register = opened(folder)
    playing = {one.team: one for one in register.playing()}
    for team in register.teams():
        version = playing[team.id].number if team.id in playing else None
        if as_json:
            say_json({"team": team.name, "members": team.members, "version": version,
                      "stopped": team.banned})  # fmt: skip
            continue
        state = "stopped" if team.banned else f"version {version}" if version else "no version yet"
        say(f"{team.name}: {state}" + (f" ({team.members})" if team.members else ""))
    register.close()


@app.command()
def key(
    folder: Folder,
    team: Annotated[
        str | None, typer.Argument(metavar="TEAM", show_default="staff", help="Name of the team")
    ] = None,
    address: Address = USUAL_ADDRESS,
) -> None:
    """Replace the key of a team, or of staff, and print the new link.

    The old link stops working at once.

    Example: plyground class teams key games-2026 'Group 7'
    """
    register = opened(folder)
    if team is None:
        new = register.new_staff_key()
    else:
        new = register.new_team_key(register.team_called(team).id)
    register.close()
    say(link(address, new))


def write_links(path: Path, links: dict[str, str]) -> None:
    """Add links to the file of links, which only its owner can read."""
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        with os.fdopen(handle, "a", encoding="utf-8") as file:
            writer = csv.writer(file, lineterminator="\n")
            if not file.tell():
                writer.writerow(("team", "link"))
            writer.writerows(links.items())
    except OSError as error:
        raise PlygroundError(f"cannot write to {shown(path)}: {error.strerror}") from None
