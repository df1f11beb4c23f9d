"""Boards of games in Python: described, guessed, drawn, compared."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import plyground as ply
from plyground.games.own.diagram import DiagramError
from plyground.games.own.difference import difference
from plyground.games.own.guess import diagram_of
from plyground.games.python_file import start_in_file
from tests.support.python_games import Nim, TicTacToe

EXAMPLES = sorted((Path(__file__).parents[2] / "examples").glob("*.py"))


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_examples_follow_the_rules_and_draw_every_position(path: Path) -> None:
    start = start_in_file(str(path))
    assert ply.testing.check_game(start, games=2).weak_hash is None
    position, chance = start, random.Random(1)
    while not position.is_over:
        diagram: Any = diagram_of(position)
        moves = list(position.legal_moves)
        assert all(diagram.click(move) or move == "pass" for move in moves)
        move = chance.choice(moves)
        (change,) = position.effects(move)
        assert change.type == "change"
        position = position.play(move)
        assert move == "pass" or change.moved or change.placed or change.gone or change.turned
    ElementTree.fromstring(position.svg())
    assert position.side_name(position.turn) in str(position) or "won" in str(position)


@dataclass(frozen=True)
class Given(ply.Position):
    """Any field."""

    value: Any = None


@pytest.mark.parametrize(
    ("value", "shape"),
    [
        (".........", (3, 3)),
        ("ab/cd/ef", (2, 3)),
        ("ab\ncd", (2, 2)),
        (((0, 1), (2, 0)), (2, 2)),
        (("..X", "O.."), (3, 2)),
        ((0,) * 16, (4, 4)),
        ((None, "x", "o") * 3, (3, 3)),
        ("ab", None),
        ("abcdefghijk", None),
        (7, None),
        ((1, 2, 3, 4), None),
        (("abc", "ab"), None),
        (tuple(range(100)), None),
        ((("long text", "x"), ("x", "y")), None),
    ],
)
def test_a_field_that_is_a_grid_becomes_a_board(value: Any, shape: tuple[int, int] | None) -> None:
    diagram = diagram_of(Given(value))  # type: ignore[abstract]
    if shape is None:
        assert diagram is None
    else:
        assert diagram is not None
        assert (diagram.columns, len(diagram.cells)) == (shape[0], shape[0] * shape[1])


def test_moves_of_a_guessed_board_click_their_cells() -> None:
    diagram = diagram_of(TicTacToe())
    assert diagram is not None
    for move, cells in ((4, ("b2",)), ((0, 2), ("c1",)), ("a3", ("a3",)), ("a1-b2", ("a1", "b2"))):
        click = diagram.click(move)
        assert click is not None
        assert tuple(click.cells) == cells
    both = diagram.click(((0, 0), (1, 1)))
    assert both is not None
    assert tuple(both.cells) == ("a1", "b2")
    assert diagram.click("pass") is diagram.click(99) is diagram.click((5, 5)) is None


WRONG: dict[str, Callable[[], object]] = {
    "is not a colour": lambda: ply.Piece("pink"),
    "is not a shape of a piece": lambda: ply.Piece("red", "blob"),
    "at most 3 characters": lambda: ply.Piece(text="long"),
    "is not a ground": lambda: ply.Cell("a", ground="mud"),
    "expected a Piece or a colour": lambda: ply.Cell("a", piece=3),  # type: ignore[arg-type]
    "has no place": lambda: ply.Cell("a", x=float("nan")),
    "too small or too far": lambda: ply.Cell("a", width=0),
    "has no name": lambda: ply.Cell(""),
    "1 to 1000 cells": lambda: ply.Diagram([]),
    "two cells are called a": lambda: ply.Diagram([ply.Cell("a"), ply.Cell("a")]),
    "names a cell b that is not there": lambda: ply.Diagram([ply.Cell("a")], {1: "b"}),
    "rows of the same length": lambda: ply.Diagram.grid(["ab", "a"], {}),
}


@pytest.mark.parametrize("problem", WRONG)
def test_what_cannot_be_drawn_is_refused_in_one_line(problem: str) -> None:
    with pytest.raises(DiagramError, match=problem) as error:
        WRONG[problem]()
    assert "\n" not in str(error.value)


def test_a_member_that_is_no_diagram_is_named() -> None:
    class Odd(Nim):
        diagram = "not one"

    with pytest.raises(DiagramError, match=r"Odd\.diagram is not a ply\.Diagram but str"):
        diagram_of(Odd())


def board(*rows: str) -> ply.Diagram:
    return ply.Diagram.grid(rows, {"w": "white", "b": "black"})


@pytest.mark.parametrize(
    ("before", "after", "move", "expected"),
    [
        (("w.",), (".w",), "a1b1", {"moved": (("a1", "b1"),)}),
        (("wb",), (".w",), "a1b1", {"moved": (("a1", "b1"),)}),
        (("w.",), ("wb",), "b1", {"placed": ("b1",)}),
        (("wb",), ("bb",), "a1", {"turned": ("a1",)}),
        (("wb.",), ("..w",), "a1c1", {"moved": (("a1", "c1"),), "gone": ("b1",)}),
        (("ww.", "..."), ("...", "ww."), "x", {"placed": ("a2", "b2"), "gone": ("a1", "b1")}),
    ],
)
def test_the_difference_of_two_boards(
    before: tuple[str], after: tuple[str], move: str, expected: dict[str, Any]
) -> None:
    found = difference(board(*before), board(*after), move, again=False)
    for name in ("moved", "placed", "turned", "gone"):
        assert getattr(found, name) == expected.get(name, ()), name


def test_a_position_without_a_board_is_text() -> None:
    assert str(Nim()) == repr(Nim())
    assert "heap=7" in Nim()._repr_svg_()


def test_the_last_move_is_marked() -> None:
    game = ply.Game(TicTacToe())
    assert "last-move" not in game._repr_svg_()
    game.push(4)
    assert "last-move" in game._repr_svg_()
    assert "last-move" in game.position.svg("first b2")
