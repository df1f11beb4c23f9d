"""Setting up positions by hand: cells become a text, and the game says whether that can be."""

from __future__ import annotations

import re

from plyground.errors import PlygroundError
from plyground.games.names import parse_entry
from plyground.games.names import position as named_position
from plyground.games.position import Position
from plyground.games.setup import Setup
from plyground.web.analysis import models
from plyground.web.shared.views import position_view


def check(wish: models.Setup) -> models.Checked:
    """Return the position that was set up, or what is wrong with it."""
    try:
        position = _position(wish)
    except PlygroundError as error:
        message = str(error)
        cell = re.match(r"[a-k]\d{1,2}\b", message)
        return models.Checked(
            valid=False,
            text=None,
            position=None,
            message=message,
            cell=None if cell is None else cell[0],
        )
    shown = position_view(position)
    return models.Checked(valid=True, text=position.text, position=shown, message=None, cell=None)


def _position(wish: models.Setup) -> Position:
    if wish.text is not None:
        return named_position(wish.game, wish.text)
    family, values = parse_entry(wish.game)
    setup = Setup(wish.game, wish.cells, wish.turn, wish.owners, wish.phase, wish.turns)
    return family.view.set_up(setup, family.start(values))
