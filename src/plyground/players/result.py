"""Search results: a move, its score, its principal variation, and how the search got there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from plyground.evaluation.calibration import Chances, Expectation
from plyground.players.expectation import even_chance, expect, expectation_text, table_of
from plyground.players.score import is_proven, score_text

_BOUNDS = ("none", "upper", "lower", "exact")
_SIGNS = {"lower": "≥ ", "upper": "≤ "}


@dataclass(frozen=True)
class Line:
    """A principal variation with the score of its first move.

    >>> import plyground as ply
    >>> found = ply.PVS(table_mb=1, lines=2).search(ply.position("kalah(3,2)"), ply.Limit(depth=20))
    >>> [(line.moves[0], line.text) for line in found.lines]
    [('2', 'win by 4'), ('3', '+0.00')]
    """

    moves: tuple[Any, ...]
    score: int  #: for the side to move, in hundredths of a seed, cell or piece
    bound: str = "exact"  #: ``exact``, ``lower`` (at least), ``upper`` (at most), ``none`` (unseen)
    visits: int = 0  #: simulations spent on it, by a tree search

    @property
    def text(self) -> str:
        """The score as the search counts it: ``+1.25``, ``≥ +0.40``, ``win by 8``."""
        return self.sign + score_text(self.score)

    @property
    def sign(self) -> str:
        """What stands before a score that is only a bound."""
        return _SIGNS.get(self.bound, "")


@dataclass(frozen=True)
class SearchResult:
    """The result of a search, or its result so far.

    >>> import plyground as ply
    >>> found = ply.PVS(table_mb=1).search(ply.position("kalah(3,2)"), ply.Limit(depth=20))
    >>> found.move, found.score_text, found.is_proven
    ('2', 'win by 4', True)
    """

    lines: tuple[Line, ...]  #: best first
    depth: int  #: plies searched completely
    selective_depth: int  #: plies of the longest line searched
    nodes: int
    seconds: float
    table_fill: float = 0.0  #: 0 to 1
    interrupted: bool = False  #: stopped by Ctrl-C
    is_solved: bool = False  #: the exact solver found it: also a draw is proven then
    position: Any = field(default=None, repr=False, compare=False)  #: what was searched
    is_tree: bool = False  #: whether a tree search has found it

    @property
    def move(self) -> Any:
        """The best move."""
        return self.lines[0].moves[0]

    @property
    def score(self) -> int:
        """The score of the best move, from the view of the side to move."""
        return self.lines[0].score

    @property
    def line(self) -> tuple[Any, ...]:
        """The principal variation: the best move and the expected moves after it."""
        return self.lines[0].moves

    @property
    def is_proven(self) -> bool:
        """Whether the score is the result with best play, not an estimate."""
        return self.is_solved or is_proven(self.score)

    @property
    def nodes_per_second(self) -> float:
        """Nodes per second."""
        return self.nodes / self.seconds if self.seconds > 0 else 0.0

    @property
    def expected_margin(self) -> float | None:
        """The final margin to expect, in seeds, cells or pieces, for the side to move.

        None where a game counts none.
        """
        return self.expected(self.lines[0]).margin

    @property
    def chances(self) -> Chances:
        """The chances of the side to move to win, to draw and to lose."""
        return self.expected(self.lines[0]).chances

    @property
    def score_text(self) -> str:
        """The score for people: ``+3.2 seeds · 71 % / 12 % / 17 %``, or ``win by 8``."""
        return self.text(self.lines[0])

    def expected(self, line: Line) -> Expectation:
        """Return what the score of one of the lines lets the side to move expect."""
        if self._is_drawn(line):
            return Expectation(0.0, Chances(0.0, 1.0, 0.0))
        return expect(self.position, line.score, self.nodes, is_tree=self.is_tree)

    def _is_drawn(self, line: Line) -> bool:
        return self.is_solved and line.score == 0

    def even_chance(self, line: Line) -> float:
        """Return the points to expect, 0 to 1, as if it did not matter who is to move."""
        return even_chance(self.position, line.score, self.nodes, is_tree=self.is_tree)

    def text(self, line: Line) -> str:
        """Write the score of one of the lines for people."""
        if self._is_drawn(line):
            return "draw"
        if is_proven(line.score):
            return line.text
        return line.sign + expectation_text(self.position, self.expected(line))

    def to_dict(self) -> dict[str, Any]:
        """Return plain values, for JSON."""
        return {
            "depth": self.depth,
            "selective_depth": self.selective_depth,
            "nodes": self.nodes,
            "seconds": round(self.seconds, 6),
            "nodes_per_second": round(self.nodes_per_second),
            "table_fill": round(self.table_fill, 4),
            "calibration": None if (table := table_of(self.position)) is None else table.game,
            "lines": [self._plain(line) for line in self.lines],
        }

    def _plain(self, line: Line) -> dict[str, Any]:
        margin, chances = self.expected(line)
        return {
            "moves": [str(move) for move in line.moves],
            "score": line.score,
            "bound": line.bound,
            "expected_margin": None if margin is None else round(margin, 2),
            "chances": {name: round(chance, 4) for name, chance in chances._asdict().items()},
            "text": self.text(line),
            "visits": line.visits,
        }


def from_report(
    report: Mapping[str, Any], lines: int | None = None, position: Any = None, *, is_tree: bool
) -> SearchResult:
    """Make a search result from the core's report; keeps at most ``lines`` lines."""
    return SearchResult(
        lines=tuple(
            # A move that was not looked at yet has no score.
            Line(tuple(moves), score if bound else 0, _BOUNDS[bound], visits)
            for moves, score, bound, visits in report["lines"][:lines]
        ),
        depth=report["depth"],
        selective_depth=report["selective_depth"],
        nodes=report["nodes"],
        seconds=report["seconds"],
        table_fill=report["table_fill"],
        interrupted=report["interrupted"],
        position=position,
        is_tree=is_tree,
    )
