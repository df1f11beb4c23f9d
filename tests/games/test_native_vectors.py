"""The package agrees with the official programs and with moves worked out by hand."""

from __future__ import annotations

from typing import Any

import pytest

import plyground as ply
from plyground import watch_your_back
from tests.support import vectors
from tests.support.hand_cases import HAND_CASES, HandCase
from tests.support.replay import REPLAYS, Facts, replay_hand_case

VIEWS = {
    "connect-four": ("board",),
    "kalah": ("houses", "stores", "swapped"),
    "squatter": ("board", "owners", "scores", "free"),
    "watch-your-back": ("board", "phase", "turns", "pieces", "shrinks"),
}


class NativeSubject:
    """The package's positions, through their public face only."""

    illegal: type[Exception] = ply.IllegalMove

    def position(self, game: str, text: str | None = None) -> Any:
        """Return a game's start position, or the position that a text describes."""
        return ply.position(game, text)

    def play(self, position: Any, move: str) -> Any:
        """Return the position after a move."""
        return position.play(move)

    def move_from_action(self, action: object) -> str:
        """Return the text of a raw Watch Your Back! action."""
        return watch_your_back.move_from_action(action)

    def facts(self, position: Any) -> Facts:
        """Describe a position."""
        facts: Facts = {
            "text": position.text,
            "turn": int(position.turn),
            "turn_name": position.turn_name,
            "legal_moves": set(position.legal_moves),
            "is_over": position.is_over,
            "margin": position.margin if position.is_over else None,
        }
        assert len(position.legal_moves) == len(set(position.legal_moves))
        family = next(family for family in VIEWS if position.game.startswith(family))
        return facts | {name: getattr(position, name) for name in VIEWS[family]}


@pytest.mark.parametrize(("name", "number"), vectors.all_shares())
def test_native_reproduces_vectors(name: str, number: int) -> None:
    """Every game, set-up position and illegal action of the official programs."""
    records = vectors.share(name, number)
    assert records
    for record in records:
        REPLAYS[name](record, NativeSubject())


@pytest.mark.parametrize("case", HAND_CASES, ids=lambda case: case.name)
def test_native_agrees_with_hand_cases(case: HandCase) -> None:
    """Moves worked out by hand, for the parameters that no official program has."""
    replay_hand_case(case, NativeSubject())


@pytest.mark.parametrize("game", ["connect-four", "kalah(6,4)", "squatter(5)", "watch-your-back"])
def test_margin_needs_a_finished_game(game: str) -> None:
    """A running game has no margin."""
    with pytest.raises(ValueError, match="not over"):
        _ = ply.position(game).margin
