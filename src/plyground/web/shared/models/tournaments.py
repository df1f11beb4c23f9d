"""Tournaments: what begins them, and how they stand."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, Field

from plyground.web.shared.models.common import GameName, Position, Spec, Wish

GameNumber = Annotated[int, Field(ge=1, le=2**53)]


class NewTournament(Wish):
    """A tournament to begin: everybody against everybody."""

    game: GameName = Field(examples=["squatter(6)"])
    players: list[Spec] = Field(min_length=2, max_length=8, examples=[["pvs:level=2", "random"]])
    pairs: int = Field(1, ge=1, le=50, description="Openings that two play when they meet")


class TournamentEntry(BaseModel):
    """A tournament in a list."""

    id: str
    title: str
    game: str
    kind: str
    players: list[str]
    games: int
    total: int | None
    status: str
    started: str
    own: bool


class Tournaments(BaseModel):
    """The tournaments that can be watched."""

    tournaments: list[TournamentEntry]


class Elo(BaseModel):
    """A rating with its 95 % interval; null is infinite."""

    value: float | None
    low: float | None
    high: float | None


class Standing(BaseModel):
    """A line of the table."""

    rank: int
    player: str
    elo: Elo | None
    points: float
    games: int
    wins: int
    draws: int
    losses: int


class LiveBoard(BaseModel):
    """A game that is being played."""

    key: str
    first: str
    second: str
    position: Position


class RecentGame(BaseModel):
    """A game that has ended."""

    id: int
    first: str
    second: str
    result: str
    reason: str
    margin: int | None
    moves: int


class Tournament(TournamentEntry):
    """How a tournament stands."""

    standings: list[Standing]
    boards: list[LiveBoard]
    recent: list[RecentGame]


class PlayedGame(BaseModel):
    """A game that has ended, with its moves."""

    game: str
    start: str | None
    moves: list[str]
    first: str
    second: str
    result: str
    reason: str
