"""Every page in light and dark, on phone and desk: open to everybody, still, small, our own."""

from __future__ import annotations

import re
from urllib.parse import urlparse

import pytest
from fastapi.routing import APIRoute
from playwright.sync_api import Request, expect

from plyground.web.classroom import pages as classroom
from plyground.web.pages import api as pages
from tests.conftest import Visiting
from tests.support.browser import GAMES, SCREENS

PAGES = {
    "/": ".game-picture svg.board >> nth=2",
    "/analyse": ".line-score >> nth=0",
    "/editor": "#verdict.good",
    "/join": "#code",
    "/tournaments": "#game option >> nth=0",
    "/rules": "figure svg.board >> nth=5",
    "/rules/kalah": "figure svg.board >> nth=5",
    "/rules/squatter": "figure svg.board >> nth=5",
    "/rules/watch-your-back": "figure svg.board >> nth=6",
    "/puzzles": "#board svg.board",
    "/learn/kalah": "#board svg.board",
    "/learn/squatter": "#board svg.board",
    "/learn/watch-your-back": "#board svg.board",
    "/learn/connect-four": "#board svg.board",
    "/nothing": "h1",
}
# Looked at in the tests of games, tournaments, embedding and classes, which fill them.
ELSEWHERE = {
    "/game/{game}", "/tournaments/{name}", "/embed/board", "/embed/replay", "/embed/puzzle",
    "/class", "/class/join", "/class/team", "/class/staff", "/class/rounds/{name}",
}  # fmt: skip
# Modules that the browser had to find out about one after another.
_SURPRISES = """() => {
  const known = [...document.querySelectorAll('[rel="modulepreload"], script')]
    .map(({ href, src }) => href ?? src);
  return performance.getEntriesByType("resource").map(({ name }) => name)
    .filter((name) => name.endsWith(".js") && !known.includes(name));
}"""
LOOKS = [
    pytest.param(
        screen, scheme,
        id=f"{screen}-{scheme}",
        marks=() if (screen, scheme) in {("desk", "light"), ("phone", "dark")}
        else pytest.mark.slow,
    )
    for screen in SCREENS
    for scheme in ("light", "dark")
]  # fmt: skip


@pytest.mark.parametrize(("screen", "scheme"), LOOKS)
def test_every_page_is_open_to_everybody_and_still(
    visiting: Visiting, screen: str, scheme: str
) -> None:
    visit = visiting(screen, color_scheme=scheme)
    visit.expected = ["404"]
    foreign: list[str] = []

    def look(request: Request) -> None:
        if urlparse(request.url).hostname != "127.0.0.1" and not request.url.startswith("blob:"):
            foreign.append(request.url)

    visit.page.on("request", look)
    for path, sign in PAGES.items():
        visit.go(path)
        visit.find(sign).wait_for(state="attached")
        visit.check_access()
        visit.check_still()
        assert (path, visit.page.evaluate(_SURPRISES)) == (path, [])
    assert foreign == []


def test_no_page_is_left_out() -> None:
    routes = [*pages.router.routes, *classroom.router.routes]
    paths = {route.path for route in routes if isinstance(route, APIRoute)}
    here = {re.sub(r"^/(rules|learn)/.+", r"/\1/{family}", path) for path in PAGES}
    files = {"/static/{path:path}", "/robots.txt"}
    assert paths == (here - {"/nothing"}) | ELSEWHERE | files


@pytest.mark.parametrize("family", ["connect-four", "kalah", "squatter", "watch-your-back"])
def test_rules_show_their_moves(visiting: Visiting, family: str) -> None:
    visit = visiting("phone")
    visit.go(f"/rules/{family}")
    figures = visit.find("figure[data-move]")
    buttons = visit.find("figure[data-move] button")
    expect(buttons).to_have_count(figures.count())
    for index in range(buttons.count()):
        buttons.nth(index).click()
    expect(buttons.last).to_have_text("Show again")
    expect(visit.find("#announcer")).not_to_be_empty()
    visit.check_access()
    visit.find(".rules > p .button").click()
    expect(visit.find(f'input[value="{family}"]')).to_be_checked()


def test_the_theme_is_chosen_and_remembered(visiting: Visiting) -> None:
    visit = visiting("desk")
    visit.go("/")
    ground = "getComputedStyle(document.documentElement).backgroundColor"
    light = visit.page.evaluate(ground)
    visit.find("#theme").click()
    expect(visit.find("#theme")).to_have_attribute("aria-pressed", "true")
    dark = visit.page.evaluate(ground)
    assert dark != light
    visit.go("/editor")
    assert visit.page.evaluate(ground) == dark
    visit.check_access()


@pytest.mark.parametrize("screen", SCREENS)
def test_the_first_page_is_small(visiting: Visiting, screen: str) -> None:
    visit = visiting(screen)
    requests: list[Request] = []
    visit.page.on("requestfinished", lambda request: requests.append(request))
    visit.page.goto("/", wait_until="networkidle")
    expect(visit.find(".game-picture svg.board")).to_have_count(len(GAMES))
    sizes = [request.sizes() for request in requests]  # as they travel: compressed, with headers
    travelled = sum(size["responseBodySize"] + size["responseHeadersSize"] for size in sizes)
    assert 50_000 < travelled <= 120_000


def test_pages_work_when_nothing_may_be_stored(visiting: Visiting) -> None:
    visit = visiting("desk")
    visit.page.add_init_script(
        "Object.defineProperty(window, 'localStorage', { get() { throw new Error('no'); } });"
    )
    visit.go("/")
    visit.find("#theme").click()
    visit.find("#sounds").click()
    expect(visit.find("#sounds")).to_have_attribute("aria-pressed", "true")
