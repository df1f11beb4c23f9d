"""``plyground class new``: a new class."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer

from plyground.cli.shared import options
from plyground.cli.shared.output import say
from plyground.errors import PlygroundError, shown
from plyground.games.names import default_game

_GAME = default_game()
OPENINGS = ("random", "fair", "book", "start")


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
    game = game or (_asked("Game", _GAME, _a_game) if asks else _GAME)
    if time is None and game_time is None and asks:
        time = float(_asked("Seconds per move", "1", _seconds))
    if openings is None and asks:
        question = "Openings: random, or start if agents only know the start"
        openings = _asked(question, "random", _an_opening)
    if deadline is None and asks:
        question = "Last upload, e.g. 2026-12-01 18:00 (empty: no deadline)"
        deadline = _asked(question, "", _a_deadline) or None
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


def _asked(question: str, usual: str, check: Callable[[str], object]) -> str:
    """Ask until the answer can be used."""

    def checked(answer: str) -> str:
        try:
            check(answer.strip())
        except PlygroundError as error:
            raise typer.BadParameter(str(error)) from None
        return answer.strip()

    show = bool(usual)
    found: str = typer.prompt(question, default=usual, show_default=show, value_proc=checked)
    return found


def _a_game(answer: str) -> None:
    from plyground.arena.running.spec import arena_start

    arena_start(answer)


def _seconds(answer: str) -> None:
    from plyground.arena.referee.clock import Control

    try:
        seconds = float(answer)
    except ValueError:
        raise PlygroundError(f"{shown(answer)} is not a number; expected e.g. 0.5") from None
    Control(move_time=seconds)


def _an_opening(answer: str) -> None:
    if answer not in OPENINGS:
        raise PlygroundError(f"{shown(answer)} is not known; expected {', '.join(OPENINGS)}")


def _a_deadline(answer: str) -> None:
    from plyground.classroom.moments import Moment

    try:
        is_one = not answer or Moment.parse(answer).once is not None
    except PlygroundError:
        is_one = False
    if not is_one:
        raise PlygroundError(f"{shown(answer)} is not a moment; expected e.g. 2026-12-01 18:00")
