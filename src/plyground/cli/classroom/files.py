"""``plyground class export``, ``similar`` and ``backup``: what leaves a class."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from plyground.cli.classroom.options import Folder, opened
from plyground.cli.shared.options import Json
from plyground.cli.shared.output import say, say_json
from plyground.errors import PlygroundError, shown
from plyground.storage import write_whole


def export(
    folder: Folder,
    what: Annotated[
        str, typer.Argument(metavar="WHAT", help="standings, rounds, games, reports or results")
    ],
    to: Annotated[
        Path | None,
        typer.Option("--to", metavar="PATH", help="File, or folder of results", show_default="-"),
    ] = None,
    as_json: Json = False,
) -> None:
    """Export standings, games or reports as CSV or JSON.

    With --to, results are written as a results.json for each team.

    Example: plyground class export games-2026 standings --to standings.csv
    """
    from plyground.arena.running.store import Store
    from plyground.classroom.export import KINDS, exported, results_of
    from plyground.classroom.settings import read_settings

    if what not in KINDS:
        raise PlygroundError(f"{shown(what)} cannot be exported; expected {', '.join(KINDS)}")
    settings = read_settings(folder)
    register = opened(folder)
    with Store(settings.address) as store:
        if what == "results" and to is not None:
            for team, result in results_of(register, store, settings).items():
                own = to / "".join(c if c.isalnum() or c in "-_ ." else "_" for c in team)
                own.mkdir(parents=True, exist_ok=True)
                write_whole(own / "results.json", json.dumps(result, indent=1).encode())
            say(f"wrote the results to {shown(to)}")
        else:
            ending = "json" if as_json or (to is not None and to.suffix == ".json") else "csv"
            text = exported(register, store, settings, what, ending)
            if to is None:
                say(text.rstrip("\n"))
            else:
                write_whole(to, text.encode())
                say(f"wrote {shown(to)}")
    register.close()


def similar(folder: Folder, as_json: Json = False) -> None:
    """Compare the uploads that play.

    Names, numbers, comments and layout do not count.
    What is alike is a hint only: read both passages.

    Example: plyground class similar games-2026
    """
    from plyground.classroom.settings import read_settings
    from plyground.classroom.similarity import similar_uploads

    register = opened(folder)
    pairs = similar_uploads(register, read_settings(folder))
    register.close()
    for pair in pairs:
        if as_json:
            passages = [vars(part) for part in pair.passages]
            say_json({"left": pair.left, "right": pair.right, "share": pair.share,
                      "passages": passages})  # fmt: skip
            continue
        say(f"{pair.left} and {pair.right}: {100 * pair.share:.0f} % of the shorter one")
        for part in pair.passages:
            say(f"    {part.left_lines}    {part.right_lines}")
    if not pairs and not as_json:
        say("no two uploads are alike")


def backup(
    folder: Folder,
    file: Annotated[Path, typer.Argument(metavar="FILE.zip", help="File to write")],
) -> None:
    """Copy a class into one file, also while it is served.

    Example: plyground class backup games-2026 monday.zip
    """
    from plyground.classroom.backup import back_up
    from plyground.classroom.settings import read_settings

    back_up(read_settings(folder), file)
    say(f"wrote {shown(file)}")
