"""A real browser for the tests: screens, visits, and the rules that every page must keep."""

from __future__ import annotations

import contextlib
import shutil
from collections.abc import Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect, sync_playwright

Json = dict[str, Any]

PATIENCE = 30_000  # milliseconds: a busy machine is nobody's fault
SCREENS: dict[str, Json] = {
    "desk": {"viewport": {"width": 1280, "height": 900}},
    "phone": {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True},
}
GAMES = ("connect-four", "kalah(6,4)", "squatter(6)", "watch-your-back")
_FLAGS = [
    "--no-sandbox",  # tests may run as root
    "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1 , EXCLUDE localhost",
]
_WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


@contextlib.contextmanager
def chromium() -> Iterator[Browser]:
    """Start the machine's own Chromium."""
    program = shutil.which("chromium") or shutil.which("chromium-browser")
    if program is None:
        pytest.skip("no chromium on this machine; scripts/system-packages test installs it")
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=_FLAGS)
        yield browser
        browser.close()


class Visit:
    """One visitor with one page, who notices everything that goes wrong behind it."""

    def __init__(self, context: BrowserContext) -> None:
        self.context = context
        self.problems: list[str] = []
        self.expected: list[str] = []  #: texts of problems that a test provokes
        self.page: Page = context.new_page()
        self.page.set_default_timeout(PATIENCE)
        self.page.on("pageerror", lambda error: self.problems.append(f"error: {error}"))
        self.page.on("console", self._hear)

    def _hear(self, message: Any) -> None:
        if message.type in ("error", "warning"):
            self.problems.append(f"{message.type}: {message.text}")

    def close(self) -> None:
        """End the visit; nothing may have gone wrong that was not expected."""
        self.context.close()
        unexpected = [
            problem
            for problem in self.problems
            if not any(text in problem for text in self.expected)
        ]
        assert unexpected == [], "\n".join(unexpected)

    def go(self, path: str) -> None:
        self.page.goto(path)

    def find(self, selector: str, **how: Any) -> Locator:
        return self.page.locator(selector, **how)

    def begin(self, game: str, **wish: Any) -> str:
        """Begin a game as this visitor, without the form, and open its page."""
        self.context.request.get("/api/games")  # brings the cookie
        answer = self.context.request.post("/api/games", data={"game": game} | wish)
        assert answer.status == 201, answer.text()
        found: str = answer.json()["id"]
        self.go(f"/game/{found}")
        expect(self.find("svg.board")).to_be_visible()
        return found

    def moves(self) -> list[str]:
        """The moves in the list beside the board."""
        return self.find("#moves .move").all_inner_texts()

    def wait_for_moves(self, count: int) -> None:
        self.page.wait_for_function(
            "count => document.querySelectorAll('#moves .move').length >= count", arg=count
        )

    def wait_for_turn(self) -> None:
        """Wait until something on the board can be chosen."""
        expect(self.find(".cell.target, .cell.source").first).to_be_visible()

    def tap(self, cell: str) -> None:
        """Choose a cell: by finger on a phone, by mouse at a desk."""
        target = self.find(f'[data-cell="{cell}"]')
        if self.page.evaluate("matchMedia('(pointer: coarse)').matches"):
            target.tap()
        else:
            target.click()

    def make_a_move(self) -> None:
        """Play something: the first cell that can be played, or the first piece that can move."""
        self.wait_for_turn()
        if self.find(".cell.target").count() == 0:
            self.tap(self.find(".cell.source").first.get_attribute("data-cell") or "")
        self.tap(self.find(".cell.target").first.get_attribute("data-cell") or "")

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def tab_to(self, selector: str, *, most: int = 80) -> None:
        """Reach an element as a keyboard does."""
        for _ in range(most):
            if self.page.evaluate("s => document.activeElement?.matches(s) ?? false", selector):
                return
            self.press("Tab")
        raise AssertionError(f"Tab never reached {selector}")

    def check_access(self) -> None:
        """Nothing on the page, as it is now, may keep anybody from using it."""
        found = Axe().run(self.page, options={"runOnly": {"type": "tag", "values": _WCAG}})
        problems = [
            f"{rule['id']}: {node['html'][:160]} {node['failureSummary'][:200]}"
            for rule in found.response["violations"]
            for node in rule["nodes"]
        ]
        assert problems == [], "\n".join(problems)
        width = self.page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert width <= 0, f"{self.page.url} is {width} pixels too wide"

    def check_still(self) -> None:
        """Nothing may have moved under the reader's eyes since the page was opened."""
        shifts = self.page.evaluate(
            """() => new Promise((resolve) => {
                 const found = [];
                 new PerformanceObserver((list) => {
                   for (const { hadRecentInput, value, sources } of list.getEntries()) {
                     if (hadRecentInput) continue;
                     const nodes = sources.map(({ node }) => node?.outerHTML?.slice(0, 80) ?? "?");
                     found.push(`${value.toFixed(4)}: ${nodes.join(" ")}`);
                   }
                 }).observe({ type: "layout-shift", buffered: true });
                 setTimeout(() => resolve(found), 100);
               })"""
        )
        assert shifts == [], f"{self.page.url} {shifts}"
