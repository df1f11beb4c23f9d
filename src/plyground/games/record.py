"""A game record: the start position, the moves played, and the result."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from plyground._core import Side
from plyground.errors import PlygroundError
from plyground.games.names import position
from plyground.games.native import is_native
from plyground.games.own.honest import played
from plyground.games.own.pictures import last_cells
from plyground.games.position import Position

Result = Literal["first", "second", "draw"]


@dataclass(frozen=True)
class Step:
    """A legal move and the position after it."""

    move: Any
    position: Position


class Game:
    """A game record: the start position and the moves played so far.

    >>> import plyground as ply
    >>> game = ply.game("kalah(6,4)")
    >>> game.push("3")
    >>> game.push("6")
    >>> game.moves, game.position.turn_name
    (('3', '6'), 'north')
    >>> game.pop()
    '6'
    """

    def __init__(self, start: Position) -> None:
        self.headers: dict[str, str] = {}
        self._positions = [start]
        self._moves: list[Any] = []
        self._resigned: Side | None = None

    @property
    def start(self) -> Position:
        """The start position."""
        return self._positions[0]

    @property
    def position(self) -> Position:
        """The current position."""
        return self._positions[-1]

    @property
    def moves(self) -> tuple[Any, ...]:
        """All moves so far."""
        return tuple(self._moves)

    @property
    def positions(self) -> tuple[Position, ...]:
        """All positions so far, beginning with the start position."""
        return tuple(self._positions)

    def push(self, move: object) -> None:
        """Play a move, given as text; raises IllegalMove with the reason."""
        self.add(self.look(move))

    def look(self, move: object) -> Step:
        """Return what a move, given as text, leads to; raises IllegalMove with the reason."""
        if self.resigned is not None:
            raise PlygroundError("the game has ended by resignation; pop() takes it back")
        parsed = self.position.parse_move(str(move))
        return Step(parsed, played(self.position, parsed))

    def add(self, step: Step) -> None:
        """Enter a step that ``look`` has returned for the position now."""
        self._positions.append(step.position)
        self._moves.append(step.move)

    def pop(self) -> Any:
        """Take back the last move and return it; this also undoes a resignation."""
        if not self._moves:
            raise PlygroundError("no move to take back: the game is at its start")
        self._resigned = None
        self._positions.pop()
        return self._moves.pop()

    def resign(self, side: Side) -> None:
        """End the game: this side resigns and loses."""
        if self.is_over:
            raise PlygroundError("the game is already over")
        self._resigned = side

    @property
    def resigned(self) -> Side | None:
        """The side that has resigned, if any."""
        return self._resigned

    @property
    def is_over(self) -> bool:
        """Whether the game has ended, on the board or by resignation."""
        return self._resigned is not None or self.position.is_over

    @property
    def result(self) -> Result | None:
        """``first`` or ``second`` (the winner), ``draw``, or None if the game is not over."""
        if not self.is_over:
            return None
        winner = self.position.winner if self._resigned is None else Side(1 - self._resigned)
        if winner is None:
            return "draw"
        return "first" if winner == Side.FIRST else "second"

    def __repr__(self) -> str:
        return f"<Game {self.start.game}, {len(self._moves)} moves, {self.result or 'running'}>"

    def __str__(self) -> str:
        return str(self.position)

    def _repr_svg_(self) -> str:
        """Return the picture for notebooks: the position, with the last move marked."""
        return self.picture(len(self._moves))

    def picture(self, plies: int) -> str:
        """Draw the position after so many moves as SVG, with the last of them marked."""
        position, last = self._positions[plies], None
        if plies > 0:
            before, move = self._positions[plies - 1], self._moves[plies - 1]
            last = f"{before.turn_name} {move}" if is_native(before) else last_cells(before, move)
        return position.svg(last)


def game(name: str, text: str | None = None) -> Game:
    """Start a game by its name, from its start position or from the text of a position.

    >>> game("squatter(6)").position.turn_name
    'white'
    """
    return Game(position(name, text))
