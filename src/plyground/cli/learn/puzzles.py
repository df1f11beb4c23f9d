"""``plyground puzzles``: build, list, show, solve and check puzzles."""

from __future__ import annotations

from plyground.cli.learn.puzzles_build import build
from plyground.cli.learn.puzzles_check import check
from plyground.cli.learn.puzzles_show import list_, show, solve
from plyground.cli.shared.command import App

app = App("Build, list, show, solve and check puzzles.")
app.command()(build)
app.command("list")(list_)
for command in (show, solve, check):
    app.command()(command)
