"""Games: what begins them, what they look like, and the messages on their WebSocket."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from plyground.web.shared.models.common import (
    Line,
    Message,
    Move,
    MoveText,
    PingMessage,
    Position,
    Result,
    Side,
    Spec,
    Wish,
)

GameId = Annotated[str, StringConstraints(pattern=r"^[a-z0-9]{1,20}$")]


class Clock(Wish):
    """A clock for each player: seconds for the game, and seconds added after each move."""

    initial: float = Field(gt=0, le=24 * 3600, examples=[300])
    increment: float = Field(0, ge=0, le=600, examples=[5])


class NewGame(Line):
    """A game to begin."""

    first: Spec = Field("human", description="Who moves first", examples=["human"])
    second: Spec = Field("pvs:level=3", description="Who moves second", examples=["pvs:level=3"])
    clock: Clock | None = None


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


GameMessage = Annotated[
    MoveMessage | ActMessage | DirectMessage | SpeedMessage | PingMessage,
    Field(discriminator="type"),
]
