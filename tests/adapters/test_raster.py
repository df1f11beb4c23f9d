"""Boards as pixels: every game, at every stage, shows what is on it."""

from __future__ import annotations

import random

import numpy as np
import pytest

import plyground as ply
from plyground.adapters.encoding import encoding
from plyground.adapters.raster import picture
from plyground.games.names import position as named_position
from plyground.games.squatter.drawing import grid_of
from tests.support.python_games import TicTacToe

GAMES = (
    "kalah(3,2)",
    "kalah-manchester",
    "kalah(12,12)",
    "squatter(5)",
    "squatter(11)",
    "watch-your-back",
)


def reached(game: str, plies: int) -> ply.Position:
    chance = random.Random(plies)
    position = named_position(game)
    for _ in range(plies):
        if not position.is_over:
            position = position.play(chance.choice(position.legal_moves))
    return position


@pytest.mark.parametrize("plies", [0, 40])
@pytest.mark.parametrize("game", GAMES)
def test_every_board_has_a_picture(game: str, plies: int) -> None:
    pixels = picture(reached(game, plies), "south 1" if game.startswith("kalah") else "d4e4")
    height, width, colours = pixels.shape
    assert colours == 3
    assert pixels.dtype == np.uint8
    assert 100 < height < 1000
    assert 100 < width < 1300
    assert len(np.unique(pixels[::4, ::4, 0])) > 20


def test_pictures_show_what_is_on_the_board() -> None:
    """A white and a black piece are where the board says, and nowhere else."""
    before = picture(ply.position("squatter(5)"))
    after = picture(ply.position("squatter(5)").play("b2").play("d4"))
    assert after[pixel(1, 1)].tolist() == [255, 255, 255]
    assert after[pixel(3, 3)].tolist() == [43, 40, 37]
    assert (after[pixel(2, 2)] == before[pixel(2, 2)]).all()


def pixel(row: int, column: int) -> tuple[int, int]:
    """Return where the middle of a cell of squatter(5) is."""
    x, y = grid_of(5).centre(column, row)
    return round(y), round(x)


def test_land_and_what_is_doomed_are_drawn() -> None:
    code = encoding("squatter(5)")
    position = code.start
    for move in ("c2", "a1", "b3", "a2", "d3", "a3"):
        position = position.play(move)
    free, captured = picture(position), picture(position.play("c4"))
    assert (free[pixel(2, 2)] != captured[pixel(2, 2)]).any()
    text = "X------X/" + "--------/" * 6 + "X------X"
    calm, late = (
        picture(named_position("watch-your-back", f"{text} moving {turns}")) for turns in (90, 120)
    )
    assert (calm != late).any()


def test_a_game_in_python_is_shown_as_its_text() -> None:
    empty, played = picture(TicTacToe()), picture(TicTacToe().play(4))
    assert empty.shape[2] == 3
    assert empty.shape != played.shape or (empty != played).any()
