"""Setting up positions by hand: cells become a text, and the game says whether that can be."""

from __future__ import annotations

import re

from plyground.errors import PlygroundError
from plyground.games import kalah, squatter, watch_your_back
from plyground.games.kalah import view as kalah_view
from plyground.games.names import parse_name
from plyground.games.names import position as named_position
from plyground.games.position import Position
from plyground.games.setup import Setup
from plyground.games.squatter import view as squatter_view
from plyground.games.watch_your_back import view as watch_your_back_view
from plyground.web.shared import models
from plyground.web.shared.views import Json, position_view


def check(wish: models.Setup) -> Json:
    """Return the position that was set up, or what is wrong with it."""
    try:
        position = _position(wish)
    except PlygroundError as error:
        cell = re.match(r"[a-k]\d{1,2}\b", str(error))
        return {
            "valid": False,
            "text": None,
            "position": None,
            "message": str(error),
            "cell": None if cell is None else cell[0],
        }
    return {
        "valid": True,
        "text": position.text,
        "position": position_view(position),
        "message": None,
        "cell": None,
    }


def _position(wish: models.Setup) -> Position:
    if wish.text is not None:
        return named_position(wish.game, wish.text)
    family, values = parse_name(wish.game)
    start = family.start(values)
    setup = Setup(wish.game, wish.cells, wish.turn, wish.owners, wish.phase, wish.turns)
    if isinstance(start, kalah.Position):
        return kalah_view.set_up(setup, start)
    if isinstance(start, squatter.Position):
        return squatter_view.set_up(setup, start)
    assert isinstance(start, watch_your_back.Position)
    return watch_your_back_view.set_up(setup, start)
