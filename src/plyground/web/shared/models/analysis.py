"""Analysis: requests, answers, and the messages on its WebSocket."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, Field

from plyground.web.shared.models.common import (
    GameName,
    Line,
    Message,
    MoveText,
    MoveTexts,
    PingMessage,
    Position,
    PositionText,
    Side,
    Spec,
    Wish,
)

_USUAL_SECONDS = 0.5

Lines = Annotated[int, Field(ge=1, le=64)]


class Analyse(Wish):
    """A position to analyse."""

    game: GameName = Field(examples=["kalah(6,4)"])
    position: PositionText | None = Field(None, description="A text; null: the usual start")
    moves: MoveTexts = Field(default=[], description="Played from there", examples=[["3", "6"]])
    lines: Lines = 3
    seconds: float | None = Field(None, gt=0, le=10, description="To think", examples=[0.5])
    depth: int | None = Field(None, ge=1, le=100, description="Plies to search, in 10 s at most")
    nodes: int | None = Field(None, ge=1, le=100_000_000, description="Positions to visit")
    engine: Spec = Field("pvs", description="A player's spec that searches")
    explain: bool = Field(True, description="Also take the evaluation apart")

    @property
    def limit_seconds(self) -> float:
        """How long to think at most."""
        is_open = self.depth is None and self.nodes is None
        return self.seconds or (_USUAL_SECONDS if is_open else 10.0)


class Proven(BaseModel):
    """A result that is certain."""

    winner: Side | None
    margin: int | None
    plies: int | None
    solved: bool


class Score(BaseModel):
    """A score from the first side's view."""

    value: float | None
    text: str
    chance: float
    bound: str
    proven: Proven | None


class ScoredLine(BaseModel):
    """A way to go on."""

    move: str
    moves: list[str]
    score: Score


class Feature(BaseModel):
    """A feature of the evaluation, and what it adds for the side to move."""

    name: str
    meaning: str
    own: int
    opponent: int
    weight: float
    contribution: float


class Explained(BaseModel):
    """An evaluation taken apart, from the view of the side to move."""

    side: Side
    phase: str
    value: float
    features: list[Feature]


class Heat(BaseModel):
    """What a move does to the evaluation at once, for the mover."""

    move: str
    cell: str
    gain: float


class Analysed(BaseModel):
    """What an analysis found."""

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


class Graded(BaseModel):
    """How good a move is."""

    move: str
    grade: str
    loss: float
    score: Score
    best: str | None
    best_score: Score
    line: list[str]
    refutation: list[str]


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
    """Search a position, and tell what is found meanwhile."""

    type: Literal["start"]
    lines: Lines = 3
    seconds: float = Field(30.0, gt=0, le=120)
    engine: Spec = "pvs"


class ReviewMessage(Task):
    """Judge every position and grade every move of a game."""

    type: Literal["review"]
    nodes: int = Field(50_000, ge=100, le=1_000_000)


class StopMessage(Message):
    """End what is going on."""

    type: Literal["stop"]


AnalysisMessage = Annotated[
    StartMessage | ReviewMessage | StopMessage | PingMessage, Field(discriminator="type")
]
