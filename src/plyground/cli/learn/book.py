"""``plyground book``: build, show and check opening books."""

from __future__ import annotations

from plyground.cli.learn.book_build import build
from plyground.cli.learn.book_check import check
from plyground.cli.learn.book_show import show
from plyground.cli.shared.command import App

app = App("Build, show and check opening books.")
for command in (build, show, check):
    app.command()(command)
