"""Games: what begins them, what they look like, the catalogue, and their WebSocket's messages."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from plyground.web.games.people import LONGEST_NAME
from plyground.web.shared.messages import (
    Answer,
    Message,
    PingMessage,
    Ref,
    Wish,
    called,
    maybe,
)
from plyground.web.shared.models import (
    Line,
    MoveText,
    PlayedMove,
    Position,
    Result,
    Score,
    Side,
    Spec,
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


class Player(Answer):
    """Who plays a side."""

    spec: str
    title: str
    human: bool
    present: bool | None = Field(
        description="Whether a person on another device is there; null on one device"
    )


Offered = Literal["draw", "take_back", "rematch"]


class Offer(Answer):
    """What one person offers the other."""

    what: Offered
    by: Side


class OwnSeat(Answer):
    """What a person needs to keep a seat, and to fill the other one. Nobody else sees it."""

    key: str = Field(description="For the private link to this seat")
    secret: str | None = Field(description="Of the open invitation, for its link")
    code: str | None = Field(description="Of the open invitation, to type")


class ClockState(Answer):
    """The clocks now."""

    initial: float
    increment: float
    first: float
    second: float
    running: Side | None


class Watch(Answer):
    """How fast a game to watch goes."""

    paused: bool
    pause: float


class Game(Answer):
    """A game as a visitor sees it."""

    id: str
    version: int
    game: str
    start: str | None
    players: dict[Side, Player]
    you: list[Side]
    from_: int = called("from")
    moves: list[PlayedMove]
    position: Position
    clock: ClockState | None
    status: Literal["running", "over"]
    result: Result | None
    thinking: Side | None
    watch: Watch | None
    can: list[str]
    rematch: str | None
    offer: Offer | None
    seat: OwnSeat | None = Field(description="The visitor's seat in a game on two devices")
    problem: str | None = Field(description="Why a game in Python cannot go on")


class StateMessage(Game):
    """The game as it is now, to everybody who is connected."""

    type: Literal["state"] = "state"


class Hint(Answer):
    """A good move, and what it does."""

    type: Literal["hint"] = "hint"
    version: int
    move: str
    line: list[str]
    score: Score
    why: str
    ref: Ref | None = maybe()


class Summary(Answer):
    """A game in a list of games."""

    id: str
    game: str
    title: str
    players: dict[Side, str]
    moves: int
    status: Literal["running", "over"]
    your_turn: bool
    result: Result | None
    updated: str


class Summaries(Answer):
    """The visitor's games."""

    games: list[Summary]


class MoveMessage(Message):
    """Play a move."""

    type: Literal["move"]
    move: MoveText
    version: int


class ActMessage(Message):
    """Do something that depends on the current position of the game."""

    type: Literal["take_back", "resign", "hint", "rematch", "draw", "accept", "decline"]
    version: int


PersonName = Annotated[str, StringConstraints(min_length=1, max_length=LONGEST_NAME)]
KeyText = Annotated[str, StringConstraints(min_length=1, max_length=64)]


class Invite(Wish):
    """Invite somebody to the other seat of a game."""

    name: PersonName = Field(examples=["Ann"])
    side: Side = Field("first", description="The side of whoever invites")


class InvitationKey(Wish):
    """The secret of an invitation's link, or its code; or the key of a private link."""

    key: KeyText = Field(examples=["abc-def-ghj"])


class Join(InvitationKey):
    """Follow an invitation."""

    name: PersonName = Field(examples=["Bo"])


class Invited(Answer):
    """What an invitation leads to."""

    id: str
    title: str
    host: str
    side: Side
    side_name: str
    clock: Clock | None
    open: bool = Field(description="False once somebody has followed it: then one can watch")
    yours: bool = Field(description="Whether the visitor plays in this game already")


class DirectMessage(Message):
    """Pause, resume or step through a game to watch."""

    type: Literal["pause", "go", "step"]


class SpeedMessage(Message):
    """Set how long a game to watch waits between its moves."""

    type: Literal["speed"]
    pause: float = Field(ge=0, le=10)


GameMessage = Annotated[
    MoveMessage | ActMessage | DirectMessage | SpeedMessage | PingMessage,
    Field(discriminator="type"),
]


class Preset(Answer):
    """A game that is often chosen."""

    game: str
    title: str
    values: dict[str, str] = Field(description="All parameters of the game, as in its name")


class Parameter(Answer):
    """A parameter of a game: one of some words, or a number in a range."""

    name: str
    default: str
    words: list[str]
    least: int | None
    most: int | None
    meaning: str


class Sample(Answer):
    """A position that shows what a game is about: where it began, and the moves since."""

    game: str
    start: str | None
    moves: list[str]


class Family(Answer):
    """A game with all its parameters."""

    name: str
    title: str
    meaning: str
    presets: list[Preset]
    names: list[str]
    parameters: list[Parameter]
    sample: Sample | None
    setup: Literal["cells", "text"] | None = Field(
        description="How a position can be set up; null if it cannot"
    )
    ratings: list[int] = Field(description="Elo of levels 1 to 9; empty if never measured")


class Level(Answer):
    """An opponent by its strength."""

    level: int
    spec: str
    title: str
    meaning: str


class Option(Answer):
    """An option of a player's spec."""

    name: str
    default: bool | int | float | str | None
    meaning: str
    expected: str


class PlayerKind(Answer):
    """A kind of player."""

    name: str
    meaning: str
    options: list[Option]


class Limits(Answer):
    """What one visitor may use."""

    open_games: int
    seconds: float
    table_mb: int
    lines: int


class Catalogue(Answer):
    """What there is to choose from."""

    families: list[Family]
    levels: list[Level]
    players: list[PlayerKind]
    hosted: list[str]
    limits: Limits
