"""The gate before the shipped weights: only what passes two tests may replace them.

Both are sequential tests against the shipped weights, on every game that is named: one with equal
nodes, where only judgement counts, and one on a real clock, where its price counts too. What passes
records how it came about and what it passed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from plyground.arena.rating.sprt import Decision, Sprt
from plyground.arena.referee.clock import Control
from plyground.arena.running.match import MatchResult, sprt
from plyground.arena.running.run import OnProgress
from plyground.arena.running.spec import arena_start
from plyground.errors import PlygroundError, shown
from plyground.evaluation.terms import featured
from plyground.evaluation.weights import Weights, load
from plyground.learn.matches import fought

Watch = Callable[[str], OnProgress | None]


@dataclass(frozen=True)
class Bar:
    """How high the gate is."""

    nodes: int = 5000  #: a move, in the first test
    clock: str = "1+0.02"  #: seconds for a game and more for each move, in the second test
    test: Sprt = field(default_factory=lambda: Sprt(0, 10))
    pairs: int = 20_000  #: at most; a test without an answer is not passed
    table_mb: int = 16

    @property
    def tests(self) -> dict[str, Control]:
        """The time controls of both tests, by name."""
        return {
            f"{self.nodes:,} nodes per move": Control(nodes=self.nodes),
            f"{self.clock} s per game": Control.parse(self.clock),
        }


@dataclass(frozen=True)
class Tested:
    """One test that was played."""

    game: str
    control: str
    result: MatchResult

    @property
    def is_passed(self) -> bool:
        """Whether the weights are better, as far as the test can tell."""
        return self.result.decision == Decision.ACCEPT

    def __str__(self) -> str:
        score = self.result.score
        return f"{self.game} at {self.control}: {score.elo} Elo, {score.games:,} games"


@dataclass
class Gate:
    """The tests of one weight file."""

    file: Path
    games: Sequence[str]
    bar: Bar = field(default_factory=Bar)
    seed: int = 0
    workers: int | str | None = None
    tested: list[Tested] = field(default_factory=list)

    def __post_init__(self) -> None:
        if "," in str(self.file):
            raise PlygroundError(
                f"{shown(self.file)}: rename it; players' specs cannot contain a comma"
            )
        for game in self.games:
            self.weights: Weights = load(self.file, featured(arena_start(game)).name)

    def run(self, watch: Watch) -> Iterator[Tested]:
        """Play test after test, up to one that is not passed; ``watch`` is told what begins."""
        for game in self.games:
            for name, control in self.bar.tests.items():
                result = self._play(game, control, watch(f"{game} at {name}"))
                self.tested.append(Tested(game, name, result))
                yield self.tested[-1]
                if not self.tested[-1].is_passed:
                    return

    def _play(self, game: str, control: Control, on_progress: OnProgress | None) -> MatchResult:
        player = f"pvs:table_mb={self.bar.table_mb},evaluator=features"
        return fought(sprt(
            f"new={player},weights={self.file}", f"shipped={player}", self.bar.test, game,
            self.bar.pairs, control=control, seed=self.seed, workers=self.workers,
            on_progress=on_progress, keep_games=False,
        ))  # fmt: skip

    @property
    def is_passed(self) -> bool:
        """Whether all tests were passed."""
        wanted = len(self.games) * len(self.bar.tests)
        return len(self.tested) == wanted and all(test.is_passed for test in self.tested)

    @property
    def recorded(self) -> Weights:
        """The weights, with what they have passed as a part of their origin."""
        tests = "; ".join(map(str, self.tested))
        return self.weights.updated(
            {}, f"{self.weights.origin}. Against the weights shipped before: {tests}"
        )
