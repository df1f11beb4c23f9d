"""The bench signature: how many nodes fixed searches visit.

It is the same on every machine and changes exactly when search or evaluation does: a commit that
means to change neither shows it by an equal signature.
"""

from __future__ import annotations

import random

from plyground.games.names import families, position
from plyground.games.position import Position
from plyground.games.tables import suspended
from plyground.players.engines import PVS
from plyground.players.limits import Limit

_POSITIONS = 6


def signature() -> dict[str, int]:
    """Count the nodes of fixed searches, for each family of games."""
    counted: dict[str, int] = {}
    for family in families():
        name, plies, depth = family.benchmark.signature
        engine = PVS(table_mb=4, evaluator="features")  # a network trained anew changes nothing
        with suspended():
            counted[family.name] = sum(
                engine.search(_opening(name, plies * i // _POSITIONS), Limit(depth=depth)).nodes
                for i in range(_POSITIONS)
            )
    return counted


def _opening(name: str, plies: int) -> Position:
    chance = random.Random(plies)
    while True:
        reached = position(name)
        for _ in range(plies):
            if not reached.is_over:
                reached = reached.play(chance.choice(reached.legal_moves))
        if not reached.is_over:
            return reached
