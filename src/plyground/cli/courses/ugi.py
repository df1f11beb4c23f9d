"""``plyground ugi``: plyground as an engine for programs that speak UGI."""

from __future__ import annotations

import sys

from plyground.cli.shared.options import Game, Player
from plyground.ugi.engine import run
from plyground.ugi.session import DEFAULT_GAME


def ugi(
    game: Game = DEFAULT_GAME,
    player: Player = "pvs",
) -> None:
    """Run as a UGI engine.

    It speaks UGI on standard input and output until quit or the end of input.
    'setoption name game value squatter(7)' also sets the game.
    Options of the player are set likewise: 'setoption name table_mb value 256'.
    Times are in milliseconds, scores in hundredths of a seed, cell or piece.

    Example: plyground ugi --game 'squatter(7)' --player pvs:threads=2
    """
    run(sys.stdin.buffer, sys.stdout.fileno(), game=game, player=player)
