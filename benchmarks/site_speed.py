"""Measures the static site's engine in Chromium against the native one, in one run.

python -m benchmarks.site_speed  appends a line per game to benchmarks/site-speed.csv

Nodes per second of processor time: what else runs on the machine counts for neither side.
"""

from __future__ import annotations

import contextlib
import csv
import datetime
import functools
import http.server
import sys
import tempfile
import threading
import time
from pathlib import Path

import psutil
from playwright.sync_api import Browser

import plyground as ply
from plyground.games.names import families
from plyground.web.site import export
from plyground.web.site.engine import compiled
from tests.support.browser import chromium

NODES = 1_000_000
WARM = 300_000  # then the browser has compiled what is used often for speed
_OUT = Path(__file__).parent / "site-speed.csv"
_OPEN = """async (game) => {
  const { engineModule } = await import("./static/site/data.js");
  const { Engine } = await import("./static/site/engine.js");
  const { opened } = await import("./static/site/positions.js");
  const { settingsFor } = await import("./static/site/levels.js");
  const found = await opened({ game });
  const engine = await Engine.open(await engineModule(found.line.wide));
  engine.replay(found.line);
  engine.configure(await settingsFor(found));
  globalThis.search = (nodes) => engine.search({ nodes }).nodes;
}"""
_SEARCH = "(nodes) => globalThis.search(nodes)"


class _Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


def native(game: str) -> tuple[int, float]:
    """Return the nodes and the nodes per second of the native engine."""
    engine, position = ply.PVS(table_mb=16), ply.position(game)
    engine.search(position, ply.Limit(nodes=WARM))
    began = time.process_time()
    found = engine.search(position, ply.Limit(nodes=NODES))
    return found.nodes, found.nodes / (time.process_time() - began)


def in_browser(browser: Browser, address: str, game: str) -> tuple[int, float]:
    """Return the same of the engine in a page of its own, once it is compiled for speed."""
    page = browser.new_page()
    page.goto(address)
    page.evaluate(_OPEN, game)
    page.evaluate(_SEARCH, WARM)
    page.wait_for_timeout(500)
    began = _pages_time()
    nodes = int(page.evaluate(_SEARCH, NODES))
    seconds = _pages_time() - began
    page.close()
    return nodes, nodes / seconds


def _pages_time() -> float:
    """Return the processor time of all pages so far: of Chromium's processes that render."""
    seconds = 0.0
    for process in psutil.Process().children(recursive=True):
        with contextlib.suppress(psutil.Error):
            if "--type=renderer" in process.cmdline():
                times = process.cpu_times()
                seconds += times.user + times.system
    return seconds


def main() -> None:
    """Measure every game, by turns: native, in Chromium, and native again."""
    games = [next(iter(family.face.presets)) for family in families()]
    with tempfile.TemporaryDirectory() as folder:
        export.write(Path(folder), compiled())
        handler = functools.partial(_Quiet, directory=folder)
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{server.server_port}/index.html"
        with chromium() as browser, _OUT.open("a", encoding="utf-8", newline="") as file:
            for game in games:
                ours = native(game)
                theirs = in_browser(browser, address, game)
                speed = (ours[1] + native(game)[1]) / 2
                row = (datetime.date.today().isoformat(), game, ours[0], round(speed),
                       theirs[0], round(theirs[1]), round(theirs[1] / speed, 3))  # fmt: skip
                csv.writer(file).writerow(row)
                sys.stdout.write(f"{row}\n")
        server.shutdown()


if __name__ == "__main__":
    main()
