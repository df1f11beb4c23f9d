"""Nim: take any number of matches from one heap; whoever takes the last match wins."""

from dataclasses import dataclass

import plyground as ply


@dataclass(frozen=True)
class Nim(ply.Position):
    """A move is a pair: the number of the heap, and how many matches to take."""

    heaps: tuple[int, ...] = (3, 4, 5)
    turn: ply.Side = ply.Side.FIRST

    @property
    def legal_moves(self) -> tuple[tuple[int, int], ...]:
        return tuple((i, n) for i, heap in enumerate(self.heaps) for n in range(1, heap + 1))

    def play(self, move: tuple[int, int]) -> "Nim":
        heaps = tuple(heap - move[1] * (i == move[0]) for i, heap in enumerate(self.heaps))
        return Nim(heaps, self.turn.other)

    @property
    def is_over(self) -> bool:
        return not any(self.heaps)

    @property
    def margin(self) -> int:
        return -1  # the opponent took the last match


if __name__ == "__main__":
    game, engine = ply.Game(Nim()), ply.PVS(depth=12)
    while not game.is_over:
        game.push(engine.search(game.position).move)
        print(game, game.result or "")
