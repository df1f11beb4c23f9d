"""The options that all competitions share, declared once and given to each command."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any, get_type_hints

import typer

from plyground.arena.referee.adjudication import Adjudicator, ByLength, ByScore, BySolver
from plyground.arena.referee.clock import Control
from plyground.arena.running.spec import DEFAULT_GAME, Options, RunSpec, entries
from plyground.arena.sandbox.limits import Limits
from plyground.cli.shared.command import LIMITS, OUTPUT
from plyground.cli.shared.options import (
    Game,
    GameTime,
    Json,
    Memory,
    Nodes,
    NoSandbox,
    Quiet,
    Resume,
    Save,
    Seed,
    Time,
    Workers,
)
from plyground.cli.shared.start import game_or_start
from plyground.errors import PlygroundError, shown
from plyground.games.position import Position

Openings = Annotated[
    str, typer.Option(metavar="SOURCE", help="random, fair, start, book or file:FILE")
]
Plies = Annotated[
    int | None, typer.Option(metavar="N", min=0, show_default="4", help="Moves per opening")
]
Early = Annotated[
    list[str] | None,
    typer.Option(metavar="HOW", help="End early: solver[=N], score[=X], length[=N]"),
]
Cpu = Annotated[bool, typer.Option("--cpu", rich_help_panel=LIMITS, help="Measure processor time")]
Ponder = Annotated[
    bool,
    typer.Option(
        "--ponder", rich_help_panel=LIMITS, help="External players may think on opponent's time"
    ),
]
MoveLimit = Annotated[
    float,
    typer.Option(
        "--move-limit", metavar="S", min=0.001, rich_help_panel=LIMITS,
        help="Longest untimed move (external players)",
    ),
]  # fmt: skip
ClassLimits = Annotated[
    Path | None,
    typer.Option(
        "--limits", metavar="FILE", rich_help_panel=LIMITS, help="Limits of a class, as downloaded"
    ),
]
Boards = Annotated[
    bool,
    typer.Option("--boards", rich_help_panel=OUTPUT, help="Show the boards, also in serve --watch"),
]


@dataclass(frozen=True)
class Common:
    """What was given."""

    game: str | Position
    options: Options
    save: str | None
    json: bool
    quiet: bool
    boards: bool

    def spec(self, players: list[str], kind: str = "match", **own: Any) -> RunSpec:
        """Return the description of the run that was asked for."""
        return RunSpec(entries(players), self.game, kind, **own, **self.options)


def _common(
    game: Game = DEFAULT_GAME,
    openings: Openings = "random",
    plies: Plies = None,
    adjudicate: Early = None,
    seed: Seed = 0,
    workers: Workers = None,
    time: Time = None,
    game_time: GameTime = None,
    nodes: Nodes = None,
    cpu: Cpu = False,
    memory: Memory = int(Limits.memory_mb),
    move_limit: MoveLimit = Limits.untimed_seconds,
    ponder: Ponder = False,
    no_sandbox: NoSandbox = False,
    limits: ClassLimits = None,
    save: Save = None,
    resume: Resume = False,
    boards: Boards = False,
    quiet: Quiet = False,
    as_json: Json = False,
) -> Common:
    if resume and save is None:
        raise PlygroundError("--resume needs --save: name the file of the run to resume")
    timed = Control.parse(game_time) if game_time is not None else Control()
    options = Options(
        control=Control(time, timed.game_time, timed.increment, None, nodes, cpu),
        limits=Limits(
            memory_mb=memory, untimed_seconds=move_limit, sandbox=not no_sandbox, ponder=ponder
        ),
        openings=openings,
        plies=plies,
        adjudicators=tuple(map(adjudicator, adjudicate or ())),
        seed=seed,
        workers=workers,
        store=save,
        resume=resume,
        boards=boards,
        keep_games=False,
    )
    common = Common(game_or_start(game), options, save, as_json, quiet, boards)
    return common if limits is None else _as_in_class(common, limits)


def _as_in_class(common: Common, path: Path) -> Common:
    """Replace game, openings, clock and limits by those of a class."""
    from plyground.classroom.limits import read_limits

    found = read_limits(path)
    options = common.options
    options["control"] = found.play.control
    options["limits"] = replace(found.play.limits, sandbox=options["limits"].sandbox)
    options["openings"] = found.openings
    return replace(common, game=found.game)


def adjudicator(text: str) -> Adjudicator:
    """Read what ends games early.

    >>> adjudicator("length=200")
    ByLength(moves=200)
    """
    name, _, value = text.strip().partition("=")
    try:
        if name == "solver":
            return BySolver(int(value)) if value else BySolver()
        if name == "score":
            return ByScore(float(value)) if value else ByScore()
        if name == "length":
            return ByLength(int(value)) if value else ByLength()
    except ValueError:
        pass
    raise PlygroundError(
        f"{shown(text)} does not end games; expected solver[=NODES], score[=LEAD] or length[=MOVES]"
    )


def arena_command(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command all common options; it gets what was given as ``common``."""
    shared = inspect.signature(_common).parameters
    own = [p for p in inspect.signature(command).parameters.values() if p.name != "common"]

    @functools.wraps(command)
    def wrapped(**given: Any) -> None:
        common = _common(**{name: given.pop(name) for name in shared})
        command(**given, common=common)

    keyword = inspect.Parameter.KEYWORD_ONLY
    hints = get_type_hints(command, include_extras=True)
    hints |= get_type_hints(_common, include_extras=True)
    parameters = [p.replace(kind=keyword, annotation=hints[p.name]) for p in own]
    parameters += [p.replace(kind=keyword, annotation=hints[p.name]) for p in shared.values()]
    wrapped.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    wrapped.__annotations__ = {p.name: p.annotation for p in parameters} | {"return": None}
    return wrapped
