"""``plyground mankalah``: plyground as an agent of the ManKalah course."""

from __future__ import annotations

import sys
from typing import Annotated

from plyground.adapters.mankalah import run
from plyground.cli.shared.options import PLAYER, TIME, WEIGHTS, shown
from plyground.errors import PlygroundError
from plyground.evaluation.weights import load
from plyground.players.specs import player as make_player


def mankalah(
    player: Annotated[str, shown(PLAYER, "pvs")] = "pvs:book=default",
    weights: Annotated[str | None, shown(WEIGHTS, "default")] = None,
    time: Annotated[float, TIME] = 1.0,
) -> None:
    """Run as an agent of ManKalah.

    It speaks the ManKalah protocol on standard input and output until END.
    The engine of the course starts it:
    java -jar ManKalah.jar 'plyground mankalah' 'java MyAgent'

    Example: plyground mankalah --time 2
    """
    if player.strip().partition(":")[0] == "human":
        raise PlygroundError("human cannot play here; choose another player, e.g. pvs")
    if weights is not None:
        load(weights, "kalah")  # a mistake is to be seen now, and not in the middle of a game
        player += f"{',' if ':' in player else ':'}weights={weights}"
    run(sys.stdin.buffer, sys.stdout.fileno(), make_player(player), time)
