"""Two-player board games to play, watch, analyse, solve, learn and compete in.

>>> import plyground as ply
>>> game = ply.game("kalah(6,4)")
>>> game.push("3")
>>> game.position.legal_moves
('1', '2', '4', '5', '6')
"""

from importlib import import_module
from typing import TYPE_CHECKING

from plyground._core import Side
from plyground.errors import (
    GameNameError,
    IllegalMove,
    PlygroundError,
    PositionTextError,
    RecordError,
)
from plyground.games import kalah, squatter, watch_your_back
from plyground.games.files import dumps, load, loads, save
from plyground.games.names import position
from plyground.games.perft import divide, perft
from plyground.games.position import Position
from plyground.games.record import Game, game

if TYPE_CHECKING:
    from plyground import testing

    __version__: str

__all__ = [
    "Game",
    "GameNameError",
    "IllegalMove",
    "PlygroundError",
    "Position",
    "PositionTextError",
    "RecordError",
    "Side",
    "divide",
    "dumps",
    "game",
    "kalah",
    "load",
    "loads",
    "perft",
    "position",
    "save",
    "squatter",
    "testing",
    "watch_your_back",
]


def __getattr__(name: str) -> object:
    """Import on first use what a plain ``import plyground`` does not need."""
    if name == "testing":
        return import_module("plyground.testing")
    if name == "__version__":
        return import_module("importlib.metadata").version("plyground")
    raise AttributeError(f"module 'plyground' has no attribute {name!r}")
