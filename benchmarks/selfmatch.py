"""Whether a change helps: two player specs, random openings played twice with sides swapped.

    python benchmarks/selfmatch.py "pvs:nodes=20000" "pvs:nodes=20000,reductions=no" \
        --game kalah-manchester --pairs 200 --save

Prints the first player's score with a 95 % interval and Elo; ``--save`` appends it to strength.csv.
"""

from __future__ import annotations

import argparse
import csv
import math
import random
import statistics
from concurrent.futures import ProcessPoolExecutor
from datetime import UTC, datetime
from pathlib import Path

import plyground as ply

ARENA = {"watch-your-back": "watch-your-back(max_turns=320,double_pass_draws=yes)"}


def opening(game: str, plies: int, seed: int) -> ply.Position:
    """Return a running position some random moves after the start."""
    chance = random.Random(seed)
    while True:
        position = ply.position(game)
        for _ in range(plies):
            if not position.is_over:
                position = position.play(chance.choice(position.legal_moves))
        if not position.is_over:
            return position


def play(specs: tuple[str, str], start: ply.Position, seed: int) -> float:
    """Play one game; returns the score of the player who moves as the first side."""
    players = [ply.player(spec, seed + i) for i, spec in enumerate(specs)]
    position = start
    while not position.is_over:
        position = position.play(players[position.turn].choose(position))
    margin = position.margin_for(ply.Side.FIRST)
    return 0.5 if margin == 0 else float(margin > 0)


def pair(arguments: tuple[str, str, str, int, int]) -> float:
    """Play one opening twice; returns the first player's mean score."""
    one, other, game, plies, seed = arguments
    start = opening(game, plies + seed % 2, seed)
    return (play((one, other), start, seed) + 1 - play((other, one), start, seed)) / 2


def elo(score: float) -> float:
    """Return the rating difference that explains a score."""
    score = min(max(score, 1e-4), 1 - 1e-4)
    return -400 * math.log10(1 / score - 1)


def main() -> None:
    """Run the match that the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("one")
    parser.add_argument("other")
    parser.add_argument("--game", default="kalah-manchester")
    parser.add_argument("--pairs", type=int, default=100)
    parser.add_argument("--plies", type=int, default=6)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--save", action="store_true")
    options = parser.parse_args()
    game = ARENA.get(options.game, options.game)
    work = [
        (options.one, options.other, game, options.plies, seed) for seed in range(options.pairs)
    ]
    with ProcessPoolExecutor(options.workers) as pool:
        scores = list(pool.map(pair, work))
    mean = statistics.fmean(scores)
    error = 1.96 * statistics.stdev(scores) / math.sqrt(len(scores))
    low, high = elo(mean - error), elo(mean + error)
    print(f"{game}: {options.one} against {options.other}: {mean:.1%} ± {error:.1%}, "
          f"Elo {elo(mean):+.0f} [{low:+.0f}, {high:+.0f}], {2 * len(scores)} games")  # fmt: skip
    if options.save:
        path = Path(__file__).with_name("strength.csv")
        new = not path.exists()
        with path.open("a", newline="", encoding="utf-8") as file:
            writer = csv.writer(file)
            if new:
                writer.writerow(
                    ("date", "game", "one", "other", "games", "score", "error95", "elo")
                )
            now = datetime.now(UTC).strftime("%Y-%m-%d %H:%M")
            writer.writerow((now, game, options.one, options.other, 2 * len(scores),
                             f"{mean:.4f}", f"{error:.4f}", f"{elo(mean):+.0f}"))  # fmt: skip


if __name__ == "__main__":
    main()
