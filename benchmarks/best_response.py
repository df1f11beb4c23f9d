"""What can be had against random play in Kalah, exactly, and what a player has of it.

    python benchmarks/best_response.py                       # the best that there is
    python benchmarks/best_response.py --player net:run/player.net

Expected points over the openings of a match (see plyground.arena.running.openings), by going
through all positions that can follow. The player must always answer a position with the same
move. Finding the best takes minutes for kalah(4,3): there are ten million positions.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass, field

import plyground as ply
from plyground.arena.running.openings import openings
from plyground.games.kalah import Position
from plyground.players.specs import Player


@dataclass
class Expectation:
    """Points that a side can expect against random play: with a player's moves, or the best."""

    side: ply.Side
    player: Player | None
    known: dict[int, float] = field(default_factory=dict)

    def of(self, position: Position) -> float:
        """Return the points, from 0 to 1."""
        if position.hash not in self.known:
            self.known[position.hash] = self._found(position)
        return self.known[position.hash]

    def _found(self, position: Position) -> float:
        lead = self._decided(position)
        if lead is not None:
            return (1 + (lead > 0) - (lead < 0)) / 2
        if position.turn != self.side:
            after = [self.of(position.play(move)) for move in position.legal_moves]
            return sum(after) / len(after)
        if self.player is not None:
            return self.of(position.play(self.player.choose(position)))
        return max(self.of(position.play(move)) for move in position.legal_moves)

    def _decided(self, position: Position) -> int | None:
        """Return who has won: by the rules, or because a store holds more than half the seeds."""
        if position.is_over:
            return position.margin_for(self.side)
        own, others = position.stores[self.side], position.stores[1 - self.side]
        seeds = own + others + sum(map(sum, position.houses))
        if max(own, others) * 2 > seeds:
            return own - others
        return None


def expectations(game: str, player: str | None, pairs: int) -> tuple[float, float]:
    """Return the mean points over the openings of a match, as the first side and as the second."""
    source = openings("random", ply.position(game))
    begun = [here for number in range(pairs) if isinstance(here := source[number], Position)]
    first, second = (
        Expectation(side, ply.player(player) if player else None)
        for side in (ply.Side.FIRST, ply.Side.SECOND)
    )
    return sum(map(first.of, begun)) / pairs, sum(map(second.of, begun)) / pairs


def main() -> None:
    """Print the points of each side, and of both."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="kalah(4,3)")
    parser.add_argument("--player", help="its expectation instead of the best")
    parser.add_argument("--pairs", type=int, default=300)
    options = parser.parse_args()
    if not isinstance(ply.position(options.game), Position):
        parser.error("the game must be a Kalah")
    first, second = expectations(options.game, options.player, options.pairs)
    print(f"first {first:.2%}, second {second:.2%}, both {(first + second) / 2:.2%}")


if __name__ == "__main__":
    main()
