"""The options that all competitions share, declared once and given to each command."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any, get_type_hints

import typer

from plyground.arena.referee.adjudication import Adjudicator, ByLength, ByScore, BySolver
from plyground.arena.referee.clock import Control
from plyground.arena.running.spec import DEFAULT_GAME, Options, RunSpec, entries
from plyground.arena.sandbox.limits import Limits
from plyground.cli.shared.own_game import named_or_own
from plyground.errors import PlygroundError, shown
from plyground.games.position import Position

_TIME, _PLAY, _SHOW = "Time and memory", "Games", "Output"


def _option(panel: str, *names: str, **settings: Any) -> Any:
    return typer.Option(*names, rich_help_panel=panel, **settings)


Game = Annotated[str, _option(_PLAY, help="The game, e.g. 'kalah(7,7)', or a Python file.")]
Source = Annotated[str, _option(_PLAY, help="random, start, book, book:FILE or file:FILE.")]
Plies = Annotated[int | None, _option(_PLAY, min=0, help="Moves of an opening; 4 by default.")]
Early = Annotated[
    list[str] | None,
    _option(
        _PLAY,
        metavar="HOW",
        help="End games early: solver[=NODES], score[=LEAD], length[=MOVES]; repeatable.",
    ),
]
Seed = Annotated[int, _option(_PLAY, help="Makes openings and chance repeatable.")]
Workers = Annotated[
    str | None,
    _option(_PLAY, metavar="N", help="Games at once, or ray[:ADDRESS]; by default, by the cores."),
]
MoveTime = Annotated[float | None, _option(_TIME, min=0.001, help="Seconds for each move.")]
GameTime = Annotated[
    str | None,
    _option(
        _TIME, metavar="S[+INC]", help="Seconds for a game, and more for each move: 60 or 60+0.5."
    ),
]
Nodes = Annotated[int | None, _option(_TIME, min=1, help="Positions to visit for each move.")]
Cpu = Annotated[bool, _option(_TIME, "--cpu", help="Measure processor time.")]
Memory = Annotated[float, _option(_TIME, min=1, help="MB for each external player.")]
Save = Annotated[
    str | None, _option(_SHOW, metavar="FILE", help="Keep the games: a file or a database URL.")
]
Resume = Annotated[bool, _option(_SHOW, "--resume", help="Go on with the same run in --save.")]
Boards = Annotated[
    bool, _option(_SHOW, "--boards", help="Show the boards, here and in plyground serve --watch.")
]
Quiet = Annotated[bool, _option(_SHOW, "--quiet", "-q", help="Print only the end.")]
Json = Annotated[bool, _option(_SHOW, "--json", help="Print one JSON object a line.")]


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
    openings: Source = "random",
    plies: Plies = None,
    adjudicate: Early = None,
    seed: Seed = 0,
    workers: Workers = None,
    move_time: MoveTime = None,
    game_time: GameTime = None,
    nodes: Nodes = None,
    cpu: Cpu = False,
    memory: Memory = Limits.memory_mb,
    save: Save = None,
    resume: Resume = False,
    boards: Boards = False,
    quiet: Quiet = False,
    as_json: Json = False,
) -> Common:
    if resume and save is None:
        raise PlygroundError("--resume needs --save: the file whose run is to go on")
    timed = Control.parse(game_time) if game_time is not None else Control()
    options = Options(
        control=Control(move_time, timed.game_time, timed.increment, None, nodes, cpu),
        limits=Limits(memory_mb=memory),
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
    return Common(named_or_own(game), options, save, as_json, quiet, boards)


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
        f"{shown(text)} ends no games; expected solver[=NODES], score[=LEAD] or length[=MOVES]"
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
