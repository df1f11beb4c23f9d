"""Two-player board games to play, watch, analyse, solve, learn and compete in.

>>> import plyground as ply
>>> game = ply.game("kalah(6,4)")
>>> game.push("3")
>>> game.position.legal_moves
('1', '2', '4', '5', '6')
"""

from importlib import import_module
from typing import TYPE_CHECKING
from warnings import warn

from plyground._core import Side, StopToken
from plyground.errors import (
    GameNameError,
    IllegalMove,
    PlygroundError,
    PositionTextError,
    RecordError,
)
from plyground.games import connect_four, kalah, squatter, watch_your_back
from plyground.games.compiled.forms import compiled
from plyground.games.compiled.shape import CompileError, replaced
from plyground.games.files import dumps, load, loads, save
from plyground.games.names import position
from plyground.games.own.diagram import Cell, Click, Diagram, Label, Piece
from plyground.games.perft import divide, perft
from plyground.games.position import Position
from plyground.games.record import Game, game

if TYPE_CHECKING:
    from plyground import books, testing
    from plyground.arena.running.match import match
    from plyground.evaluation.explain import Explanation, evaluate, explain
    from plyground.evaluation.weights import Weights
    from plyground.players.engines import (
        MCTS,
        PVS,
        AlphaBeta,
        Engine,
        Minimax,
        MTDf,
        Negamax,
    )
    from plyground.players.limits import Limit
    from plyground.players.result import Line, SearchResult
    from plyground.players.specs import player
    from plyground.solving.solver import LimitReached, Solution, solve, solve_moves

    __version__: str

__all__ = [
    "MCTS",
    "PVS",
    "AlphaBeta",
    "Cell",
    "Click",
    "CompileError",
    "Diagram",
    "Engine",
    "Explanation",
    "Game",
    "GameNameError",
    "IllegalMove",
    "Label",
    "Limit",
    "LimitReached",
    "Line",
    "MTDf",
    "Minimax",
    "Negamax",
    "Piece",
    "PlygroundError",
    "Position",
    "PositionTextError",
    "RecordError",
    "SearchResult",
    "Side",
    "Solution",
    "StopToken",
    "Weights",
    "books",
    "compiled",
    "connect_four",
    "divide",
    "dumps",
    "evaluate",
    "explain",
    "game",
    "kalah",
    "load",
    "loads",
    "match",
    "perft",
    "player",
    "position",
    "replaced",
    "save",
    "solve",
    "solve_moves",
    "squatter",
    "testing",
    "watch_your_back",
]


# Imported on first use: a plain ``import plyground`` needs none of them.
_LAZY = {
    "testing": "plyground.testing",
    "books": "plyground.books",
    "Limit": "plyground.players.limits",
    "SearchResult": "plyground.players.result",
    "Line": "plyground.players.result",
    "Engine": "plyground.players.engines",
    "Minimax": "plyground.players.engines",
    "AlphaBeta": "plyground.players.engines",
    "Negamax": "plyground.players.engines",
    "PVS": "plyground.players.engines",
    "MTDf": "plyground.players.engines",
    "MCTS": "plyground.players.engines",
    "player": "plyground.players.specs",
    "LimitReached": "plyground.solving.solver",
    "Solution": "plyground.solving.solver",
    "solve": "plyground.solving.solver",
    "solve_moves": "plyground.solving.solver",
    "match": "plyground.arena.running.match",
    "evaluate": "plyground.evaluation.explain",
    "explain": "plyground.evaluation.explain",
    "Explanation": "plyground.evaluation.explain",
    "Weights": "plyground.evaluation.weights",
}


# Old names, which work for one more version.
_DEPRECATED = {"Found": "SearchResult"}


def __getattr__(name: str) -> object:
    """Import on first use what a plain ``import plyground`` does not need."""
    if name == "__version__":
        return import_module("importlib.metadata").version("plyground")
    if name in _DEPRECATED:
        new = _DEPRECATED[name]
        text = f"plyground.{name} goes away in 0.3.0; use plyground.{new}"
        warn(text, DeprecationWarning, stacklevel=2)
        return __getattr__(new)
    if name not in _LAZY:
        raise AttributeError(f"module 'plyground' has no attribute {name!r}")
    module = import_module(_LAZY[name])
    value = module if _LAZY[name] == f"plyground.{name}" else getattr(module, name)
    globals()[name] = value
    return value
