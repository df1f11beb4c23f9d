"""The start pages: every command of them runs, in order, in an empty folder."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.server import Visitor, served

PAGES = Path(__file__).parents[2] / "docs" / "start"
BLOCK = re.compile(
    r"(?:`([\w/.]+)`:\n\n)?^```(python|sh|text)\n(.*?)^```$", re.DOTALL | re.MULTILINE
)


def run(words: list[str], folder: Path) -> str:
    """Run a command as a reader would; a server is looked at and stopped."""
    assert words[0] == "plyground", words
    if words[1] == "serve":
        with served(folder / "served.db", *words[2:], cwd=folder) as server:
            assert Visitor(server).http.get("/").status_code == 200
            return server.output
    done = subprocess.run(
        [sys.executable, "-m", *words],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
        input="quit\n",
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, f"{shlex.join(words)}\n{done.stdout}\n{done.stderr}"
    return done.stdout


@pytest.mark.parametrize("page", sorted(PAGES.glob("*.md")), ids=lambda page: page.stem)
def test_every_command_of_the_page(page: Path, tmp_path: Path) -> None:
    commands = 0
    for file, kind, text in BLOCK.findall(page.read_text("utf-8")):
        if kind != "sh":
            if file:  # the others are examples for the doctests
                (tmp_path / file).write_text(text, "utf-8")
            continue
        for line in text.replace("\\\n", " ").splitlines():
            run(shlex.split(line, comments=True), tmp_path)
            commands += 1
    assert commands >= 5
