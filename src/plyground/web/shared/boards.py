"""Boards to draw, and the effects of a move on them, as the browser gets them.

A game's view describes its board in these shapes; a game that needs another one adds it here, and
the generated types tell the browser.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from plyground.games.effects import Effect
from plyground.web.shared.messages import Answer, called, maybe

Colour = Literal["white", "black", "red", "yellow"]
Seat = Literal["south", "north"]


class House(Answer):
    """A house or a store."""

    id: str
    seat: Seat
    house: int | None = maybe()
    seeds: int
    label: str


class HousesBoard(Answer):
    """Houses with seeds on two sides, and two stores."""

    kind: Literal["houses"]
    houses: int
    cells: list[House]
    stores: list[House]


class Square(Answer):
    """A cell of a grid."""

    id: str
    state: Literal["free", "land", "corner", "gone", "hole"]
    piece: Colour | None = maybe()
    dead: bool | None = maybe()
    owner: Colour | None = maybe()
    doomed: bool | None = maybe()
    line: bool | None = maybe()
    label: str


class NextShrink(Answer):
    """When the board shrinks next; ``squares`` go then, once that is near."""

    at: int
    in_: int = called("in")
    squares: list[str]


class GridBoard(Answer):
    """Rows and columns of cells."""

    kind: Literal["grid"]
    columns: int
    rows: int
    cells: list[Square]
    upright: bool | None = maybe()
    look: Literal["plain", "columns"] | None = maybe()
    phase: str | None = maybe()
    turns: int | None = maybe()
    shrink: NextShrink | None = maybe()
    note: str | None = maybe()


class DrawnPiece(Answer):
    """What stands on a cell of a board that its author describes."""

    colour: str
    shape: Literal["disc", "tile", "ring", "cross", "up", "down", "bar"]
    text: str | None = maybe()


class DrawnCell(Answer):
    """A cell of such a board: its middle and size, in units of a cell."""

    id: str
    x: float
    y: float
    width: float
    height: float
    row: int
    shape: Literal["square", "round", "hexagon"]
    ground: str
    piece: DrawnPiece | None = maybe()
    marked: bool | None = maybe()
    fixed: bool | None = maybe()
    label: str


class DrawnLabel(Answer):
    """A text beside the cells."""

    text: str
    x: float
    y: float


class DrawnBoard(Answer):
    """Cells anywhere, as the author of a game describes them."""

    kind: Literal["drawn"]
    cells: list[DrawnCell]
    labels: list[DrawnLabel]
    upright: bool | None = maybe()
    note: str | None = maybe()


class TextBoard(Answer):
    """A position of a game without a board, as lines of text; its moves are buttons."""

    kind: Literal["text"]
    lines: list[str]
    cells: list[DrawnCell]


Board = Annotated[HousesBoard | GridBoard | DrawnBoard | TextBoard, Field(discriminator="kind")]


# What a move does, as the core tells it.
BoardEvent = Annotated[Effect, Field(discriminator="type")]
