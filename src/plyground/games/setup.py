"""A position set up by hand: what stands on each cell, before the game says whether it is valid."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from plyground.errors import PlygroundError

CellValue = int | str
COLOURS = ("white", "black")


@dataclass(frozen=True)
class Setup:
    """What a board editor knows; each game reads the fields that it has a use for."""

    game: str
    cells: Mapping[str, CellValue] = field(default_factory=dict)  #: seeds, or colours of pieces
    turn: str | None = None  #: the seat or colour to move; the first one if None
    owners: Mapping[str, str] | None = None  #: colours of captured cells
    phase: str = "placing"
    turns: int | None = None  #: played in this phase; as few as possible if None


def check_known(cells: Mapping[str, CellValue], known: set[str]) -> None:
    """Refuse cells that are not on the board."""
    for cell in cells:
        if cell not in known:
            raise PlygroundError(f"{cell!r} is not on this board")


def colour_of(cell: str, value: CellValue) -> str:
    """Return the first letter of a piece's colour, ``W`` or ``B``."""
    if value not in COLOURS:
        raise PlygroundError(f"{cell} holds {value!r}; expected white or black")
    return str(value)[0].upper()
