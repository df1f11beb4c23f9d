"""Games of one's own on the command line: a Python file in the place of a game's name."""

from __future__ import annotations

import plyground as ply
from plyground.errors import PlygroundError
from plyground.games.python_file import names_file, start_in_file


def named_or_own(game: str) -> str | ply.Position:
    """Return a game's name as it is; for a Python file, the start of the game in it."""
    return start_in_file(game) if names_file(game) else game


def begin(game: str, text: str | None = None) -> ply.Game:
    """Begin a record of a game by its name or file; only named games have texts of positions."""
    own = named_or_own(game)
    if isinstance(own, str):
        return ply.game(own, text)
    if text is not None:
        raise PlygroundError(f"{own.game} is a game in Python: begin at its start, and give moves")
    return ply.Game(own)
