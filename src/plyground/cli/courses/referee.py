"""``plyground referee``: games between players of a course, as its own referee plays them."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from plyground.adapters import course_players, mankalah
from plyground.arena.agents.agents import Agent
from plyground.arena.referee.clock import Control
from plyground.arena.referee.referee import play_game
from plyground.arena.running.result import GameResult
from plyground.arena.running.spec import arena_start
from plyground.arena.sandbox.limits import Limits
from plyground.cli.courses.referee_wub import wub
from plyground.cli.play.game_view import GameView
from plyground.cli.shared.command import App, Command
from plyground.cli.shared.options import GAME_TIME, Json, NoSandbox, Quiet
from plyground.cli.shared.output import say, say_json
from plyground.games.position import Position

app = App("Referee games by a course's rules.")

GAME = "watch-your-back"

# The course's options may stand without a value, which then means this.
_BARE = {"-d": "1", "-s": "100", "-t": "120"}
_LONG = {"--delay": "-d", "--space_limit": "-s", "--time_limit": "-t"}
_UNTIMED_SECONDS = 3600.0  # for a move, where nothing limits it


class CourseCommand(Command):
    """A command whose options may stand without their value, as those of the course do."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Give the bare options the values that they mean."""
        return super().parse_args(ctx, with_values(args))


def with_values(words: list[str]) -> list[str]:
    """Put the usual value behind an option that has none.

    >>> with_values(["-t", "-s", "50", "a", "b"])
    ['-t', '120', '-s', '50', 'a', 'b']
    """
    complete = []
    for word, following in zip(words, [*words[1:], ""], strict=True):
        complete.append(word)
        option = _LONG.get(word, word)
        if option in _BARE and not following.replace(".", "", 1).isdigit():
            complete.append(_BARE[option])
    return complete


@app.callback()
def referee() -> None:
    """Referee games by a course's rules."""


@app.command(GAME, cls=CourseCommand)
def watch_your_back(
    white: Annotated[
        str, typer.Argument(metavar="WHITE", help="White: a module, a Python file or a spec")
    ],
    black: Annotated[
        str, typer.Argument(metavar="BLACK", help="Black: a module, a Python file or a spec")
    ],
    delay: Annotated[
        float,
        typer.Option(
            "--delay", "-d", metavar="S", min=0, help="Seconds between turns; -d alone: 1"
        ),
    ] = 0.0,
    space: Annotated[
        float,
        typer.Option(
            "--space_limit", "-s", metavar="MB", min=0, help="MB per player; -s alone: 100"
        ),
    ] = 0.0,
    seconds: Annotated[
        float,
        typer.Option(
            "--time_limit", "-t", metavar="S", min=0,
            help="Processor seconds per player; -t alone: 120",
        ),
    ] = 0.0,
    no_sandbox: NoSandbox = False,
    quiet: Quiet = False,
    as_json: Json = False,
) -> None:  # fmt: skip
    """Play Watch Your Back! between two Player classes.

    The options are those of the course's own referee.
    Each player runs in its own process, in a sandbox.
    The exit code is 1 if a player breaks a rule or a limit.

    Example: plyground referee watch-your-back my_player other_player -t 60 -s 100
    """
    memory = space + course_players.HOST_MB if space else Limits.memory_mb
    limits = Limits(memory_mb=memory, untimed_seconds=_UNTIMED_SECONDS, sandbox=not no_sandbox)
    control = Control(game_time=seconds, cpu=True, grace=0.0) if seconds else Control()
    players = [course_players.watch_your_back_agent(text, limits) for text in (white, black)]
    view = GameView(quiet=quiet or as_json, delay=delay)
    result = _play(arena_start(GAME), players, control, view)
    winner = "draw" if result.loser is None else "WB"[1 - result.loser]
    _print_end(result, ("white", "black"), f"winner: {winner}!", as_json=as_json)


@app.command("mankalah")
def mankalah_game(
    first: Annotated[
        str, typer.Argument(metavar="SOUTH", help="South at the start: a command or a spec")
    ],
    second: Annotated[
        str, typer.Argument(metavar="NORTH", help="North at the start: a command or a spec")
    ],
    game_time: Annotated[str, GAME_TIME] = f"{mankalah.BUDGET:g}",
    no_sandbox: NoSandbox = False,
    quiet: Quiet = False,
    as_json: Json = False,
) -> None:
    """Play Kalah (7,7) between two agents of the ManKalah course.

    The agents speak the ManKalah protocol; the second one may swap sides.
    The exit code is 1 if an agent breaks a rule or a limit.

    Example: plyground referee mankalah 'plyground mankalah' 'java MyAgent'
    """
    limits = Limits(sandbox=not no_sandbox)
    players = [course_players.mankalah_agent(text, limits) for text in (first, second)]
    view = GameView(quiet=quiet or as_json)
    result = _play(arena_start(mankalah.GAME), players, Control.parse(game_time), view)
    _print_end(result, ("player 1", "player 2"), kalah_score(result), as_json=as_json)


app.command("wub")(wub)


def kalah_score(result: GameResult) -> str:
    """Say who has won, and the stores at the end.

    >>> kalah_score(GameResult("kalah-manchester", ("a", "b"), 0.0, margin=-12))
    'player 2 (b) has won, 55:43'
    """
    if result.loser is None:
        return "draw, 49:49"
    winner = f"player {2 - result.loser} ({result.winner}) has won"
    if result.margin is None:
        return winner
    most = 49 + abs(result.margin) // 2
    return f"{winner}, {most}:{98 - most}"


def _play(start: Position, players: list[Agent], control: Control, view: GameView) -> GameResult:
    """Play a game, and leave nothing running, however it ends."""
    first, second = players
    try:
        return play_game(start, (first, second), control, on_move=view.on_move(start))
    finally:
        for one in players:
            one.close()


def _print_end(result: GameResult, names: tuple[str, str], verdict: str, *, as_json: bool) -> None:
    """Say how a game ended; what a faulty player printed may help its author."""
    if as_json:
        say_json(result.to_dict())
    else:
        if result.reason.is_fault and result.loser is not None:
            say(f"{names[result.loser]} loses ({result.reason}): {result.note}")
            if printed := result.stderr[result.loser]:
                say(f"it printed:\n{printed}")
        say(verdict)
    raise typer.Exit(int(result.reason.is_fault))
