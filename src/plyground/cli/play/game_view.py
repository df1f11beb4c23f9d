"""A single game on the screen, move by move, between players that nobody types for."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from rich.text import Text

from plyground.cli.play.board_view import board_view
from plyground.cli.shared.output import console
from plyground.errors import visible
from plyground.games.position import Position, move_text


class GameView:
    """Shows a game, unless it is to be quiet; ``delay`` seconds pass after each move."""

    def __init__(self, *, quiet: bool, delay: float = 0.0) -> None:
        self._console = console()
        self._quiet = quiet
        self._delay = delay

    def say(self, text: str) -> None:
        """Print a line about the game."""
        if not self._quiet:
            self._console.print(Text(visible(text)))

    def on_move(self, start: Position) -> Callable[[Position, Any], None]:
        """Return what is to be told after every move of a game."""
        last = start

        def show(after: Position, move: Any) -> None:
            nonlocal last
            seat, last = last.turn_name, after
            if self._quiet:
                return
            self._console.print(Text(f"{seat} {move}", "bold"))
            self._console.print(board_view(str(after), self._console, (seat, move_text(move))))
            time.sleep(self._delay)

        return show
