"""Weaker play at any rating: a player that sees less, so that everybody finds an even game.

A weakened player looks at fewer positions, its evaluation is blurred (it misjudges each position by
an error that belongs to that position, core/eval/blurred.hpp), and the weakest ones do not see some
of their moves. Of what it sees, it always plays what it thinks best. How strong that is was
measured: ``plyground levels fit`` plays matches between the rungs of a ladder, and writes their
ratings to ``levels.toml`` in the game's folder, or for a game in Python to a file beside it.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Any

from plyground.errors import PlygroundError, shown
from plyground.games.names import family_of
from plyground.games.position import Position
from plyground.games.python_file import file_beside
from plyground.storage import read_text
from plyground.toml import read_toml

FULL = 10  #: the level without limits
RANDOM_ELO = 400  #: what random moves are rated, in every game
MOST_BLUR = 15_000  #: as large as evaluations get

_FILE = "levels.toml"
_LARGEST = 1 << 20  # bytes of a file of ratings


@dataclass(frozen=True)
class Strength:
    """What a weakened player sees; the default is everything."""

    nodes: int | None = None  #: positions to look at for each move
    blur: int = 0  #: standard error of the evaluation, in hundredths of a seed, cell or piece
    overlook: int = 0  #: how many of 100 moves are not seen


@dataclass(frozen=True)
class Rung:
    """A strength with its rating."""

    elo: float
    strength: Strength


# Where `levels fit` begins, and what the levels of a game without ratings are made of: nodes, blur
# and overlooked moves. One node stands for a search of one ply, to the end of which it always gets.
SHALLOW = tuple(Strength(1, *step) for step in (
    (400, 98), (400, 95), (400, 80), (400, 60), (300, 40), (200, 25), (120, 15), (60, 8), (0, 0),
))  # fmt: skip
DEEP = tuple(Strength(*step) for step in (
    (200, 400, 40), (200, 250, 20), (200, 150, 10), (250, 100, 5), (350, 70, 2), (500, 50, 0),
    (1000, 35, 0), (2000, 20, 0), (4000, 10, 0), (10_000, 0, 0), (30_000, 0, 0), (100_000, 0, 0),
))  # fmt: skip
_UNRATED_NODES = 2000  # a game in Python takes its time


@dataclass(frozen=True)
class Ladder:
    """Rungs from weak to strong, with rising ratings: those of one ply, then those of more.

    The first of the latter may be weaker than the last of the former: a search that ends in its
    first ply looks at some moves more closely than at others, and plays badly.
    """

    rungs: tuple[Rung, ...]
    is_rated: bool = True
    references: Mapping[str, float] = field(default_factory=dict)  #: ratings of other players
    games: int = 0  #: from which the ratings come

    @property
    def lowest(self) -> int:
        """The lowest rating that can be asked for."""
        return math.ceil(self.rungs[0].elo)

    @property
    def highest(self) -> int:
        """The highest rating that can be asked for; without limits a player is stronger."""
        return math.floor(self.rungs[-1].elo)

    @property
    def parts(self) -> tuple[tuple[Rung, ...], tuple[Rung, ...]]:
        """The rungs of one ply, and those of more."""
        shallow = tuple(rung for rung in self.rungs if rung.strength.nodes == 1)
        return shallow, tuple(rung for rung in self.rungs if rung.strength.nodes != 1)

    def at(self, elo: float) -> Strength:
        """Return the strength of a rating between two rungs.

        >>> Ladder((Rung(600, Strength(100, 400)), Rung(800, Strength(10_000, 200)))).at(700)
        Strength(nodes=1000, blur=300, overlook=0)
        """
        shallow, deep = self.parts
        rungs = shallow if shallow and (not deep or elo <= shallow[-1].elo) else deep
        place = bisect_left(rungs, elo, key=lambda rung: rung.elo)
        above = rungs[min(max(place, 1), len(rungs) - 1)]
        below = rungs[max(min(place, len(rungs) - 1) - 1, 0)]
        part = (elo - below.elo) / (above.elo - below.elo) if above is not below else 0.0
        part = min(max(part, 0.0), 1.0)
        return between(below.strength, above.strength, part)

    def of_level(self, level: int) -> float:
        """Return the rating of a level: they lie at equal distances, and 10 is above them all."""
        lowest, highest = self.rungs[0].elo, self.rungs[-1].elo
        return lowest + (highest - lowest) * (level - 1) / (FULL - 1)


def between(one: Strength, other: Strength, part: float) -> Strength:
    """Return the strength a part of the way between two.

    >>> between(Strength(10, 100, 40), Strength(1000, 0), 0.5)
    Strength(nodes=100, blur=50, overlook=20)
    """

    def mean(low: int, high: int) -> int:
        return round(low + part * (high - low))

    low, high = math.log(one.nodes or 1), math.log(other.nodes or 1)
    nodes = round(math.exp(low + part * (high - low)))
    return Strength(max(nodes, 1), mean(one.blur, other.blur), mean(one.overlook, other.overlook))


_UNRATED = Ladder(
    tuple(
        Rung(100 * i, step)
        for i, step in enumerate((*SHALLOW, *DEEP[4:]))
        if step.nodes and step.nodes <= _UNRATED_NODES
    ),
    is_rated=False,
)


def ladder(position: Position) -> Ladder:
    """Return the ladder of the game of a position; one without ratings if it was never fitted.

    A variant that was not measured itself has the ratings of the first one in the game's file.
    """
    path = file_of(position)
    if path is None or not path.is_file():
        return _UNRATED
    tables = _read_cached(path, path.stat().st_mtime_ns)
    return tables.get(position.game) or next(iter(tables.values()), _UNRATED)


def file_of(position: Position) -> Path | None:
    """Return where the ratings of a game are kept; None for a game that has no file."""
    family = family_of(position)
    if family is not None:
        return family.folder / _FILE
    return file_beside(position, _FILE)


@lru_cache(maxsize=64)
def _read_cached(path: Path, changed: int) -> dict[str, Ladder]:  # noqa: ARG001 - part of the key
    return read_file(path)


def read_file(path: Path) -> dict[str, Ladder]:
    """Return the ladders in a file by the names of their games; raises PlygroundError."""
    plain = read_toml(read_text(path, largest=_LARGEST), shown(path.name))
    return {game: _read_ladder(table, f"{path.name}: {game}") for game, table in plain.items()}


def _read_ladder(table: Any, where: str) -> Ladder:
    try:
        columns = zip(table["elo"], table["nodes"], table["blur"], table["overlook"], strict=True)
        rungs = tuple(Rung(float(elo), Strength(*map(int, seen))) for elo, *seen in columns)
        references = {str(k): float(v) for k, v in table.get("references", {}).items()}
        games = int(table.get("games", 0))
    except (TypeError, KeyError, ValueError, AttributeError, OverflowError):
        rungs, references, games = (), {}, 0
    parts = Ladder(rungs).parts
    rise = all(one.elo < other.elo for part in parts for one, other in pairwise(part))
    rise = rise and rungs == parts[0] + parts[1]
    fits = all(_is_strength(rung.strength) for rung in rungs)
    if len(rungs) < 2 or not (rise and fits):
        raise PlygroundError(
            f"{where}: not a ladder of levels; expected rising ratings elo, each with "
            "nodes, blur and overlook. Make it again with plyground levels fit"
        )
    return Ladder(rungs, True, references, games)


def _is_strength(one: Strength) -> bool:
    is_number = one.nodes is not None and one.nodes >= 1
    return is_number and 0 <= one.blur <= MOST_BLUR and 0 <= one.overlook <= 100


def strength(options: Mapping[str, Any], position: Position) -> Strength:
    """Return what the options ``level`` and ``elo`` allow in the game of this position.

    >>> import plyground as ply
    >>> strength({"level": 10}, ply.position("kalah(6,4)"))
    Strength(nodes=None, blur=0, overlook=0)
    """
    level, elo = options.get("level", FULL), options.get("elo")
    if elo is None and level == FULL:
        return Strength()
    rungs = ladder(position)
    if elo is None:
        return rungs.at(rungs.of_level(level))
    if not rungs.is_rated:
        raise PlygroundError(
            f"elo={elo}: {position.game} has no ratings yet; use level=1 to level=10, or run "
            f"plyground levels fit first"
        )
    if not rungs.lowest <= elo <= rungs.highest:
        raise PlygroundError(
            f"elo={elo} is not valid in {position.game}; expected {rungs.lowest} to "
            f"{rungs.highest}, or nothing for full strength"
        )
    return rungs.at(elo)
