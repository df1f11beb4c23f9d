"""Variations, comments, lines and engines of the analysis page: nothing of a game is ever lost."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.conftest import Visiting
from tests.support.browser import Visit

ENDING = "2,2,0,1,0,2/11 0,0,1,8,0,4/17 south"
GAME = "/analyse?game=kalah(6,4)&moves=1,1,2,6,5,1,4,5,6"


def wait_for_lines(visit: Visit) -> None:
    expect(visit.find(".line:visible").first).to_be_visible()
    expect(visit.find(".line-score").first).not_to_be_empty()


def test_a_reload_keeps_game_variations_comments_and_names(visiting: Visiting) -> None:
    visit = visiting("desk")
    visit.go(f"{GAME}&ply=0&first=Ann&second=Bob")
    expect(visit.find("#moves .move")).to_have_count(9)
    visit.find("#comment").fill("the start")
    visit.tap("s2")
    expect(visit.find(".variation .move")).to_have_text(["2"])
    visit.tap("n1")
    expect(visit.find(".variation .move.current")).to_have_text("1")
    visit.find("#comment").fill("why <not>?")
    expect(visit.find(".variation .comment")).to_have_text("why <not>?")
    visit.check_access()
    for _ in range(2):
        visit.page.reload()
        expect(visit.find("#moves .move")).to_have_count(11)
        expect(visit.find(".variation .move")).to_have_text(["2", "1"])
        expect(visit.find(".variation .move.current")).to_have_text("1")
        expect(visit.find("#comment")).to_have_value("why <not>?")
        expect(visit.find("#moves li.comment")).to_have_text(["the start"])
        expect(visit.find("#player-near")).to_contain_text("Ann")
        expect(visit.find("#player-far")).to_contain_text("Bob")
    visit.check_still()
    visit.find("#go-first").click()
    expect(visit.find("#comment")).to_have_value("the start")
    visit.find("#go-last").click()  # along the game, not along the variation
    expect(visit.find("#moves .move.current")).to_have_text("6")


def test_what_is_too_long_for_an_address_survives_a_reload(visiting: Visiting) -> None:
    visit = visiting("desk")
    visit.go(f"{GAME}&ply=1")
    expect(visit.find("#moves .move")).to_have_count(9)
    for number in range(2):
        visit.find("#comment").fill("ÄÖÜ " * 200)
        expect(visit.find("#moves li.comment")).to_have_count(number + 1)
        visit.find("#go-on").click()
        expect(visit.find("#comment")).to_have_value("")
    assert len(visit.page.url) < 6000
    visit.page.reload()
    expect(visit.find("#moves li.comment")).to_have_count(2)


@pytest.mark.parametrize("screen", ["desk", "phone"])
def test_any_move_of_a_line_plays_up_to_it(visiting: Visiting, screen: str) -> None:
    visit = visiting(screen)
    visit.go(f"/analyse?game=kalah(6,4)&start={ENDING}")
    # The position is solved in a moment: then the lines do not change any more.
    line = visit.find(".line").first.locator(".line-move")
    expect(visit.find(".exact")).to_be_visible()
    texts = line.all_inner_texts()[:3]
    line.nth(2).click()
    expect(visit.find("#moves .move")).to_have_text(texts)
    expect(visit.find("#moves .move.current")).to_have_text(texts[2])
    visit.check_access()


def test_a_line_goes_by_keyboard(visiting: Visiting) -> None:
    visit = visiting("desk")
    visit.go(f"/analyse?game=kalah(6,4)&start={ENDING}")
    expect(visit.find(".exact")).to_be_visible()
    visit.tab_to(".line-move")
    visit.press("ArrowRight")
    expect(visit.find(".line").first.locator(".line-move").nth(1)).to_be_focused()
    visit.press("Enter")
    visit.wait_for_moves(2)
    visit.tab_to(".line-more")
    visit.press("Enter")
    expect(visit.find(".line.open .line-more")).to_have_attribute("aria-expanded", "true")


def test_lines_and_engine_are_chosen_and_remembered(visiting: Visiting) -> None:
    visit = visiting("desk")
    visit.go("/analyse?game=squatter(6)")
    wait_for_lines(visit)
    expect(visit.find(".line:visible")).to_have_count(3)
    expect(visit.find("#legend")).to_have_text(
        "For White: chance to win · expected final margin in cells"
    )
    expect(visit.find(".line-score").first).to_have_text(re.compile(r"^.*\d+ %.* · [+−\d]"))
    visit.find("#lines-count").select_option("5")
    expect(visit.find(".line:visible")).to_have_count(5)
    visit.find("#lines-count").select_option("1")
    expect(visit.find(".line:visible")).to_have_count(1)
    for engine in ("mtdf", "mcts"):
        visit.find("#engine-kind").select_option(engine)
        wait_for_lines(visit)
        expect(visit.find(".line:visible")).to_have_count(1)
    visit.check_access()
    visit.page.reload()
    wait_for_lines(visit)
    expect(visit.find("#engine-kind")).to_have_value("mcts")
    expect(visit.find(".line:visible")).to_have_count(1)
    visit.check_still()


def test_a_search_that_ended_can_go_deeper(visiting: Visiting) -> None:
    visit = visiting("desk")
    visit.page.add_init_script(
        """const send = WebSocket.prototype.send;
        WebSocket.prototype.send = function (text) {
          const task = JSON.parse(text);
          if (task.type === "start") {
            (window.asked ??= []).push(task.seconds);
            task.seconds /= 60;
          }
          return send.call(this, JSON.stringify(task));
        };"""
    )  # seconds instead of minutes
    visit.go("/analyse?game=watch-your-back")
    wait_for_lines(visit)
    expect(visit.find("#deeper")).to_be_enabled()
    depth = "Number(/depth (\\d+)/.exec(document.querySelector('#engine-status').textContent)[1])"
    before = visit.page.evaluate(depth)
    visit.find("#deeper").click()
    expect(visit.find("#deeper")).to_be_disabled()
    assert visit.page.evaluate(depth) >= before  # what is known stays
    expect(visit.find("#deeper")).to_be_enabled()
    assert visit.page.evaluate(depth) >= before
    assert visit.page.evaluate("window.asked") == [30, 120]


def test_the_way_back_leads_to_the_game(visiting: Visiting) -> None:
    visit = visiting("desk")
    game = visit.begin("squatter(6)", second="human")
    visit.tap("c3")
    visit.wait_for_moves(1)
    visit.find("#analyse").click()
    visit.page.wait_for_url("**/analyse*")
    visit.tap("d4")
    expect(visit.find("#moves .move")).to_have_text(["c3", "d4"])
    visit.page.reload()
    expect(visit.find("#moves .move")).to_have_text(["c3", "d4"])
    visit.find("#origin").click()
    visit.page.wait_for_url(f"**/game/{game}")
    expect(visit.find("#moves .move")).to_have_text(["c3"])
