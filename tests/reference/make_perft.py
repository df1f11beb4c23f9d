"""Write tests/data/perft.json: numbers of move sequences, counted by the references.

Run `python -m tests.reference.make_perft` from the repository's root. Each entry names a game, the
moves that lead to its position, and the number of sequences of 1, 2, 3 … further moves. A sequence
that meets the end of the game is not continued: it counts at its own length only.
"""

from __future__ import annotations

import json
import random

from tests.reference import ReferencePosition, position
from tests.support import random_play
from tests.support.paths import DATA

TABLE = DATA / "perft.json"
MAX_SEQUENCES = 200_000
MAX_DEPTH = 12

# A game and the number of random moves to make before counting.
ENTRIES = [
    ("connect-four", 0),
    ("connect-four", 24),
    ("connect-four(4,4)", 0),
    ("connect-four(5,8)", 20),
    ("connect-four(12,4)", 16),
    ("connect-four(4,15)", 30),
    ("kalah(1,1)", 0),
    ("kalah(2,3)", 0),
    ("kalah(3,2,end=mover_empty)", 0),
    ("kalah(4,4,capture=always)", 0),
    ("kalah(5,3,swap=yes)", 0),
    ("kalah(6,4)", 0),
    ("kalah(6,4)", 24),
    ("kalah(6,6,capture=never,majority_ends=yes)", 30),
    ("kalah-manchester", 0),
    ("kalah-manchester", 40),
    ("kalah(8,8,skip_origin=yes)", 25),
    ("kalah(12,12)", 0),
    ("kalah(12,12,skip_origin=yes,sweep=none)", 60),
    ("squatter(3)", 0),
    ("squatter(4)", 6),
    ("squatter(5,first=black)", 0),
    ("squatter(6)", 20),
    ("squatter(7)", 0),
    ("squatter(7)", 36),
    ("squatter(9,first=black)", 60),
    ("squatter(11)", 100),
    ("watch-your-back", 0),
    ("watch-your-back", 22),
    ("watch-your-back", 60),
    ("watch-your-back", 24 + 126),
    ("watch-your-back(max_turns=132,double_pass_draws=yes)", 24 + 129),
    ("watch-your-back", 24 + 191),
]


def perft(position: ReferencePosition, depth: int) -> int:
    """Count the sequences of exactly `depth` moves."""
    if depth == 1:
        return len(position.legal_moves())
    return sum(perft(position.play(move), depth - 1) for move in position.legal_moves())


def counts(position: ReferencePosition) -> list[int]:
    """Count sequences of 1, 2, 3 … moves while there are not too many of them."""
    table: list[int] = []
    for depth in range(1, MAX_DEPTH + 1):
        branching = len(position.legal_moves()) if len(table) < 2 else table[-1] / table[-2]
        if table and table[-1] * branching > MAX_SEQUENCES:
            break
        table.append(perft(position, depth))
        if table[-1] == 0:
            break
    return table


def random_moves(game: str, number: int) -> list[str]:
    """Play at random, from a seed that is tried until the game lasts so many moves and one more."""
    for seed in range(10_000):
        rng = random.Random(f"{game} {number} {seed}")
        reached, moves = position(game), list[str]()
        while len(moves) < number and not reached.is_over():
            legal = reached.legal_moves()
            biased = game.startswith("squatter")
            move = (
                random_play.squatter_move(rng, legal, reached.turn) if biased else rng.choice(legal)
            )
            moves.append(move)
            reached = reached.play(move)
        if not reached.is_over():
            return moves
    raise ValueError(f"no random game of {game} lasts {number} moves")


def main() -> None:
    """Write the table, one entry a line."""
    lines = []
    for game, number in ENTRIES:
        moves = random_moves(game, number)
        reached = position(game)
        for move in moves:
            reached = reached.play(move)
        entry = {"game": game, "moves": " ".join(moves), "counts": counts(reached)}
        lines.append(json.dumps(entry))
        print(game, number, reached.text(), entry["counts"])
    TABLE.write_text("[\n" + ",\n".join(lines) + "\n]\n", encoding="utf-8")


if __name__ == "__main__":
    main()
