"""Watch Your Back!: place twelve pieces each, move, sandwich, and mind the shrinking board."""

from pathlib import Path
from typing import Any

from plyground._core import Side
from plyground.games.drawing.text import CORNER, DOOMED
from plyground.games.family import (
    Benchmark,
    Face,
    Family,
    Learning,
    Observation,
    Place,
    Play,
    Scoring,
)
from plyground.games.watch_your_back import drawing, view
from plyground.games.watch_your_back.position import (
    NAMES,
    PARAMETERS,
    PLACEMENTS,
    SHRINK_TURNS,
    Action,
    Game,
    Position,
    Square,
    action_from_move,
    from_text,
    move_from_action,
    start,
)

__all__ = [
    "FAMILY",
    "PARAMETERS",
    "SHRINK_TURNS",
    "Action",
    "Game",
    "Position",
    "Square",
    "action_from_move",
    "move_from_action",
]

# A plain game may never end; in competitions these rules end it.
_WITH_AN_END = "watch-your-back(max_turns=320,double_pass_draws=yes)"

_ONLY_PASS = "X------X/O@@--@@O/@------@/@------@/--------/--------/--------/X------X moving 0"


def _moves_left(position: Position) -> int:
    if position.phase == "placing":
        return 12 - position.turns // 2 + 40
    return max(16, (140 - position.turns) // 2)


def _moves_made(position: Position) -> int:
    return position.turns + (0 if position.phase == "placing" else PLACEMENTS)


def _most_moves(position: Position) -> int:
    return position.max_turns + PLACEMENTS if position.max_turns else 10_000  # perhaps endless


def _left(position: Position) -> float:
    """Return the share of the turns up to the last shrink that are still to be played."""
    return max(0.0, 1 - _moves_made(position) / (PLACEMENTS + SHRINK_TURNS[-1]))


def _margin(position: Position, side: Side) -> int:
    """Return by how many pieces a side is ahead; the rules count only who has won."""
    white, black = position.pieces
    return white - black if side == Side.FIRST else black - white


def _mark(position: Position, move: str) -> Place | None:  # noqa: ARG001 - all boards are alike
    return drawing.GRID.target(move)


def _see(position: Position, side: Side) -> list[Any]:
    """8 × 8 × 7: own pieces, the opponent's, corners, gone, moving, clock, to move.

    The clock goes from 1 down to 0 until the board shrinks, or the game ends.
    """
    own, other = ("O", "@") if side == Side.FIRST else ("@", "O")
    moving = position.phase == "moving"
    events = (*SHRINK_TURNS, position.max_turns)
    due = next((turn for turn in events if turn > position.turns), position.turns)
    left = (due - position.turns) / SHRINK_TURNS[0] if moving else 1.0
    constants = [moving, min(left, 1.0), position.turn == side]
    return [
        [[*(cell == symbol for symbol in (own, other, "X", " ")), *constants] for cell in row]
        for row in position.board
    ]


# `tests/native/endings.cpp` counts them again.
_LAST_BOARD = (
    "all 474,254 positions of the last board: 258,920 won, 19,196 drawn, 196,138 lost for the side "
    "to move; the longest win takes 25 plies"
)

FAMILY = Family(
    names=NAMES,
    position=Position,
    start=start,
    from_text=from_text,
    folder=Path(__file__).parent,
    face=Face(
        title="Watch Your Back!",
        meaning="Place twelve pieces, sandwich enemies, and mind the shrinking board.",
        summary="Sandwich enemies while the board shrinks.",
        unit="pieces",
        presets={
            _WITH_AN_END: "Draw after 320 turns (recommended)",
            "watch-your-back": "Original rules, no limit",
        },
        sample=(
            "watch-your-back",
            "X------X/---O----/--O@O---/--@-@O--/---@O---/--@-----/--------/X------X moving 30",
            (),
        ),
        help={
            "a move": "d4 to place a piece, later d4e4 to move it; pass if you cannot",
            "signs": f"{CORNER} corner, an enemy of both; {DOOMED} goes when the board shrinks",
        },
        counts_margin=False,
        won="the opponent has fewer than two pieces left",
        lost="fewer than two pieces left",
    ),
    view=view,
    known_endings=_LAST_BOARD,
    mark=_mark,
    play=Play(
        moves_left=_moves_left,
        most_moves=_most_moves,
        moves_made=_moves_made,
        reductions=True,
        pruning=True,
        sharp_phases=True,
        only_pass=_ONLY_PASS,
    ),
    scoring=Scoring(left=_left, margin=_margin),
    learning=Learning(
        depth=2, scale=4.0, opening=24, loss_plies=10.0, book_plies=PLACEMENTS,
        ignored=frozenset({"max_turns", "double_pass_draws"}),
    ),
    benchmark=Benchmark(perft={"watch-your-back": 4}, signature=("watch-your-back", 120, 5)),
    observation=Observation(_see),
    competition=_WITH_AN_END,
    reasons={
        "captures_now": "piece to capture|pieces to capture",
        "threats": "piece to capture|pieces to capture",
        "mobility": "safe step or jump|safe steps and jumps",
    },
)  # fmt: skip
