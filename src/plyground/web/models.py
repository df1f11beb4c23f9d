"""What clients send and get, with its bounds: the source of the OpenAPI description."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

Side = Literal["first", "second"]
GameName = Annotated[str, StringConstraints(min_length=1, max_length=200)]
MoveText = Annotated[str, StringConstraints(min_length=1, max_length=20)]
PositionText = Annotated[str, StringConstraints(min_length=1, max_length=2000)]
Spec = Annotated[str, StringConstraints(min_length=1, max_length=300)]
MoveTexts = Annotated[list[MoveText], Field(max_length=2000)]
GameId = Annotated[str, StringConstraints(pattern=r"^[a-z0-9]{1,20}$")]


class Wish(BaseModel):
    """Anything that a client sends: unknown fields are a mistake."""

    model_config = ConfigDict(extra="forbid", allow_inf_nan=False)


class Clock(Wish):
    """A clock for each player: seconds for the game, and seconds added after each move."""

    initial: float = Field(gt=0, le=24 * 3600, examples=[300])
    increment: float = Field(0, ge=0, le=600, examples=[5])


class Line(Wish):
    """A game as far as it was played: its name, where it began, its moves."""

    game: GameName = Field(examples=["kalah(6,4)"])
    start: PositionText | None = Field(None, description="A position's text; null: the usual start")
    moves: MoveTexts = Field(default=[], examples=[["3", "6"]])


class NewGame(Line):
    """A game to begin."""

    first: Spec = Field("human", description="Who moves first", examples=["human"])
    second: Spec = Field("pvs:level=3", description="Who moves second", examples=["pvs:level=3"])
    clock: Clock | None = None


class Legal(BaseModel):
    """A legal move, with the cells to click."""

    model_config = ConfigDict(populate_by_name=True)

    move: str
    from_: str | None = Field(None, alias="from")
    to: str | None = None
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


class Player(BaseModel):
    """Who plays a side."""

    spec: str
    title: str
    human: bool


class ClockState(Clock):
    """The clocks now."""

    first: float
    second: float
    running: Side | None


class Watch(BaseModel):
    """How fast a game to watch goes."""

    paused: bool
    pause: float


class Result(BaseModel):
    """How a game ended."""

    winner: Side | None
    reason: str
    margin: int | None
    text: str


class Game(BaseModel):
    """A game as a visitor sees it."""

    model_config = ConfigDict(populate_by_name=True)

    id: str
    version: int
    game: str
    start: str | None
    players: dict[Side, Player]
    you: list[Side]
    from_: int = Field(alias="from")
    moves: list[Move]
    position: Position
    clock: ClockState | None
    status: Literal["running", "over"]
    result: Result | None
    thinking: Side | None
    watch: Watch | None
    can: list[str]
    rematch: str | None


class Summary(BaseModel):
    """A game in a list of games."""

    id: str
    game: str
    players: dict[Side, str]
    moves: int
    status: Literal["running", "over"]
    your_turn: bool
    result: Result | None
    updated: str


class Summaries(BaseModel):
    """The visitor's games."""

    games: list[Summary]


class ErrorBody(BaseModel):
    """What is wrong, for programs and for people."""

    code: str
    message: str


class Error(BaseModel):
    """The answer to a request that cannot be fulfilled."""

    error: ErrorBody


# Messages on the WebSocket of a game.

Ref = str | int | float | None


class Message(Wish):
    """Anything on a WebSocket; ``ref`` comes back in the answer."""

    ref: Annotated[str, StringConstraints(max_length=40)] | int | float | None = None


class MoveMessage(Message):
    """Play a move."""

    type: Literal["move"]
    move: MoveText
    version: int


class ActMessage(Message):
    """Do something that depends on how the game stands."""

    type: Literal["take_back", "resign", "hint", "rematch"]
    version: int


class DirectMessage(Message):
    """Direct a game to watch."""

    type: Literal["pause", "go", "step"]


class SpeedMessage(Message):
    """Say how long a game to watch waits between its moves."""

    type: Literal["speed"]
    pause: float = Field(ge=0, le=10)


class PingMessage(Message):
    """Ask whether the server is there."""

    type: Literal["ping"]


GameMessage = Annotated[
    MoveMessage | ActMessage | DirectMessage | SpeedMessage | PingMessage,
    Field(discriminator="type"),
]
