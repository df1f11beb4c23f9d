"""Analysis: requests, answers, and the messages on its WebSocket."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from plyground.web.shared.messages import Answer, Message, PingMessage, Wish
from plyground.web.shared.models import (
    Entry,
    GameName,
    Line,
    MoveText,
    MoveTexts,
    PlayedMove,
    Position,
    PositionText,
    Result,
    Score,
    ScoredLine,
    Side,
    Spec,
)

_USUAL_SECONDS = 0.5

Lines = Annotated[int, Field(ge=1, le=64)]
Grade = Literal["best", "good", "inaccuracy", "mistake", "blunder", "forced"]


class Analyse(Wish):
    """A position to analyse."""

    game: GameName = Field(examples=["kalah(6,4)"])
    position: PositionText | None = Field(None, description="A text; null for the usual start")
    moves: MoveTexts = Field(default=[], description="Played from there", examples=[["3", "6"]])
    lines: Lines = 3
    seconds: float | None = Field(None, gt=0, le=10, description="Time to search", examples=[0.5])
    depth: int | None = Field(None, ge=1, le=100, description="Depth, reached in 10 s at most")
    nodes: int | None = Field(None, ge=1, le=100_000_000, description="Nodes to search")
    engine: Spec = Field("pvs", description="The spec of a player that searches")
    explain: bool = Field(True, description="Also explain the static evaluation")

    @property
    def limit_seconds(self) -> float:
        """How long to search at most."""
        is_open = self.depth is None and self.nodes is None
        return self.seconds or (_USUAL_SECONDS if is_open else 10.0)


class Feature(Answer):
    """A feature of the evaluation, and what it adds for the side to move."""

    name: str
    meaning: str
    own: float
    opponent: float
    weight: float
    contribution: float


class Seen(Answer):
    """A cell, and its part of what the network adds for the side to move."""

    cell: str
    contribution: float


class Explained(Answer):
    """A static evaluation by its features, from the view of the side to move."""

    side: Side
    phase: str
    value: float
    expected: str
    features: list[Feature]
    correction: float | None = Field(description="What the network adds; null without one")
    places: list[Seen] = Field(description="What the network sees, cell by cell")


class Heat(Answer):
    """What a move does to the static evaluation, for the side that plays it."""

    move: str
    cell: str
    gain: float


class Searched(Answer):
    """What a search knows, with its lines, the best first."""

    depth: int
    selective_depth: int
    nodes: int
    seconds: float
    nodes_per_second: int
    lines: list[ScoredLine]
    exact: bool


class InfoMessage(Searched):
    """What a live search knows by now; ``done`` comes last."""

    type: Literal["info"] = "info"
    id: int
    done: bool


class Analysed(Answer):
    """The result of an analysis."""

    position: Position
    move: str | None
    score: Score
    exact: bool
    depth: int
    nodes: int
    seconds: float
    lines: list[ScoredLine]
    explanation: Explained | None
    heat: list[Heat]


class GradeWish(Line):
    """A move to grade, after some others."""

    move: MoveText = Field(examples=["2"])


class Graded(Answer):
    """How good a move is."""

    move: str
    grade: Grade
    loss: float
    score: Score
    best: str | None
    best_score: Score
    line: list[str]
    refutation: list[str]


class GradedMove(Entry):
    """A move of a reviewed game, with the better one that there was."""

    grade: Grade
    loss: float
    best: str | None
    best_line: list[str]
    why: str | None = Field(description="Why a mistake or blunder is one, if that could be proven")


class GradedMessage(Answer):
    """A position of a reviewed game, and the move that led to it."""

    type: Literal["graded"] = "graded"
    id: int
    ply: int
    of: int
    score: Score
    best: str | None
    line: list[str]
    exact: bool
    move: GradedMove | None


class ReviewedMessage(Answer):
    """A review summed up: accuracy (0 to 100), and how many moves had each grade."""

    type: Literal["review"] = "review"
    id: int
    accuracy: dict[Side, float | None]
    counts: dict[Side, dict[Grade, int]]


class Task(Message):
    """Something to analyse live; ``id`` comes back in every answer."""

    id: int
    game: GameName
    start: PositionText | None = None
    moves: MoveTexts = Field(default=[])

    @property
    def line(self) -> Line:
        """The line to look at."""
        return Line(game=self.game, start=self.start, moves=self.moves)


class StartMessage(Task):
    """Search a position, and send what is found meanwhile."""

    type: Literal["start"]
    lines: Lines = 3
    seconds: float = Field(30.0, gt=0, le=120)
    engine: Spec = "pvs"


class ReviewMessage(Task):
    """Score every position and grade every move of a game."""

    type: Literal["review"]
    nodes: int = Field(50_000, ge=100, le=1_000_000)


class StopMessage(Message):
    """Stop the running task."""

    type: Literal["stop"]


AnalysisMessage = Annotated[
    StartMessage | ReviewMessage | StopMessage | PingMessage, Field(discriminator="type")
]

CellName = Annotated[str, StringConstraints(min_length=1, max_length=5)]
CellValue = int | str


class Branch(Wish):
    """A variation: after which move of the tree it begins, and its moves.

    Moves are numbered as they are listed: those of the game from 1, then those of each branch.
    """

    at: int = Field(ge=0, le=10_000, examples=[1])
    moves: MoveTexts = Field(examples=[["2", "1"]])


class Tree(Line):
    """A game with variations."""

    branches: list[Branch] = Field(default=[], max_length=500)


class Replayed(Answer):
    """A line and where it leads, and the moves of its variations."""

    game: str
    start: str | None
    moves: list[Entry]
    branches: list[list[Entry]]
    last: PlayedMove | None
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


class Checked(Answer):
    """Whether a position is valid, and if so, which one it is."""

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


class ReadRecord(Answer):
    """A game of a record file."""

    game: str
    start: str | None
    moves: list[str]
    headers: dict[str, str]
    result: str | None


class Records(Answer):
    """The games of a record file."""

    games: list[ReadRecord]
