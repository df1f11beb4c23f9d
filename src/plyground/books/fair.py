"""Fair openings: shipped lists of positions from which both sides have equal chances.

A list is a text file: comments on how it was made, then a position per line.
"""

from __future__ import annotations

from functools import cache
from importlib import resources

from plyground.errors import PlygroundError
from plyground.evaluation.value_net import board_name
from plyground.games.names import file_stem, position
from plyground.games.position import Position

SUFFIX = ".fair"


def fair_openings(game: str) -> tuple[Position, ...]:
    """Return the fair openings of a game; raises PlygroundError if no list is shipped.

    >>> fair_openings("kalah(6,4)")[0].legal_moves
    ('1', '2', '3', '4', '5', '6')
    """
    return tuple(position(game, text) for text in _texts(board_name(game)))


@cache
def _texts(board: str) -> tuple[str, ...]:
    folder = resources.files("plyground.books") / "shipped"
    file = folder / (file_stem(board) + SUFFIX)
    if not file.is_file():
        stems = sorted(
            one.name.removesuffix(SUFFIX) for one in folder.iterdir() if one.name.endswith(SUFFIX)
        )
        raise PlygroundError(
            f"there is no list of fair openings of {board}; there are lists of {', '.join(stems)}"
        )
    lines = file.read_text(encoding="utf-8").splitlines()
    return tuple(line for line in lines if line and not line.startswith("#"))
