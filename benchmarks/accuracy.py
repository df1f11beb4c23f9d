"""Measure the accuracy that reviews give to random play and to each level, playing itself.

    python -m benchmarks.accuracy --games 50                  # appends to accuracy.csv
    python -m benchmarks.accuracy --games 20 --players pvs:level=3 random --only squatter(6)

Games begin with a few random moves, which are not counted, so that no two are the same. Each side
of a game counts for itself.
"""

from __future__ import annotations

import argparse
import random

import plyground as ply
from benchmarks.rows import append
from plyground.games.names import competition_name
from plyground.games.position import move_text
from plyground.games.record import Game
from plyground.players.specs import player
from plyground.web.analysis.grading import Graded, grade, summary
from plyground.web.analysis.searching import Judge
from plyground.web.shared.views import SIDES

GAMES = ("kalah(6,4)", "squatter(6)", "watch-your-back", "connect-four")
PLAYERS = ("random", *(f"pvs:level={level}" for level in range(1, 10)), "pvs:nodes=20000")
_RANDOM_MOVES = 4
_NODES = 20_000  # of the judge; pages use more


def played(spec: str, game: str, seed: int) -> tuple[Game, int]:
    """Play a game of a player against itself; return it with its number of opening moves."""
    record, chance = ply.game(competition_name(game)), random.Random(seed)
    for _ in range(chance.randrange(_RANDOM_MOVES + 1)):
        record.push(move_text(chance.choice(record.position.legal_moves)))
    opening = len(record.moves)
    seats = [player(spec, seed) for _ in range(2)]
    while not record.position.is_over:
        record.push(move_text(seats[len(record.moves) % 2].choose(record.position)))
    return record, opening


def reviewed(record: Game, opening: int, nodes: int = _NODES) -> list[float]:
    """Return the accuracy of each side that had something to decide."""
    judge = Judge(nodes)
    moves = []
    for position, move in zip(record.positions[opening:], record.moves[opening:], strict=False):
        before = judge.judge(position)
        after = judge.judge_move(position, move_text(move), before)
        word, loss = grade(position, move_text(move), before, after)
        moves.append(Graded(SIDES[position.turn], word, loss, judge.stake(position)))
    found = summary(0, moves).accuracy.values()
    return [accuracy for accuracy in found if accuracy is not None]


def measured(spec: str, game: str, games: int, first_seed: int = 1) -> dict[str, object]:
    """Return the mean accuracy of a player over games against itself."""
    found = [
        accuracy
        for seed in range(first_seed, first_seed + games)
        for accuracy in reviewed(*played(spec, game, seed))
    ]
    mean = sum(found) / len(found)
    error = (sum((one - mean) ** 2 for one in found) / len(found)) ** 0.5 / len(found) ** 0.5
    return {
        "game": game, "player": spec, "games": games, "sides": len(found),
        "accuracy": f"{mean:.1f}", "error95": f"{1.96 * error:.1f}",
    }  # fmt: skip


def main() -> None:
    """Measure what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--players", nargs="+", default=PLAYERS)
    parser.add_argument("--only", nargs="+", default=GAMES)
    parser.add_argument("--dry", action="store_true", help="record nothing")
    options = parser.parse_args()
    for game in options.only:
        for spec in options.players:
            row = measured(spec, game, options.games)
            print(row, flush=True)
            if not options.dry:
                append("accuracy.csv", row)


if __name__ == "__main__":
    main()
