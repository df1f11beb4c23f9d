"""Commands take a game's Python file; a game that fails gives one line, without a traceback."""

from __future__ import annotations

# ruff: noqa: F811 - fixtures are named twice
import io
import sys
from pathlib import Path

import pytest

from tests.cli.test_search_commands import Run, run  # noqa: F401 - a fixture

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples"
LIAR = str(ROOT / "tests" / "support" / "own_games" / "liar.py")

LIES = {
    "crash": "liar.py, line 28: IndexError: there is no such cell",
    "flip": "Liar.is_over was False and then True in one position",
    "lie": "Liar.is_over is True, but there are 8 legal moves; expected one or the other",
    "none": "Liar.is_over is False, but there are no legal moves; expected one or the other",
}


@pytest.mark.parametrize("lie", LIES)
def test_a_lie_is_one_line_at_the_terminal(
    run: Run, monkeypatch: pytest.MonkeyPatch, lie: str
) -> None:
    for command in (("play", LIAR, "--second", "human"), ("analyse", LIAR, "--moves", lie)):
        monkeypatch.setattr(sys, "stdin", io.StringIO(f"{lie}\nquit\n"))
        _, errors, code = run(*command)
        assert code == 2
        if lie == "flip":  # it depends on how often it was asked before
            assert "Liar.is_over was" in errors
        else:
            assert errors == f"plyground: {LIES[lie]}\n"
        assert errors.count("\n") == 1


def test_a_match_of_a_game_that_fails_is_one_line(run: Run) -> None:
    words = ("match", "pvs:depth=1", "pvs:depth=2", "--game", LIAR, "--pairs", "1", "--quiet")
    _, errors, code = run(*words, "--openings", "start")
    assert (code, errors) == (2, f"plyground: {LIES['crash']}\n")
