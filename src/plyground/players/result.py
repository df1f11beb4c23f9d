"""Search results: a move, its score, its principal variation, and how the search got there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from plyground._core import FAST_WIN_SCORE, MAX_MARGIN, WIN_SCORE

_BOUNDS = ("none", "upper", "lower", "exact")


def is_proven(score: int) -> bool:
    """Whether a score is a proven result rather than an evaluation."""
    return abs(score) > WIN_SCORE


def proven_margin(score: int) -> int:
    """Return the margin of a result; where a game counts none, 1 or −1.

    >>> proven_margin(20_008), proven_margin(-31_995), proven_margin(0)
    (8, -1, 0)
    """
    if abs(score) > WIN_SCORE + MAX_MARGIN:
        return 1 if score > 0 else -1
    return score - WIN_SCORE if score > 0 else score + WIN_SCORE if score < 0 else 0


def score_text(score: int) -> str:
    """Write a score for people, from the view of the side to move.

    >>> score_text(125), score_text(20_008), score_text(-31_995)
    ('+1.25', 'win by 8', 'loss in 5')
    """
    if not is_proven(score):
        return f"{score / 100:+.2f}"
    result = "win" if score > 0 else "loss"
    margin, plies = result_of(score)
    return f"{result} by {abs(margin)}" if plies is None else f"{result} in {plies}"


def result_of(score: int) -> tuple[int, int | None]:
    """Return the margin behind a proven score, and the plies to it where those are counted.

    >>> result_of(-20_008), result_of(31_995)
    ((-8, None), (1, 5))
    """
    sign = 1 if score > 0 else -1
    if abs(score) > WIN_SCORE + MAX_MARGIN:
        return sign, FAST_WIN_SCORE - abs(score)
    return sign * (abs(score) - WIN_SCORE), None


@dataclass(frozen=True)
class Line:
    """A principal variation with the score of its first move."""

    moves: tuple[Any, ...]
    score: int  #: for the side to move, in hundredths of a seed, cell or piece
    bound: str = "exact"  #: ``exact``, ``lower`` (at least), ``upper`` (at most), ``none`` (unseen)
    visits: int = 0  #: simulations spent on it, by a tree search

    @property
    def text(self) -> str:
        """The score as text: ``+1.25``, ``≥ +0.40``, ``win by 8``."""
        sign = {"lower": "≥ ", "upper": "≤ "}.get(self.bound, "")
        return sign + score_text(self.score)


@dataclass(frozen=True)
class SearchResult:
    """The result of a search, or its result so far."""

    lines: tuple[Line, ...]  #: best first
    depth: int  #: plies searched completely
    selective_depth: int  #: plies of the longest line searched
    nodes: int
    seconds: float
    table_fill: float = 0.0  #: 0 to 1
    interrupted: bool = False  #: stopped by Ctrl-C

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
        """Whether the score is proven: the game is won or lost with best play."""
        return is_proven(self.score)

    @property
    def nodes_per_second(self) -> float:
        """Nodes per second."""
        return self.nodes / self.seconds if self.seconds > 0 else 0.0

    @property
    def score_text(self) -> str:
        """The score as text."""
        return self.lines[0].text

    def to_dict(self) -> dict[str, Any]:
        """Return plain values, for JSON."""
        return {
            "depth": self.depth,
            "selective_depth": self.selective_depth,
            "nodes": self.nodes,
            "seconds": round(self.seconds, 6),
            "nodes_per_second": round(self.nodes_per_second),
            "table_fill": round(self.table_fill, 4),
            "lines": [
                {
                    "moves": [str(move) for move in line.moves],
                    "score": line.score,
                    "bound": line.bound,
                    "text": line.text,
                    "visits": line.visits,
                }
                for line in self.lines
            ],
        }


def from_report(report: Mapping[str, Any], lines: int | None = None) -> SearchResult:
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
    )
