"""What a fit learns from: positions of games between levels, with the scores of searches.

The label of a position is how the game really ended, from the view of the side to move there.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

from plyground.arena.running.workers import Tell
from plyground.games.names import scoring_of
from plyground.games.native import is_native
from plyground.games.position import Position
from plyground.learn.selfplay import opening_moves
from plyground.players.engines import PVS
from plyground.players.limits import Limit
from plyground.players.specs import EnginePlayer, player

LEVELS = range(3, 11)
BUDGETS = (100, 1_000, 10_000, 100_000, 1_000_000)  #: nodes of the searches
# Nodes per move of the highest level, which has no limit of its own. A larger budget is spent on so
# many nodes per position on average, and none is larger than this many times as much.
_NODES, _LARGER = 20_000, 50
_OWN_NODES = 1_000  # in a game in Python, which is slower
_OPENING = 4  # random moves at most, as in matches
_LONGEST = 1000  # plies; a game that goes on for ever shows nothing
_TABLE_MB = 8


@dataclass(frozen=True)
class Sample:
    """One search of one position, from the view of the side to move."""

    game: int  #: its number
    score: int
    left: float  #: share of the game
    nodes: int
    margin: int  #: of the game, at its end
    result: int  #: 1 won, 0 drawn, −1 lost

    @property
    def row(self) -> list[float]:
        """What a log keeps."""
        return [self.game, self.score, self.left, self.nodes, self.margin, self.result]


@dataclass(frozen=True)
class GameToPlay:
    """One game, by its number in the run."""

    number: int
    seed: str

    @property
    def key(self) -> int:
        """What tells it from other games."""
        return self.number

    @property
    def title(self) -> str:
        """What it is called in messages."""
        return f"game {self.number}"


@dataclass(frozen=True)
class LevelPlay:
    """How the games are played; workers can do it."""

    start: Position
    positions: int  #: that are searched, per game

    @property
    def nodes(self) -> int:
        """How much is spent on a position."""
        return _NODES if is_native(self.start) else _OWN_NODES

    is_portable = True
    cores = 1
    boards = False

    def open(self) -> LevelPlayer:
        """Prepare a worker."""
        return LevelPlayer(self)


class LevelPlayer:
    """Plays games between levels and searches their positions, in one process."""

    def __init__(self, how: LevelPlay) -> None:
        self._how = how
        self._engine = PVS(table_mb=_TABLE_MB)
        self._players: dict[int, EnginePlayer] = {}

    def play(self, job: GameToPlay, tell: Tell | None = None) -> list[Sample]:  # noqa: ARG002
        """Play one game and search some of its positions; it depends on the job alone."""
        chance = random.Random(job.seed)
        positions = self._positions(chance)
        end = positions.pop()
        if not end.is_over:
            return []
        searched = chance.sample(positions, min(self._how.positions, len(positions)))
        return [
            self._sample(job.number, position, end, nodes)
            for position in searched
            for nodes in BUDGETS
            if nodes <= _LARGER * self._how.nodes and chance.random() < self._how.nodes / nodes
        ]

    def _positions(self, chance: random.Random) -> list[Position]:
        """Play a game; returns its positions from the opening to the end."""
        here = self._how.start
        for move in opening_moves(here, _OPENING, chance):
            here = here.play(move)
        seats = [self._seated(chance.choice(LEVELS), side, chance) for side in range(2)]
        positions = [here]
        while not here.is_over and len(positions) < _LONGEST:
            here = here.play(seats[here.turn].choose(here))
            positions.append(here)
        return positions

    def _seated(self, level: int, side: int, chance: random.Random) -> EnginePlayer:
        """Return the player of a level, one for each side, as if it had just been made."""
        number = 2 * level + side
        if number not in self._players:
            made = player(f"pvs:level={level},nodes={self._how.nodes},table_mb=1")
            assert isinstance(made, EnginePlayer)
            self._players[number] = made
        seated = self._players[number]
        seated.engine.clear()
        seated.begin_anew(chance.randrange(1 << 32))
        return seated

    def _sample(self, game: int, position: Position, end: Position, nodes: int) -> Sample:
        self._engine.clear()
        found = self._engine.search(position, Limit(nodes=nodes))
        if found.interrupted:
            raise KeyboardInterrupt
        scoring, margin = scoring_of(position), end.margin_for(position.turn)
        return Sample(
            game,
            found.score,
            round(scoring.left(position), 4),
            found.nodes,
            0 if scoring.margin is None else scoring.margin(end, position.turn),
            (margin > 0) - (margin < 0),
        )

    def close(self) -> None:
        """Nothing runs on."""


def sample_of(row: list[Any]) -> Sample:
    """Read from a log."""
    game, score, left, nodes, margin, result = row
    return Sample(int(game), int(score), float(left), int(nodes), int(margin), int(result))
