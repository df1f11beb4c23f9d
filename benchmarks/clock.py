"""How a player spends a game's clock: the part that is used, and when.

    python benchmarks/clock.py --game 'squatter(7)' --clock 10 --games 4 --save

Plays against itself, by processor time, so that other work on the machine takes nothing away.
"""

from __future__ import annotations

import argparse
import random
import time
from statistics import mean

from rows import append

import plyground as ply
from plyground.games.names import competition_name, families

GAMES = tuple(family.benchmark.signature[0] for family in families())
THIRDS = ("first third", "second third", "last third")


def spent(game: str, spec: str, clock: float, seed: int) -> list[list[float]]:
    """Play a game; return the seconds that each move of each side took."""
    chance, position = random.Random(seed), ply.position(competition_name(game))
    for _ in range(4):
        position = position.play(chance.choice(position.legal_moves))
    players = [ply.player(spec, seed=seed + side) for side in (0, 1)]
    for player in players:
        player.choose(position, ply.Limit(nodes=1))  # which makes the table
    moves: list[list[float]] = [[], []]
    while not position.is_over:
        side = position.turn
        began = time.process_time()
        left = clock - sum(moves[side])
        move = players[side].choose(position, ply.Limit(clock=max(left, 0.0), cpu=True))
        moves[side].append(time.process_time() - began)
        position = position.play(move)
    return moves


def summary(sides: list[list[float]], clock: float) -> dict[str, object]:
    """Return what part of the clock was used, in all and by thirds of the moves."""
    thirds = [
        mean(sum(moves[len(moves) * i // 3 : len(moves) * (i + 1) // 3]) for moves in sides)
        for i in range(3)
    ]
    parts = {name: f"{third / clock:.3f}" for name, third in zip(THIRDS, thirds, strict=True)}
    return {"moves": round(mean(map(len, sides))), "used": f"{sum(thirds) / clock:.3f}", **parts,
            "most used": f"{max(map(sum, sides)) / clock:.3f}"}  # fmt: skip


def main() -> None:
    """Play the games that the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", action="append", help="[default: one of each family]")
    parser.add_argument("--player", default="pvs")
    parser.add_argument("--clock", type=float, default=10.0)
    parser.add_argument("--games", type=int, default=4)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--save", action="store_true")
    options = parser.parse_args()
    for game in options.game or GAMES:
        sides = [
            side
            for number in range(options.games)
            for side in spent(game, options.player, options.clock, options.seed + 2 * number)
        ]
        row = {"game": game, "player": options.player, "clock": options.clock,
               "games": options.games, **summary(sides, options.clock)}  # fmt: skip
        print(row, flush=True)
        if options.save:
            append("clock.csv", row)


if __name__ == "__main__":
    main()
