"""The references alone agree with the official programs; only then may they judge others."""

from __future__ import annotations

from typing import Any

import pytest

from tests import reference
from tests.reference.connect_four import SIDE_NAMES as COLOUR_NAMES
from tests.reference.connect_four import ConnectFour
from tests.reference.kalah import SEAT_NAMES, Kalah
from tests.reference.squatter import BLACK, SIDE_NAMES, WHITE, Squatter
from tests.reference.watch_your_back import WatchYourBack
from tests.support import vectors
from tests.support.hand_cases import HAND_CASES, HandCase
from tests.support.replay import REPLAYS, Facts, replay_hand_case


class ReferenceSubject:
    """The references, described by the names that the package's positions use."""

    illegal: type[Exception] = ValueError

    def position(self, game: str, text: str | None = None) -> Any:
        """Return a game's start position, or the position that a text describes."""
        return reference.position(game, text)

    def play(self, position: Any, move: str) -> Any:
        """Return the position after a move."""
        return position.play(move)

    def move_from_action(self, action: Any) -> str:
        """Return the text of a raw action, as strict about its form as the official referee."""
        if action is None:
            return "pass"
        squares = action if _is_pair(action) and isinstance(action[0], tuple) else (action,)
        text = ""
        for square in squares:
            if not (_is_pair(square) and all(type(number) is int for number in square)):
                raise ValueError(f"malformed action {action}")
            if not all(0 <= number <= 7 for number in square):
                raise ValueError(f"off the board: {action}")
            text += "abcdefgh"[square[0]] + str(square[1] + 1)
        return text

    def facts(self, position: Any) -> Facts:
        """Describe a position."""
        facts: Facts = {
            "text": position.text(),
            "turn": position.turn,
            "legal_moves": set(position.legal_moves()),
            "is_over": position.is_over(),
            "margin": position.margin() if position.is_over() else None,
        }
        if isinstance(position, ConnectFour):
            return facts | _connect_four_facts(position)
        if isinstance(position, Kalah):
            return facts | _kalah_facts(position)
        if isinstance(position, Squatter):
            return facts | _squatter_facts(position)
        return facts | _watch_your_back_facts(position)


def _is_pair(value: Any) -> bool:
    return isinstance(value, tuple) and len(value) == 2


def _connect_four_facts(position: ConnectFour) -> Facts:
    return {"turn_name": COLOUR_NAMES[position.side], "board": tuple(position.board())}


def _kalah_facts(position: Kalah) -> Facts:
    return {
        "turn_name": SEAT_NAMES[position.seat],
        "houses": position.houses,
        "stores": position.stores,
        "swapped": position.swapped,
    }


def _squatter_facts(position: Squatter) -> Facts:
    return {
        "turn_name": SIDE_NAMES[position.side],
        "board": tuple(position.board()),
        "owners": tuple(position.owner_rows()),
        "scores": (position.score(WHITE), position.score(BLACK)),
        "free": len(position.free_cells()),
    }


def _watch_your_back_facts(position: WatchYourBack) -> Facts:
    return {
        "board": tuple(row.replace(".", " ") for row in position.rows()),
        "phase": position.phase,
        "turns": position.turns,
        "pieces": (position.pieces("O"), position.pieces("@")),
        "shrinks": position.shrinks,
    }


@pytest.mark.parametrize(("name", "number"), vectors.all_shares())
def test_reference_reproduces_vectors(name: str, number: int) -> None:
    """Every game, set-up position and illegal action of the official programs."""
    records = vectors.share(name, number)
    assert records
    for record in records:
        REPLAYS[name](record, ReferenceSubject())


@pytest.mark.parametrize("case", HAND_CASES, ids=lambda case: case.name)
def test_reference_agrees_with_hand_cases(case: HandCase) -> None:
    """Moves worked out by hand, for the parameters that no official program has."""
    replay_hand_case(case, ReferenceSubject())


SOLVED_MARGINS = {
    "opposite": {1: (0, -2, 6, -2, 2), 2: (2, -2, -2, -10, 6), 3: (0, 4, 2), 4: (2,)},
    "always": {1: (0, -2, 6, -2, 2), 2: (2, -2, -2, -12, 6), 3: (0, 4, 2), 4: (2,)},
}


@pytest.mark.parametrize(
    ("houses", "seeds", "capture", "margin"),
    [
        (houses, seeds, capture, margin)
        for capture, rows in SOLVED_MARGINS.items()
        for houses, margins in rows.items()
        for seeds, margin in enumerate(margins, start=1)
    ],
)
def test_reference_reproduces_solved_kalah(
    houses: int, seeds: int, capture: str, margin: int
) -> None:
    """The published first player's margins under best play."""
    position = reference.position(f"kalah({houses},{seeds},capture={capture})")
    assert best_margin(position, {}) == margin


def best_margin(position: reference.ReferencePosition, known: dict[str, int]) -> int:
    """Return the margin under best play as the player to move sees it: minimax with a memory."""
    if position.is_over():
        return position.margin()
    text = position.text()
    if text not in known:
        margins = []
        for move in position.legal_moves():
            child = position.play(move)
            margin = best_margin(child, known)
            margins.append(margin if child.turn == position.turn else -margin)
        known[text] = max(margins)
    return known[text]
