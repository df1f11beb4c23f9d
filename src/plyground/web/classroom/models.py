"""The messages of a class."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from plyground.web.shared.messages import Answer, Wish
from plyground.web.tournaments.models import Elo

Key = Annotated[str, StringConstraints(min_length=1, max_length=100)]
Name = Annotated[str, StringConstraints(min_length=1, max_length=60)]
Status = Literal["checking", "valid", "invalid"]


# Everybody.


class LadderRow(Answer):
    """A line of the ladder."""

    rank: int | None = Field(description="null for agents of staff")
    name: str
    version: int | None
    elo: Elo | None
    games: int
    first: int = Field(description="How many first games are still to be played")


class ClassRound(Answer):
    """A round that was begun."""

    run: int
    tournament: str = Field(description="Its id under /api/tournaments")
    name: str
    kind: str
    due: str
    status: str
    games: int
    total: int | None
    winner: str | None


class PlannedRound(Answer):
    """A round that can begin."""

    name: str
    kind: str
    when: str | None
    next: str | None


class Notice(Answer):
    """An announcement of staff."""

    id: int
    text: str
    time: str


class ClassView(Answer):
    """A class, as everybody sees it."""

    name: str
    game: str
    title: str
    deadline: str | None
    paused: bool
    problem: str | None = Field(description="Why nothing is played any more")
    games: int
    ladder: list[LadderRow]
    rounds: list[ClassRound]
    planned: list[PlannedRound]
    notices: list[Notice]


class EnterWish(Wish):
    """Come in with a key."""

    key: Key


class Entered(Answer):
    """Who has come in."""

    staff: bool
    team: str | None


# A team.


class CheckedCase(Answer):
    """What one case of a check has shown."""

    case: str
    problem: str | None
    details: str


class VersionEntry(Answer):
    """An upload of a team."""

    number: int
    file: str
    run: str
    status: Status
    plays: bool
    verdict: str
    cases: list[CheckedCase]
    time: str


class OwnGame(Answer):
    """A game of a team."""

    id: int
    round: str | None = Field(description="null for the ladder")
    version: int
    opponent: str
    first: str
    second: str
    result: Literal["won", "drawn", "lost"]
    reason: str
    note: str
    stderr: str
    seconds: float
    peak_mb: float | None
    game: str
    start: str | None
    moves: list[str]
    side: Literal["first", "second"]
    position: str | None = Field(description="Where the team failed")
    time: str


class Losses(Answer):
    """How many games were lost for one reason."""

    reason: str
    games: int


class TeamView(Answer):
    """A team's own page."""

    name: str
    members: str
    stopped: bool
    uploads_left: int
    megabytes: float
    versions: list[VersionEntry]
    losses: list[Losses]
    games: list[OwnGame]
    command: str = Field(description="Plays the same match at home")


class Uploaded(Answer):
    """An upload was taken."""

    version: int
    verdict: str


class Report(Answer):
    """The check of an upload, as text."""

    status: Status
    text: str


# Staff.


class StaffTeam(Answer):
    """A team, as staff see it."""

    id: int
    name: str
    members: str
    stopped: bool
    version: int | None
    uploads: int
    last: str | None


class JobEntry(Answer):
    """A check or a game in progress."""

    id: str
    title: str
    seconds: float
    stops: bool = Field(description="Whether staff can stop it: a game, and no check")


class StaffView(Answer):
    """The page of staff."""

    waiting: int
    playing: list[JobEntry]
    paused: bool
    problem: str | None
    teams: list[StaffTeam]


class TeamsWish(Wish):
    """Add teams, as CSV."""

    csv: Annotated[str, StringConstraints(min_length=1, max_length=60_000)]


class NewKeys(Answer):
    """Keys that are shown once."""

    keys: dict[str, str]


class TeamWish(Wish):
    """Do something about a team."""

    do: Literal["stop", "admit", "key", "check"]


class RoundWish(Wish):
    """Begin a round: one that is planned, or another one."""

    name: Name
    kind: Literal["swiss", "round-robin", "knockout"] | None = None
    pairs: int = Field(1, ge=1, le=20)
    rounds: int | None = Field(None, ge=1, le=50)


class NoticeWish(Wish):
    """Announce something."""

    text: Annotated[str, StringConstraints(min_length=1, max_length=2000)]


class PauseWish(Wish):
    """Pause or resume the ladder."""

    paused: bool


class Passage(Answer):
    """A passage that two uploads share."""

    left: str
    right: str
    left_lines: str
    right_lines: str


class SimilarPair(Answer):
    """Two uploads that are alike."""

    left: str
    right: str
    share: float
    passages: list[Passage]


class Similar(Answer):
    """Uploads that are alike: a hint, and no proof of anything."""

    pairs: list[SimilarPair]
