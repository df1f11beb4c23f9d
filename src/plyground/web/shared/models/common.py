"""What all requests and answers share."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

Side = Literal["first", "second"]
GameName = Annotated[str, StringConstraints(min_length=1, max_length=200)]
MoveText = Annotated[str, StringConstraints(min_length=1, max_length=20)]
PositionText = Annotated[str, StringConstraints(min_length=1, max_length=2000)]
Spec = Annotated[str, StringConstraints(min_length=1, max_length=300)]
MoveTexts = Annotated[list[MoveText], Field(max_length=2000)]


class Wish(BaseModel):
    """Anything that a client sends: unknown fields are a mistake."""

    model_config = ConfigDict(extra="forbid", allow_inf_nan=False)


class Line(Wish):
    """A game as far as it was played: its name, where it began, its moves."""

    game: GameName = Field(examples=["kalah(6,4)"])
    start: PositionText | None = Field(None, description="A position's text; null: the usual start")
    moves: MoveTexts = Field(default=[], examples=[["3", "6"]])


class Message(Wish):
    """Anything on a WebSocket; ``ref`` comes back in the answer."""

    ref: Annotated[str, StringConstraints(max_length=40)] | int | float | None = None


class PingMessage(Message):
    """Ask whether the server is there."""

    type: Literal["ping"]


class ErrorBody(BaseModel):
    """What is wrong, for programs and for people."""

    code: str
    message: str


class Error(BaseModel):
    """The answer to a request that cannot be fulfilled."""

    error: ErrorBody


class Legal(BaseModel):
    """A legal move, with the cells to click."""

    model_config = ConfigDict(populate_by_name=True)

    move: str
    from_: str | None = Field(None, alias="from")
    to: str | None = None
    also: list[str] | None = None
    label: str


class Count(BaseModel):
    """What a side has gathered, or has left."""

    name: str
    side: Side
    count: int
    unit: str


class Position(BaseModel):
    """A position to draw."""

    game: str
    family: str
    text: str
    turn: Side | None
    names: dict[Side, str]
    over: bool
    winner: Side | None
    margin: int | None
    status: str
    counts: list[Count]
    board: dict[str, Any] = Field(description="See docs/web-api.md: kind houses or grid")
    legal: list[Legal]


class Entry(BaseModel):
    """A move in a list of moves."""

    ply: int
    move: str
    side: Side
    name: str


class Move(Entry):
    """A move with what it does on the board."""

    seconds: float | None
    announce: str
    events: list[dict[str, Any]]


class Result(BaseModel):
    """How a game ended."""

    winner: Side | None
    reason: str
    margin: int | None
    text: str
