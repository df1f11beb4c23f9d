"""``plyground connect``: play on a server, one command for each protocol."""

from __future__ import annotations

import typer

from plyground.cli.connect_kgp import kgp
from plyground.cli.connect_wub import wub

app = typer.Typer(help="Play on a server.", no_args_is_help=True)
app.command()(wub)
app.command()(kgp)


@app.callback()
def connect() -> None:
    """Play on a server."""
