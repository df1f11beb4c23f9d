"""Searching a position for people: lines, exact results, why a score is what it is.

Everything here computes, in whatever thread it is called; ``api`` talks to clients.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from plyground._core import Side, StopToken
from plyground.errors import PlygroundError
from plyground.evaluation.explain import UNIT, Explanation, explain
from plyground.evaluation.own_features import has_features
from plyground.games.native import is_native
from plyground.games.position import Position, move_text
from plyground.players.engines import BY_ALGORITHM, PVS, Engine
from plyground.players.expectation import expect, expectation_text
from plyground.players.limits import Limit
from plyground.players.result import SearchResult
from plyground.players.specs import EnginePlayer, read_spec
from plyground.solving.solved import known
from plyground.solving.solver import Solution, solve, solve_moves
from plyground.web.analysis.models import Explained, Feature, Heat, Searched, Seen
from plyground.web.shared.models import Score, ScoredLine
from plyground.web.shared.players import bounded
from plyground.web.shared.scores import exact_view, line_view, score_view
from plyground.web.shared.views import SIDES, cell_of

SOLVER_MB = 8
_SOLVER_SECONDS = 0.5
QUICK_NODES = 10_000  # of the solver, before anything else: a few hundredths of a second
LONG_NODES = 200_000  # once a search has shown something already
_EVERY_MOVE = 1024  # lines: no game of ours has so many moves
_STAKE_NODES, _STAKE_SECONDS = 5_000, 1.0  # a rough idea of every move is enough


def make_engine(spec: str, lines: int) -> Engine:
    """Make the engine of a spec that was checked, to show so many lines."""
    kind, options = read_spec(spec)
    made = kind.make(bounded(kind, options)) if kind.name in BY_ALGORITHM else None
    if not isinstance(made, EnginePlayer):
        raise PlygroundError(f"{spec} is not a search engine. Use pvs, mtdf or mcts.")
    made.engine.lines = lines
    return made.engine


#: What is known of a position before it was searched, and of one where the game is over.
NOTHING = Searched(
    depth=0, selective_depth=0, nodes=0, seconds=0.0, nodes_per_second=0, lines=[], exact=False
)


def info(found: SearchResult) -> Searched:
    """Return what a search knows; moves that it has not looked at yet are left out."""
    return Searched(
        depth=found.depth,
        selective_depth=found.selective_depth,
        nodes=found.nodes,
        seconds=round(found.seconds, 3),
        nodes_per_second=round(found.nodes_per_second),
        lines=[line_view(found, line) for line in found.lines if line.bound != "none"],
        exact=found.is_proven and found.lines[0].bound == "exact",
    )


@dataclass(frozen=True)
class Exact:
    """A solved position: its margin for the side to move, and that of every move."""

    solution: Solution
    margins: dict[str, int]

    def view(self, position: Position, known: Searched, lines: int) -> Searched:
        """Return the exact lines, best first, each as far as the search that went before saw it."""
        seen = {line.move: line.moves for line in known.lines}
        seen[move_text(self.solution.move)] = [move_text(move) for move in self.solution.line]
        best = sorted(self.margins, key=lambda move: (-self.margins[move], move not in seen))
        found = [
            ScoredLine(
                move=move,
                moves=seen.get(move, [move]),
                score=exact_view(position, self.margins[move]),
            )
            for move in best[:lines]
        ]
        return known.model_copy(update={"lines": found, "exact": True})


def solved(position: Position, nodes: int, stop: StopToken | None = None) -> Exact | None:
    """Solve a position and all its moves, if it is stored or takes no more than so many nodes."""
    if (stored := known(position)) is not None and stored.moves:
        best = max(stored.moves, key=lambda move: stored.moves[move])
        return Exact(Solution(stored.margin, stored.margin, (best,), 0, 0.0), stored.moves)
    solution = solve(position, _solver_limit(position, nodes), table_mb=SOLVER_MB, stop=stop)
    if not solution.is_exact:
        return None
    margins = solve_moves(
        position, _solver_limit(position, 8 * nodes), table_mb=SOLVER_MB, stop=stop
    )
    exact = {move_text(move): margin for move, margin in margins.items() if margin is not None}
    return Exact(solution, exact | {move_text(solution.move): solution.margin})


def _solver_limit(position: Position, nodes: int) -> Limit:
    """Return so many nodes; a game in Python may need long for them, and is given up sooner."""
    return Limit(nodes=nodes, time=None if is_native(position) else _SOLVER_SECONDS)


def explained(position: Position) -> tuple[Explained | None, list[Heat]]:
    """Return the features of the static evaluation, and what every move does to it.

    There is nothing to explain at the end, and in a game in Python that names no features.
    """
    if position.is_over or not (is_native(position) or has_features(position)):
        return None, []
    found = explain(position)
    features = [
        Feature(
            name=row.name,
            meaning=row.meaning,
            own=row.own,
            opponent=row.opponent,
            weight=round(row.weight, 4),
            contribution=round(row.contribution, 4),
        )
        for row in sorted(found.rows, key=lambda row: -abs(row.contribution))
    ]
    whole = Explained(
        side=SIDES[position.turn],
        phase=found.phase,
        value=round(found.value, 4),
        expected=expectation_text(position, expect(position, round(UNIT * found.value), nodes=1)),
        features=features,
        correction=None if found.correction is None else round(found.correction, 4),
        places=[
            Seen(cell=row.cell, contribution=round(row.contribution, 4)) for row in found.places
        ],
    )
    return whole, _heat(position, found)


def _heat(position: Position, found: Explanation) -> list[Heat]:
    """Return what the best move on each cell does to the evaluation, for the mover."""
    best: dict[str, Heat] = {}
    for row in found.moves:
        cell = cell_of(position, row.move)
        if cell is not None and row.after is not None:
            gain = round(row.after - found.value, 4) + 0.0  # which is never -0.0
            if cell not in best or gain > best[cell].gain:
                best[cell] = Heat(move=row.move, cell=cell, gain=gain)
    return list(best.values())


@dataclass(frozen=True)
class Judged:
    """A position as a judge sees it: its score, the best move and the line behind that."""

    score: Score
    line: tuple[str, ...] = ()
    exact: bool = False
    depth: int = 0  #: of the search, where there was one

    @property
    def best(self) -> str | None:
        """The best move; None when the game is over."""
        return self.line[0] if self.line else None

    def chance(self, side: Side) -> float:
        """Return the winning chance of a side."""
        first = self.score.chance
        return first if side == Side.FIRST else 1 - first


class Judge:
    """Judges the positions of a game one after another, with a memory."""

    def __init__(self, nodes: int) -> None:
        self._engine = PVS(table_mb=16)
        self._limit = Limit(nodes=nodes, time=5.0)
        self._each = PVS(lines=_EVERY_MOVE, table_mb=2)

    def judge(
        self, position: Position, depth: int | None = None, *, stop: StopToken | None = None
    ) -> Judged:
        """Solve a position if that is easy, or else search it, no deeper than ``depth``."""
        if position.is_over:
            return Judged(exact_view(position, position.margin), exact=True)
        found = solve(position, _solver_limit(position, QUICK_NODES), table_mb=1, stop=stop)
        if found.is_exact:
            line = tuple(map(move_text, found.line))
            return Judged(exact_view(position, found.margin), line, exact=True)
        search = self._engine.search(position, replace(self._limit, depth=depth), stop=stop)
        # Before and after a move as if searched alike: grades compare the two.
        alike = replace(search, nodes=self._limit.nodes or search.nodes)
        score = score_view(alike, search.lines[0])
        return Judged(score, tuple(map(move_text, search.line)), search.is_proven, search.depth)

    def judge_move(
        self, position: Position, move: str, judged: Judged, *, stop: StopToken | None = None
    ) -> Judged:
        """Judge the position after a move by a search that ends where that before it did.

        Scores swing with who moves last: another depth would find fault with good moves.
        """
        after = position.play(position.parse_move(move))
        used = 0 if after.turn == position.turn else 1  # moving again costs no depth
        depth = max(judged.depth - used, 1) if judged.depth else None
        return self.judge(after, depth, stop=stop)

    def stake(self, position: Position, *, stop: StopToken | None = None) -> float:
        """Return how much a move decides: what the best one wins over the mean of all, 0 to 1.

        Nothing is at stake where one move is legal, or where all of them win, or all lose.
        """
        if position.is_over or len(position.legal_moves) == 1:
            return 0.0
        limit = Limit(nodes=_STAKE_NODES, time=_STAKE_SECONDS)
        found = self._each.search(position, limit, stop=stop)
        chances = [found.even_chance(line) for line in found.lines if line.bound == "exact"]
        return max(chances) - sum(chances) / len(chances) if chances else 0.0
