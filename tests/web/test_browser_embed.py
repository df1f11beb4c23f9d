"""Boards on pages of other sites: these may be framed, all others not, and nobody can be harmed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from urllib.parse import quote, unquote

import pytest
from playwright.sync_api import expect

import plyground as ply
from tests.conftest import Visiting
from tests.support.browser import GAMES
from tests.support.server import Server, Visitor

MOVES = {
    "connect-four": "d,d,c", "kalah(6,4)": "3,6,2", "squatter(6)": "c3,d4,c4",
    "watch-your-back": "d4,e5,c3",
}  # fmt: skip
EMBEDDED = ("/embed/board", "/embed/replay", "/embed/puzzle")
OTHERS = ("/", "/analyse", "/editor", "/tournaments", "/rules", "/rules/kalah", "/embed/other",
          "/api/catalogue", "/api/picture.svg?game=squatter(6)")  # fmt: skip


class _Blog(BaseHTTPRequestHandler):
    """Another site: a page with a frame of what its address names."""

    def do_GET(self) -> None:
        frame = unquote(self.path.partition("?")[2])
        page = f'<!doctype html><title>Blog</title><iframe width=480 height=620 src="{frame}">'
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(page.encode())

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture(scope="module")
def blog() -> Iterator[str]:
    # By its name, which makes it another site than 127.0.0.1.
    with ThreadingHTTPServer(("127.0.0.1", 0), _Blog) as site:
        Thread(target=site.serve_forever, daemon=True).start()
        yield f"http://localhost:{site.server_port}/?"
        site.shutdown()


@pytest.mark.parametrize("path", EMBEDDED)
def test_pages_to_embed_may_be_framed(visitor: Visitor, path: str) -> None:
    headers = visitor.http.get(path, headers={"Sec-Fetch-Site": "cross-site"}).headers
    assert "frame-ancestors *" in headers["content-security-policy"]
    assert "form-action 'none'" in headers["content-security-policy"]
    assert "x-frame-options" not in headers
    assert "set-cookie" not in headers


@pytest.mark.parametrize("path", OTHERS)
def test_no_other_page_may_be_framed(visitor: Visitor, path: str) -> None:
    headers = visitor.http.get(path).headers
    assert "frame-ancestors 'none'" in headers["content-security-policy"]
    assert headers["x-frame-options"] == "DENY"


@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_replayed_on_another_site(
    visiting: Visiting, server: Server, blog: str, game: str
) -> None:
    visit = visiting("desk")
    cookies: list[str] = []
    visit.page.on(
        "request",
        lambda request: cookies.extend(v for k, v in request.headers.items() if k == "cookie"),
    )
    visit.page.goto(blog + quote(f"{server.url}/embed/replay?game={game}&moves={MOVES[game]}"))
    frame = visit.page.frame_locator("iframe")
    expect(frame.locator("svg.board")).to_be_visible()
    expect(frame.locator("#place")).to_have_text("Start position.")
    frame.locator("#go-on").click()
    expect(frame.locator("#place")).to_contain_text("Move 1.")
    frame.locator("#go-on").focus()
    visit.press("End")
    expect(frame.locator("#place")).to_contain_text("Move 3.")
    expect(frame.locator("#go-on")).to_be_disabled()
    frame.locator("#auto").click()
    expect(frame.locator("#place")).to_contain_text("Move 1.")
    expect(frame.locator("#place")).to_contain_text("Move 3.")
    assert cookies == []
    assert visit.context.cookies() == []
    href = frame.locator("#whole").get_attribute("href") or ""
    assert href.startswith("/analyse?")


def test_a_board_stands_on_another_site_and_the_page_around_it_is_kept_out(
    visiting: Visiting, server: Server, blog: str
) -> None:
    visit = visiting("phone")
    visit.page.goto(blog + quote(f"{server.url}/embed/board?game=kalah(6,4)&moves=3,6"))
    frame = visit.page.frame_locator("iframe")
    expect(frame.locator("svg.board")).to_be_visible()
    expect(frame.locator("#place")).to_contain_text("Move 2.")
    expect(frame.locator("#steps")).to_be_hidden()
    visit.expected = ["frame-ancestors", "X-Frame-Options", "Refused to display", "ERR_BLOCKED"]
    visit.page.goto(blog + quote(f"{server.url}/analyse"))
    expect(visit.page.frame_locator("iframe").locator("#main")).to_have_count(0)


@pytest.mark.parametrize("path", EMBEDDED)
def test_pages_to_embed_are_open_still_and_small(visiting: Visiting, path: str) -> None:
    visit = visiting("phone")
    puzzle = path.endswith("puzzle")
    visit.go(path if puzzle else f"{path}?game=squatter(6)&moves=c3,d4")
    expect(visit.find("svg.board")).to_be_visible()
    visit.check_access()
    visit.check_still()
    size = visit.page.evaluate(
        "performance.getEntries().reduce((sum, { transferSize = 0 }) => sum + transferSize, 0)"
    )
    assert 20_000 < size < 70_000


def test_a_puzzle_is_solved_on_another_site(visiting: Visiting, server: Server, blog: str) -> None:
    visitor = Visitor(server)
    puzzle = visitor.http.get("/api/puzzles/connect-four").json()["puzzles"][0]
    visitor.close()
    visit = visiting("desk")
    visit.page.goto(blog + quote(f"{server.url}/embed/puzzle?game=connect-four&number=1"))
    frame = visit.page.frame_locator("iframe")
    expect(frame.locator("#task")).to_contain_text("to move. Find the only move")
    solution = "abcdefg"[int(puzzle["line"][0]) - 1]
    game = ply.game("connect-four", puzzle["position"])
    for move in puzzle["moves"]:
        game.push(move)
    others = [move for move in game.position.legal_moves if move != puzzle["line"][0]]
    wrong = "abcdefg"[int(others[0]) - 1]
    frame.locator(f'[data-cell^="{wrong}"].target').first.click()
    expect(frame.locator("#place")).to_contain_text("is not the solution. Try again.")
    frame.locator(f'[data-cell^="{solution}"].target').first.click()
    expect(frame.locator("#place")).to_contain_text("is right.")
    assert visit.context.cookies() == []


def test_a_wrong_address_is_told(visiting: Visiting) -> None:
    visit = visiting("desk")
    visit.expected = ["400"]
    visit.go("/embed/board?game=nonsense")
    expect(visit.find("#place")).to_contain_text("nonsense")


def test_embed_code_is_copied_where_one_shares(visiting: Visiting) -> None:
    visit = visiting("desk", permissions=["clipboard-read", "clipboard-write"])
    visit.go("/analyse?game=squatter(6)&moves=c3,d4&ply=1")
    expect(visit.find("#moves .move")).to_have_count(2)
    visit.find("#share").click()
    visit.check_access()
    visit.find("dialog button", has_text="Copy embed code").click()
    expect(visit.find("#announcer")).to_contain_text("Embed code copied")
    code = visit.page.evaluate("navigator.clipboard.readText()")
    found = re.fullmatch(
        r'<iframe src="([^"]+)" width="480" height="\d+" title="[^"]+"[^<>]*></iframe>', code
    )
    assert found
    visit.go(found[1].replace("&amp;", "&"))
    expect(visit.find("#place")).to_contain_text("Move 1.")  # as it was shared
    visit.find("#go-last").click()
    expect(visit.find("#place")).to_contain_text("Move 2.")
