"""``plyground calibrate``: from nothing to a table, its report and a plot."""

from __future__ import annotations

import json
from pathlib import Path

from plyground.evaluation.calibration import from_toml
from tests.cli.test_commands import Commands, commands

__all__ = ["commands"]

GAME, WORKERS = "kalah(5,3)", ("--workers", "0")


def test_from_nothing_to_a_table_a_report_and_a_plot(commands: Commands, tmp_path: Path) -> None:
    folder = tmp_path / "run"
    here = ("--save", str(folder), *WORKERS)
    output = commands.output("calibrate", GAME, "--games", "60", *here)
    assert "expected calibration error: win " in output
    assert "error of the expected margin: " in output
    assert all(len(line) <= 80 or line.startswith("wrote") for line in output.splitlines())
    table = from_toml((folder / "kalah-5-3.scores.toml").read_text(), "x")
    assert table.game == GAME
    assert "60 games between levels 3 to 10" in table.origin
    assert (folder / "plot.png").read_bytes().startswith(b"\x89PNG")

    more = ("calibrate", GAME, "--games", "80", "--resume", "--json", *here)
    found = json.loads(commands.output(*more))
    assert 60 < found["games"] <= 80
    assert set(found["calibration_error"]) == {"win", "draw", "loss"}
    assert found["positions"] > 400
    checked = json.loads(commands.output(*more, "--check"))
    assert checked["positions"] == found["positions"]
    assert checked["margin_error"] != found["margin_error"]


def test_mistakes_are_told_in_one_line(commands: Commands, tmp_path: Path) -> None:
    full, empty = tmp_path / "full", tmp_path / "empty"
    new = ("--games", "2", *WORKERS, "--save", str(full))

    def problem(*words: str) -> str:
        done = commands.run("calibrate", *words)
        assert done.returncode == 2
        assert done.stderr.count("\n") == 1
        return done.stderr

    assert "too few for a fit; expected at least 200" in problem("kalah(2,1)", *new)
    assert "is not empty" in problem("kalah(2,1)", *new)
    assert "leave them out" in problem("kalah(2,1)", *new, "--resume", "--seed", "1")
    assert "is a run of calibrate on" in problem("squatter(5)", *new, "--resume")
    assert "is not a training run" in problem(GAME, "--resume", "--save", str(empty))
    assert "there is no game" in problem("chess", *new)
