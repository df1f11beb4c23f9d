"""``plyground connect PROTOCOL``: play on a server; each protocol is a command of its own."""

from __future__ import annotations

import typer

from plyground.cli.courses.connect_kgp import kgp
from plyground.cli.courses.connect_wub import wub

app = typer.Typer(help="Play on a server.", no_args_is_help=True)
app.command()(kgp)
app.command()(wub)
