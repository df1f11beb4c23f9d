"""The interface of a position, for native games and for games written in Python."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Protocol, Self, runtime_checkable

from plyground._core import Side

if TYPE_CHECKING:
    from plyground.games.effects import Effect


def move_text(move: object) -> str:
    """Return a move as one word, as records and addresses hold it.

    >>> move_text((0, 3)), move_text("d4e4")
    ('(0,3)', 'd4e4')
    """
    return "".join(str(move).split())


@runtime_checkable
class Position(Protocol):
    """A position of a two-player game: immutable, equal by value, and hashable.

    To add your own game, write a subclass with five members: ``turn``, ``legal_moves``, ``play``,
    ``is_over`` and ``margin``. Make it hashable, for example as a frozen dataclass. Moves may be
    any hashable values; their text is ``str(move)``. ``ply.testing.check_game`` checks whether your
    game follows the rules that the rest of the package relies on.

    >>> from dataclasses import dataclass
    >>> import plyground as ply
    >>> @dataclass(frozen=True)
    ... class Nim(ply.Position):
    ...     heap: int = 7
    ...     turn: ply.Side = ply.Side.FIRST
    ...
    ...     @property
    ...     def legal_moves(self):
    ...         return tuple(range(1, min(3, self.heap) + 1))
    ...
    ...     def play(self, move):
    ...         return Nim(self.heap - move, self.turn.other)
    ...
    ...     @property
    ...     def is_over(self):
    ...         return self.heap == 0
    ...
    ...     @property
    ...     def margin(self):
    ...         return -1  # the opponent took the last match
    >>> Nim().play(3).play(1).legal_moves
    (1, 2, 3)
    """

    # Declared for type checkers only: a frozen dataclass may have these as fields, and a property
    # in the base class would be taken for the field's default.
    if TYPE_CHECKING:

        @property
        def turn(self) -> Side:
            """The side to move."""
            ...

        @property
        def legal_moves(self) -> Sequence[Any]:
            """Every legal move; empty exactly when the game is over (a forced pass is a move)."""
            ...

        @property
        def is_over(self) -> bool:
            """Whether the game has ended."""
            ...

        @property
        def margin(self) -> int:
            """The final margin from the view of ``turn``; only used when the game is over."""
            ...

    def play(self, move: Any) -> Self:
        """Return the position after a legal move."""
        raise TypeError(f"{type(self).__name__} cannot play {move!r}: define play()")

    def effects(self, move: Any) -> tuple[Effect, ...]:
        """Return what a move does: its steps, or for a game in Python what differs after it."""
        from plyground.games.own.pictures import change

        return (change(self, move),)

    @property
    def game(self) -> str:
        """The name of the game, with its parameters."""
        return type(self).__name__.lower()

    @property
    def text(self) -> str:
        """The position as one line of text."""
        return repr(self)

    def svg(self, last_move: str | None = None) -> str:
        """Draw the board as an SVG picture, with the cells of the last move marked.

        The class describes its board by a member ``diagram``, see ``ply.Diagram``. Without it the
        board is guessed from the fields, and else it is the text of the position.
        """
        from plyground.games.own.pictures import picture

        return picture(self, last_move)

    def _repr_svg_(self) -> str:
        """Return the picture for notebooks."""
        return self.svg()

    def __str__(self) -> str:
        from plyground.games.own.pictures import text_board

        return text_board(self)

    def side_name(self, side: Side) -> str:
        """Return the name of a side in this game: ``white``, ``south``, or just ``first``."""
        return "first" if side == Side.FIRST else "second"

    @property
    def turn_name(self) -> str:
        """The name of the side to move."""
        return self.side_name(self.turn)

    @property
    def winner(self) -> Side | None:
        """The side that has won; None if the game is not over or drawn."""
        if not self.is_over or self.margin == 0:
            return None
        return Side(self.turn if self.margin > 0 else 1 - self.turn)

    def margin_for(self, side: Side) -> int:
        """Return the final margin from the view of one side."""
        return self.margin if self.turn == side else -self.margin

    def parse_move(self, text: str) -> Any:
        """Return the legal move with this text; raises IllegalMove with the legal moves."""
        from plyground.errors import IllegalMove

        wanted = move_text(text)
        for move in self.legal_moves:
            if move_text(move) == wanted:
                return move
        legal = " ".join(map(move_text, self.legal_moves)) or "none: the game is over"
        raise IllegalMove(f"{text!r} is not a legal move here; legal moves are {legal}")
