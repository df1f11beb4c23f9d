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

    def diagram(self) -> ply.Diagram:
        """Each match is a cell; a click takes it and all matches at its right."""
        cells, clicks = [], {}
        for i, heap in enumerate(self.heaps):
            for n in range(max(5, heap)):
                label = f"heap {i + 1}, match {n + 1}" + ("" if n < heap else ", taken")
                match = ply.Piece("orange", "bar", name="match") if n < heap else None
                name = f"{'abcdefgh'[i]}{n + 1}"
                cells.append(
                    ply.Cell(name, 0.4 * n, i, 0.4, 0.9, "square", "none", match, label=label)
                )
                if n < heap:
                    taken = heap - n
                    clicks[i, taken] = ply.Click([name], label=f"take {taken} from heap {i + 1}")
        heaps = [ply.Label(str(i + 1), -0.7, i) for i in range(len(self.heaps))]
        return ply.Diagram(cells, clicks, heaps)


if __name__ == "__main__":
    game, engine = ply.Game(Nim()), ply.PVS(depth=12)
    while not game.is_over:
        game.push(engine.search(game.position).move)
        print(game, game.result or "")
