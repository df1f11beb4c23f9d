"""Games with the score of every search, in few bytes: what value networks learn from.

    for each game:  plies, margin for the first side, 1 if it is known  16 bits each
    for each ply:   the move's number, the score for the side to move   16 bits each

Numbers are little-endian; only the margin and scores have a sign. A score is in hundredths of a
unit, or beyond ±15,000 where the result is proven; ``NO_SCORE`` stands where none was searched for
(an opening move drawn by chance). Games begin at the start of the game that the file belongs to.
They end as soon as a search has proven the result, or three in a row agree that one side wins; the
margin is what they say then.
A move's number is its index; in a game in Python, its place among the legal moves.
"""

from __future__ import annotations

import random
import struct
from array import array
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from plyground._core import Side, exact_hash
from plyground.arena.running.workers import Tell
from plyground.evaluation.own_inputs import OwnInputs
from plyground.evaluation.value_net import ValueNet, own_evaluation
from plyground.evaluation.weights import Weights
from plyground.games.native import is_native
from plyground.games.position import Position
from plyground.learn.selfplay import Lesson, opening_moves
from plyground.players.engines import PVS
from plyground.players.limits import Limit
from plyground.players.result import SearchResult
from plyground.players.score import proven_margin

NO_SCORE = 32767
_HEAD, _PLY = struct.Struct("<Hhh"), struct.Struct("<Hh")
_LARGEST = 30_000  # scores are cut to it, far beyond all evaluations
_LONGEST = 400  # plies; a game that goes on for ever teaches nothing more
_TABLE_MB = 4
_AGREE = 3  # searches that say so before a game counts as won
_EVEN_TRIES = 10  # openings drawn at most before one is taken that is not even
_END = 65535  # ends the inputs of a row


@dataclass(frozen=True)
class ScoredPlay:
    """How such games are played; workers can do it."""

    start: Position
    nodes: int
    opening: int  #: moves at most that are drawn by chance before the searches begin
    slips: float  #: how often a move is drawn by chance after a search, for variety
    decided: int | None = None  #: the score at which a game counts as won; None for never

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
        self._weights: Weights | ValueNet | str | None = None
        self._engine = PVS(table_mb=_TABLE_MB)

    def play(self, lesson: Lesson, tell: Tell | None = None) -> bytes:  # noqa: ARG002
        """Play one game; it depends on the lesson alone."""
        if lesson.weights != self._weights:
            self._weights = lesson.weights
            self._engine = PVS(weights=lesson.weights, table_mb=_TABLE_MB)
        self._engine.clear()
        chance = random.Random(lesson.seed)
        here, plies = self._opening(chance)
        margin, agree = None, 0
        while not here.is_over and len(plies) < _LONGEST and margin is None:
            found = self._search(here)
            slip = chance.random() < self._how.slips
            move = chance.choice(list(here.legal_moves)) if slip else found.move
            score = max(-_LARGEST, min(_LARGEST, found.score))
            plies.append(_PLY.pack(_number(here, move), score))
            agree = agree + 1 if self._is_decided(found) else 0
            margin = self._proven(found, here)
            if margin is None and agree >= _AGREE:
                margin = _for_first(round(score / 100), here)
            here = here.play(move)
        if margin is None and here.is_over:
            margin = here.margin_for(Side.FIRST)
        head = _HEAD.pack(len(plies), _cut(margin or 0), margin is not None)
        return head + b"".join(plies)

    def _opening(self, chance: random.Random) -> tuple[Position, list[bytes]]:
        """Draw an opening; one that leaves the game open, if some tries find it."""
        for attempt in range(_EVEN_TRIES):
            here, plies = self._how.start, []
            for move in opening_moves(here, self._how.opening, chance):
                plies.append(_PLY.pack(_number(here, move), NO_SCORE))
                here = here.play(move)
            if self._how.decided is None or attempt == _EVEN_TRIES - 1:
                break
            if 2 * abs(self._search(here).score) <= self._how.decided:
                break
        return here, plies

    def _search(self, here: Position) -> SearchResult:
        found = self._engine.search(here, self._limit)
        if found.interrupted:
            raise KeyboardInterrupt
        return found

    def _is_decided(self, found: SearchResult) -> bool:
        return self._how.decided is not None and abs(found.score) > self._how.decided

    def _proven(self, found: SearchResult, here: Position) -> int | None:
        """Return the first side's margin if the search has proven it.

        A search that stops before its limit has seen all lines to their ends.
        """
        is_drawn = not found.score and found.nodes < self._how.nodes and len(here.legal_moves) > 1
        if not (found.is_proven or is_drawn):
            return None
        return _for_first(proven_margin(found.score), here)

    def close(self) -> None:
        """Nothing runs on."""


def _for_first(margin: int, here: Position) -> int:
    return margin if here.turn == Side.FIRST else -margin


def _number(position: Position, move: Any) -> int:
    if is_native(position):
        return position.move_index(move)
    return list(position.legal_moves).index(move)


def games_in(content: bytes) -> Iterator[tuple[int, list[tuple[int, int]]]]:
    """Take a file apart: for each game the margin of the first side, and (move, score) by ply."""
    at = 0
    while at < len(content):
        plies, margin, _ = _HEAD.unpack_from(content, at)
        at += _HEAD.size
        end = at + plies * _PLY.size
        yield margin, list(_PLY.iter_unpack(content[at:end]))
        at = end


def own_rows(start: Position, content: bytes, inputs: OwnInputs) -> tuple[bytes, bytes, bytes]:
    """Return what the core makes of games, for a game in Python: inputs, numbers, hashes."""
    present, numbers, hashes = array("H"), array("h"), array("Q")
    for margin, plies in games_in(content):
        here = start
        for number, score in plies:
            if score != NO_SCORE:
                sign = 1 if here.turn == Side.FIRST else -1
                *row, bucket = inputs(here)
                present.extend([*row, _END])
                numbers.extend([_cut(own_evaluation(here)), score, _cut(sign * margin), bucket])
                hashes.append(exact_hash(here))
            here = here.play(list(here.legal_moves)[number])
    return present.tobytes(), numbers.tobytes(), hashes.tobytes()


def _cut(number: int) -> int:
    return max(-_LARGEST, min(_LARGEST, number))
