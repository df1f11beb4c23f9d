"""An agent: plays every move many times to the end at random, and takes what did best."""

import random

import plyground as ply
from plyground.arena.referee.clock import Clock

MOST_SECONDS = 0.2  # for one move, however long the clock would allow
LONGEST = 200  # moves of a random game, before it counts as a draw


def choose(position: ply.Position, clock: Clock) -> str:
    """Return one of ``position.legal_moves``. The referee calls this whenever you are to move.

    ``clock.seconds`` is the most that this move may take, ``clock.elapsed`` what it has taken, and
    ``clock.share(position)`` a fair part of the time that is left for the game.
    """
    moves = position.legal_moves
    if len(moves) == 1:  # also a forced pass
        return str(moves[0])
    points = dict.fromkeys(moves, 0.0)
    until = min(clock.share(position), clock.seconds / 2, MOST_SECONDS)
    while clock.elapsed < until:
        for move in moves:
            points[move] += outcome(position.play(move), position.turn)
    return str(max(moves, key=lambda move: points[move]))


def outcome(position: ply.Position, me: ply.Side) -> float:
    """Play at random to the end: 1 for a win, 0 for a loss.

    A position never changes: ``play`` returns the next one. Who moves there is ``position.turn``;
    in Kalah that may be the same side again.
    """
    for _ in range(LONGEST):
        if position.is_over:
            return 0.5 if position.winner is None else float(position.winner == me)
        position = position.play(random.choice(position.legal_moves))
    return 0.5


# To keep something from move to move, write a class instead; every game gets a new one:
#
#     class Agent:
#         def choose(self, position, clock): ...
#
# What you print is kept with the game; files and the network are out of reach in a tournament.
