"""Kalah with few seeds; positions around the last board of Watch Your Back!, and what is proven."""

from __future__ import annotations

import random

import plyground as ply
from plyground.games.native import NativePosition
from tests.support.searching import engine
from tests.support.strategies import start

ARENA = "watch-your-back(max_turns=320,double_pass_draws=yes)"
SECOND_SHRINK = 192


def few_seeds(chance: random.Random, game: str, houses: int, seeds: int = 6) -> NativePosition:
    """Draw a Kalah position with so many seeds left to play for."""
    while True:
        rows = [[0] * houses for _ in range(2)]
        for _ in range(seeds):
            rows[chance.randrange(2)][chance.randrange(houses)] += 1
        south, north = (f"{','.join(map(str, row))}/{chance.randrange(9)}" for row in rows)
        position = start(game, f"{south} {north} {chance.choice(('south', 'north'))}")
        if not position.is_over:
            return position


def last_board(chance: random.Random, turns: int = SECOND_SHRINK) -> str:
    """Draw the text of a position of the last board; the game may be over."""
    rows = ["." * 8] * 8
    for row, squares in enumerate(("X--X", "----", "----", "X--X"), 2):
        drawn = "".join(chance.choice("-O@") if square == "-" else square for square in squares)
        rows[row] = f"..{drawn}.."
    return f"{'/'.join(rows)} moving {turns}"


def running_last_board(chance: random.Random, game: str = ARENA) -> NativePosition:
    """Draw a position of the last board in which the game goes on."""
    while True:
        position = start(game, last_board(chance, SECOND_SHRINK + chance.randrange(60)))
        if not position.is_over:
            return position


def before_the_shrink(chance: random.Random, turns: int, game: str = ARENA) -> NativePosition:
    """Play whole games with quick searches and a few random moves, up to this moving turn."""
    while True:
        position = start(game)
        player = engine("pvs", seed=chance.randrange(1_000), endings=False)
        while not position.is_over and f"moving {turns}" not in position.text:
            if chance.random() < 0.04:
                move = chance.choice(position.legal_moves)
            else:
                limit = ply.Limit(nodes=chance.choice((300, 2_000)))
                move = player.search(position, limit).move
            position = position.play(move)
        if not position.is_over:
            return position


def proven_bounds(position: NativePosition, nodes: int) -> tuple[int, int]:
    """Prove bounds of the result by exact search as far as the tables, or give up at the limit."""
    if position.is_over:
        return position.margin, position.margin
    solution = ply.solve(position, ply.Limit(nodes=nodes), table_mb=16)
    return solution.lower, solution.upper


def loses_a_proven_value(position: NativePosition, move: str, nodes: int) -> bool | None:
    """Whether a move is proven to be worse than the position; None if nothing was proven."""
    lower, upper = proven_bounds(position, nodes)
    if (lower, upper) == (-1, 1):
        return None
    if lower == -1:  # there is nothing to lose
        return False
    child_lower, _ = proven_bounds(position.play(move), nodes)
    return -child_lower < lower
