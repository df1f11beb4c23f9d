"""Pictures: made for any number of players, the same each time, or refused in one line."""

from __future__ import annotations

import random
import sys
from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree

import pytest

from plyground.arena.rating.plots import plot_cross_table, plot_ratings
from plyground.arena.rating.ratings import rate
from plyground.arena.running.result import Pairing, Points
from plyground.errors import PlygroundError

ODD_NAMES = ("$a$ & <b>", "file:" + "long/" * 30 + "agent.py", "über\n", "")


def some_points(players: tuple[str, ...], pairs: int = 2) -> Points:
    chance = random.Random(1)
    return {
        Pairing(a, b, opening, swapped): chance.choice((0.0, 0.5, 1.0))
        for a, b in combinations(players, 2)
        for opening in range(pairs)
        for swapped in (False, True)
    }


def draw(points: Points, folder: Path, suffix: str) -> list[Path]:
    pytest.importorskip("matplotlib")
    ratings = rate(points)
    paths = [folder / f"ratings{suffix}", folder / f"table{suffix}"]
    plot_ratings(ratings, paths[0], "Kalah")
    plot_cross_table(points, [rating.player for rating in ratings], paths[1], "Kalah")
    return paths


@pytest.mark.parametrize("count", [2, 40])
def test_pictures_of_any_size(count: int, tmp_path: Path) -> None:
    points = some_points(tuple(f"player {i}" for i in range(count)))
    for path in draw(points, tmp_path, ".png"):
        data = path.read_bytes()
        assert data.startswith(b"\x89PNG")
        width, height = (int.from_bytes(data[i : i + 4], "big") for i in (16, 20))
        assert 500 < width < 3000
        assert 250 < height < 3000


def test_drawings_hold_the_names_as_text_and_are_the_same_each_time(tmp_path: Path) -> None:
    points = some_points(ODD_NAMES)
    texts = []
    for path in draw(points, tmp_path, ".SVG"):
        root = ElementTree.fromstring(path.read_text(encoding="utf-8"))
        texts.append({"".join(node.itertext()).strip() for node in root.iter()})
        assert {"Kalah", "$a$ & <b>", "'über\\n'", "''"} <= texts[-1]
    before = [path.read_bytes() for path in tmp_path.iterdir()]
    draw(points, tmp_path, ".SVG")
    assert [path.read_bytes() for path in tmp_path.iterdir()] == before


def test_names_that_differ_in_the_middle_stay_apart(tmp_path: Path) -> None:
    names = [f"file:agents/group-{i:02}/submission/final/agent.py" for i in range(12)]
    path = draw(some_points(tuple(names)), tmp_path, ".svg")[0]
    text = path.read_text(encoding="utf-8")
    assert all(f"p-{i:02}" in text for i in range(12))


def test_players_who_never_met_have_an_empty_cell(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    plot_cross_table({Pairing("a", "b"): 1.0}, ["a", "b", "c"], tmp_path / "table.png")
    plot_ratings(rate({}, players=["alone"]), tmp_path / "ratings.png")


def test_files_that_cannot_be_written_are_refused(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    ratings = rate({Pairing("a", "b"): 1.0})
    with pytest.raises(
        PlygroundError, match=r"ratings\.jpg: expected a file that ends in \.png or"
    ):
        plot_ratings(ratings, tmp_path / "ratings.jpg")
    with pytest.raises(PlygroundError, match="cannot be written: No such file or directory"):
        plot_ratings(ratings, tmp_path / "missing" / "ratings.png")
    with pytest.raises(PlygroundError, match="no ratings to draw"):
        plot_ratings(rate({}), tmp_path / "ratings.png")
    with pytest.raises(PlygroundError, match="no players to draw"):
        plot_cross_table({}, [], tmp_path / "table.png")


def test_without_matplotlib_the_error_names_the_extra(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(PlygroundError, match=r"pip install 'plyground\[plots\]'"):
        plot_ratings(rate({Pairing("a", "b"): 1.0}), tmp_path / "ratings.png")
