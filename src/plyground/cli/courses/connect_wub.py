"""``plyground connect wub``: play Watch Your Back! on a server of the course."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

import typer

from plyground.adapters import wub as protocol
from plyground.adapters.wub_client import Connection, Ended
from plyground.arena.agents.agents import agent
from plyground.arena.sandbox.limits import Limits
from plyground.cli.play.game_view import GameView
from plyground.cli.shared.options import PLAYER, Json, NoSandbox, Quiet
from plyground.cli.shared.options import shown as shown_default
from plyground.cli.shared.output import say_either
from plyground.errors import PlygroundError, shown
from plyground.games.names import position


def wub(
    host: Annotated[str, typer.Argument(metavar="HOST", help="Server")],
    port: Annotated[
        int,
        typer.Argument(
            metavar="PORT", min=1, max=65535, help=f"Port of the server, usually {protocol.PORT}"
        ),
    ],
    name: Annotated[str, typer.Argument(metavar="NAME", help="Name to play under, one word")],
    key: Annotated[
        str, typer.Argument(metavar="KEY", help="Play only opponents with the same key")
    ] = "",
    player: Annotated[str, shown_default(PLAYER, "pvs:time=1")] = "pvs:time=1,book=default",
    games: Annotated[int, typer.Option(metavar="N", min=1, help="Number of games")] = 1,
    no_sandbox: NoSandbox = False,
    quiet: Quiet = False,
    as_json: Json = False,
) -> None:
    """Play Watch Your Back! on a server of the course.

    Example: plyground connect wub localhost 7979 ann secret --player file:mine.py
    """
    if player.strip().partition(":")[0] == "human":
        raise PlygroundError("human cannot play here; choose another player, e.g. pvs:time=1")
    protocol.plain_name(name)
    start = position("watch-your-back")
    view = GameView(quiet=quiet or as_json)
    one = agent(player, Limits(sandbox=not no_sandbox))
    try:
        for _ in range(games):
            connection = Connection(host, port)
            try:
                view.say(f"waiting for an opponent{f' with key {shown(key)}' if key else ''}")
                ended = connection.play(
                    name, key, one,
                    on_game=lambda white, black, colour: view.say(
                        f"{shown(white)} plays {shown(black)}; we are {colour}"
                    ),
                    on_move=view.on_move(start),
                )  # fmt: skip
            finally:
                connection.close()
            say_either(asdict(ended) if as_json else _result(ended))
    finally:
        one.close()


def _result(ended: Ended) -> str:
    fault = f": {ended.fault}" if ended.fault else ""
    if ended.winner is None:
        return f"draw after {len(ended.moves)} actions"
    return (
        f"{'we have' if ended.winner == ended.colour else 'they have'} won as {ended.winner} "
        f"after {len(ended.moves)} actions{fault}"
    )
