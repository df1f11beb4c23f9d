"""Dots and boxes: draw lines between dots; whoever closes a box owns it and moves again."""

from dataclasses import dataclass

import plyground as ply

SIZE = 3  # boxes in a row
WIDTH = 2 * SIZE + 1
# The board as a square of places: dots, lines, and boxes between them. Lines are the moves.
NAMES = {(r, c): f"{'abcdefghi'[c]}{r + 1}" for r in range(WIDTH) for c in range(WIDTH)}
LINES = [place for place in NAMES if sum(place) % 2]
BOXES = [(r, c) for r in range(1, WIDTH, 2) for c in range(1, WIDTH, 2)]
AROUND = {
    (r, c): [LINES.index(p) for p in ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1))]
    for r, c in BOXES
}
NUMBERS = {NAMES[place]: number for number, place in enumerate(LINES)}


@dataclass(frozen=True)
class DotsAndBoxes(ply.Position):
    """A move is a line, named by its column and row on the board: b1 is the first at the top."""

    drawn: int = 0  #: a bit for each line
    owners: str = "." * len(BOXES)
    turn: ply.Side = ply.Side.FIRST

    @property
    def legal_moves(self) -> list[str]:
        return [NAMES[place] for i, place in enumerate(LINES) if not self.drawn >> i & 1]

    def play(self, move: str) -> "DotsAndBoxes":
        line = NUMBERS[move]
        drawn, owners = self.drawn | 1 << line, list(self.owners)
        for i, box in enumerate(BOXES):
            if line in AROUND[box] and all(drawn >> one & 1 for one in AROUND[box]):
                owners[i] = "12"[self.turn]
        closed = owners != list(self.owners)
        return DotsAndBoxes(drawn, "".join(owners), self.turn if closed else self.turn.other)

    @property
    def is_over(self) -> bool:
        return "." not in self.owners

    @property
    def margin(self) -> int:
        own, other = "12" if self.turn == ply.Side.FIRST else "21"
        return self.owners.count(own) - self.owners.count(other)

    def evaluate(self) -> int:
        return 100 * self.margin

    def diagram(self) -> ply.Diagram:
        cells = [self._cell(*place) for place in NAMES]
        counts = {side: self.owners.count("12"[side]) for side in ply.Side}
        return ply.Diagram(cells, counts=counts, unit="boxes")

    def _cell(self, r: int, c: int) -> ply.Cell:
        x, y, name = c / 2, r / 2, NAMES[r, c]
        if r % 2 == c % 2 == 0:
            dot = ply.Piece("black", "disc")
            return ply.Cell(name, x, y, 0.24, 0.24, "round", "none", dot, fixed=True)
        if r % 2 and c % 2:
            owner = self.owners[BOXES.index((r, c))]
            piece = {"1": ply.Piece("blue", "disc", "1"), "2": ply.Piece("orange", "tile", "2")}
            return ply.Cell(name, x, y, 0.76, 0.76, ground="none", piece=piece.get(owner),
                            label=f"box {name}, {self._owner(owner)}")  # fmt: skip
        is_drawn = self.drawn >> NUMBERS[name] & 1
        line = ply.Piece("black", "bar", name="drawn") if is_drawn else None
        width, height = (0.76, 0.24) if c % 2 else (0.24, 0.76)
        label = f"line {name}, {'drawn' if is_drawn else 'free'}"
        return ply.Cell(name, x, y, width, height, "round", "plain", line, label=label)

    def _owner(self, owner: str) -> str:
        return "open" if owner == "." else f"owned by {self.side_name(ply.Side(int(owner) - 1))}"

    def side_name(self, side: ply.Side) -> str:
        return "blue" if side == ply.Side.FIRST else "orange"


if __name__ == "__main__":
    game, engine = ply.Game(DotsAndBoxes()), ply.PVS(nodes=2000)
    while not game.is_over:
        game.push(engine.search(game.position).move)
    print(game, game.result)
