"""``plyground puzzles``: build, list, show, solve and check."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

import plyground as ply
from plyground.cli.main import app


def run(*words: str, code: int = 0) -> str:
    done = CliRunner().invoke(app, ["puzzles", *words])
    assert done.exit_code == code, done.output
    return done.output


def counted(said: str) -> int:
    found = re.search(r"(\d+) puzzles", said)
    assert found, said
    return int(found[1])


def test_puzzles_are_built_resumed_and_checked(tmp_path: Path) -> None:
    file = str(tmp_path / "small.puzzles")
    said = run("build", "connect-four(5,4)", "--puzzles", "3", "--save", file)
    assert counted(said) >= 3  # the last game may have had more than one
    assert "already exists" in str(
        CliRunner().invoke(app, ["puzzles", "build", "connect-four(5,4)", "--save", file]).exception
    )
    more = counted(said) + 2
    said = run("build", "connect-four(5,4)", "--puzzles", str(more), "--save", file, "--resume")
    assert counted(said) >= more
    assert f"{counted(said)} puzzles, 0 wrong" in run("check", file)


def test_a_puzzle_is_listed_shown_and_solved() -> None:
    assert "connect-four" in run("list")
    assert "connect-four" in {
        json.loads(line)["game"] for line in run("list", "--json").split("\n") if line
    }
    puzzle = json.loads(run("show", "connect-four", "2", "--json"))
    assert puzzle["number"] == 2
    assert "Solution" not in run("show", "connect-four", "2")
    assert f"Solution: {puzzle['solution']}" in run("show", "connect-four", "2", "--solution")
    assert "Right" in run("solve", "connect-four", "2", puzzle["solution"])
    here = ply.position("connect-four", puzzle["position"])
    wrong = next(str(move) for move in here.legal_moves if str(move) != puzzle["solution"])
    assert "Try again" in run("solve", "connect-four", "2", wrong, code=1)


@pytest.mark.parametrize("words", [("show", "connect-four", "100000"), ("list", "kalah(2,2)")])
def test_what_is_not_there_is_said(words: tuple[str, ...]) -> None:
    done = CliRunner().invoke(app, ["puzzles", *words])
    assert "there" in str(done.exception)
