"""Measures the static site's engine in Chromium against the native one, in one run.

python -m benchmarks.site_speed [SECONDS]  appends a line per game to benchmarks/site-speed.csv
"""

from __future__ import annotations

import csv
import datetime
import functools
import http.server
import sys
import tempfile
import threading
from pathlib import Path

import plyground as ply
from plyground.games.names import families
from plyground.web.site import export
from plyground.web.site.engine import compiled
from tests.support.browser import chromium

NODES = 1_000_000
_OUT = Path(__file__).parent / "site-speed.csv"
_SEARCH = """async ([game, nodes]) => {
  const { engineModule } = await import("./static/site/data.js");
  const { Engine } = await import("./static/site/engine.js");
  const { opened } = await import("./static/site/positions.js");
  const { settingsFor } = await import("./static/site/levels.js");
  const found = await opened({ game });
  const engine = await Engine.open(await engineModule());
  engine.replay(found.line);
  engine.configure(await settingsFor(found));
  engine.search({ nodes: 20000 });
  const { nodes: counted, microseconds } = engine.search({ nodes });
  return [counted, counted / microseconds * 1e6];
}"""


class _Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


def native(game: str, nodes: int) -> tuple[int, float]:
    """Return the nodes and the nodes per second of the native engine."""
    engine, position = ply.PVS(table_mb=16), ply.position(game)
    engine.search(position, ply.Limit(nodes=20_000))
    found = engine.search(position, ply.Limit(nodes=nodes))
    return found.nodes, found.nodes_per_second


def main() -> None:
    """Measure every game, by turns."""
    games = [next(iter(family.face.presets)) for family in families()]
    with tempfile.TemporaryDirectory() as folder:
        export.write(Path(folder), compiled())
        handler = functools.partial(_Quiet, directory=folder)
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        with chromium() as browser, _OUT.open("a", encoding="utf-8", newline="") as file:
            page = browser.new_page()
            page.goto(f"http://127.0.0.1:{server.server_port}/index.html")
            for game in games:
                ours = native(game, NODES)
                theirs = page.evaluate(_SEARCH, [game, NODES])
                again = native(game, NODES)
                speed = (ours[1] + again[1]) / 2
                row = (datetime.date.today().isoformat(), game, ours[0], round(speed),
                       theirs[0], round(theirs[1]), round(theirs[1] / speed, 3))  # fmt: skip
                csv.writer(file).writerow(row)
                sys.stdout.write(f"{row}\n")
        server.shutdown()


if __name__ == "__main__":
    main()
