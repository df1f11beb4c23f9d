"""Write the vectors of Connect Four: whole games and solved endgames, made by the reference.

Run `python -m tests.reference.make_connect_four` from the repository's root. A game lists its moves
and the rows after each of them. An endgame lists the moves that lead to it, its exact value for the
side to move and every move that keeps it, found by trying everything.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import pairwise

from tests.reference.connect_four import ConnectFour
from tests.reference.connect_four_features import threats
from tests.support import vectors
from tests.support.vectors import Record

SIZES = ((7, 6, 60), (4, 4, 12), (5, 4, 8), (6, 5, 8), (8, 7, 8), (9, 6, 6), (12, 4, 6), (4, 15, 6))
ENDGAME_EMPTY = (6, 8, 10, 12)


def sensible_move(position: ConnectFour, chance: random.Random) -> str:
    """Win, else block, else any move: such games last, and end in every way."""
    legal = position.legal_moves()
    landing = {move: position.landing(int(move) - 1) for move in legal}
    colours = sorted("RY", key=lambda colour: colour != position.side)
    if chance.random() < 0.9:
        for colour in colours:
            winning = threats(position, colour)
            for move in legal:
                if landing[move] in winning:
                    return move
    return chance.choice(legal)


def walk(width: int, height: int, chance: random.Random, clever: bool) -> list[ConnectFour]:
    """Play one game; return its positions."""
    passed = [ConnectFour(width, height)]
    while not passed[-1].is_over():
        here = passed[-1]
        move = sensible_move(here, chance) if clever else chance.choice(here.legal_moves())
        passed.append(here.play(move))
    return passed


def moves_of(passed: list[ConnectFour]) -> list[str]:
    """Return the columns of the stones that each position has more than the one before."""
    return [
        str(next(iter(after.stones.keys() - before.stones.keys()))[0] + 1)
        for before, after in pairwise(passed)
    ]


def games() -> Iterator[Record]:
    chance = random.Random(4)
    for width, height, count in SIZES:
        for number in range(count):
            passed = walk(width, height, chance, clever=number % 3 > 0)
            yield {
                "size": [width, height],
                "moves": moves_of(passed),
                "boards": ["/".join(position.board()) for position in passed[1:]],
                "winner": passed[-1].winner(),
            }


def value(position: ConnectFour, known: dict[str, int]) -> int:
    """Return the result under best play as the side to move sees it."""
    if position.is_over():
        return position.margin()
    text = position.text()
    if text not in known:
        known[text] = max(-value(position.play(move), known) for move in position.legal_moves())
    return known[text]


def endgames() -> Iterator[Record]:
    chance = random.Random(44)
    for width, height in ((7, 6), (6, 5), (8, 7)):
        for empty in ENDGAME_EMPTY:
            made = 0
            while made < 4:
                passed = walk(width, height, chance, clever=True)[: width * height - empty + 1]
                if len(passed) <= width * height - empty or passed[-1].is_over():
                    continue
                made += 1
                position, known = passed[-1], dict[str, int]()
                best = value(position, known)
                yield {
                    "size": [width, height],
                    "moves": moves_of(passed),
                    "value": best,
                    "best": [
                        move
                        for move in position.legal_moves()
                        if -value(position.play(move), known) == best
                    ],
                }


if __name__ == "__main__":
    vectors.OWN.mkdir(exist_ok=True)
    vectors.write(vectors.OWN / "connect-four.jsonl.gz", games())
    vectors.write(vectors.OWN / "connect-four-endgames.jsonl.gz", endgames())
