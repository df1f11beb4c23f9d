"""Measure how many mistakes and blunders of level 3 a review explains, and check every sentence.

    python -m benchmarks.explanations --games 100         # a game of level 3 each; explanations.csv

Each sentence is read and checked by tests/support/claims.py, which replays the moves and has a
search of its own. A claim that is too deep for it is counted as open, not as true.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from benchmarks.accuracy import played
from benchmarks.rows import append
from plyground.games.position import Position, move_text
from plyground.solving.mistakes import reason
from plyground.web.analysis.grading import SERIOUS, grade
from plyground.web.analysis.searching import Judge
from tests.support.claims import Unclear, is_true

GAMES = ("kalah(6,4)", "kalah-manchester", "squatter(6)", "watch-your-back", "connect-four")
_NODES = 10_000  # of the judge; pages use more


@dataclass(frozen=True)
class Told:
    """A mistake or blunder with what is said about it."""

    position: Position
    move: str
    best: str
    grade: str
    why: str | None

    @property
    def verdict(self) -> str:
        """Whether what is said is true, false, or open."""
        if self.why is None:
            return "silent"
        try:
            return "true" if is_true(self.position, self.move, self.best, self.why) else "false"
        except Unclear:
            return "open"


def mistakes(game: str, seed: int, nodes: int = _NODES) -> Iterator[Told]:
    """Yield the mistakes and blunders of a game of level 3 against itself."""
    record, opening = played("pvs:level=3", game, seed)
    judge = Judge(nodes)
    for here, choice in zip(record.positions[opening:], record.moves[opening:], strict=False):
        move, before = move_text(choice), judge.judge(here)
        word, _ = grade(here, move, before, judge.judge_move(here, move, before))
        if word in SERIOUS and before.best is not None:
            yield Told(here, move, before.best, word, reason(here, move, before.best))


def main() -> None:
    """Measure what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--only", nargs="+", default=GAMES)
    parser.add_argument("--seed", type=int, default=1, help="of the first game")
    options = parser.parse_args()
    for game in options.only:
        found: Counter[str] = Counter()
        for seed in range(options.seed, options.seed + options.games):
            for one in mistakes(game, seed):
                verdict = one.verdict
                found.update([one.grade, verdict])
                if verdict == "false":
                    print("false:", game, one.position.text, one.move, one.best, one.why)
        bad = found["mistake"] + found["blunder"]
        row = {
            "game": game, "games": options.games, "seed": options.seed,
            "mistakes": found["mistake"], "blunders": found["blunder"],
            "explained": f"{(bad - found['silent']) / max(bad, 1):.3f}",
            **{verdict: found[verdict] for verdict in ("true", "false", "open")},
        }  # fmt: skip
        append("explanations.csv", row)
        print(row, flush=True)


if __name__ == "__main__":
    main()
