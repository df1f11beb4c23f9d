"""Whether a rating that is asked for is met: neighbours 200 Elo apart play each other.

    python benchmarks/elo.py --game kalah-manchester --pairs 100 --save

Plays elo=600 against 800, 800 against 1000, and so on, up to the highest rating of the game. Each
measured difference should be 200 within 50.
"""

from __future__ import annotations

import argparse

from rows import append, outcome

import plyground as ply
from plyground.games.names import families
from plyground.players.levels import ladder

GAMES = tuple(family.benchmark.signature[0] for family in families())
LOWEST, STEP = 600, 200


def main() -> None:
    """Play the steps that the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", action="append", help="[default: one of each family]")
    parser.add_argument("--pairs", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1000)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--save", action="store_true")
    options = parser.parse_args()
    for game in options.game or GAMES:
        highest = ladder(ply.position(game)).highest
        for lower in range(LOWEST, highest - STEP + 1, STEP):
            score = ply.match(f"pvs:elo={lower + STEP}", f"pvs:elo={lower}", game, options.pairs,
                              seed=options.seed, workers=options.workers).score  # fmt: skip
            print(f"{game}: elo={lower + STEP} against {lower}: {score}", flush=True)
            if options.save:
                difference = {"difference": f"{score.elo.value:+.0f}"}
                step = {"game": game, "elo": lower + STEP, "below": lower}
                append("elo.csv", {**step, **outcome(score), **difference})


if __name__ == "__main__":
    main()
