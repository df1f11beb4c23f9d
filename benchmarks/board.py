"""How fast the browser board is, in a real Chromium and with many visitors at once.

    python -m benchmarks.board --save           # from the project's folder, with both cores free
    python -m benchmarks.board page crowd       # some of it only

reply: from the click to level 3's answer on the board and in the list of moves, motion switched off
  (bar: 150 ms). With motion it waits on the board, not in the list, until one has seen what the
  visitor's own move did: in Kalah, seed by seed.
lines: to the first line of an analysis (300 ms), from opening the page, by a new visitor or with
  its files in the browser already, and from a step on it.
page: bytes of the first page as they travel, and its layout shift (500 kB; none).
crowd: 200 visitors play at once; 95 % of the answers, besides the engine's own thinking (500 ms).
"""

from __future__ import annotations

import argparse
import contextlib
import os
import statistics
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser

from benchmarks.rows import append
from tests.support.browser import SCREENS, Visit, chromium
from tests.support.crowd import play_at_once
from tests.support.server import Server, served

GAMES = ("kalah(6,4)", "squatter(7)", "watch-your-back")
OPPONENT = "pvs:level=3"
REPLIES = 15  # in each game
OPENINGS = 7  # of the analysis page, in each game
VISITORS, MOVES_EACH = 200, 30

# Plays a cell and resolves with the milliseconds until the frame that shows the answer on the
# board; with -1 where the board cannot tell: it is the visitor's turn again, or the house that was
# emptied had been empty.
_REPLY = """(number) => new Promise((resolve) => {
  const moves = () => [...document.querySelectorAll("#moves .move")].map((move) => move.innerText);
  const seeds = (move) => document.querySelector(`[data-cell="n${move}"] .count`)?.textContent;
  const piece = (move) => document.querySelector(`[data-cell="${move.slice(-2)}"] .piece.black`);
  const isShown = (move) => (/^\\d+$/.test(move) ? seeds(move) === "0" : piece(move) !== null);
  const before = moves().length;
  const empty = ["1", "2", "3", "4", "5", "6"].filter((move) => seeds(move) === "0");
  const finish = (result) => {
    observer.disconnect();
    requestAnimationFrame(() => resolve(result ?? performance.now() - began));
  };
  const observer = new MutationObserver(() => {
    const news = moves().slice(before);
    const status = document.querySelector("#status").textContent;
    const isAgain = news.length === 1 && !status.includes("thinking");
    if (isAgain || empty.includes(news[1])) finish(-1);
    else if (news.length >= 2 && isShown(news[1])) finish(null);
  });
  const all = { subtree: true, childList: true, attributes: true, characterData: true };
  observer.observe(document.body, all);
  const cells = document.querySelectorAll(".cell.target");
  const began = performance.now();
  cells[number % cells.length].dispatchEvent(new MouseEvent("click", { bubbles: true }));
})"""

# Notes when the first line of an analysis is there: since the page was asked for, or since a step.
_FIRST_LINE = """
const isThere = () => Boolean(document.querySelector("#lines li:not([hidden]) .line-score"));
const all = { subtree: true, childList: true, attributes: true };
globalThis.firstLine = new Promise((resolve) => {
  new MutationObserver((_, observer) => {
    if (!isThere()) return;
    observer.disconnect();
    requestAnimationFrame(() => resolve(performance.now()));
  }).observe(document, all);
});
globalThis.lineAfterStep = () => new Promise((resolve) => {
  const began = performance.now();
  let isAsked = false;
  new MutationObserver((_, observer) => {
    isAsked ||= !isThere();
    if (!isAsked || !isThere()) return;
    observer.disconnect();
    requestAnimationFrame(() => resolve(performance.now() - began));
  }).observe(document.body, all);
  document.querySelector("#go-back").click();
});
"""

_SHIFT = """() => new Promise((resolve) => {
  let sum = 0;
  new PerformanceObserver((list) => {
    for (const { hadRecentInput, value } of list.getEntries()) if (!hadRecentInput) sum += value;
  }).observe({ type: "layout-shift", buffered: true });
  setTimeout(() => resolve(sum), 200);
})"""


@dataclass(frozen=True)
class Measured:
    """One number with its unit, and what it should stay below."""

    measure: str
    value: float
    unit: str
    bar: float | None = None

    @property
    def row(self) -> dict[str, object]:
        """The number for a table."""
        bar = "" if self.bar is None else f"{self.bar:g}"
        return {
            "measure": self.measure,
            "value": f"{self.value:.1f}",
            "unit": self.unit,
            "bar": bar,
        }

    def __str__(self) -> str:
        bar = "" if self.bar is None else f" (bar {self.bar:g} {self.unit})"
        return f"{self.measure}: {self.value:.4g} {self.unit}{bar}"


def visit(browser: Browser, server: Server, *, moving: bool = False) -> Visit:
    """Open a window of its own."""
    settings = {"reduced_motion": "no-preference" if moving else "reduce"} | SCREENS["desk"]
    return Visit(browser.new_context(base_url=server.url, **settings))


def replies(stack: contextlib.ExitStack, server: Server) -> Iterator[Measured]:
    """Play the beginning of games, each time until the answer is seen."""
    browser = stack.enter_context(chromium())
    for game in GAMES:
        for moving in (False, True):
            times: list[float] = []
            number = 0
            while len(times) < REPLIES:
                visitor = visit(browser, server, moving=moving)
                visitor.begin(game, second=OPPONENT)
                for _ in range(8):  # soon enough for the answer to be told by its cell alone
                    visitor.wait_for_turn()
                    number += 7
                    taken = visitor.page.evaluate(_REPLY, number)
                    times += [taken] if taken > 0 else []
                visitor.close()
            name = f"reply, {game}" + (", with motion" if moving else "")
            yield Measured(name, statistics.median(times), "ms", None if moving else 150)


def first_lines(stack: contextlib.ExitStack, server: Server) -> Iterator[Measured]:
    """Open analyses, and step back in them."""
    browser = stack.enter_context(chromium())
    for game, moves in zip(GAMES, ("3,6,2,1", "d4,c3,e5,c4", "d4,c3,e5,c4"), strict=True):
        times: dict[str, list[float]] = {"first visit": [], "page opened": [], "step": []}
        for _ in range(OPENINGS):
            visitor = visit(browser, server)
            visitor.page.add_init_script(_FIRST_LINE)
            for when in ("first visit", "page opened"):  # with an empty store of files, and again
                visitor.go(f"/analyse?game={game}&moves={moves}")
                times[when].append(visitor.page.evaluate("firstLine"))
            times["step"].append(visitor.page.evaluate("lineAfterStep()"))
            visitor.close()
        for when, taken in times.items():
            yield Measured(f"first line, {game}, {when}", statistics.median(taken), "ms", 300)


def first_page(stack: contextlib.ExitStack, server: Server) -> Iterator[Measured]:
    """Open the first page with nothing in store."""
    browser = stack.enter_context(chromium())
    visitor = visit(browser, server)
    sizes: list[float] = []
    network = visitor.context.new_cdp_session(visitor.page)
    network.send("Network.enable")
    network.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    visitor.page.goto("/", wait_until="networkidle")
    visitor.find(".game-picture svg.board >> nth=2").wait_for()
    yield Measured("first page", sum(sizes) / 1000, "kB", 500)
    yield Measured("first page, layout shift", visitor.page.evaluate(_SHIFT), "", 0)
    visitor.close()


def crowd(_: contextlib.ExitStack, server: Server) -> Iterator[Measured]:
    """Let many play at once; a lost move or an error ends it."""
    played = play_at_once(server.url, VISITORS, MOVES_EACH)
    print(played)
    yield Measured(f"{VISITORS} visitors, half of the replies", 1000 * played.within(0.5), "ms")
    yield Measured(
        f"{VISITORS} visitors, 95 % of the replies", 1000 * played.within(0.95), "ms", 500
    )
    yield Measured(f"{VISITORS} visitors, every reply", 1000 * played.within(1.0), "ms")


def tell(found: Measured, *, save: bool) -> None:
    """Print what was measured, with the load it was measured under; and keep it."""
    load = f"{os.getloadavg()[0]:.2f}"
    print(f"{found}; load {load}", flush=True)
    if save:
        append("board.csv", found.row | {"load": load})


def main() -> None:
    """Measure, and print or save."""
    parts = {"reply": replies, "lines": first_lines, "page": first_page, "crowd": crowd}
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("parts", nargs="*", help=f"of {', '.join(parts)}; all if left out")
    parser.add_argument("--save", action="store_true")
    options = parser.parse_args()
    for name in options.parts or parts:
        with contextlib.ExitStack() as stack:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
            server = stack.enter_context(served(folder / "games.db"))
            for found in parts[name](stack, server):
                tell(found, save=options.save)


if __name__ == "__main__":
    main()
