"""Every feature of every game equals a plain Python computation, and sides and mirrors are fair."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import plyground as ply
from plyground.evaluation.explain import evaluate, explain
from plyground.evaluation.terms import featured, terms
from plyground.evaluation.weights import load, shipped
from plyground.games.native import NativePosition, is_native
from tests import reference
from tests.reference import (
    connect_four_features,
    kalah_features,
    squatter_features,
    watch_your_back_features,
)

ARENA = "watch-your-back(max_turns=320,double_pass_draws=yes)"
SLOW: dict[str, Any] = {
    "connect-four": connect_four_features,
    "kalah": kalah_features,
    "squatter": squatter_features,
    "watch-your-back": watch_your_back_features,
}
# Games and how many positions of each are compared: at least 5,000 a family.
GAMES = {
    "connect-four": 3500,
    "connect-four(4,4)": 300,
    "connect-four(8,7)": 500,
    "connect-four(12,4)": 400,
    "connect-four(4,15)": 400,
    "kalah(6,4)": 1500,
    "kalah-manchester": 1500,
    "kalah(3,2)": 300,
    "kalah(7,12)": 500,
    "kalah(12,12)": 500,
    "kalah(4,6,capture=always,skip_origin=yes)": 400,
    "kalah(5,5,capture=never)": 400,
    "squatter(3)": 400,
    "squatter(5)": 1200,
    "squatter(6,first=black)": 1200,
    "squatter(7)": 1800,
    "squatter(9)": 250,
    "squatter(11)": 200,
    ARENA: 5000,
}


def family_of(game: str) -> str:
    return "kalah" if game.startswith("kalah") else game.partition("(")[0]


def positions(game: str, count: int, seed: int = 5) -> Iterator[NativePosition]:
    """Running positions of random games, a few from each."""
    chance = random.Random(seed)
    made = 0
    while made < count:
        position = ply.position(game)
        while not position.is_over and made < count:
            if chance.random() < 0.3:
                assert is_native(position)
                made += 1
                yield position
            position = position.play(chance.choice(position.legal_moves))


@pytest.mark.parametrize("game", GAMES)
def test_features_equal_a_plain_computation(game: str) -> None:
    family = family_of(game)
    named, slow = terms(family), SLOW[family]
    for position in positions(game, GAMES[game]):
        plain = reference.position(game, position.text)
        own, opponent, _ = position._features()
        expected = slow.features(plain)
        assert dict(zip(named.features, own, strict=True)) == expected[0], position.text
        assert dict(zip(named.features, opponent, strict=True)) == expected[1], position.text


@pytest.mark.parametrize("game", GAMES)
def test_action_values_equal_a_plain_computation(game: str) -> None:
    family = family_of(game)
    named, slow = terms(family), SLOW[family]
    for position in positions(game, GAMES[game] // 10, seed=6):
        plain = reference.position(game, position.text)
        for move, values in zip(position.legal_moves, position._action_values(), strict=True):
            found = dict(zip(named.actions, values, strict=True))
            assert found == slow.actions(plain, move), (position.text, move)


def exchange_kalah(text: str) -> str:
    south, north, seat, *rest = text.split(" ")
    return " ".join((north, south, "north" if seat == "south" else "south", *rest))


def exchange_squatter(text: str) -> str:
    *sets, mover = text.split(" ")
    exchanged = [one.translate(str.maketrans("WBwb", "BWbw")) for one in sets]
    return " ".join((*exchanged, "white" if mover == "black" else "black"))


def exchange_watch_your_back(text: str) -> str:
    """The other colour's pieces, and the turn before or after: the same side is to move again."""
    board, phase, turns, *rest = text.split(" ")
    board = board.translate(str.maketrans("O@", "@O"))
    return " ".join((board, phase, str(int(turns) ^ 1), *rest))


EXCHANGES: dict[str, Callable[[str], str]] = {
    "kalah(6,4)": exchange_kalah,
    "squatter(7)": exchange_squatter,
    ARENA: exchange_watch_your_back,
}


@pytest.mark.parametrize("game", EXCHANGES)
def test_exchanging_the_sides_exchanges_the_features(game: str) -> None:
    for position in positions(game, 400, seed=7):
        if game == ARENA and (position.phase != "moving" or not position.turns < 96):  # type: ignore[attr-defined]
            continue
        exchanged = ply.position(game, EXCHANGES[game](position.text))
        assert is_native(exchanged)
        assert exchanged.turn != position.turn
        assert exchanged._features() == position._features(), position.text
        weights = load("default", featured(position).name)
        assert evaluate(exchanged, weights) == evaluate(position, weights)


@pytest.mark.parametrize(
    "game", ["connect-four", "connect-four(8,7)", "squatter(6)", "squatter(10)", ARENA]
)
def test_mirror_images_are_worth_the_same(game: str) -> None:
    for position in positions(game, 300, seed=8):
        if len(position.legal_moves) == 0:
            continue
        for s in range(position.num_symmetries_within(1)):
            image = position.transformed(s)
            assert image._features() == position._features(), (position.text, s)
            for move, values in zip(position.legal_moves, position._action_values(), strict=True):
                there = image.legal_moves.index(position.transformed_move(move, s))
                assert image._action_values()[there] == values, (position.text, move, s)


@pytest.mark.parametrize("game", ["connect-four", "kalah-manchester", "squatter(7)", ARENA])
def test_the_parts_of_an_explanation_add_up(game: str) -> None:
    for position in positions(game, 100, seed=9):
        found = explain(position)
        whole = sum(row.contribution for row in found.rows) + (found.correction or 0)
        assert whole == pytest.approx(found.value, abs=0.05)
        assert {row.move for row in found.moves} == set(position.legal_moves)
        scores = dict(zip(position.legal_moves,
                          position._action_scores(shipped(family_of(game)).native),
                          strict=True))  # fmt: skip
        for row in found.moves:
            assert 100 * row.score == pytest.approx(scores[row.move], abs=1.5)
