"""An engine as the judge of opening books: it scores moves, and says what it would play."""

from __future__ import annotations

from dataclasses import replace

from plyground._core import WIN_SCORE
from plyground.errors import PlygroundError
from plyground.games.position import Position, move_text
from plyground.players.engines import PVS, OnReport
from plyground.players.limits import Limit
from plyground.players.result import SearchResult
from plyground.players.score import is_proven

# A search to a given depth may take so many times the usual limit, should it meet surprises.
_PATIENCE = 3


class EngineJudge:
    """Judges positions one by one, each without what it learned from those before.

    >>> from plyground.games.names import position
    >>> start = position("kalah(4,3)")
    >>> judge = EngineJudge(Limit(depth=4), table_mb=1)
    >>> depth, moves = judge.moves(start, 2)
    >>> depth, len(moves), moves[0][1] >= moves[1][1]
    (4, 2, True)
    """

    def __init__(self, limit: Limit, table_mb: int = 64, weights: str = "default") -> None:
        if limit.is_open:
            raise PlygroundError("a judge of books needs a limit of time, nodes or depth")
        self._limit = limit
        self._options = {"table_mb": table_mb, "weights": weights}
        self._engine = self._fresh()

    def moves(self, position: Position, lines: int) -> tuple[int, list[tuple[str, int]]]:
        """Return the depth searched and the best moves with their scores.

        Scores swing as searches end with the one or the other side's move, and the moves of a book
        are judged at many depths. So half of the last swing is taken back.
        """
        complete: dict[int, SearchResult] = {}
        self._engine = self._fresh(lines)

        def keep(found: SearchResult) -> None:
            # The first report that names a depth comes when this depth is complete.
            if found.depth > 0:
                complete.setdefault(found.depth, found)

        depth = self._search(position, self._limit, keep).depth
        # A depth that was broken off has not judged every move; without any, one ply must do.
        found = complete.get(depth) or self._search(position, Limit(depth=1))
        before = complete.get(found.depth - 1, found)
        swing = 0 if found.is_proven or before.is_proven else (found.score - before.score) // 2
        return found.depth, [
            (move_text(line.moves[0]), line.score if is_proven(line.score) else line.score - swing)
            for line in found.lines
            if line.bound == "exact"
        ]

    def best(self, position: Position) -> tuple[str, int, int]:
        """Return what the engine would play, with its score and the depth of the search."""
        self._engine = self._fresh()
        found = self._search(position, self._limit)
        return move_text(found.move), found.score, found.depth

    def score_after(self, position: Position, move: str, depth: int) -> int:
        """Score a move for its mover as a search of the position to ``depth`` plies would."""
        after = position.play(position.parse_move(move))
        again = after.turn == position.turn
        if after.is_over:
            margin = after.margin_for(position.turn)
            return margin and margin + (WIN_SCORE if margin > 0 else -WIN_SCORE)
        patience = None if self._limit.time is None else self._limit.time * _PATIENCE
        limit = replace(self._limit, nodes=None, time=patience, depth=max(depth - (not again), 1))
        found = self._search(after, limit)
        return found.score if again else -found.score

    def _fresh(self, lines: int = 1) -> PVS:
        return PVS(lines=lines, **self._options)

    def _search(
        self, position: Position, limit: Limit, on_report: OnReport | None = None
    ) -> SearchResult:
        found = self._engine.search(position, limit, on_report)
        if found.interrupted:
            raise KeyboardInterrupt
        return found
