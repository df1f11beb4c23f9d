"""``plyground mankalah``: plyground as an agent of the ManKalah course."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from plyground.adapters.mankalah import run
from plyground.errors import PlygroundError
from plyground.evaluation.weights import load
from plyground.players.specs import player as make_player


def mankalah(
    time: Annotated[float, typer.Option(min=0.001, help="Seconds for each move.")] = 1.0,
    weights: Annotated[
        str | None, typer.Option(help="Weights of the features: default, material or a file.")
    ] = None,
    player: Annotated[
        str, typer.Option(help="Who plays, as a player's spec.")
    ] = "pvs:book=default",
) -> None:
    """Speak the ManKalah protocol on standard input and output, until END.

    It is for the engine of the course: java -jar ManKalah.jar 'plyground mankalah' 'java MyAgent'

    Example: plyground mankalah --time 2
    """
    if player.strip().partition(":")[0] == "human":
        raise PlygroundError("a person cannot play here; choose another player")
    if weights is not None:
        load(weights, "kalah")  # a mistake is to be seen now, and not in the middle of a game
        player += f"{',' if ':' in player else ':'}weights={weights}"
    run(sys.stdin.buffer, sys.stdout.fileno(), make_player(player), time)
