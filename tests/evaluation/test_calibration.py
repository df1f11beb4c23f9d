"""Tables of scores: monotone, checked when read, and right for every game."""

from __future__ import annotations

import math
import re
from itertools import pairwise, product

import pytest

import plyground as ply
from plyground.errors import PlygroundError
from plyground.evaluation.calibration import (
    SUFFIX,
    Calibration,
    Chances,
    calibration_of,
    from_toml,
)
from plyground.games.names import families
from plyground.players.expectation import (
    even_chance,
    expect,
    expectation_text,
    source_note,
    table_of,
)
from tests.support.python_games import Nim

TABLES = [path for family in families() for path in sorted(family.folder.glob(f"*{SUFFIX}"))]
SCORES = [*range(-3000, 3001, 75)]
MADE = """
game = "kalah(6,4)"
version = 1
origin = "made by hand"
score = [-100, 100, 300]
left = [0.2, 0.8]
nodes = [100, 10000]
[margin]
"100 nodes, 0.2 left" = [0, 1, 3]
"100 nodes, 0.8 left" = [0, 1, 2]
"10000 nodes, 0.2 left" = [0, 2, 6]
"10000 nodes, 0.8 left" = [0, 1, 4]
[win]
"100 nodes, 0.2 left" = [0.4, 0.6, 0.8]
"100 nodes, 0.8 left" = [0.4, 0.5, 0.6]
"10000 nodes, 0.2 left" = [0.4, 0.7, 0.9]
"10000 nodes, 0.8 left" = [0.4, 0.6, 0.7]
[loss]
"100 nodes, 0.2 left" = [0.4, 0.3, 0.1]
"100 nodes, 0.8 left" = [0.4, 0.35, 0.3]
"10000 nodes, 0.2 left" = [0.4, 0.2, 0]
"10000 nodes, 0.8 left" = [0.4, 0.3, 0.2]
"""


def test_values_between_knots_are_interpolated() -> None:
    table = from_toml(MADE, "x.toml")
    assert table.expectation(100, 0.2, 100).margin == pytest.approx(1)
    assert table.expectation(200, 0.2, 100).margin == pytest.approx(2)
    assert table.expectation(300, 0.5, 100).margin == pytest.approx(2.5)
    assert table.expectation(300, 0.2, 1000).margin == pytest.approx(4.5)  # by the logarithm
    assert table.expectation(9999, 0.0, 10**9).margin == pytest.approx(6)  # the ends reach on
    assert table.expectation(-9999, 0.2, 100).chances == pytest.approx((0.4, 0.2, 0.4))
    assert table.expectation(200, 0.2, 100).chances == pytest.approx((0.7, 0.1, 0.2))


@pytest.mark.parametrize("path", TABLES, ids=lambda path: path.stem)
def test_shipped_tables_are_monotone_and_whole(path: object) -> None:
    table = from_toml(path.read_text(encoding="utf-8"), "x")  # type: ignore[attr-defined]
    assert table.game in str(table.origin)
    for left, nodes in product((0.0, 0.1, 0.45, 0.7, 1.0), (1, 500, 30_000, 10**8)):
        found = [table.expectation(score, left, nodes) for score in SCORES]
        for one, two in pairwise(found):
            assert one.chances.win <= two.chances.win + 1e-12
            assert one.chances.loss >= two.chances.loss - 1e-12
            if one.margin is not None and two.margin is not None:
                assert one.margin <= two.margin + 1e-12
        for one in found:
            assert sum(one.chances) == pytest.approx(1)
            assert min(one.chances) >= 0
        assert found[-1].chances.win > 0.5 > found[0].chances.win


def test_default_games_have_tables_of_their_own() -> None:
    games = ("kalah-manchester", "kalah(6,4)", "squatter(6)", "squatter(7)", "watch-your-back",
             "connect-four")  # fmt: skip
    for game in games:
        table = calibration_of(game)
        assert table is not None
        assert table.game == game
        assert source_note(ply.position(game)) == ""
    assert calibration_of("watch-your-back(max_turns=320)") == calibration_of("watch-your-back")


def test_other_games_borrow_the_nearest_table_and_say_so() -> None:
    nearest = {
        "kalah(6,5)": "kalah(6,4)", "kalah(7,6)": "kalah-manchester", "squatter(9)": "squatter(7)",
        "squatter(5)": "squatter(6)", "connect-four(8,7)": "connect-four",
    }  # fmt: skip
    for game, other in nearest.items():
        table = calibration_of(game)
        assert table is not None
        assert table.game == other
        note = source_note(ply.position(game))
        assert note == f"Margins and chances as in {other}: there is no table for {game}."


def test_a_game_in_python_is_read_by_a_general_rule() -> None:
    position = Nim(5)
    assert table_of(position) is None
    assert "general rule" in source_note(position)
    margin, chances = expect(position, 100)
    assert margin == 1
    assert chances == pytest.approx((0.731, 0, 0.269), abs=1e-3)


@pytest.mark.parametrize("game", ["kalah(6,4)", "squatter(6)", "connect-four"])
def test_a_comparison_does_not_depend_on_who_is_to_move(game: str) -> None:
    position = ply.position(game)
    assert even_chance(position, 0) == pytest.approx(0.5)
    for score in (30, 200, 900):
        assert even_chance(position, score) == pytest.approx(1 - even_chance(position, -score))
    assert even_chance(position, 500) > even_chance(position, 100) > 0.5


def test_proven_scores_are_their_results() -> None:
    for game in ("kalah(6,4)", "squatter(6)"):
        position = ply.position(game)
        assert expect(position, -20_003) == (-3.0, Chances(0, 0, 1))
    for game in ("connect-four", "watch-your-back"):
        assert expect(ply.position(game), 31_995) == (None, Chances(1, 0, 0))


def test_connect_four_counts_no_margin() -> None:
    position = ply.position("connect-four")
    expected = expect(position, 50)
    assert expected.margin is None
    assert re.fullmatch(r"\d+ % / \d+ % / \d+ %", expectation_text(position, expected))


def test_a_tree_search_says_a_chance_to_begin_with() -> None:
    position, margins = ply.position("kalah(6,4)"), []
    for value in (0.3, 0.5, 0.6):
        score = round(400 * math.log(value / (1 - value)))
        found = expect(position, score, is_tree=True)
        assert found.chances.value == pytest.approx(value, abs=0.01)
        assert found.margin is not None
        margins.append(found.margin)
    assert margins == sorted(margins)


@pytest.mark.parametrize("seed", range(20))
def test_whole_per_cents_add_up(seed: int) -> None:
    win = seed * 0.0333
    chances = Chances(win, (1 - win) / 3, (1 - win) * 2 / 3)
    assert sum(chances.percents) == 100
    for whole, chance in zip(chances.percents, chances, strict=True):
        assert abs(whole - 100 * chance) < 1


def test_a_table_can_be_written_and_read() -> None:
    table = from_toml(MADE, "x.toml")
    assert from_toml(table.to_toml(), "x.toml") == table
    assert isinstance(table, Calibration)


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("version = 1", "version = 9", "not a table of scores of version 1"),
        ("version = 1", "", "not a table of scores of version 1"),
        ('game = "kalah(6,4)"', "game = 3", "the line game = … is missing"),
        ('game = "kalah(6,4)"', 'game = "chess"', "there is no game 'chess'"),
        ("score = [-100, 100, 300]", "score = [0, 300, 100]", "score must ascend"),
        ("score = [-100, 100, 300]", "score = []", "expected a list of 1 to 64 numbers"),
        ("score = [-100, 100, 300]", f"score = {[*range(100)]}", "expected a list of 1 to 64"),
        ("score = [-100, 100, 300]", 'score = [0, "a", 3]', "a is not valid; expected a number"),
        ("score = [-100, 100, 300]", "score = [0, 1, nan]", "nan is not valid; expected a number"),
        ("score = [-100, 100, 300]", "score = [0, 1, true]", "True is not valid"),
        ("score = [-100, 100, 300]", "score = [0, 1, inf]", "inf is not valid"),
        ("score = [-100, 100, 300]", "score = [0, 1, 1e99]", "is not valid"),
        (
            "score = [-100, 100, 300]",
            "score = [0, 100.5, 300]",
            "score is not valid; expected whole",
        ),
        ("nodes = [100, 10000]", "nodes = [100.1, 100.2]", "nodes is not valid; expected whole"),
        ("left = [0.2, 0.8]", "left = 0.2", "left is not valid"),
        ("nodes = [100, 10000]", "nodes = [0, 100]", "nodes must be 1 or more"),
        ("[margin]", "[margins]", "margin, '100 nodes, 0.2 left' is not valid"),
        ('"100 nodes, 0.2 left" = [0, 1, 3]', '"1 2" = [0, 1, 3]', "margin, '100 nodes, 0.2 left'"),
        ("= [0, 1, 3]", "= [0, 1]", "expected 3 numbers that never fall"),
        ("= [0, 1, 3]", "= [0, 3, 1]", "expected 3 numbers that never fall"),
        ("[0.4, 0.3, 0.1]", "[0.4, 0.1, 0.3]", "expected 3 numbers that never rise"),
        ("[0.4, 0.6, 0.8]", "[0.4, 0.6, 0.95]", "win and loss together at most 1"),
        ("[0.4, 0.2, 0]", "[0.4, 0.2, -0.1]", "expected 0 to 1"),
        ("game =", "[[[", "not TOML"),
    ],
)
def test_a_wrong_table_is_refused_in_one_line(old: str, new: str, problem: str) -> None:
    assert old in MADE
    with pytest.raises(PlygroundError) as raised:
        from_toml(MADE.replace(old, new, 1), "x.toml")
    text = str(raised.value)
    assert problem in text
    assert "\n" not in text
    assert len(text) < 300
