"""Moves in sentences."""

from __future__ import annotations

import random

import pytest

import plyground as ply
from plyground.games.words import sentences
from tests.support.python_games import Nim

SHRINKING = "X------X/-O@O----/--------/---O@---/-------O/--------/-@----@-/X---@--X moving 127"
QUIET = "X------X/--------/--O@-O--/-----@--/-----@--/--O-----/--@-----/X------X moving 127"
ENDING = "0,0,0,0,0,1/20 1,2,0,0,0,0/24 south"
FOUR = "......./......./......./......./YYY..../RRR.... red"
PASS = "X------X/O@@--@@O/@------@/@------@/--------/--------/--------/X------X moving 0"


@pytest.mark.parametrize(
    ("game", "text", "move", "told"),
    [
        ("kalah(6,4)", "0,1,0,4,4,4/0 4,4,4,3,4,4/0 south", "2", "South captures 4 seeds."),
        ("kalah(6,4)", ENDING, "6", "North gets the 3 seeds left."),
        ("kalah-manchester", "7,7,7,7,7,7,0/1 8,8,8,8,8,8,7/0 north reply", "swap", None),
        ("squatter(3)", "+W+/W+W/+++ - white", "b3", "White captures 1 cell."),
        ("watch-your-back", SHRINKING, "e4e5", "The board shrinks: 6 pieces lost."),
        ("watch-your-back", QUIET, "f4e4", "The board shrinks: no piece lost."),
        ("watch-your-back", PASS, "pass", None),
        ("connect-four", FOUR, "4", "Red completes a line."),
    ],
)
def test_what_comes_of_a_move(game: str, text: str, move: str, told: str | None) -> None:
    said = sentences(ply.position(game, text), move)
    assert said[1:] == ([] if told is None else [told])


def test_the_move_itself_comes_first() -> None:
    assert sentences(ply.position("squatter(5)"), "c2") == ["White places on c2."]
    assert sentences(ply.position("connect-four"), "4") == ["Red plays 4."]
    assert sentences(ply.position("watch-your-back", PASS), "pass") == [
        "White cannot move and passes."
    ]
    text = "7,7,7,7,7,7,0/1 8,8,8,8,8,8,7/0 north reply"
    assert sentences(ply.position("kalah-manchester", text), "swap") == ["The players swap sides."]


def test_recaptured_cells_are_told() -> None:
    rows = "+++W+++/++WBW++/+WBwBW+/++WB+++/+++W+++/+++++++/+++++++"
    owners = "......./......./...B.../......./......./......./......."
    said = sentences(ply.position("squatter(7)", f"{rows} {owners} white"), "e4")
    assert said == ["White places on e4.", "White captures 5 cells, 1 of them from the opponent."]


@pytest.mark.parametrize("name", ["kalah-manchester", "squatter(6)", "watch-your-back"])
def test_every_move_is_a_few_whole_sentences(name: str) -> None:
    chance, position = random.Random(name), ply.position(name)
    while not position.is_over:
        move = chance.choice(position.legal_moves)
        said = sentences(position, move)
        assert 1 <= len(said) <= 5
        assert all(text[0].isupper() and text.endswith(".") for text in said)
        position = position.play(move)


def test_of_a_game_that_tells_nothing_the_move_is_told() -> None:
    assert sentences(Nim(), 2) == ["First plays 2."]
