"""``plyground games``: look into a store of games."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.text import Text

from plyground.arena.running.report import record, short_names
from plyground.arena.running.result import Reason
from plyground.cli.play.board_view import board_view
from plyground.cli.shared import options
from plyground.cli.shared.command import App
from plyground.cli.shared.options import Json
from plyground.cli.shared.output import console, say, say_either, say_json, terminal_width
from plyground.errors import PlygroundError, shown
from plyground.games.files import dumps
from plyground.games.files import save as save_records
from plyground.games.own.entry import registered

if TYPE_CHECKING:  # SQLAlchemy takes its time to import, and most commands do not need it
    from plyground.arena.running.store import Filter, Store, StoredGame

app = App("List, show and export stored games.")

Database = Annotated[
    str, typer.Argument(metavar="STORE", help="File written by --save, or a database URL")
]
Run = Annotated[int | None, typer.Option(metavar="N", show_default="all", help="Number of a run")]
Game = Annotated[str | None, options.shown(options.GAME, "all")]
Player = Annotated[str | None, options.shown(options.PLAYER, "all")]
Loser = Annotated[
    str | None, typer.Option(metavar="SPEC", show_default="all", help="Player who lost")
]
Why = Annotated[
    str | None,
    typer.Option(
        "--reason", metavar="REASON", show_default="all", help="How the game ended, e.g. time"
    ),
]

_NAMES = 22  # letters of a player's name, on a line of a terminal
_SCORES = {1.0: "1-0", 0.5: "½-½", 0.0: "0-1"}


def existing(store: str) -> Store:
    """Open a store that is there; a wrong name must not make a new, empty one."""
    from plyground.arena.running.store import Store

    if "://" not in store and not Path(store).expanduser().is_file():
        raise PlygroundError(
            f"there is no file {shown(store)}; expected a file that --save has written"
        )
    return Store(store)


def _filter(
    run: int | None, game: str | None, player: str | None, loser: str | None, reason: str | None
) -> Filter:
    from plyground.arena.running.store import Filter

    if reason is not None and reason not in list(Reason):
        raise PlygroundError(
            f"{shown(reason)} is not a reason; expected one of {', '.join(Reason)}"
        )
    name = None if game is None else registered(game)
    return Filter(run, name, player, loser, None if reason is None else Reason(reason))


@app.command("list")
def list_games(
    store: Database, run: Run = None, game: Game = None, player: Player = None,
    loser: Loser = None, reason: Why = None,
    limit: Annotated[
        int, typer.Option(metavar="N", min=1, help="Number of games to list at most")
    ] = 1000,
    as_json: Json = False,
) -> None:  # fmt: skip
    """List the runs of a store and their games.

    Example: plyground games list games.db --loser file:agent.py --reason time
    """
    wanted = _filter(run, game, player, loser, reason)
    with existing(store) as games:
        if not as_json:
            for one in games.runs():
                if run in (None, one.id):
                    say(f"run {one.id}: {one.kind}, {one.games} games, {one.status}, "
                          f"{one.started:%Y-%m-%d %H:%M}")  # fmt: skip
        width = None if terminal_width() is None else _NAMES
        for stored in games.games(wanted, limit):
            say_either(_plain(stored) if as_json else _line(stored, width))


@app.command()
def show(
    store: Database,
    number: Annotated[int, typer.Argument(metavar="NUMBER", help="Number of a game (see list)")],
    at: Annotated[
        int | None,
        typer.Option(
            metavar="N", min=0, show_default="the end", help="Show the board after N moves"
        ),
    ] = None,
    game: Annotated[str | None, options.shown(options.GAME, "as in STORE")] = None,
    as_json: Json = False,
) -> None:
    """Show one game: its board, its moves and how it ended.

    The file of a game in Python must be given with --game.

    Example: plyground games show games.db 17 --at 12
    """
    if game is not None:
        registered(game)
    with existing(store) as games:
        stored = games.game(number)
    if as_json:
        say_json(_plain(stored))
        return
    screen = console()
    played = record(stored.result)
    moves = len(played.moves)
    if at is not None and at > moves:
        raise PlygroundError(f"game {number} has {moves} moves; expected 0 to {moves}")
    screen.print(Text(_line(stored), "bold"))
    screen.print(board_view(str(played.positions[moves if at is None else at]), screen))
    screen.print(Text(dumps([played])))
    for player, errors in zip(stored.result.players, stored.result.stderr, strict=True):
        if errors:
            screen.print(Text(f"{player} printed on standard error:\n{errors}", "dim"))


@app.command()
def export(
    store: Database,
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="Record file, or - for the screen")
    ] = "-",
    run: Run = None, game: Game = None, player: Player = None, loser: Loser = None,
    reason: Why = None,
) -> None:  # fmt: skip
    """Write games to a record file.

    Commands such as play and analyse read it.
    The file of a game in Python must be given with --game.

    Example: plyground games export games.db lost.txt --loser greedy
    """
    wanted = _filter(run, game, player, loser, reason)
    with existing(store) as games:
        records = (record(stored.result) for stored in games.games(wanted))
        if file == "-":
            for played in records:
                say(dumps([played]))
        else:
            save_records(file, records)


def _line(stored: StoredGame, width: int | None = None) -> str:
    result = stored.result
    first, second = short_names(result.players, width)
    how = "" if result.reason == Reason.END else f"  {result.reason}"
    margin = "" if result.margin is None else f" {result.margin:+}"
    return (
        f"{stored.id:>6}  {first} – {second}  {_SCORES[result.score]}{margin}, "
        f"{len(result.moves)} moves{how}"
    )


def _plain(stored: StoredGame) -> dict[str, Any]:
    pairing = stored.pairing
    plain = {"id": stored.id, "run": stored.run, "opening": pairing.opening, "round": pairing.round}
    return plain | stored.result.to_dict()
