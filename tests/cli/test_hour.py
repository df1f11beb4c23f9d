"""Every step of docs/your-game-in-an-hour.md, taken from its text and run in order."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from textwrap import dedent, indent

import pytest

from tests.support.server import Visitor, served

PAGE = Path(__file__).parents[2] / "docs" / "your-game-in-an-hour.md"
BLOCK = re.compile(r"^```(python|sh)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
FILES = ("domineering.py", "tournament.py")  # in the order in which the page begins them
# Every step runs as the page has it, but for numbers: those of the page take an hour.
SHORTER = {
    "--pairs": "1", "--nodes": "200", "--games": "60", "--positions": "8", "--time": "0.1",
    "pairs=10": "pairs=1",
}  # fmt: skip
FEWER_MATCHES = ("--checks", "0", "--final-pairs", "1")
DECORATED = "@ply.compiled\n"


class Reader:
    """Somebody who follows the page in an empty folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.files: list[str] = []
        self.commands: list[str] = []
        self.outputs: list[str] = []

    def take(self, kind: str, text: str) -> None:
        """Do what a block says."""
        if kind == "sh":
            for line in text.replace("\\\n", " ").splitlines():
                self.run(shlex.split(line))
        elif text.startswith(DECORATED):
            self.edit(text.removeprefix(DECORATED), text)
        elif not text.startswith('"""'):  # no file of its own: members of the class
            game, members = self.folder / FILES[0], indent(dedent(text), "    ")
            game.write_text(f"{game.read_text('utf-8')}\n{members}", "utf-8")
        else:
            self.files.append(FILES[len(self.files)])
            short = re.sub(r"pairs=\d+", SHORTER["pairs=10"], text)
            (self.folder / self.files[-1]).write_text(short, "utf-8")

    def edit(self, old: str, new: str) -> None:
        """Replace something in the game's file that is there once."""
        game = self.folder / FILES[0]
        text = game.read_text("utf-8")
        assert text.count(old) == 1
        game.write_text(text.replace(old, new), "utf-8")

    def run(self, words: list[str]) -> None:
        """Run a command; the server is looked at and stopped."""
        self.commands.append(" ".join(words[:2]))
        if words[:2] == ["plyground", "serve"]:
            return self.visit(words)
        for place, word in enumerate(words[:-1]):
            words[place + 1] = SHORTER.get(word, words[place + 1])
        if words[:3] == ["plyground", "train", "tdleaf"]:
            words += FEWER_MATCHES
        if words[:2] == ["plyground", "calibrate"]:
            words[words.index("--games") + 1] = "160"  # fewer give no table
        program = {"plyground": [sys.executable, "-m", "plyground"], "python": [sys.executable]}
        done = subprocess.run(
            [*program.get(words[0], [words[0]]), *words[1:]],
            cwd=self.folder,
            env=os.environ | {"PYTHONPATH": os.pathsep.join([".", *sys.path])},
            input="0\nquit\n",
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, f"{shlex.join(words)}\n{done.stdout}\n{done.stderr}"
        assert "as plain Python" not in done.stderr  # the compiled form is what searches
        self.outputs.append(done.stdout)
        return None

    def visit(self, words: list[str]) -> None:
        """Look at what the server shows: a game that can be played, or the tournament."""
        watched = [str(self.folder / word) for word in words[3:] if not word.startswith("-")]
        options = [option for file in watched for option in ("--watch", file)]
        with served(self.folder / "games.db", str(self.folder / FILES[0]), *options) as server:
            visitor = Visitor(server)
            table = visitor.sit(visitor.begin(game="domineering", second="pvs:level=1")["id"])
            table.move("6")
            assert table.state["problem"] is None
            cups = visitor.http.get("/api/tournaments").json()["tournaments"]
            assert len(cups) == len(watched)
            visitor.close()


def blocks() -> list[tuple[str, str]]:
    return BLOCK.findall(PAGE.read_text("utf-8"))


def test_every_step_of_the_page(tmp_path: Path) -> None:
    pytest.importorskip("numba")
    reader = Reader(tmp_path)
    for kind, text in blocks():
        reader.take(kind, text)
    assert tuple(reader.files) == FILES
    names = {path.name for path in tmp_path.iterdir()}
    assert {
        "domineering.levels.toml", "domineering.book", "domineering.scores.toml", "learned",
        "class.db",
    } <= names  # fmt: skip
    for command in ("serve", "levels", "explain", "train", "match", "book", "calibrate", "solve"):
        assert f"plyground {command}" in reader.commands
    assert any("safe" in text for text in reader.outputs)
    assert any("anna" in text and "pvs:level=3" in text for text in reader.outputs)
