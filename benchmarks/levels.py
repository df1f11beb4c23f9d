"""Whether each level beats the one below: 60 to 90 of 100 games.

    python benchmarks/levels.py --game kalah-manchester --pairs 100 --save

The highest level has no limit of its own; here it gets 0.1 s of processor time a move, so that
other work on the machine takes nothing from it.
"""

from __future__ import annotations

import argparse

from rows import append, outcome

import plyground as ply
from plyground.games.names import families

GAMES = tuple(family.benchmark.signature[0] for family in families())


def main() -> None:
    """Play the steps of the ladders that the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", choices=GAMES, action="append")
    parser.add_argument("--step", type=int, action="append", help="this level against the next")
    parser.add_argument("--pairs", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--save", action="store_true")
    options = parser.parse_args()
    for game in options.game or GAMES:
        for lower in options.step or range(1, 10):
            above, below = (
                f"pvs:level={n},table_mb=8,time=0.1,cpu=yes" for n in (lower + 1, lower)
            )
            score = ply.match(above, below, game, options.pairs,
                              seed=options.seed, workers=options.workers).score  # fmt: skip
            print(f"{game}: level {lower + 1} against {lower}: {score}", flush=True)
            if options.save:
                step = {"game": game, "level": lower + 1, "below": lower}
                append("levels.csv", {**step, **outcome(score)})


if __name__ == "__main__":
    main()
