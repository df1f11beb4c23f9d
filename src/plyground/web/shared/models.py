"""Parts of messages that several resources share: positions to draw, moves, results, scores."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from plyground.web.shared.boards import Board, BoardEvent
from plyground.web.shared.messages import Answer, Wish, maybe

Side = Literal["first", "second"]
GameName = Annotated[str, StringConstraints(min_length=1, max_length=200)]
MoveText = Annotated[str, StringConstraints(min_length=1, max_length=60)]
PositionText = Annotated[str, StringConstraints(min_length=1, max_length=2000)]
Spec = Annotated[str, StringConstraints(min_length=1, max_length=300)]
MoveTexts = Annotated[list[MoveText], Field(max_length=2000)]


class Line(Wish):
    """A game as far as it was played: its name, where it began, its moves."""

    game: GameName = Field(examples=["kalah(6,4)"])
    start: PositionText | None = Field(
        None, description="The text of a position; null for the usual start"
    )
    moves: MoveTexts = Field(default=[], examples=[["3", "6"]])


class LegalMove(Answer):
    """A legal move, with the cells to click."""

    move: str
    from_: str | None = maybe("from")
    to: str | None = maybe()
    also: list[str] | None = maybe()
    label: str
    help: str | None = maybe()


class Count(Answer):
    """What a side has gathered, or has left."""

    name: str
    side: Side
    count: int
    unit: str


class Position(Answer):
    """A position to draw."""

    game: str
    title: str
    family: str
    text: str
    turn: Side | None
    names: dict[Side, str]
    over: bool
    winner: Side | None
    margin: int | None
    status: str
    counts: list[Count]
    move_name: str
    margin_unit: str
    board: Board
    legal: list[LegalMove]


class Entry(Answer):
    """A move in a list of moves."""

    ply: int
    move: str
    side: Side
    name: str


class PlayedMove(Entry):
    """A move with what it does on the board."""

    seconds: float | None
    announce: str
    events: list[BoardEvent]


class Result(Answer):
    """How a game ended."""

    winner: Side | None
    reason: str
    margin: int | None
    text: str


class Proven(Answer):
    """A result that is certain."""

    winner: Side | None
    margin: int | None
    plies: int | None
    solved: bool


class Chances(Answer):
    """The first side's chances, 0 to 1; their sum is 1."""

    win: float
    draw: float
    loss: float


class Score(Answer):
    """A score from the first side's view, with the margin and the chances to expect."""

    value: float | None
    text: str
    words: str
    margin: float | None
    chances: Chances
    chance: float
    bound: Literal["exact", "lower", "upper"]
    proven: Proven | None


class ScoredLine(Answer):
    """A principal variation with its score."""

    move: str
    moves: list[str]
    score: Score
