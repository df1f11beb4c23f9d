"""Whether each level beats the one below: 60 to 90 of 100 games.

    python benchmarks/levels.py --game kalah-manchester --pairs 100 --save

The highest level has no limit of its own; here it gets 0.1 s a move.
"""

from __future__ import annotations

import argparse
import csv
import math
import statistics
from datetime import UTC, datetime
from pathlib import Path

from selfmatch import ARENA, pair

GAMES = ("kalah-manchester", "squatter(7)", "watch-your-back")


def main() -> None:
    """Play the steps of the ladders that the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", choices=GAMES, action="append")
    parser.add_argument("--step", type=int, action="append", help="this level against the next")
    parser.add_argument("--pairs", type=int, default=100)
    parser.add_argument("--save", action="store_true")
    options = parser.parse_args()
    for game in options.game or GAMES:
        for lower in options.step or range(1, 10):
            above = f"pvs:level={lower + 1},table_mb=8,time=0.1"
            below = f"pvs:level={lower},table_mb=8,time=0.1"
            work = [(above, below, ARENA.get(game, game), 4, seed) for seed in range(options.pairs)]
            scores = [pair(one) for one in work]
            mean = statistics.fmean(scores)
            error = 1.96 * statistics.stdev(scores) / math.sqrt(len(scores))
            print(f"{game}: level {lower + 1} against {lower}: {mean:.1%} ± {error:.1%}, "
                  f"{2 * len(scores)} games", flush=True)  # fmt: skip
            if options.save:
                save((game, str(lower + 1), str(lower), str(2 * len(scores)),
                      f"{mean:.4f}", f"{error:.4f}"))  # fmt: skip


def save(row: tuple[str, ...]) -> None:
    """Append a row, with its date."""
    path = Path(__file__).with_name("levels.csv")
    new = not path.exists()
    with path.open("a", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        if new:
            writer.writerow(("date", "game", "level", "below", "games", "score", "error95"))
        writer.writerow((datetime.now(UTC).strftime("%Y-%m-%d %H:%M"), *row))


if __name__ == "__main__":
    main()
