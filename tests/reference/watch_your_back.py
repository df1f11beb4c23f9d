"""Watch Your Back!, slow and plain: the board is a dictionary of the squares that still exist.

A square is (column, row) from (0, 0) at the top left; its text is the column letter and the row
number: (0, 0) is a1, (3, 0) is d1, (0, 3) is a4. Squares off the board and squares removed by a
shrink are both simply missing from the dictionary.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

WHITE, BLACK, EMPTY, CORNER = "O", "@", "-", "X"
REMOVED = "."
PIECES_TO_PLACE = 24
SHRINK_TURNS = (128, 192)
DIRECTIONS = ((0, -1), (0, 1), (-1, 0), (1, 0))

Square = tuple[int, int]
Board = dict[Square, str]


@dataclass(frozen=True)
class ArenaRules:
    """Rules that the official referee does not have, so that every game ends."""

    max_turns: int | None = None
    double_pass_draws: bool = False


NO_ARENA = ArenaRules()


@dataclass(frozen=True)
class WatchYourBack:
    """A position. `turns` counts from the start of the present phase; even is White's turn.

    `passes` counts the passes made in a row; it is kept only where double_pass_draws=yes.
    """

    board: Board
    placing: bool = True
    turns: int = 0
    passes: int = 0
    arena: ArenaRules = NO_ARENA

    @staticmethod
    def start(arena: ArenaRules = NO_ARENA) -> WatchYourBack:
        """Return the empty board at the start of the placing phase."""
        rows = ["X------X", *["--------"] * 6, "X------X"]
        return WatchYourBack(board_from_rows(rows), arena=arena)

    @staticmethod
    def from_text(arena: ArenaRules, text: str) -> WatchYourBack:
        """Read a one-line position text."""
        rows, phase, turns, *passes = text.split(" ")
        board = board_from_rows(rows.split("/"))
        return WatchYourBack(board, phase == "placing", int(turns), len(passes), arena)

    @property
    def turn(self) -> int:
        """The player to move: 0 is White, who acts first in both phases."""
        return self.turns % 2

    @property
    def colour(self) -> str:
        """The colour to move."""
        return (WHITE, BLACK)[self.turn]

    @property
    def phase(self) -> str:
        """Return placing, moving or completed."""
        if self.is_over():
            return "completed"
        return "placing" if self.placing else "moving"

    @property
    def shrinks(self) -> int:
        """The number of rings removed so far."""
        return next(ring for ring in range(3) if (ring, ring) in self.board)

    def pieces(self, colour: str) -> int:
        """Count the pieces of a colour."""
        return list(self.board.values()).count(colour)

    def legal_moves(self) -> list[str]:
        """List all actions of the side to move; a forced pass is an action too."""
        if self.is_over():
            return []
        if self.placing:
            rows = range(6) if self.colour == WHITE else range(2, 8)
            return [
                square_text(square)
                for square, content in self.board.items()
                if content == EMPTY and square[1] in rows
            ]
        moves = []
        for square, content in self.board.items():
            if content == self.colour:
                for target in self.targets(square):
                    moves.append(square_text(square) + square_text(target))
        return moves or ["pass"]

    def targets(self, square: Square) -> list[Square]:
        """List the squares that a piece can step or jump to."""
        found = []
        for direction in DIRECTIONS:
            near = step(square, direction)
            behind = step(near, direction)
            if self.board.get(near) == EMPTY:
                found.append(near)
            elif self.board.get(near) in (WHITE, BLACK) and self.board.get(behind) == EMPTY:
                found.append(behind)
        return found

    def play(self, move: str) -> WatchYourBack:
        """Return the position after a legal action."""
        if move not in self.legal_moves():
            raise ValueError(f"illegal move {move}")
        board = dict(self.board)
        if move != "pass":
            if not self.placing:
                board[square_from_text(move[:2])] = EMPTY
            arrive(board, square_from_text(move[-2:]), self.colour)
        passes = self.passes + 1 if move == "pass" and self.arena.double_pass_draws else 0

        if self.placing and self.turns + 1 < PIECES_TO_PLACE:
            return replace(self, board=board, turns=self.turns + 1)
        turns = 0 if self.placing else self.turns + 1
        after = replace(self, board=board, placing=False, turns=turns, passes=passes)
        if turns in SHRINK_TURNS and not after.has_loser():
            after = replace(after, board=shrunk(board, ring=SHRINK_TURNS.index(turns)))
        return after

    def has_loser(self) -> bool:
        """Tell whether a side (or both) has fewer than two pieces; nobody loses while placing."""
        return not self.placing and min(self.pieces(WHITE), self.pieces(BLACK)) < 2

    def is_over(self) -> bool:
        """Tell whether the pieces, or a rule of the arena, have ended the game."""
        if self.placing:
            return False
        limit = self.arena.max_turns
        out_of_turns = limit is not None and self.turns >= limit
        return self.has_loser() or out_of_turns or self.passes >= 2

    def margin(self) -> int:
        """Return 1 for a win of the player to move, -1 for a loss, 0 for a draw."""
        if not self.is_over():
            raise ValueError("the game is not over")
        white_lost, black_lost = self.pieces(WHITE) < 2, self.pieces(BLACK) < 2
        white_margin = int(black_lost) - int(white_lost)
        return white_margin if self.colour == WHITE else -white_margin

    def rows(self) -> list[str]:
        """Return the eight rows of the board, `.` where a square has been removed."""
        get = self.board.get
        return ["".join([get((x, y), REMOVED) for x in range(8)]) for y in range(8)]

    def text(self) -> str:
        """Return the one-line position text."""
        words = ["/".join(self.rows()), "placing" if self.placing else "moving", str(self.turns)]
        # One word for each pass in a row: two have ended the game, and the text has to say so.
        return " ".join(words + ["pass"] * self.passes)


def arrive(board: Board, square: Square, colour: str) -> None:
    """Put a piece down: it captures its neighbours first, and only then may be captured itself."""
    enemy = BLACK if colour == WHITE else WHITE
    board[square] = colour
    for direction in DIRECTIONS:
        near = step(square, direction)
        if board.get(near) == enemy and board.get(step(near, direction)) in (colour, CORNER):
            board[near] = EMPTY
    hostile = (enemy, CORNER)
    for one_way, other_way in (((0, -1), (0, 1)), ((-1, 0), (1, 0))):
        if (
            board.get(step(square, one_way)) in hostile
            and board.get(step(square, other_way)) in hostile
        ):
            board[square] = EMPTY


def shrunk(board: Board, ring: int) -> Board:
    """Remove the outermost ring (0 or 1) and turn four squares of the next one into corners."""
    edge = (ring, 7 - ring)
    board = {(x, y): board[x, y] for x, y in board if x not in edge and y not in edge}
    s = ring + 1
    # The order is part of the rules: top left, bottom left, bottom right, top right.
    for corner in ((s, s), (s, 7 - s), (7 - s, 7 - s), (7 - s, s)):
        board[corner] = CORNER
        for direction in DIRECTIONS:
            near = step(corner, direction)
            colour, behind = board.get(near), board.get(step(near, direction))
            if (colour == WHITE and behind in (BLACK, CORNER)) or (
                colour == BLACK and behind in (WHITE, CORNER)
            ):
                board[near] = EMPTY
    return board


def step(square: Square, direction: Square) -> Square:
    """Return the next square in a direction, on the board or not."""
    return square[0] + direction[0], square[1] + direction[1]


def square_text(square: Square) -> str:
    """Name a square.

    >>> square_text((3, 0))
    'd1'
    """
    return "abcdefgh"[square[0]] + str(square[1] + 1)


def square_from_text(text: str) -> Square:
    """Read a square's name; the inverse of `square_text`."""
    return "abcdefgh".index(text[0]), int(text[1]) - 1


def board_from_rows(rows: Sequence[str]) -> Board:
    """Build a board from eight rows; a blank or `.` is a removed square."""
    return {
        (x, y): symbol
        for y, row in enumerate(rows)
        for x, symbol in enumerate(row)
        if symbol not in (" ", REMOVED)
    }
