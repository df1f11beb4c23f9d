"""Random games that reach the corners of the rules: variants, set-up boards, biased moves."""

from __future__ import annotations

import random
from itertools import product

KALAH_PARAMETERS = {
    "capture": ("opposite", "always", "never"),
    "swap": ("no", "yes"),
    "first_extra_turn": ("yes", "no"),
    "sweep": ("owner", "none", "last_mover", "empty_side"),
    "end": ("either_empty", "mover_empty"),
    "majority_ends": ("no", "yes"),
    "skip_origin": ("no", "yes"),
}

ARENAS = (
    "watch-your-back",
    "watch-your-back(double_pass_draws=yes)",
    "watch-your-back(max_turns=128)",
    "watch-your-back(max_turns=192,double_pass_draws=yes)",
    "watch-your-back(max_turns=320,double_pass_draws=yes)",
)


def connect_four_games() -> list[str]:
    """List the boards of all sizes by their canonical names."""
    return [
        f"connect-four({width},{height})" if (width, height) != (7, 6) else "connect-four"
        for width in range(4, 13)
        for height in range(4, 16)
        if width * (height + 1) <= 64
    ]


def connect_four_move(rng: random.Random, legal_moves: list[str], player: int) -> str:
    """Prefer every other column for each player, in pairs: such games often fill the board."""
    preferred = [move for move in legal_moves if int(move) // 2 % 2 == player]
    return rng.choice(preferred if preferred and rng.random() < 0.4 else legal_moves)


def kalah_variants() -> list[str]:
    """List all combinations of parameters as the tail of a canonical name; "" is standard."""
    variants = []
    for values in product(*KALAH_PARAMETERS.values()):
        named = zip(KALAH_PARAMETERS.items(), values, strict=True)
        variants.append(
            "".join(f",{name}={value}" for (name, known), value in named if value != known[0])
        )
    return variants


def kalah_text(rng: random.Random, houses: int, seeds: int) -> str:
    """Deal all seeds at random, more of them to some houses, so that long laps occur."""
    weights = [rng.random() ** 3 for _ in range(2 * houses + 2)]
    counts = [0] * (2 * houses + 2)
    for place in rng.choices(range(2 * houses + 2), weights, k=2 * houses * seeds):
        counts[place] += 1
    south, north = counts[:houses], counts[houses : 2 * houses]
    south_store, north_store = counts[2 * houses :]
    seat = rng.choice(("south", "north"))
    sides = [",".join(map(str, side)) for side in (south, north)]
    return f"{sides[0]}/{south_store} {sides[1]}/{north_store} {seat}"


def watch_your_back_text(rng: random.Random) -> str:
    """Set up a moving-phase board at a random stage, from nearly empty to full."""
    shrinks = rng.randrange(3)
    turns = (128, 192, 320)[shrinks] - rng.randint(1, 12)
    density = rng.choice((0.15, 0.4, 0.8, 1.0))
    rows = ["".join(_square(rng, x, y, shrinks, density) for x in range(8)) for y in range(8)]
    return f"{'/'.join(rows)} moving {turns}"


def _square(rng: random.Random, x: int, y: int, shrinks: int, density: float) -> str:
    first, last = shrinks, 7 - shrinks
    if not (first <= x <= last and first <= y <= last):
        return "."
    if x in (first, last) and y in (first, last):
        return "X"
    return rng.choice("O@") if rng.random() < density else "-"


def squatter_move(rng: random.Random, legal_moves: list[str], player: int) -> str:
    """Prefer cells of one parity for each player: diagonal chains make many loops and recaptures.

    Uniform random play hardly ever captures on large boards.
    """
    preferred = [move for move in legal_moves if _parity(move) == player]
    return rng.choice(preferred if preferred and rng.random() < 0.85 else legal_moves)


def _parity(move: str) -> int:
    return (ord(move[0]) + int(move[1:])) % 2
