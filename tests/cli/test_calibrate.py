"""``plyground calibrate``: from nothing to a table, its report and a plot."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

import plyground as ply
from plyground.cli.main import app
from plyground.evaluation.calibration import from_toml

SMALL = ("kalah(5,3)", "--games", "60", "--workers", "0")


def invoke(*words: object) -> Result:
    return CliRunner().invoke(app, ["calibrate", *map(str, words)], env={"COLUMNS": "80"})


def printed(*words: object) -> str:
    result = invoke(*words)
    assert result.exception is None, result.output
    return result.output


def problem(*words: object) -> str:
    error = invoke(*words).exception
    assert isinstance(error, ply.PlygroundError), error
    assert "\n" not in str(error)
    return str(error)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    run = tmp_path_factory.mktemp("calibrate") / "run"
    output = printed(*SMALL, "--save", run)
    assert "expected calibration error: win " in output
    assert "error of the expected margin: " in output
    assert all(len(line) <= 80 or line.startswith("wrote") for line in output.splitlines())
    return run


def test_a_table_and_a_plot_are_written(folder: Path) -> None:
    table = from_toml((folder / "kalah-5-3.scores.toml").read_text(), "x")
    assert table.game == "kalah(5,3)"
    assert "60 games between levels 3 to 10" in table.origin
    assert (folder / "plot.png").read_bytes().startswith(b"\x89PNG")


def test_a_run_is_resumed_and_the_shipped_table_checked(folder: Path) -> None:
    words = ("kalah(5,3)", "--games", 80, "--workers", 0, "--resume", "--save", folder)
    found = json.loads(printed(*words, "--json"))
    assert found["games"] <= 80
    assert set(found["calibration_error"]) == {"win", "draw", "loss"}
    assert found["positions"] > 400
    checked = json.loads(printed(*words, "--check", "--json"))
    assert checked["positions"] == found["positions"]
    assert checked["margin_error"] != found["margin_error"]


def test_mistakes_are_told_in_one_line(folder: Path, tmp_path: Path) -> None:
    assert "is not empty" in problem(*SMALL, "--save", folder)
    assert "leave them out" in problem(*SMALL, "--save", folder, "--resume", "--seed", "1")
    assert "is not a training run" in problem(*SMALL, "--resume", "--save", tmp_path / "none")
    assert "is a run of calibrate on" in problem("squatter(5)", "--resume", "--save", folder)
    assert "too few for a fit" in problem("kalah(2,1)", "--games", 2, "--save", tmp_path / "x")
