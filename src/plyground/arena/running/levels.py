"""Fit a game's ladder of levels: matches between neighbours give every rung its rating.

The scale is anchored at random moves. Where two neighbours are too far apart to be compared well, a
rung is added between them; rungs that are hardly stronger than the one below are left out. These
first ratings choose the final rungs, 100 Elo apart, which play the next two above them: what is
asked for lies close to a rung then, and 200 Elo are what was measured over this very distance.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from plyground.arena.rating.ratings import Ratings, rate
from plyground.arena.rating.statistics import Score
from plyground.arena.running.ledger import Ledger
from plyground.arena.running.match import match
from plyground.arena.running.result import Pairing
from plyground.arena.running.spec import arena_start
from plyground.errors import PlygroundError, shown
from plyground.games.position import Position
from plyground.players.levels import DEEP, RANDOM_ELO, SHALLOW, Ladder, Rung, Strength, between
from plyground.storage import read_text, write_whole
from plyground.toml import table, toml

RANDOM, GREEDY = "random", "greedy"

_WIDE, _NARROW = 250, 40  # Elo between neighbours, at most and at least
_STEP = 100  # Elo between the final rungs
_ROUGH_PAIRS = (20, 60)  # of a match for the first ratings: of the first part, and in all
_OPENING_PLIES = 4

OnMatch = Callable[[str, str, Score], None]


@dataclass
class Fit:
    """A fit in progress: what was played is kept in a file, so that it can be stopped."""

    game: str | Position
    pairs: int = 100  #: of games between neighbours
    most_nodes: int = 100_000  #: of the highest rung
    seed: int = 0
    workers: int | str | None = None
    file: Path | None = None  #: keeps the results of matches
    on_match: OnMatch = lambda *_: None
    _played: dict[tuple[str, str, int], list[int]] = field(default_factory=dict, init=False)

    def run(self) -> Ladder:
        """Play what is missing, and return the ladder."""
        self._load()
        self._score(spec_of(SHALLOW[0]), RANDOM, rough=True)
        shallow = self._refined(list(SHALLOW))
        deep = self._refined([step for step in DEEP if (step.nodes or 1) <= self.most_nodes])
        self._link(shallow[-1], deep)
        ratings = rate(self._points(), anchor=(RANDOM, RANDOM_ELO))
        rising = _rising(shallow, ratings) + _rising(deep, ratings)
        if len(rising) < 2:
            raise PlygroundError(
                f"{self.start.game}: no player is stronger than the weakest; play more --pairs, "
                "or allow more --nodes"
            )
        steps = evenly(Ladder(rising))
        self._compare(steps)
        ratings = rate(self._points(steps), anchor=(RANDOM, RANDOM_ELO))
        references = {RANDOM: float(RANDOM_ELO), GREEDY: self._rate_beside(GREEDY, steps, ratings)}
        count = sum(step.nodes == 1 for step in steps)
        rungs = _rising(steps[:count], ratings) + _rising(steps[count:], ratings)
        return Ladder(rungs, True, references, self.games)

    def _compare(self, steps: list[Strength]) -> None:
        """Let each rung play the next two above it, by their first ratings."""
        self._score(spec_of(steps[0]), RANDOM)
        for distance in (1, 2):
            for below, above in zip(steps, steps[distance:], strict=False):
                self._score(spec_of(above), spec_of(below))

    @property
    def start(self) -> Position:
        """Where games begin."""
        return arena_start(self.game)

    @property
    def games(self) -> int:
        """How many games were played."""
        return 2 * sum(map(sum, self._played.values()))

    def _refined(self, steps: list[Strength]) -> list[Strength]:
        """Compare neighbours, and put a rung between those that are too far apart."""
        place = 0
        while place + 1 < len(steps):
            below, above = steps[place], steps[place + 1]
            middle = between(below, above, 0.5)
            score = self._score(spec_of(above), spec_of(below), rough=True)
            if score.elo.value > _WIDE and middle not in (below, above):
                steps.insert(place + 1, middle)
            else:
                place += 1
        return steps

    def _link(self, last: Strength, deep: list[Strength]) -> None:
        """Compare the last shallow rung with the deep ones, until one is clearly stronger."""
        for step in deep:
            if self._score(spec_of(last), spec_of(step), rough=True).mean < 0.4:
                return

    def _rate_beside(self, player: str, steps: list[Strength], ratings: Ratings) -> float:
        """Return another player's rating, from matches with rungs nearer and nearer to it."""
        elo_of = {step: ratings.of(spec_of(step)).elo.value for step in steps}
        rung, elo = steps[len(steps) // 2], 0.0
        met: list[Strength] = []
        while rung not in met:
            met.append(rung)
            gap = self._score(player, spec_of(rung)).elo.value
            elo = elo_of[rung] + max(-_WIDE, min(gap, _WIDE))
            rung = min(steps, key=lambda step: abs(elo_of[step] - elo))
        return elo

    def _score(self, one: str, other: str, *, rough: bool = False) -> Score:
        """Return the score of a match, played in parts: the first ones say whether it is close."""
        total, done = Score(0, 0, 0), 0
        for part, pairs in enumerate((*_ROUGH_PAIRS, self.pairs)):
            if rough and (part == len(_ROUGH_PAIRS) or (part and total.elo.value > _WIDE)):
                break
            if (more := min(pairs, self.pairs) - done) <= 0:
                continue
            done += more
            key = (one, other, part)
            if key not in self._played:
                found = match(
                    one, other, self.game, more, plies=_OPENING_PLIES, keep_games=False,
                    seed=(len(_ROUGH_PAIRS) + 1) * self.seed + part, workers=self.workers,
                ).score  # fmt: skip
                self._played[key] = list(found.pentanomial)
                self._save()
                self.on_match(one, other, found)
            total += Score.from_pairs(self._played[key])
        return total

    def _points(self, steps: list[Strength] | None = None) -> Ledger:
        """Return the points of all games, or of those between these rungs and random moves."""
        players = None if steps is None else {RANDOM, *map(spec_of, steps)}
        ledger = Ledger()
        for (one, other, part), counts in self._played.items():
            if players is not None and not players.issuperset((one, other)):
                continue
            halves = [points for points, count in enumerate(counts) for _ in range(count)]
            for opening, points in enumerate(halves):
                game = Pairing(one, other, opening, round=part)
                ledger.enter(game, min(points, 2) / 2)
                ledger.enter(game.partner, max(points - 2, 0) / 2)
        return ledger

    @property
    def _settings(self) -> dict[str, Any]:
        return {"game": self.start.game, "pairs": self.pairs, "seed": self.seed}

    def _load(self) -> None:
        """Take in the matches that were played before a fit was stopped."""
        if self.file is None or not self.file.is_file():
            return
        try:
            plain = json.loads(read_text(self.file))
            settings = plain["settings"]
            played = {(a, b, int(part)): list(map(int, c)) for a, b, part, c in plain["matches"]}
        except (ValueError, KeyError, TypeError):
            raise PlygroundError(
                f"{shown(self.file)} does not hold matches of a fit; name another file"
            ) from None
        if settings != self._settings:
            raise PlygroundError(
                f"{shown(self.file)} holds matches of another fit ({settings}); "
                "name another file, or delete it"
            )
        self._played = played

    def _save(self) -> None:
        if self.file is None:
            return
        matches = [[*key, counts] for key, counts in self._played.items()]
        plain = {"settings": self._settings, "matches": matches}
        write_whole(self.file, json.dumps(plain).encode())


def spec_of(strength: Strength) -> str:
    """Return the player of a rung.

    >>> spec_of(Strength(100, 50)), spec_of(Strength(1, 50, 10))
    ('pvs:nodes=100,blur=50,overlook=0,table_mb=2', 'pvs:depth=1,blur=50,overlook=10,table_mb=2')
    """
    bound = "depth=1" if strength.nodes == 1 else f"nodes={strength.nodes}"
    return f"pvs:{bound},blur={strength.blur},overlook={strength.overlook},table_mb=2"


def evenly(ladder: Ladder) -> list[Strength]:
    """Return strengths about 100 Elo apart, with the first and the last rung of both parts.

    Of the deeper part, only what is stronger than the part of one ply, and one below that.
    """
    shallow, deep = ladder.parts
    if shallow and deep:
        place = max((i for i, rung in enumerate(deep) if rung.elo <= shallow[-1].elo), default=0)
        deep = deep[place:]
    steps: list[Strength] = []
    for rungs in (shallow, deep):
        if rungs:
            part = Ladder(rungs)
            first = math.ceil((part.lowest + _NARROW) / _STEP) * _STEP
            between_ends = range(first, part.highest - _NARROW, _STEP)
            steps += [rungs[0].strength, *(part.at(elo) for elo in between_ends)]
            steps += [rungs[-1].strength] * (len(rungs) > 1)
    return list(dict.fromkeys(steps))


def _rising(steps: list[Strength], ratings: Ratings) -> tuple[Rung, ...]:
    """Leave out rungs that are hardly stronger than one below."""
    kept: list[Rung] = []
    for step in steps:
        rung = Rung(ratings.of(spec_of(step)).elo.value, step)
        if not kept or rung.elo >= kept[-1].elo + _NARROW:
            kept.append(rung)
    return tuple(kept)


def ladders_text(ladders: dict[str, Ladder]) -> str:
    """Write a file of ladders, by the names of their games."""
    heading = [
        "What weakened play is rated, from matches between neighbours (plyground levels fit GAME).",
        "Random moves are rated 400. blur: standard error of the evaluation, in points;",
        "overlook: how many of 100 moves are not seen; nodes = 1: a search of one ply.",
    ]
    tables = [
        table(game, {
            "elo": [round(rung.elo) for rung in ladder.rungs],
            "nodes": [rung.strength.nodes or 1 for rung in ladder.rungs],
            "blur": [rung.strength.blur for rung in ladder.rungs],
            "overlook": [rung.strength.overlook for rung in ladder.rungs],
            "references": {k: round(v) for k, v in ladder.references.items()},
            "games": ladder.games,
        })
        for game, ladder in ladders.items()
    ]  # fmt: skip
    return toml(heading, {}, *tables)
