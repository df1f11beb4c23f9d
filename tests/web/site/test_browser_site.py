"""The static site in a real browser, from a plain file server."""

from __future__ import annotations

import functools
import gzip
import http.server
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.support.browser import SCREENS, Visit

# Compressed; the first visit fetches every page, so that all of them work without a network.
ENGINE_BYTES, FIRST_VISIT_BYTES = 122_000, 310_000


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


class Host:
    """Serves a folder as any web host does, and remembers what was asked for."""

    def __init__(self, folder: Path) -> None:
        asked: list[str] = []

        class Handler(Quiet):
            def do_GET(self) -> None:
                asked.append(self.path)
                super().do_GET()

        self.asked = asked
        handler = functools.partial(Handler, directory=str(folder))
        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}/play/"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


@pytest.fixture
def host(site: Path) -> Iterator[Host]:
    made = Host(site.parent)
    made.url = made.url.replace("/play/", f"/{site.name}/")  # not at the root: links are relative
    yield made
    made.close()


@pytest.fixture
def visit(chrome: Browser, host: Host) -> Iterator[Visit]:
    made = Visit(chrome.new_context(base_url=host.url, reduced_motion="reduce", **SCREENS["desk"]))
    yield made
    made.close()


def kept(visit: Visit) -> None:
    """Wait until the browser has kept all files."""
    visit.page.evaluate("navigator.serviceWorker.ready.then(() => true)")


def play(visit: Visit, family: str, level: int) -> None:
    visit.go("index.html")
    visit.find(f'input[value="{family}"]').check()
    visit.find("#level").fill(str(level))
    visit.find("#new-game button[type=submit]").click()
    visit.page.wait_for_url("**/game.html?id=*")


@pytest.mark.parametrize("family", ["kalah", "watch-your-back"])
def test_a_game_against_a_level(visit: Visit, family: str) -> None:
    visit.go("index.html")
    expect(visit.find(".game-picture svg")).to_have_count(4)
    visit.check_access()
    play(visit, family, 2)
    visit.make_a_move()
    visit.wait_for_moves(2)
    visit.wait_for_turn()
    visit.find("#ask-hint").click()
    expect(visit.find("#hint-text")).not_to_be_empty()
    visit.check_access()
    visit.find("#take-back").click()
    expect(visit.find("#moves .move")).to_have_count(0)
    visit.make_a_move()
    visit.wait_for_moves(2)
    visit.page.reload()
    visit.wait_for_moves(2)
    visit.find("#resign").click()
    visit.find("#resign-yes").click()
    expect(visit.find("#rematch")).to_be_visible()
    visit.find("#analyse").click()
    visit.page.wait_for_url("**/analyse.html?*")
    expect(visit.find("#lines li")).not_to_have_count(0)


def test_two_players_on_one_device(visit: Visit) -> None:
    visit.go("index.html")
    visit.find('input[value="connect-four"]').check()
    visit.find('input[value="friend"]').check()
    visit.find("#new-game button[type=submit]").click()
    visit.page.wait_for_url("**/game.html?id=*")
    for count in (1, 2, 3):
        visit.make_a_move()
        visit.wait_for_moves(count)


def test_analysis_lines_review_and_reasons(visit: Visit) -> None:
    visit.go("analyse.html?game=kalah(4,3)&moves=2,1,3")
    expect(visit.find("#lines li").first).to_be_visible()
    visit.find("#why summary").click()
    expect(visit.find(".why-table tbody tr")).not_to_have_count(0)
    visit.find("#review-start").click()
    expect(visit.find("#summary table")).to_be_visible()
    visit.check_access()


def test_everything_works_without_a_network(visit: Visit, host: Host, site: Path) -> None:
    visit.go("index.html")
    expect(visit.find(".game-picture svg")).to_have_count(4)
    kept(visit)
    loaded = {
        path.split("?")[0].partition(f"/{site.name}/")[2] or "index.html" for path in host.asked
    }
    sizes = {
        name: len(gzip.compress((site / name).read_bytes(), mtime=0))
        for name in loaded
        if (site / name).is_file()
    }
    assert sizes["data/engine.wasm"] <= ENGINE_BYTES
    assert sum(sizes.values()) <= FIRST_VISIT_BYTES, sizes
    host.close()
    visit.context.set_offline(True)
    play(visit, "squatter", 3)
    visit.make_a_move()
    visit.wait_for_moves(2)
    visit.go("rules-kalah.html")
    expect(visit.find("figure svg.board").first).to_be_visible()


def test_a_browser_without_webassembly_is_told(chrome: Browser, host: Host) -> None:
    context = chrome.new_context(base_url=host.url)
    context.add_init_script("delete globalThis.WebAssembly")
    page = context.new_page()
    page.goto("index.html")
    expect(page.locator(".notice.bad", has_text="WebAssembly")).to_be_visible()
    context.close()
