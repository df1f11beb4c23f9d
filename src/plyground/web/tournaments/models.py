"""Tournaments: what begins them, and how they stand."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from plyground.web.shared.messages import Answer, Wish
from plyground.web.shared.models import GameName, Position, Side, Spec

Outcome = Side | Literal["draw"]
GameNumber = Annotated[int, Field(ge=1, le=2**53)]


class NewTournament(Wish):
    """A round robin to begin."""

    game: GameName = Field(examples=["squatter(6)"])
    players: list[Spec] = Field(min_length=2, max_length=8, examples=[["pvs:level=2", "random"]])
    pairs: int = Field(1, ge=1, le=50, description="Game pairs per pairing")


class TournamentEntry(Answer):
    """A tournament in a list."""

    id: str
    title: str
    game: str
    kind: str
    openings: str = Field(description="Where games begin: start, random, book, fair or given")
    players: list[str]
    games: int
    total: int | None
    status: str
    problem: str | None = Field(description="Why it stopped, if the game's code failed")
    started: str
    own: bool


class Tournaments(Answer):
    """The tournaments that can be watched."""

    tournaments: list[TournamentEntry]


class Elo(Answer):
    """A rating with its 95 % interval; null is infinite."""

    value: float | None
    low: float | None
    high: float | None


class TableRow(Answer):
    """A player's row in the table."""

    rank: int
    player: str
    elo: Elo | None
    points: float
    games: int
    wins: int
    draws: int
    losses: int


class LiveBoard(Answer):
    """A game that is being played."""

    key: str
    first: str
    second: str
    position: Position


class RecentGame(Answer):
    """A game that has ended."""

    id: int
    first: str
    second: str
    result: Outcome
    reason: str
    margin: int | None
    moves: int


class Tournament(TournamentEntry):
    """A tournament with its table, the games being played and the latest results."""

    standings: list[TableRow]
    boards: list[LiveBoard]
    recent: list[RecentGame]


class TournamentMessage(Tournament):
    """A tournament as it is now, to everybody who watches it."""

    type: Literal["tournament"] = "tournament"


class PlayedGame(Answer):
    """A game that has ended, with its moves."""

    game: str
    start: str | None
    moves: list[str]
    first: str
    second: str
    result: Outcome
    reason: str
