"""Positions: replayed, set up by hand, read from records."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, Field, StringConstraints

from plyground.web.shared.models.common import (
    Entry,
    GameName,
    Move,
    Position,
    PositionText,
    Result,
    Wish,
)

CellName = Annotated[str, StringConstraints(min_length=1, max_length=5)]
CellValue = int | str


class Replayed(BaseModel):
    """A line and where it leads."""

    game: str
    start: str | None
    moves: list[Entry]
    last: Move | None
    position: Position
    result: Result | None


class Setup(Wish):
    """A position put together by hand: its cells, or its text."""

    game: GameName = Field(examples=["kalah(6,4)"])
    text: PositionText | None = None
    turn: Annotated[str, StringConstraints(max_length=10)] | None = Field(
        None, description="The seat or colour to move", examples=["south"]
    )
    cells: dict[CellName, int | Annotated[str, StringConstraints(max_length=10)]] = Field(
        default={}, max_length=200, description="Seeds in houses and stores, or colours of pieces"
    )
    owners: dict[CellName, Annotated[str, StringConstraints(max_length=10)]] | None = Field(
        None, max_length=200, description="Colours of captured cells"
    )
    phase: Literal["placing", "moving"] = "placing"
    turns: int | None = Field(
        None,
        ge=0,
        le=65_535,
        description="Turns played in this phase; as few as possible if left out",
    )


class Checked(BaseModel):
    """Whether a position can be, and if so, which one it is."""

    valid: bool
    text: str | None
    position: Position | None
    message: str | None
    cell: str | None


class RecordText(Wish):
    """The content of a record file."""

    text: Annotated[str, StringConstraints(max_length=60_000)] = Field(
        examples=["Game: kalah(6,4)\n\n3 6 2"]
    )


class ReadRecord(BaseModel):
    """A game of a record file."""

    game: str
    start: str | None
    moves: list[str]
    headers: dict[str, str]
    result: str | None


class Records(BaseModel):
    """The games of a record file."""

    games: list[ReadRecord]
