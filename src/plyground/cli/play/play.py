"""``plyground play``: a game at the terminal, between people and players by name."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

import plyground as ply
from plyground.cli.play.files import Files
from plyground.cli.play.terminal_game import TerminalGame, one_line
from plyground.cli.shared.completion import complete_players
from plyground.cli.shared.options import (
    PLAYER,
    SEED,
    SOURCE,
    TIME,
    Moves,
    Nodes,
    OwnGame,
    Position,
    Save,
    shown,
)
from plyground.cli.shared.output import say
from plyground.games.names import default_game
from plyground.games.python_file import names_file

_DEFAULT_GAME = default_game()
_OPPONENT = "pvs:time=0.5"


def _seat(which: str, default: str) -> Any:
    return typer.Option(
        metavar="SPEC", autocompletion=complete_players, show_default=default,
        help=f"Who moves {which}",
    )  # fmt: skip


def play(
    source: Annotated[str, SOURCE] = _DEFAULT_GAME,
    position: Position = None,
    moves: Moves = "",
    game: OwnGame = None,
    first: Annotated[str, _seat("first", "human")] = "human",
    second: Annotated[str | None, _seat("second", "--player")] = None,
    player: Annotated[str, PLAYER] = _OPPONENT,
    seed: Annotated[int | None, shown(SEED, "random")] = None,
    time: Annotated[float | None, shown(TIME, "as in SPEC")] = None,
    nodes: Nodes = None,
    save: Save = None,
) -> None:
    """Play a game at the terminal.

    You move first against --player; --first and --second choose both sides.
    With --save, the game is added to that record file at the end.
    A record file as GAME continues its last game, or game 3 of FILE:3.

    Example: plyground play 'squatter(7)' --second human --save evening.games
    """
    limit = ply.Limit(time=time, nodes=nodes) if time or nodes else None
    try:
        own = source if names_file(source) else game
        files = Files(None if save is None else Path(save), own)
        record = files.begin(source, position, moves, game)
        session = TerminalGame(record, (first, second or player), seed, limit)
        is_over = session.run(files)
        if files.default is not None:
            files.save(files.default, record)
    except BrokenPipeError:
        raise
    except OSError as problem:
        raise ply.PlygroundError(one_line(problem)) from None
    count = len(record.moves)
    news = [] if is_over else [f"left after {count} move{'s' * (count != 1)}"]
    news += [] if files.default is None else [f"saved in {files.default}"]
    if news:
        say("; ".join(news))
