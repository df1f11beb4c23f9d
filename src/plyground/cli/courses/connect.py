"""``plyground connect PROTOCOL``: play on a server; each protocol is a command of its own."""

from __future__ import annotations

from plyground.cli.courses.connect_kgp import kgp
from plyground.cli.courses.connect_wub import wub
from plyground.cli.shared.command import App

app = App("Play on a game server.")
app.command()(kgp)
app.command()(wub)
