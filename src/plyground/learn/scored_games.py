"""Games with the score of every search, in few bytes: what value networks learn from.

    for each game:  plies, margin for the first side, 1 if it ended     16 bits each
    for each ply:   the move's index, the score for the side to move    16 bits each

Numbers are little-endian; only the margin and scores have a sign. A score is in hundredths of a
unit, or beyond ±15,000 where the result is proven; ``NO_SCORE`` stands where none was searched for
(an opening move drawn by chance). Games begin at the start of the game that the file belongs to.
"""

from __future__ import annotations

import random
import struct
from dataclasses import dataclass

from plyground._core import Side
from plyground.arena.running.workers import Tell
from plyground.evaluation.value_net import ValueNet
from plyground.evaluation.weights import Weights
from plyground.games.native import NativePosition
from plyground.learn.selfplay import Lesson, opening_moves
from plyground.players.engines import PVS
from plyground.players.limits import Limit

NO_SCORE = 32767
_HEAD, _PLY = struct.Struct("<Hhh"), struct.Struct("<Hh")
_LARGEST = 30_000  # scores are cut to it, far beyond all evaluations
_LONGEST = 400  # plies; a game that goes on for ever teaches nothing more
_TABLE_MB = 4


@dataclass(frozen=True)
class ScoredPlay:
    """How such games are played; workers can do it."""

    start: NativePosition
    nodes: int
    opening: int  #: moves at most that are drawn by chance before the searches begin
    slips: float  #: how often a move is drawn by chance after a search, for variety

    is_portable = True
    cores = 1
    boards = False

    def open(self) -> ScoredPlayer:
        """Prepare a worker."""
        return ScoredPlayer(self)


class ScoredPlayer:
    """Plays such games, in one process."""

    def __init__(self, how: ScoredPlay) -> None:
        self._how = how
        self._limit = Limit(nodes=how.nodes)
        self._weights: Weights | ValueNet | None = None
        self._engine = PVS(table_mb=_TABLE_MB)

    def play(self, lesson: Lesson, tell: Tell | None = None) -> bytes:  # noqa: ARG002
        """Play one game; it depends on the lesson alone."""
        if lesson.weights != self._weights:
            self._weights = lesson.weights
            self._engine = PVS(weights=lesson.weights, table_mb=_TABLE_MB)
        self._engine.clear()
        chance = random.Random(lesson.seed)
        here, plies = self._how.start, []
        for move in opening_moves(here, self._how.opening, chance):
            plies.append(_PLY.pack(here.move_index(move), NO_SCORE))
            here = here.play(move)
        while not here.is_over and len(plies) < _LONGEST:
            found = self._engine.search(here, self._limit)
            if found.interrupted:
                raise KeyboardInterrupt
            slip = chance.random() < self._how.slips
            move = chance.choice(here.legal_moves) if slip else found.move
            score = max(-_LARGEST, min(_LARGEST, found.score))
            plies.append(_PLY.pack(here.move_index(move), score))
            here = here.play(move)
        margin = here.margin_for(Side.FIRST) if here.is_over else 0
        return _HEAD.pack(len(plies), margin, here.is_over) + b"".join(plies)

    def close(self) -> None:
        """Nothing runs on."""
