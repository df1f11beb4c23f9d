"""A course player of Watch Your Back! that plays at random, by the rules of ``tests/reference``."""

from __future__ import annotations

import random
from typing import Any

from tests.reference.watch_your_back import WatchYourBack, square_from_text, square_text


class Player:
    """Any legal action; every game begins with the next number of a sequence."""

    games = 0

    def __init__(self, colour: str) -> None:
        assert colour in ("white", "black")
        Player.games += 1
        self.colour = colour
        self.position = WatchYourBack.start()
        self.chance = random.Random(Player.games)

    def action(self, turns: int) -> Any:
        assert turns == self.position.turns
        assert self.colour == ("white", "black")[self.position.turn]
        move = self.chance.choice(self.position.legal_moves())
        self.position = self.position.play(move)
        if move == "pass":
            return None
        squares = [square_from_text(move[i : i + 2]) for i in range(0, len(move), 2)]
        return squares[0] if len(squares) == 1 else tuple(squares)

    def update(self, action: Any) -> None:
        assert self.colour != ("white", "black")[self.position.turn]
        if action is None:
            move = "pass"
        else:
            squares = (action,) if self.position.placing else action
            move = "".join(square_text(square) for square in squares)
        self.position = self.position.play(move)
