"""Systems that lack what Linux has: everything else works, and one line says what is missing."""

from __future__ import annotations

import subprocess
import sys

from tests.support.paths import ROOT


def elsewhere(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a command where only what every system has is there."""
    return subprocess.run(
        [sys.executable, "-m", "tests.support.plain_system", *arguments],
        cwd=ROOT, capture_output=True, text=True, timeout=100, check=False,
    )  # fmt: skip


def test_engines_and_matches_need_nothing_special() -> None:
    found = elsewhere("match", "pvs:depth=2", "random", "--game", "kalah(4,3)", "--pairs", "2")
    assert (found.returncode, found.stderr) == (0, ""), found.stderr
    assert "4 games" in found.stdout


def test_one_line_says_that_external_players_need_linux() -> None:
    found = elsewhere(
        "match", f"ugi:{ROOT}/examples/nim.py", "random", "--game", "kalah(4,3)",
    )  # fmt: skip
    assert found.returncode == 2
    assert found.stderr.count("\n") <= 2
    assert "external players need Linux" in found.stderr.replace("\n", " ")


def test_the_server_starts() -> None:
    found = elsewhere("serve", "--port", "-1")
    assert "Traceback" not in found.stderr
    assert "port" in found.stderr
