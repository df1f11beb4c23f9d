"""``plyground draw``: pictures of positions and games, written as files."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

import plyground as ply
from plyground.games.pictures import animated, picture
from tests.cli.test_commands import Commands, commands
from tests.support.paths import EXAMPLES

__all__ = ["commands"]  # the fixture


def test_a_game_plays_by_itself_and_a_position_stands_still(
    commands: Commands, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    record = ply.game("squatter(5)")
    for move in ("c3", "b2", "d4"):
        record.push(move)
    (tmp_path / "games.txt").write_text(ply.dumps([record]), "utf-8")
    assert commands.output("draw", "games.txt") == "squatter-5.svg\n"
    assert (tmp_path / "squatter-5.svg").read_text("utf-8") == animated(record, 1.0)
    commands.output("draw", "squatter(5)", "--moves", "c3 b2 d4", "--still", "--save", "still.svg")
    assert (tmp_path / "still.svg").read_text("utf-8") == picture(record)


def test_a_game_in_python_is_drawn(commands: Commands, tmp_path: Path) -> None:
    file = tmp_path / "game.svg"
    reversi = str(EXAMPLES / "reversi.py")
    commands.output("draw", reversi, "--moves", "d3 c3", "--pause", "0.5", "--save", str(file))
    assert ElementTree.parse(file).getroot().tag.endswith("svg")
    assert "<animate" in file.read_text("utf-8")


def test_a_name_of_no_picture_is_refused(commands: Commands) -> None:
    done = commands.run("draw", "kalah(6,4)", "--save", "game.gif")
    assert done.returncode == 2
    assert "game.gif is not a picture file; expected a name ending with .svg" in done.stderr
