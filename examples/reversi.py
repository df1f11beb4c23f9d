"""Reversi: enclose the opponent's discs in a line to turn them; more discs at the end win."""

from dataclasses import dataclass

import plyground as ply

SIZE = 8
NAMES = [f"{'abcdefgh'[i % SIZE]}{i // SIZE + 1}" for i in range(SIZE * SIZE)]
ALL = (1 << SIZE * SIZE) - 1
CORNERS = 1 << 0 | 1 << 7 | 1 << 56 | 1 << 63
INNER = sum(1 << i for i in range(SIZE * SIZE) if 0 < i % SIZE < 7)  # lines do not wrap around
# A step in each of four directions, forwards and back, and the discs that it may pass over.
STEPS = [(1, INNER), (SIZE, ALL), (SIZE - 1, INNER), (SIZE + 1, INNER)]


def turned(own: int, other: int, cell: int) -> int:
    """Return the discs that a disc on an empty cell, given as its bit, would turn."""
    found = 0
    for step, passed in STEPS:
        between = other & passed
        ahead, run = cell << step, 0
        while ahead & between:
            run, ahead = run | ahead, ahead << step
        found |= run if ahead & own else 0
        ahead, run = cell >> step, 0
        while ahead & between:
            run, ahead = run | ahead, ahead >> step
        found |= run if ahead & own else 0
    return found


def reached(own: int, other: int) -> int:
    """Return the empty cells where a disc would turn others: all lines at once."""
    found = 0
    for step, passed in STEPS:
        between = other & passed
        ahead, back = own << step & between, own >> step & between
        for _ in range(SIZE - 3):
            ahead |= ahead << step & between
            back |= back >> step & between
        found |= ahead << step | back >> step
    return found & ~(own | other) & ALL


@dataclass(frozen=True)
class Reversi(ply.Position):
    """A move is a cell such as d3; who cannot turn any disc must pass. Black moves first."""

    black: int = 1 << 28 | 1 << 35  #: a bit for each disc, a1 first
    white: int = 1 << 27 | 1 << 36
    turn: ply.Side = ply.Side.FIRST

    @property
    def discs(self) -> tuple[int, int]:
        """The discs of the mover, and of the opponent."""
        if self.turn == ply.Side.FIRST:
            return self.black, self.white
        return self.white, self.black

    @property
    def legal_moves(self) -> list[str]:
        own, other = self.discs
        if cells := reached(own, other):
            return [NAMES[i] for i in range(SIZE * SIZE) if cells >> i & 1]
        return ["pass"] if reached(other, own) else []

    def play(self, move: str) -> "Reversi":
        own, other = self.discs
        if move != "pass":
            cell = 1 << NAMES.index(move)
            flips = turned(own, other, cell)
            own, other = own | cell | flips, other & ~flips
        black, white = (own, other) if self.turn == ply.Side.FIRST else (other, own)
        return Reversi(black, white, self.turn.other)

    @property
    def is_over(self) -> bool:
        own, other = self.discs
        return not (reached(own, other) or reached(other, own))

    @property
    def margin(self) -> int:
        own, other = self.discs
        return own.bit_count() - other.bit_count()

    def features(self) -> dict[str, tuple[int, int]]:
        """Return what counts, for the mover and the opponent; reversi.weights.toml weighs it."""
        own, other = self.discs
        return {
            "corners": ((own & CORNERS).bit_count(), (other & CORNERS).bit_count()),
            "mobility": (reached(own, other).bit_count(), reached(other, own).bit_count()),
        }

    def _rows(self) -> list[str]:
        discs = self.black, self.white
        cells = "".join("BW."[next((s for s in (0, 1) if discs[s] >> i & 1), 2)] for i in range(64))
        return [cells[i : i + SIZE] for i in range(0, SIZE * SIZE, SIZE)]

    def diagram(self) -> ply.Diagram:
        return ply.Diagram.grid(
            self._rows(),
            {"B": ply.Piece("black"), "W": ply.Piece("white")},
            ground="green",
            counts={
                ply.Side.FIRST: self.black.bit_count(),
                ply.Side.SECOND: self.white.bit_count(),
            },
            unit="discs",
        )

    def side_name(self, side: ply.Side) -> str:
        return "black" if side == ply.Side.FIRST else "white"

    @property
    def text(self) -> str:
        """The rows from the top, and who moves."""
        return f"{'/'.join(self._rows())} {'BW'[self.turn]}"

    @classmethod
    def from_text(cls, text: str) -> "Reversi":
        cells, _, turn = text.replace("/", "").partition(" ")
        if len(cells) != SIZE * SIZE or set(cells) - set("BW.") or turn not in ("B", "W"):
            raise ply.PositionTextError(f"expected 8 rows of 8 cells and who moves: {cls().text}")
        black, white = (sum(1 << i for i, c in enumerate(cells) if c == of) for of in "BW")
        return cls(black, white, ply.Side("BW".index(turn)))


if __name__ == "__main__":
    game, engine = ply.Game(Reversi()), ply.PVS(nodes=500)
    while not game.is_over:
        game.push(engine.search(game.position).move)
    print(game, game.result)
