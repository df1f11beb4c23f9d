"""The static site in a real browser, from a plain file server."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from plyground.solving.tutorial import tutorial
from plyground.web.site.data import site_families
from tests.support.browser import SCREENS, Visit
from tests.support.host import Host

# Compressed; the first visit fetches every page, so that all of them work without a network.
ENGINE_BYTES, FIRST_VISIT_BYTES = 120_000, 250_000


@pytest.fixture
def host(site: Path) -> Iterator[Host]:
    made = Host(site.parent, f"{site.name}/")  # not at the root: links are relative
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


@pytest.mark.parametrize("screen", ["desk", "phone"])
def test_puzzles_and_tutorials(chrome: Browser, host: Host, screen: str) -> None:
    visit = Visit(chrome.new_context(base_url=host.url, reduced_motion="reduce", **SCREENS[screen]))
    visit.expected.append("net::ERR_FAILED")  # what a page still loads when it is left
    visit.go("index.html")
    visit.find(".card a", has_text="solve puzzles").click()
    expect(visit.find("svg.board")).to_be_visible()
    expect(visit.find("#about")).to_contain_text("Puzzle of the day")
    expect(visit.find("[aria-current=page]")).to_have_text("Puzzles")
    visit.check_access()
    visit.find("#show").click()
    expect(visit.find("#verdict")).to_contain_text("It was")
    for family in site_families():
        visit.go(f"learn-{family.name}.html")
        expect(visit.find("#steps button")).to_have_count(len(tutorial(family.name)))
        expect(visit.find("svg.board")).to_be_visible()
        visit.find("#hint").click()
        expect(visit.find("#verdict")).to_contain_text("Hint")
        visit.check_access()
        visit.go(f"rules-{family.name}.html")
        expect(visit.find("figure svg.board").first).to_be_visible()
        visit.check_access()
    visit.close()


def test_analysis_lines_review_and_reasons(visit: Visit) -> None:
    visit.go("analyse.html?game=kalah(4,3)&moves=2,1,3")
    expect(visit.find("#lines li").first).to_be_visible()
    visit.find("#why summary").click()
    expect(visit.find(".why-table tbody tr")).not_to_have_count(0)
    visit.find("#review-start").click()
    expect(visit.find("#summary table")).to_be_visible()
    # As the server judges them: both lost more than was at stake.
    shown = [int(text.rstrip(" %")) for text in visit.find(".accuracy").all_inner_texts()]
    assert len(shown) == 2
    assert max(shown) <= 5
    visit.check_access()


def test_everything_works_without_a_network(visit: Visit, host: Host, site: Path) -> None:
    visit.go("index.html")
    expect(visit.find(".game-picture svg")).to_have_count(4)
    kept(visit)
    assert host.sent[f"{site.name}/data/engine.wasm"] <= ENGINE_BYTES
    assert host.sent.total() <= FIRST_VISIT_BYTES, host.sent
    host.close()
    visit.context.set_offline(True)
    play(visit, "squatter", 3)
    visit.make_a_move()
    visit.wait_for_moves(2)
    visit.go("rules-kalah.html")
    expect(visit.find("figure svg.board").first).to_be_visible()
    visit.go("learn-kalah.html")
    expect(visit.find("svg.board")).to_be_visible()
    visit.go("analyse.html?game=squatter(6)")
    expect(visit.find("#lines li")).not_to_have_count(0)
    visit.go("")  # the folder's own address
    expect(visit.find(".game-picture svg")).to_have_count(4)


def test_what_comes_later_is_kept_with_a_second_page(visit: Visit, host: Host) -> None:
    visit.go("index.html")
    kept(visit)
    visit.go("rules-kalah.html")
    visit.page.evaluate(
        "async () => { for (;;) { for (const name of await caches.keys()) {"
        " const all = (await (await caches.open(name)).keys()).map(({ url }) => url);"
        " if (all.some((url) => url.endsWith('connect-four.puzzles')) && all.some((url) =>"
        " url.endsWith('wide.wasm')) && all.filter((url) => url.endsWith('.net')).length >= 3)"
        " return; } await new Promise((done) => setTimeout(done, 200)); } }"
    )
    host.close()
    visit.context.set_offline(True)
    visit.go("puzzles.html?game=connect-four")
    expect(visit.find("svg.board")).to_be_visible()
    visit.find("#show").click()
    expect(visit.find("#verdict")).to_contain_text("It was")


def test_a_browser_without_webassembly_is_told(chrome: Browser, host: Host) -> None:
    context = chrome.new_context(base_url=host.url)
    context.add_init_script("delete globalThis.WebAssembly")
    page = context.new_page()
    page.goto("index.html")
    expect(page.locator(".notice.bad", has_text="WebAssembly")).to_be_visible()
    context.close()
