"""Measure whether the difficulty of puzzles says how often the levels solve them.

    python -m benchmarks.puzzles --every 5        # every fifth puzzle; appends to puzzles.csv
    python -m benchmarks.puzzles --only connect-four

The levels try again with a seed that was not used when the difficulty was measured. The rank
correlation (Spearman) compares the difficulty with the share of the new tries that fail.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from benchmarks.rows import append
from plyground.solving.puzzles import shipped, shipped_games
from plyground.solving.puzzles.trials import success

_SEED = 1 << 30  # those of the difficulties are below 1 << 20


def ranks(values: Sequence[float]) -> list[float]:
    """Return the rank of each value; equal ones share the mean of theirs.

    >>> ranks([3.0, 1.0, 3.0])
    [1.5, 0.0, 1.5]
    """
    order = sorted(values)
    return [order.index(value) + (order.count(value) - 1) / 2 for value in values]


def correlation(one: Sequence[float], other: Sequence[float]) -> float:
    """Return Spearman's rank correlation.

    >>> round(correlation([1.0, 2.0, 3.0], [10.0, 20.0, 15.0]), 3)
    0.5
    """
    mean = (len(one) - 1) / 2
    first, second = ([rank - mean for rank in ranks(values)] for values in (one, other))
    product = sum(a * b for a, b in zip(first, second, strict=True))
    return float(product / (sum(a * a for a in first) * sum(b * b for b in second)) ** 0.5)


def measured(game: str, every: int) -> float:
    """Return the correlation for every so many puzzles of a game."""
    found = shipped(game)
    assert found is not None
    failures, difficulties = [], []
    for number, puzzle in enumerate(found.puzzles[::every]):
        # Seeds of its own: the same ones would favour the same moves in all puzzles.
        tries = success(puzzle.start(game), puzzle.solution, _SEED + (number << 10))
        failures.append(1 - sum(tries.values()) / len(tries))
        difficulties.append(puzzle.difficulty)
    return correlation(difficulties, failures)


def main() -> None:
    """Measure what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--only", nargs="+", default=list(shipped_games().values()))
    options = parser.parse_args()
    for game in options.only:
        found = shipped(game)
        assert found is not None
        count = len(found.puzzles[:: options.every])
        row = {
            "game": game, "puzzles": len(found.puzzles), "measured": count, "seed": _SEED,
            "correlation": f"{measured(game, options.every):.3f}",
        }  # fmt: skip
        append("puzzles.csv", row)
        print(row)


if __name__ == "__main__":
    main()
