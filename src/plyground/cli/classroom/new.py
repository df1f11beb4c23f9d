"""``plyground class new``: a new class."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from plyground.cli.shared import options
from plyground.cli.shared.output import say
from plyground.errors import shown
from plyground.games.names import default_game

_GAME = default_game()


def new(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="Folder to create")],
    game: Annotated[str | None, options.shown(options.GAME, _GAME)] = None,
    name: Annotated[
        str | None,
        typer.Option(metavar="TEXT", help="Name of the class", show_default="the game's"),
    ] = None,
    time: Annotated[float | None, options.shown(options.TIME, "1")] = None,
    game_time: options.GameTime = None,
    overruns: Annotated[
        int, typer.Option(metavar="N", min=0, help="Late moves allowed per game")
    ] = 0,
    openings: Annotated[
        str | None,
        typer.Option(metavar="SOURCE", help="random, fair, book or start", show_default="random"),
    ] = None,
    deadline: Annotated[
        str | None, typer.Option(metavar="TIME", help="Last upload, e.g. '2026-12-01 18:00'")
    ] = None,
    database: Annotated[
        str, typer.Option(metavar="URL", help="File in the folder, or a database URL")
    ] = "class.db",
) -> None:
    """Create a class.

    At a terminal it asks what no option says. class.toml holds all choices.

    Example: plyground class new games-2026 --game watch-your-back --time 1
    """
    asks = sys.stdin.isatty()
    game = game or (_asked("Game", _GAME) if asks else _GAME)
    if time is None and game_time is None and asks:
        time = float(_asked("Seconds per move", "1"))
    if openings is None and asks:
        openings = _asked("Openings: random, or start if agents only know the start", "random")
    if deadline is None and asks:
        deadline = _asked("Last upload, e.g. 2026-12-01 18:00 (empty: no deadline)", "") or None
    given = (game, name, time, game_time, overruns, deadline, openings or "random", database)
    _make(folder, given)


def _make(folder: Path, given: tuple[Any, ...]) -> None:
    """Write the class, and say what to do next."""
    from plyground.classroom.new import Choices, write_class
    from plyground.classroom.register import Register

    settings = write_class(folder, Choices(*given))
    register = Register(settings.address)
    key = register.new_staff_key()
    register.close()
    at = shown(folder)
    say(f"wrote {shown(folder / 'class.toml')}")
    say(f"key of staff, shown only now: {key}")
    say(f"\nNext:  look into {shown(folder / 'class.toml')}")
    say(f"       write your teams into {shown(folder / settings.teams)}, one per line")
    say(f"       plyground class teams add {at} {shown(folder / settings.teams)}    (their links)")
    say(f"       plyground class serve {at} --host 0.0.0.0")


def _asked(question: str, usual: str) -> str:
    answer: str = typer.prompt(question, default=usual, show_default=bool(usual))
    return answer.strip()
