"""Watch Your Back!: place twelve pieces each, move, sandwich, and mind the shrinking board."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, TypeGuard

from plyground import _core
from plyground.errors import IllegalMove, PositionTextError, shown
from plyground.games import record
from plyground.games.drawing.text import square_name
from plyground.games.family import YES_NO, Names, Parameter, Values
from plyground.games.names import with_values
from plyground.games.status import status
from plyground.games.watch_your_back import drawing

Square = tuple[int, int]
Action = Square | tuple[Square, Square] | None

SQUARES = tuple(square_name(x, y) for y in range(8) for x in range(8))
_COLOURS = ("white", "black")
PLACEMENTS = _core.WatchYourBackPosition.PLACEMENTS
SHRINK_TURNS = _core.WatchYourBackPosition.SHRINK_TURNS  #: of the moving phase
_MOST_TURNS = 65535  # what the core counts: without an arena's rule passes may go on for ever

PARAMETERS = (
    Parameter(
        "max_turns",
        "none",
        ("none",),
        range(1, 10_000),
        meaning="turns of the moving phase after which the game is a draw",
    ),
    Parameter("double_pass_draws", "no", YES_NO, meaning="two passes in a row are a draw"),
)
NAMES = Names("watch-your-back", PARAMETERS)


class Position(_core.WatchYourBackPosition):
    """A position of Watch Your Back!.

    >>> import plyground as ply
    >>> position = ply.position("watch-your-back").play("d4")
    >>> position.phase, position.turns, position.pieces
    ('placing', 1, (1, 0))
    """

    @property
    def game(self) -> str:
        """The name of the game, with its parameters."""
        return NAMES.canonical(
            {
                "max_turns": str(self.max_turns or "none"),
                "double_pass_draws": YES_NO[self.double_pass_draws],
            }
        )

    def side_name(self, side: _core.Side) -> str:
        """Return the colour of a player: ``white`` or ``black``."""
        return _COLOURS[side]

    @property
    def turn_name(self) -> str:
        """The colour to move: ``white`` or ``black``."""
        return self.side_name(self.turn)

    @property
    def phase(self) -> str:
        """``placing``, ``moving`` or, when the game is over, ``completed``."""
        if self.is_over:
            return "completed"
        return "moving" if self._moving() else "placing"

    @property
    def board(self) -> tuple[str, ...]:
        """Eight rows: ``O`` White, ``@`` Black, ``-`` empty, ``X`` corner, blank for removed."""
        squares = self._board()
        return tuple(squares[i : i + 8] for i in range(0, 64, 8))

    @property
    def text(self) -> str:
        """The position in one line: the board, the phase, its turn count, and passes just made."""
        rows = "/".join(self.board).replace(" ", ".")
        phase = "moving" if self._moving() else "placing"
        return f"{rows} {phase} {self.turns}{' pass' * self._passes()}"

    @property
    def clock(self) -> drawing.Clock:
        """The phase, its turn, and what the next shrink removes, for pictures."""
        return drawing.Clock(
            self.phase, self.turns, PLACEMENTS, self.shrinks, self.next_shrink, self.vanishing
        )

    @property
    def _status(self) -> str:
        return status(self, None if self.winner is None else self.side_name(self.winner))

    def __str__(self) -> str:
        return drawing.text_board(self.board, self.clock, self._status)

    def svg(self, last_move: str | None = None) -> str:
        """Draw the board as an SVG picture, with the last move (``d4`` or ``white d4``) marked."""
        move = last_move.split()[-1] if last_move else None
        return drawing.svg_board(self.board, self.clock, move, self._status)

    def _symbol_at(self, square: str) -> str:
        return self.board[int(square[1]) - 1][ord(square[0]) - ord("a")]

    def _why_illegal(self, move: object) -> str:
        if self.is_over:
            return f"{shown(move)} is illegal: the game is over"
        placing = not self._moving()
        if move == "pass":
            when = "nobody passes while placing" if placing else f"{self.turn_name} can move"
            return f"pass is illegal: {when}"
        form = re.fullmatch(r"([a-h][1-8])([a-h][1-8])?", move) if isinstance(move, str) else None
        if not form:
            example = "a square, e.g. d4" if placing else "two squares, e.g. d4e4"
            return f"{shown(move)} is not an action; expected {example}"
        if self.legal_moves == ("pass",):
            return f"{move} is illegal: {self.turn_name} can only pass"
        if placing:
            return self._why_no_placing(form[0], form[2])
        return self._why_no_step(form[0], form[1], form[2])

    def _why_no_placing(self, move: str, target: str | None) -> str:
        if target:
            return f"{move} is a move; this is the placing phase, expected one square"
        if self._symbol_at(move) != "-":
            return f"{move} is occupied or a corner; expected an empty square"
        rows = "1 to 6" if self.turn == 0 else "3 to 8"
        return f"{move} is outside {self.turn_name}'s zone; expected rows {rows}"

    def _why_no_step(self, move: str, start: str, target: str | None) -> str:
        if not target:
            return f"{move} is a single square; this is the moving phase, expected two, e.g. d4e4"
        if self._symbol_at(start) != "O@"[self.turn]:
            return f"{move}: {self.turn_name} has no piece on {start}"
        if self._symbol_at(target) != "-":
            return f"{move}: {target} is not an empty square"
        return f"{move}: {target} is neither next to {start} nor right behind a piece next to it"


class Game(record.Game):
    """A game of Watch Your Back! from its start.

    >>> Game(max_turns="320", double_pass_draws="yes").position.game
    'watch-your-back(max_turns=320,double_pass_draws=yes)'
    """

    def __init__(self, **parameters: str) -> None:
        super().__init__(with_values(NAMES, **parameters))


def move_from_action(action: object) -> str:
    """Return the move for an action of the course's players: a square, two squares or None.

    As for the course's referee, a list is as good as a tuple, and a number is whatever is an int.

    >>> move_from_action((3, 3)), move_from_action(([3, 3], [4, 3])), move_from_action(None)
    ('d4', 'd4e4', 'pass')
    """
    if action is None:
        return "pass"
    squares: Sequence[object] = action if _is_pair(action, (tuple, list)) else (action,)
    texts = [_square_text(square) for square in squares]
    if None in texts:
        raise IllegalMove(f"{action!r} is not an action; expected (x, y), ((x, y), (x, y)) or None")
    return "".join(text for text in texts if text)


def action_from_move(move: str) -> Action:
    """Return the course's action for a move.

    >>> action_from_move("d4e4")
    ((3, 3), (4, 3))
    """
    if move == "pass":
        return None
    squares = [(ord(move[i]) - ord("a"), int(move[i + 1]) - 1) for i in range(0, len(move), 2)]
    return squares[0] if len(squares) == 1 else (squares[0], squares[1])


def _is_pair(
    value: object, kind: type | tuple[type, ...]
) -> TypeGuard[tuple[Any, Any] | list[Any]]:
    if not isinstance(value, tuple | list) or len(value) != 2:
        return False
    return all(isinstance(part, kind) for part in value)


def _square_text(square: object) -> str | None:
    """Return the text of a square; None if it is none: a float is no coordinate."""
    if not _is_pair(square, int):
        return None
    x, y = square
    return f"{chr(ord('a') + x)}{y + 1}" if 0 <= x < 8 and 0 <= y < 8 else None


def start(values: Values) -> Position:
    """Return the start position for these parameters."""
    return _make(values, "-" * 64, moving=False, turns=0, shrinks=0, passes=0)


def _make(
    values: Values, board: str, *, moving: bool, turns: int, shrinks: int, passes: int
) -> Position:
    max_turns = 0 if values["max_turns"] == "none" else int(values["max_turns"])
    draws = values["double_pass_draws"] == "yes"
    return Position(max_turns, draws, board, moving, turns, shrinks, passes)


def from_text(values: Values, text: str) -> Position:
    """Read the one-line text of a position; raises PositionTextError."""
    words = text.split()
    if len(words) not in (3, 4, 5) or words[1] not in ("placing", "moving"):
        raise PositionTextError(
            "a Watch Your Back! position is a board, placing or moving, and the turns; "
            f"expected e.g. '{start(values).text}'"
        )
    passes = _read_passes(words[3:], values, moving=words[1] == "moving")
    moving, turns = words[1] == "moving", _read_turns(words[2], moving=words[1] == "moving")
    board, shrinks = _read_board(words[0])
    due = shrinks_at(turns) if moving else 0
    shrunk = f"the board has shrunk {shrinks} times; expected {due} times at turn {turns}"
    try:
        found = _make(values, board, moving=moving, turns=turns, shrinks=shrinks, passes=passes)
    except ValueError as error:
        reason = f"{error}; correct the board or the turns"
        raise PositionTextError(reason if shrinks == due else shrunk) from None
    # A game that ended with the action before a shrink keeps its larger board.
    if shrinks != due and not (found.is_over and turns in SHRINK_TURNS and shrinks == due - 1):
        raise PositionTextError(shrunk)
    return found


def shrinks_at(turns: int) -> int:
    """Return how often the board has shrunk at a turn of the moving phase."""
    return sum(turns >= turn for turn in SHRINK_TURNS)


def empty_board(shrinks: int) -> str:
    """Return the 64 squares of an empty board: ``-``, ``X`` for corners, ``.`` for removed ones."""
    return Position._empty_board(shrinks).replace(" ", ".")


def _read_passes(words: list[str], values: Values, *, moving: bool) -> int:
    if not words:
        return 0
    if set(words) != {"pass"} or not moving or values["double_pass_draws"] != "yes":
        raise PositionTextError(
            f"{words[0]!r} is not allowed here; expected nothing, or pass if double_pass_draws=yes"
        )
    return len(words)


def _read_turns(word: str, *, moving: bool) -> int:
    most = _MOST_TURNS if moving else PLACEMENTS - 1
    if not re.fullmatch(r"[0-9]{1,5}", word) or int(word) > most:
        raise PositionTextError(f"{word!r} is not a turn of this phase; expected 0 to {most}")
    return int(word)


def _read_board(word: str) -> tuple[str, int]:
    """Return 64 squares and how often the board has shrunk."""
    rows = word.split("/")
    if len(rows) != 8 or any(len(row) != 8 for row in rows):
        raise PositionTextError(f"{word!r} is not 8 rows of 8 squares joined by /")
    if wrong := set(word) - set("O@-X./"):
        raise PositionTextError(f"{min(wrong)!r} is not a square; expected one of O @ - X .")
    shrinks = next((s for s in range(3) if rows[s][s] == "X"), 0)
    for name, symbol, empty in zip(SQUARES, "".join(rows), empty_board(shrinks), strict=True):
        expected = "O @ -" if empty == "-" else empty
        if symbol not in expected:
            raise PositionTextError(f"{name} is {symbol!r}; expected {expected}")
    return "".join(rows), shrinks
