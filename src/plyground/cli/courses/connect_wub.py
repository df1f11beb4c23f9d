"""``plyground connect wub``: play Watch Your Back! on a server of the course."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Annotated

import typer

from plyground.adapters import wub as protocol
from plyground.adapters.wub_client import Connection, Ended
from plyground.arena.agents.agents import agent
from plyground.cli.play.game_view import GameView
from plyground.errors import PlygroundError, shown
from plyground.games.names import position


def wub(
    host: Annotated[str, typer.Argument(help="The server.")],
    port: Annotated[int, typer.Argument(min=1, max=65535, help=f"Its port; {protocol.PORT}.")],
    name: Annotated[str, typer.Argument(help="What you are called there: one word.")],
    key: Annotated[str, typer.Argument(help="Meet only players with the same key.")] = "",
    player: Annotated[
        str, typer.Option(help="Who plays, as a spec: pvs:time=2, file:player.py, …")
    ] = "pvs:time=1,book=default",
    games: Annotated[int, typer.Option(min=1, help="Games to play, one after the other.")] = 1,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Print only results.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object a game.")] = False,
) -> None:
    """Play Watch Your Back! on a server that speaks the course's protocol.

    Example: plyground connect wub localhost 7979 ann secret --player file:my_player.py
    """
    if player.strip().partition(":")[0] == "human":
        raise PlygroundError("a person cannot play here; choose another player")
    protocol.plain_name(name)
    start = position("watch-your-back")
    view = GameView(quiet=quiet or as_json)
    one = agent(player)
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
            print(json.dumps(asdict(ended)) if as_json else _result(ended), flush=True)
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
