"""``class.toml``: all that staff decide about a class, in a file that people read and edit."""

from __future__ import annotations

import re
import types
import typing
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, TypeVar

from plyground.arena.referee.clock import Control
from plyground.arena.running.spec import TOURNAMENTS, RunSpec, arena_start
from plyground.arena.sandbox.limits import Limits
from plyground.classroom.moments import Moment
from plyground.errors import PlygroundError, shown
from plyground.games.position import Position
from plyground.storage import read_text
from plyground.toml import read_toml

FILE = "class.toml"
KINDS = tuple(kind for kind in TOURNAMENTS if kind != "gauntlet")  #: of rounds

T = TypeVar("T")
_NAME = re.compile(r"[^\s,\"'](?:[^\x00-\x1f,\"']{0,38}[^\s,\"'])?")
_VERSION = re.compile(r".* v[0-9]+")  # what versions of a team are called


@dataclass(frozen=True)
class Play:
    """The limits of every game: the same on the server, in the check, and at home."""

    move_time: float | None = None  #: seconds for each move
    game_time: str | None = None  #: seconds for a game, as ``60`` or ``60+0.5``
    cpu: bool = True  #: processor time counts: a busy server is nobody's fault
    overruns: int = 0  #: late moves that are forgiven in a game; 0: the first one loses
    memory_mb: float = 512.0
    startup_seconds: float = 10.0
    processes: int = 32

    @property
    def control(self) -> Control:
        """The time control."""
        timed = Control() if self.game_time is None else Control.parse(self.game_time)
        move_time = self.move_time
        if move_time is None and self.game_time is None:
            move_time = 1.0
        return Control(
            move_time, timed.game_time, timed.increment, cpu=self.cpu, overruns=self.overruns
        )

    @property
    def limits(self) -> Limits:
        """The limits of memory, start and processes."""
        return Limits(
            startup_seconds=self.startup_seconds, memory_mb=self.memory_mb,
            processes=self.processes,
        )  # fmt: skip


@dataclass(frozen=True)
class Uploads:
    """What may be uploaded, how often, and until when."""

    megabytes: float = 5.0  #: of one upload, packed and unpacked
    files: int = 200
    per_day: int = 20  #: for each team
    deadline: str | None = None


@dataclass(frozen=True)
class Ladder:
    """The practice ladder."""

    openings: str = "random"  #: ``random``, ``fair``, ``book`` or ``start``
    first: int = 2  #: pairs of games with each staff agent right after an upload
    pairs: int = 20  #: of games between any two versions, at most
    games_per_hour: int = 120  #: of each team, besides the first ones


@dataclass(frozen=True)
class StaffAgent:
    """An opponent that staff provide."""

    name: str
    player: str  #: its spec


@dataclass(frozen=True)
class RoundPlan:
    """A round that is played at a time, or when staff say so."""

    name: str
    kind: str = "swiss"
    when: str | None = None
    pairs: int = 1
    rounds: int | None = None
    staff: bool = False  #: whether staff agents take part

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise PlygroundError(
                f"{shown(self.kind)} is not a kind of round; expected {', '.join(KINDS)}"
            )
        if not 1 <= self.pairs <= 100:
            raise PlygroundError(f"pairs={self.pairs} is not valid; expected 1 to 100")
        if self.rounds is not None and (self.kind != "swiss" or not 1 <= self.rounds <= 100):
            raise PlygroundError("rounds is not valid; only Swiss rounds have them, 1 to 100")
        if self.when is not None:
            Moment.parse(self.when)


@dataclass(frozen=True)
class Settings:
    """A class, as ``class.toml`` says."""

    folder: Path
    name: str
    game: str
    database: str = "class.db"  #: a file in the folder, or the URL of any database
    teams: str = "teams.csv"
    play: Play = field(default_factory=Play)
    uploads: Uploads = field(default_factory=Uploads)
    ladder: Ladder = field(default_factory=Ladder)
    staff: tuple[StaffAgent, ...] = ()
    rounds: tuple[RoundPlan, ...] = ()

    @property
    def address(self) -> str | Path:
        """Where the database is."""
        return self.database if "://" in self.database else self.folder / self.database

    @property
    def start(self) -> Position:
        """Where games begin."""
        return arena_start(self.game)

    @property
    def openings(self) -> RunSpec:
        """What knows the openings of the class: those of every ladder and round."""
        return RunSpec({}, self.start, openings=self.ladder.openings, seed=1)

    def checked(self) -> Settings:
        """Return the settings; raises PlygroundError for what cannot be played."""
        self.openings.opening_source[0]
        _ = self.play.control, self.play.limits
        if self.uploads.deadline is not None and Moment.parse(self.uploads.deadline).once is None:
            raise PlygroundError("the deadline must be one moment, e.g. '2026-12-01 18:00'")
        for what, names in (
            ("staff agents", [one.name for one in self.staff]),
            ("rounds", [one.name for one in self.rounds]),
        ):
            for name in map(checked_name, names):
                if names.count(name) > 1:
                    raise PlygroundError(f"two {what} are called {shown(name)}")
        return self


def checked_name(name: str) -> str:
    """Return a name that may be shown everywhere; raises PlygroundError for others.

    >>> checked_name("Group 7")
    'Group 7'
    """
    if not (_NAME.fullmatch(name) and name.isprintable()) or _VERSION.fullmatch(name):
        raise PlygroundError(
            f"{shown(name)} is not a valid name; expected up to 40 letters, digits, blanks and "
            "signs, without commas and quotes, and not ending like 'v2'"
        )
    return name


def read_settings(folder: Path) -> Settings:
    """Read the settings of the class in a folder."""
    path = folder / FILE
    if not path.is_file():
        raise PlygroundError(
            f"{shown(folder)} holds no {FILE}; create a class with plyground class new"
        )
    plain = read_toml(read_text(path), shown(path))
    try:
        return read_part(Settings, {"folder": folder.resolve(), **plain}, "class.toml").checked()
    except PlygroundError as error:
        raise PlygroundError(f"{shown(path)}: {error}") from None


def read_part(kind: type[T], plain: Mapping[str, Any], where: str) -> T:
    """Make a dataclass of a table; unknown names and values of other types are mistakes."""
    hints = typing.get_type_hints(kind)
    known = [one.name for one in fields(kind)]  # type: ignore[arg-type]
    for name in plain:
        if name not in known:
            raise PlygroundError(
                f"{shown(name)} is not known in {where}; expected {', '.join(known)}"
            )
    values = {name: _value(hints[name], value, name) for name, value in plain.items()}
    try:
        return kind(**values)
    except TypeError as error:
        raise PlygroundError(f"{where} lacks a value: {error}") from None


def _value(wanted: Any, value: Any, name: str) -> Any:
    """Return a value as a field wants it."""
    if typing.get_origin(wanted) is tuple:
        if not isinstance(value, list):
            raise PlygroundError(f"{name} must be a list of tables: [[{name}]]")
        return tuple(_value(typing.get_args(wanted)[0], one, name) for one in value)
    if hasattr(wanted, "__dataclass_fields__"):
        if not isinstance(value, dict):
            raise PlygroundError(f"{name} must be a table: [{name}]")
        return read_part(wanted, value, f"[{name}]")
    kinds = typing.get_args(wanted) if isinstance(wanted, types.UnionType) else (wanted,)
    if float in kinds and type(value) is int:
        return float(value)
    if type(value) in kinds or (Path in kinds and isinstance(value, Path)):
        return value
    names = " or ".join(kind.__name__ for kind in kinds if kind is not type(None))
    raise PlygroundError(f"{name}={shown(value)} is not valid; expected {names}")
