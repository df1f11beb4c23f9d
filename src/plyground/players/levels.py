"""Weaker play at any rating: a player that sees less, so that everybody finds an even game.

A weakened player looks at fewer positions, its evaluation is blurred (it misjudges each position by
an error that belongs to that position, core/eval/blurred.hpp), and the weakest ones do not see some
of their moves. Of what it sees, it always plays what it thinks best. How strong that is was
measured: ``plyground levels fit`` plays matches between the rungs of a ladder, and writes their
ratings to ``levels.toml`` in the game's folder, or for a game in Python to a file beside it.
"""

from __future__ import annotations

import inspect
import math
from bisect import bisect_left
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Any

from plyground.errors import PlygroundError, shown
from plyground.games.names import family_of
from plyground.games.position import Position
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


# From seeing hardly any move to a deep search: where `levels fit` begins, and what the levels of a
# game without ratings are made of. Nodes, blur and overlooked moves.
STEPS = tuple(Strength(*step) for step in (
    (1, 400, 98), (1, 400, 95), (1, 400, 80), (1, 400, 60), (1, 300, 40), (1, 250, 25),
    (30, 200, 15), (60, 150, 8), (120, 100, 4), (250, 70, 2), (500, 50, 0), (1000, 35, 0),
    (2000, 20, 0), (4000, 10, 0), (10_000, 0, 0), (30_000, 0, 0), (100_000, 0, 0),
))  # fmt: skip
_UNRATED_NODES = 2000  # a game in Python takes its time


@dataclass(frozen=True)
class Ladder:
    """Rungs from weak to strong, with rising ratings."""

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

    def at(self, elo: float) -> Strength:
        """Return the strength of a rating between two rungs.

        >>> Ladder((Rung(600, Strength(1, 400)), Rung(800, Strength(100, 200)))).at(700)
        Strength(nodes=10, blur=300, overlook=0)
        """
        place = bisect_left(self.rungs, elo, key=lambda rung: rung.elo)
        above = self.rungs[min(max(place, 1), len(self.rungs) - 1)]
        below = self.rungs[max(min(place, len(self.rungs) - 1) - 1, 0)]
        part = (elo - below.elo) / (above.elo - below.elo) if above is not below else 0.0
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
        for i, step in enumerate(STEPS)
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
    try:
        return Path(inspect.getfile(type(position))).with_suffix(f".{_FILE}")
    except (TypeError, OSError):  # typed at a prompt
        return None


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
    rise = all(one.elo < other.elo for one, other in pairwise(rungs))
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
        return _rounded(rungs.at(rungs.of_level(level)), position)
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
    return _rounded(rungs.at(elo), position)


def _rounded(strength: Strength, position: Position) -> Strength:
    """Give nodes only where they suffice for every move: looking closely at some misleads."""
    suffices = (strength.nodes or 1) >= 2 * len(position.legal_moves)
    return strength if suffices else replace(strength, nodes=1)
