"""Boards to draw, and the events of a move, as the browser gets them.

A game's view describes its board in these shapes; a game that needs another one adds it here, and
the generated types tell the browser.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

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


class Shrink(Answer):
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
    shrink: Shrink | None = maybe()


Board = Annotated[HousesBoard | GridBoard, Field(discriminator="kind")]


class LiftEvent(Answer):
    """All seeds are taken out of a house."""

    type: Literal["lift"]
    at: str
    seeds: int


class SowEvent(Answer):
    """One seed into each of these cells, in order."""

    type: Literal["sow"]
    path: list[str]


class GatherEvent(Answer):
    """These houses are emptied into a store: a capture, or the end of the game."""

    type: Literal["take", "sweep"]
    from_: list[str] = called("from")
    to: str
    seeds: int


class PlaceEvent(Answer):
    """A piece is put down."""

    type: Literal["place"]
    at: str
    piece: Colour


class StepEvent(Answer):
    """A piece moves, perhaps jumping over a square."""

    type: Literal["step"]
    from_: str = called("from")
    to: str
    piece: Colour
    over: str | None = maybe()


class EncloseEvent(Answer):
    """The pieces of a loop, and the cells that become land in the order in which to fill them."""

    type: Literal["enclose"]
    by: Colour
    loop: list[str]
    cells: list[str]


class EliminateEvent(Answer):
    """A piece is removed, and the squares that enclose it."""

    type: Literal["eliminate"]
    at: str
    piece: Colour
    by: list[str]


class LineEvent(Answer):
    """A line of pieces that wins the game."""

    type: Literal["line"]
    by: Colour
    cells: list[str]


class ShrinkEvent(Answer):
    """A ring goes, and the pieces on it."""

    type: Literal["shrink"]
    squares: list[str]
    pieces: list[str]


class CornerEvent(Answer):
    """A square becomes a corner, and the pieces that it eliminates."""

    type: Literal["corner"]
    at: str
    removed: list[str]


class PhaseEvent(Answer):
    """Another phase begins."""

    type: Literal["phase"]
    phase: str


class AgainEvent(Answer):
    """The same side moves again."""

    type: Literal["again"]
    side: Literal["first", "second"]


class PlainEvent(Answer):
    """The players swap sides, or the side to move passes."""

    type: Literal["swap", "pass"]


BoardEvent = Annotated[
    LiftEvent
    | SowEvent
    | GatherEvent
    | PlaceEvent
    | StepEvent
    | EncloseEvent
    | EliminateEvent
    | LineEvent
    | ShrinkEvent
    | CornerEvent
    | PhaseEvent
    | AgainEvent
    | PlainEvent,
    Field(discriminator="type"),
]
