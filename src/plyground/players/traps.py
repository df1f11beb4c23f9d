"""Traps: what is gained from an opponent whose replies are easy to guess.

The search assumes the best reply everywhere, so that many moves look equal in a drawn position.
An opponent who keeps playing the moves that look best at once can be led further: a second search
assumes such replies, and its move is played if it is no worse against the best ones.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from plyground._core import StopToken
from plyground.evaluation.terms import featured
from plyground.evaluation.weights import load
from plyground.games.names import play_of
from plyground.games.native import is_native
from plyground.games.position import Position
from plyground.players.engines import Engine, OnReport
from plyground.players.handover import HandOver, shortened
from plyground.players.levels import strength
from plyground.players.limits import Limit
from plyground.players.result import Line, SearchResult

# How the limit is divided: the usual search, one with the expected replies, a check of its move.
_USUAL, _EXPECTED, _CHECK = 0.6, 0.27, 0.13

_OF_DRAW = 0.4  # of what is left where a draw is proven; the rest is for the check

_SLACK = 20  # points that a trap may cost against the best replies
_MOST_REPLIES = 2  # an opponent whose replies are more than that is not easy to guess
_LAST = 10  # so many replies are remembered,
_LEAST = 2  # and so many must be known;
_SHARE = 0.8  # of them so many are guessed


def sets_traps(options: Mapping[str, Any], position: Position) -> bool:
    """Whether a player of this strength sets traps in the game of this position."""
    asked = options.get("traps", "no")
    is_weak = options.get("blur") or options.get("overlook") or strength(options, position).nodes
    if asked == "no" or is_weak or not is_native(position):
        return False
    return asked == "yes" or play_of(position).traps


class Traps:
    """Remembers how an opponent replies, and searches for moves to which such replies are bad."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._narrow: Engine | None = None
        self._left: Position | None = None  # as the opponent found it
        self._ranks: deque[int] = deque(maxlen=_LAST)

    def forget(self) -> None:
        """Begin a new game, perhaps against another opponent."""
        self._left = None
        self._ranks.clear()

    @property
    def width(self) -> int | None:
        """How many replies have to be expected, or None where they cannot be guessed.

        Moves are expected in the order of their action scores.
        """
        if len(self._ranks) < _LEAST:
            return None
        ranks = sorted(self._ranks)
        width = ranks[min(int(_SHARE * len(ranks)), len(ranks) - 1)]
        return width if width <= _MOST_REPLIES else None

    def meet(self, position: Position) -> None:
        """Note the reply that led to this position; one that none leads to begins a new game."""
        left, self._left = self._left, None
        if left is None or not is_native(left):
            return
        moves = left.legal_moves
        reply = next((i for i, move in enumerate(moves) if left.play(move) == position), None)
        if reply is None:
            self._ranks.clear()
            return
        weights = load("default", featured(left).name)
        scores = left._action_scores(weights.native)
        self._ranks.append(1 + sum(score > scores[reply] for score in scores))

    def leave(self, position: Position, move: object) -> None:
        """Note the position that the opponent finds after the own move."""
        after = position.play(move)
        is_theirs = not after.is_over and after.turn != position.turn
        self._left = after if is_theirs else None

    def search(
        self,
        position: Position,
        limit: Limit,
        on_report: OnReport | None = None,
        stop: StopToken | None = None,
    ) -> SearchResult:
        """Search as usual, or for a trap too where the opponent's replies can be guessed."""
        width = self.width
        if width is None or limit.only_depth:
            return self._engine.search(position, limit, on_report, stop=stop)
        usual = self._engine.search(position, _part(limit, _USUAL), on_report, stop=stop)
        if usual.is_proven or usual.interrupted:
            return usual
        hoped = self._expecting(width).search(position, _part(limit, _EXPECTED), stop=stop)
        if hoped.interrupted or hoped.move == usual.move or hoped.score <= usual.score:
            return usual
        checked = self._checked(position, hoped.move, usual, limit, stop)
        return usual if checked is None else checked

    def among_solved(
        self,
        solved: SearchResult,
        position: Position,
        limit: Limit,
        solver: HandOver | None,
        stop: StopToken | None = None,
    ) -> SearchResult:
        """Return a trap among the moves that keep a draw, or what was solved."""
        width = self.width
        if width is None or solver is None or solved.score != 0:
            return solved
        limit = shortened(limit, solved.seconds)
        hoped = self._expecting(width).search(position, _part(limit, _OF_DRAW), stop=stop)
        after = position.play(hoped.move)
        is_trap = hoped.move != solved.move and hoped.score > 0 and not hoped.interrupted
        if not is_trap or after.is_over or after.turn == position.turn:
            return solved
        kept, _ = solver.solve(after, _part(limit, 1 - _OF_DRAW), stop)
        if kept is None or kept.score != 0:
            return solved
        line = Line((hoped.move, *kept.line), 0)
        return replace(solved, lines=(line,), depth=len(line.moves))

    def _expecting(self, width: int) -> Engine:
        """Return the engine that assumes the expected replies."""
        if self._narrow is None or self._narrow.options["replies"] != width:
            options = self._engine.options | {"replies": width, "ponder": False}
            self._narrow = type(self._engine)(**options)
        return self._narrow

    def _checked(
        self,
        position: Position,
        move: object,
        usual: SearchResult,
        limit: Limit,
        stop: StopToken | None,
    ) -> SearchResult | None:
        """Return what a move is worth against the best replies, or None if that is too little."""
        after = position.play(move)
        if after.is_over or after.turn == position.turn:
            return None
        part = replace(_part(limit, _CHECK), depth=max(usual.depth - 1, 1))
        found = self._engine.search(after, part, stop=stop)
        if found.interrupted or found.is_proven or -found.score < usual.score - _SLACK:
            return None
        return replace(
            usual,
            lines=(Line((move, *found.line), -found.score),),
            depth=found.depth + 1,
            nodes=usual.nodes + found.nodes,
            seconds=usual.seconds + found.seconds,
        )


def _part(limit: Limit, share: float) -> Limit:
    """Return a part of a limit."""

    def part(seconds: float | None) -> float | None:
        return None if seconds is None else share * seconds

    return replace(
        limit,
        nodes=None if limit.nodes is None else max(int(share * limit.nodes), 1),
        time=part(limit.time),
        clock=part(limit.clock),
        increment=share * limit.increment,
    )
