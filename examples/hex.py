"""Hex: connect your two sides of the board; Red goes from top to bottom, Blue across."""

from dataclasses import dataclass
from functools import cached_property

import plyground as ply

SIZE = 7
NAMES = [f"{'abcdefg'[i % SIZE]}{i // SIZE + 1}" for i in range(SIZE * SIZE)]
NEIGHBOURS = [
    [
        (i // SIZE + dr) * SIZE + i % SIZE + dc
        for dr, dc in ((-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0))
        if 0 <= i // SIZE + dr < SIZE and 0 <= i % SIZE + dc < SIZE
    ]
    for i in range(SIZE * SIZE)
]
EDGES = (
    (range(SIZE), range(SIZE * (SIZE - 1), SIZE * SIZE)),  # Red: top and bottom
    (range(0, SIZE * SIZE, SIZE), range(SIZE - 1, SIZE * SIZE, SIZE)),  # Blue: left and right
)


@dataclass(frozen=True)
class Hex(ply.Position):
    """A move is a cell such as d4. Somebody always wins: a full board connects one side."""

    cells: str = "." * (SIZE * SIZE)
    turn: ply.Side = ply.Side.FIRST

    @property
    def legal_moves(self) -> list[str]:
        return [] if self.is_over else [NAMES[i] for i, c in enumerate(self.cells) if c == "."]

    def play(self, move: str) -> "Hex":
        i = NAMES.index(move)
        cells = self.cells[:i] + "RB"[self.turn] + self.cells[i + 1 :]
        return Hex(cells, self.turn.other)

    @property
    def is_over(self) -> bool:
        return bool(self._connection)

    @property
    def margin(self) -> int:
        return -1  # the opponent, who has just moved, is connected

    @cached_property
    def _connection(self) -> tuple[int, ...]:
        """Return the stones that connect the opponent's sides; nothing if they are apart."""
        side = self.turn.other
        stone, (start, end) = "RB"[side], EDGES[side]
        came_from = {i: i for i in start if self.cells[i] == stone}
        front = list(came_from)
        for i in front:
            if i in end:
                path = [i]
                while came_from[path[-1]] != path[-1]:
                    path.append(came_from[path[-1]])
                return tuple(path)
            for j in NEIGHBOURS[i]:
                if self.cells[j] == stone and j not in came_from:
                    came_from[j] = i
                    front.append(j)
        return ()

    def evaluate(self) -> int:
        """Return how many more stones the opponent needs, in hundredths."""
        return 100 * (self._needs(self.turn.other) - self._needs(self.turn))

    def _needs(self, side: ply.Side) -> int:
        """Count the stones that a side must add to be connected, if the opponent stood still."""
        own, (start, end) = "RB"[side], EDGES[side]
        layer, seen, count = list(start), set(), 0
        while layer:
            later = []
            for i in layer:  # which grows: own stones cost nothing
                if i in seen or self.cells[i] not in (own, "."):
                    continue
                if self.cells[i] == ".":
                    later.append(i)
                    continue
                seen.add(i)
                if i in end:
                    return count
                layer += NEIGHBOURS[i]
            if any(i in end for i in later):
                return count + 1
            seen |= set(later)
            layer, count = [j for i in later for j in NEIGHBOURS[i]], count + 1
        return SIZE * SIZE

    def diagram(self) -> ply.Diagram:
        pieces = {"R": ply.Piece("red", "disc"), "B": ply.Piece("blue", "tile")}
        cells = [
            ply.Cell(
                NAMES[i], x=i % SIZE + i // SIZE / 2, y=0.86 * (i // SIZE), height=1.14,
                shape="hexagon", piece=pieces.get(cell), marked=i in self._connection,
            )
            for i, cell in enumerate(self.cells)
        ]  # fmt: skip
        return ply.Diagram([*_borders(), *cells])

    def side_name(self, side: ply.Side) -> str:
        return "red" if side == ply.Side.FIRST else "blue"


def _borders() -> list[ply.Cell]:
    """Show which sides belong to whom: half-hidden hexagons around the board."""
    around = []
    for k in range(SIZE):
        for where, row, column, colour in (
            ("top", -0.35, k, "red"), ("bottom", SIZE - 0.65, k, "red"),
            ("left", k, -0.35, "blue"), ("right", k, SIZE - 0.65, "blue"),
        ):  # fmt: skip
            x, y = column + row / 2, 0.86 * row
            around.append(
                ply.Cell(f"{where} {k + 1}", x, y, 1, 1.14, "hexagon", colour, fixed=True)
            )
    return around


if __name__ == "__main__":
    game, engine = ply.Game(Hex()), ply.MCTS(nodes=300)
    while not game.is_over:
        game.push(engine.search(game.position).move)
    print(game, game.result)
