"""What a tournament says at its end: the table, who beat whom, and each player's troubles."""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from plyground._core import Side
from plyground.arena.rating.ratings import Ratings
from plyground.arena.rating.statistics import Score
from plyground.arena.running.result import GameResult, Reason
from plyground.errors import shown, visible
from plyground.games.record import Game, game

WORST = 3  #: lost games kept of each player
_WHILE_STARTING = (Reason.STARTUP, Reason.MEMORY, Reason.OUTPUT)  # if no move was played either
_NAME_WIDTH, _ROW_NAME_WIDTH = 34, 22  # of names where a line has a width
_SCORES = {1.0: "1-0", 0.5: "½-½", 0.0: "0-1"}


@dataclass
class PlayerReport:
    """The games of one player, as far as they say something about the player itself."""

    player: str
    games: int = 0
    seconds: float = 0.0
    faults: Counter[Reason] = field(default_factory=Counter)
    peak_mb: float | None = None  #: of a player in a process of its own
    examples: dict[Reason, GameResult] = field(default_factory=dict)  #: the first of each fault
    _losses: list[tuple[int, int, GameResult]] = field(default_factory=list, repr=False)
    _unstarted: int = field(default=0, repr=False)

    @property
    def worst(self) -> list[GameResult]:
        """The games lost by the largest margins, the worst first."""
        return [result for *_, result in sorted(self._losses, key=lambda loss: loss[:2])[::-1]]

    @property
    def never_started(self) -> str:
        """Why the player got ready for none of its games; empty if it has played."""
        if not 0 < self._unstarted == self.games:
            return ""
        first = next(iter(self.examples.values()))
        printed = first.view(self.player).stderr.rstrip().rpartition("\n")[2]
        return f"{first.note}; it printed: {printed}" if printed else first.note

    def add(self, result: GameResult, side: Side) -> None:
        """Take in a game."""
        view = result.on(side)
        self.games += 1
        self.seconds += view.seconds
        if view.peak_mb is not None:
            self.peak_mb = max(self.peak_mb or 0.0, view.peak_mb)
        if view.lost_by is not None and view.lost_by.is_fault:
            self.faults[view.lost_by] += 1
            self.examples.setdefault(view.lost_by, result)
            self._unstarted += view.lost_by in _WHILE_STARTING and not result.moves
        elif view.lost_by == Reason.END and view.margin is not None:
            # Of equal losses the first ones stay: later games have smaller numbers.
            heapq.heappush(self._losses, (-view.margin, -self.games, result))
            if len(self._losses) > WORST:
                heapq.heappop(self._losses)

    def to_dict(self) -> dict[str, Any]:
        """Return the report as plain values, as JSON knows them."""
        return {
            "player": self.player,
            "games": self.games,
            "seconds": round(self.seconds, 3),
            "peak_mb": self.peak_mb,
            "faults": {str(reason): count for reason, count in self.faults.items()},
            "never_started": self.never_started or None,
            "worst": [result.to_dict() for result in self.worst],
        }

    def __str__(self) -> str:
        parts = [f"{self.games} games", f"{self.seconds:.1f} s"]
        if self.peak_mb is not None:
            parts.append(f"{self.peak_mb:.0f} MB at most")
        faults = [f"{count} × {reason}" for reason, count in self.faults.most_common()]
        return f"{self.player}: {', '.join(parts)}; {', '.join(faults) or 'no faults'}"


class Reports:
    """The reports of all players, made while games come in, in constant memory.

    >>> reports = Reports()
    >>> reports.add(GameResult("kalah(6,4)", ("a", "b"), 0.0, reason=Reason.TIME))
    >>> print(reports.of("a"))
    a: 1 games, 0.0 s; 1 × time
    """

    def __init__(self) -> None:
        self._reports: dict[str, PlayerReport] = {}

    def add(self, result: GameResult) -> None:
        """Take in a game."""
        for side in (Side.FIRST, Side.SECOND):
            self.of(result.players[side]).add(result, side)

    def of(self, player: str) -> PlayerReport:
        """Return the report of a player; an empty one if it has not played."""
        return self._reports.setdefault(player, PlayerReport(player))


def record(result: GameResult) -> Game:
    """Return a game that can be replayed and saved; its headers say who played and how it ended.

    >>> record(GameResult("kalah(6,4)", ("a", "b"), 1.0, moves=("3",))).headers["Score"]
    '1-0'
    """
    played = game(result.game, result.start)
    for move in result.moves:
        played.push(move)
    first, second = (visible(player, keep="") for player in result.players)
    played.headers |= {"First": first, "Second": second, "Score": _SCORES[result.score]}
    if result.reason != Reason.END:
        note = f": {result.note}" if result.note else ""
        played.headers["Ended"] = f"{result.reason}{note}"
    return played


def standings_text(
    order: Sequence[str], scores: Mapping[str, Score], ratings: Ratings, line: int | None = None
) -> str:
    """Return the table of a tournament, the best first; names are cut only to fit a line."""
    names = short_names(order, None if line is None else _NAME_WIDTH)
    width = max(6, *map(len, names))
    lines = [f"{'#':>3}  {'player':<{width}}  {'points':>11}  {'%':>5}  {'Elo':>11}"]
    for place, (player, name) in enumerate(zip(order, names, strict=True), 1):
        score = scores[player]
        elo = ratings.of(player).elo
        rating = f"{elo.value:+.0f} ± {elo.error:.0f}"
        points = f"{score.points:g}/{score.games}"
        lines.append(
            f"{place:>3}  {name:<{width}}  {points:>11}  {100 * score.mean:>5.1f}  {rating:>11}"
        )
    return "\n".join(lines)


def cross_table_text(
    order: Sequence[str], table: Mapping[tuple[str, str], Score], line: int | None = None
) -> str:
    """Return what each player scored against each other; columns are numbered by the rank.

    Of more players than fit on a line with a width, the first ones have columns.

    >>> table = {("a", "b"): Score(2, 1, 0), ("b", "a"): Score(0, 1, 2)}
    >>> print(cross_table_text(["a", "b"], table))
                   1    2
      1  a         -  2.5
      2  b       0.5    -
    """
    names = short_names(order, None if line is None else _ROW_NAME_WIDTH)
    width = max(6, *map(len, names))
    cells = {pair: f"{score.points:g}" for pair, score in table.items()}
    cell = 2 + max(map(len, cells.values()), default=1)
    columns = order if line is None else order[: (line - width - 5) // cell]
    lines = [" " * (width + 5) + "".join(f"{n:>{cell}}" for n in range(1, len(columns) + 1))]
    for place, (row, name) in enumerate(zip(order, names, strict=True), 1):
        scored = (f"{'-' if row == other else cells.get((row, other), ''):>{cell}}"
                  for other in columns)  # fmt: skip
        lines.append(f"{place:>3}  {name:<{width}}{''.join(scored)}")
    return "\n".join(lines)


def troubles_text(reports: Iterable[PlayerReport]) -> str:
    """Return one line for each player who lost by a fault, with an example; empty if none did."""
    lines = []
    for report in reports:
        for reason, count in report.faults.most_common():
            note = report.examples[reason].note
            lines.append(f"{shown(report.player)} lost {count} by {reason}, e.g. {shown(note)}")
    return "\n".join(lines)


def short_names(players: Sequence[str], length: int | None = _NAME_WIDTH) -> list[str]:
    """Return names that fit, and tell the players apart where that is possible; None: whole names.

    >>> short_names(["random", "file:agents/group-17/the-agent.py"], 20)
    ['random', 'file:agen…-agent.py']
    """
    names = [shown(player) for player in players]
    if length is None:
        return names
    half = (length - 1) // 2
    return [n if len(n) <= length else f"{n[:half]}…{n[-half:]}" for n in names]
