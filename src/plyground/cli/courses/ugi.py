"""``plyground ugi``: plyground as an engine for programs that speak UGI."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from plyground.ugi.engine import run
from plyground.ugi.session import DEFAULT_GAME


def ugi(
    game: Annotated[str, typer.Option(help="The game to begin with.")] = DEFAULT_GAME,
    player: Annotated[str, typer.Option(help="Who plays, as a player's spec.")] = "pvs",
) -> None:
    """Speak UGI on standard input and output, until quit or the end of the input.

    The game is also set by 'setoption name game value squatter(7)', and so is everything that a
    player's spec can say: 'setoption name table_mb value 256'. Times are in milliseconds, scores in
    hundredths of a seed, cell or piece.

    Example: plyground ugi --game 'squatter(7)' --player pvs:threads=2
    """
    run(sys.stdin.buffer, sys.stdout.fileno(), game=game, player=player)
