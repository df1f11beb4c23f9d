"""Slow, readable rules to check the fast ones against; they share no code with the package.

Every reference position has the same small face, `ReferencePosition`, and `position` finds them
by the game's name:

>>> position("kalah(6,4)").play("3").text()
'4,4,0,5,5,5/1 4,4,4,4,4,4/0 south'
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Protocol

from tests.reference.connect_four import ConnectFour
from tests.reference.kalah import Kalah, Rules
from tests.reference.squatter import Squatter
from tests.reference.watch_your_back import ArenaRules, WatchYourBack


class ReferencePosition(Protocol):
    """What the references have in common."""

    @property
    def turn(self) -> int:
        """The player to move: 0 is the one who made the game's first move."""

    def legal_moves(self) -> list[str]:
        """List the legal moves; empty only when the game is over."""

    def play(self, move: str) -> ReferencePosition:
        """Return the position after a legal move; raise ValueError on any other."""

    def is_over(self) -> bool:
        """Tell whether the game has ended."""

    def margin(self) -> int:
        """Return the final margin as the player to move sees it."""

    def text(self) -> str:
        """Return the one-line position text."""


def position(game: str, text: str | None = None) -> ReferencePosition:
    """Return a game's start position, or the position that a text describes.

    The game is given by name, for example `squatter(7,first=black)`.
    """
    if game == "kalah-manchester":
        return position("kalah(7,7,swap=yes,first_extra_turn=no)", text)
    family, _, inside = game.rstrip(")").partition("(")
    arguments = inside.split(",") if inside else []
    numbers = [int(argument) for argument in arguments if "=" not in argument]
    named = dict(argument.split("=") for argument in arguments if "=" in argument)
    if family == "connect-four":
        width, height = numbers or (7, 6)
        if text is None:
            return ConnectFour(width, height)
        return ConnectFour.from_text(width, height, text)
    if family == "kalah":
        rules = _kalah_rules(numbers, named)
        return Kalah.start(rules) if text is None else Kalah.from_text(rules, text)
    if family == "squatter":
        size, first = numbers[0], "B" if named.get("first") == "black" else "W"
        return (
            Squatter.start(size, first) if text is None else Squatter.from_text(size, first, text)
        )
    if family == "watch-your-back":
        max_turns = int(named["max_turns"]) if "max_turns" in named else None
        arena = ArenaRules(max_turns, named.get("double_pass_draws") == "yes")
        if text is None:
            return WatchYourBack.start(arena)
        return WatchYourBack.from_text(arena, text)
    raise ValueError(f"no reference for {game}")


def _kalah_rules(numbers: list[int], named: dict[str, str]) -> Rules:
    defaults = Rules()
    changed: dict[str, Any] = dict(zip(("houses", "seeds"), numbers, strict=True))
    for name, value in named.items():
        is_switch = isinstance(getattr(defaults, name), bool)
        changed[name] = value == "yes" if is_switch else value
    return replace(defaults, **changed)
