"""``plyground games``: look into a store of games."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.text import Text

from plyground.arena.running.report import record, short_names
from plyground.arena.running.result import Reason
from plyground.cli.play.board_view import board_view
from plyground.errors import PlygroundError, shown
from plyground.games.files import dumps
from plyground.games.files import save as save_records

if TYPE_CHECKING:  # SQLAlchemy takes its time to import, and most commands do not need it
    from plyground.arena.running.store import Filter, Store, StoredGame

app = typer.Typer(help="List, show and export stored games.", no_args_is_help=True)

Database = Annotated[str, typer.Argument(help="A file, or the URL of a database.")]
Run = Annotated[int | None, typer.Option(help="Only games of this run.")]
Game = Annotated[str | None, typer.Option(help="Only games of this game.")]
Player = Annotated[str | None, typer.Option(help="Only games of this player.")]
Loser = Annotated[str | None, typer.Option(help="Only games that this player lost.")]
Why = Annotated[str | None, typer.Option("--reason", help="Only games that ended so: time, …")]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object a line.")]

_SCORES = {1.0: "1-0", 0.5: "½-½", 0.0: "0-1"}


def existing(store: str) -> Store:
    """Open a store that is there; a wrong name must not make a new, empty one."""
    from plyground.arena.running.store import Store

    if "://" not in store and not Path(store).expanduser().is_file():
        raise PlygroundError(f"there is no file {shown(store)}; expected a store of games")
    return Store(store)


def _filter(
    run: int | None, game: str | None, player: str | None, loser: str | None, reason: str | None
) -> Filter:
    from plyground.arena.running.store import Filter

    if reason is not None and reason not in list(Reason):
        raise PlygroundError(f"no reason {shown(reason)}; there are {', '.join(Reason)}")
    return Filter(run, game, player, loser, None if reason is None else Reason(reason))


@app.command("list")
def list_games(
    store: Database, run: Run = None, game: Game = None, player: Player = None,
    loser: Loser = None, reason: Why = None,
    limit: Annotated[int, typer.Option(min=1, help="List at most so many.")] = 1000,
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
                    print(f"run {one.id}: {one.kind}, {one.games} games, {one.status}, "
                          f"{one.started:%Y-%m-%d %H:%M}")  # fmt: skip
        for stored in games.games(wanted, limit):
            print(_plain(stored) if as_json else _line(stored))


@app.command()
def show(
    store: Database,
    number: Annotated[int, typer.Argument(help="The number of a game, see list.")],
    at: Annotated[
        int | None, typer.Option(min=0, help="Show the board after so many moves.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Show one game: its board, its moves and how it ended.

    Example: plyground games show games.db 17 --at 12
    """
    with existing(store) as games:
        stored = games.game(number)
    if as_json:
        print(_plain(stored))
        return
    console = Console(highlight=False, markup=False, emoji=False, width=80)
    played = record(stored.result)
    moves = len(played.moves)
    if at is not None and at > moves:
        raise PlygroundError(f"game {number} has {moves} moves; expected 0 to {moves}")
    console.print(Text(_line(stored), "bold"))
    console.print(board_view(str(played.positions[moves if at is None else at]), console))
    console.print(Text(dumps([played])))
    for player, errors in zip(stored.result.players, stored.result.stderr, strict=True):
        if errors:
            console.print(Text(f"{player} printed on standard error:\n{errors}", "dim"))


@app.command()
def export(
    store: Database,
    file: Annotated[str, typer.Argument(help="The record file, or - for the screen.")] = "-",
    run: Run = None, game: Game = None, player: Player = None, loser: Loser = None,
    reason: Why = None,
) -> None:  # fmt: skip
    """Write games to a record file, which plyground play and analyse read.

    Example: plyground games export games.db lost.txt --loser greedy
    """
    wanted = _filter(run, game, player, loser, reason)
    with existing(store) as games:
        records = (record(stored.result) for stored in games.games(wanted))
        if file == "-":
            for played in records:
                sys.stdout.write(f"{dumps([played])}\n")
        else:
            save_records(file, records)


def _line(stored: StoredGame) -> str:
    result = stored.result
    first, second = short_names(result.players, 22)
    how = "" if result.reason == Reason.END else f"  {result.reason}"
    margin = "" if result.margin is None else f" {result.margin:+}"
    return (
        f"{stored.id:>6}  {first} – {second}  {_SCORES[result.score]}{margin}, "
        f"{len(result.moves)} moves{how}"
    )


def _plain(stored: StoredGame) -> str:
    pairing = stored.pairing
    plain = {"id": stored.id, "run": stored.run, "opening": pairing.opening, "round": pairing.round}
    return json.dumps(plain | stored.result.to_dict())
