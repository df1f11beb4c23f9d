"""Setting up positions in a real browser, and what can be done with them."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.conftest import Visiting
from tests.support.browser import Visit

# What to click with which tool, and the text that comes of it.
SETUPS = {
    "kalah(6,4)": (
        [("add", ["s1", "s1", "n6", "south"]), ("take", ["s1"]), ("empty", ["south"])],
        "1,0,0,0,0,0/0 0,0,0,0,0,1/0 south",
    ),
    "squatter(6)": (
        [("white", ["c2", "b3", "d3", "c4", "f6"]), ("black", ["a1"]), ("empty", ["f6"])],
        "B+++++/++W+++/+W-W++/++W+++/++++++/++++++ ....../....../..W.../....../....../...... white",
    ),
    "watch-your-back": (
        [("white", ["c3", "d3"]), ("black", ["e6", "e7", "c3"]), ("white", ["c4"])],
        "X------X/--------/--@O----/--O-----/--------/----@---/----@---/X------X moving 30",
    ),
}


@pytest.mark.parametrize("screen", ["desk", pytest.param("phone", marks=pytest.mark.slow)])
@pytest.mark.parametrize("game", SETUPS)
def test_a_position_is_set_up_and_played(visiting: Visiting, screen: str, game: str) -> None:
    visit = visiting(screen)
    visit.go(f"/editor?game={game}")
    expect(visit.find("#verdict")).to_contain_text("Valid position.")
    visit.check_still()
    visit.find("#clear").click()
    if game == "watch-your-back":
        visit.find("#phase").select_option("moving")
        visit.find("#turn-count").fill("30")
    clicks, text = SETUPS[game]
    for tool, cells in clicks:
        visit.find(f'#tools input[value="{tool}"]').check()
        for cell in cells:
            visit.tap(cell)
    expect(visit.find("#text")).to_have_value(text)
    expect(visit.find("#verdict")).to_contain_text("Valid position.")
    visit.check_access()
    visit.page.reload()
    expect(visit.find("#text")).to_have_value(text)
    visit.find("#play").click()
    visit.find('input[name="play-side"][value="second"]').check()
    visit.find("#play-opponent").select_option("human")
    visit.check_access()
    visit.find("dialog button[type=submit]").click()
    visit.page.wait_for_url("**/game/*")
    visit.wait_for_turn()


def test_what_is_wrong_is_said_and_shown(visiting: Visiting) -> None:
    visit = visiting("desk")
    visit.go("/editor?game=squatter(6)")
    text = visit.find("#text")
    expect(text).not_to_be_empty()
    text.fill(
        "++++++/++++++/++++++/++++++/++++++/+++++- ....../....../....../....../....../.....W white"
    )
    visit.find("#text-form button[type=submit]").click()
    expect(visit.find("#verdict.bad")).to_contain_text("F6 is on the edge")
    expect(visit.find("#play")).to_be_disabled()
    visit.check_access()
    text.fill("++++++/++++++/+++W++/++++++/++++++/++++++ - black")
    visit.find("#text-form button[type=submit]").click()
    expect(visit.find("#verdict.good")).to_contain_text("Black to move")
    expect(visit.find('[data-cell="d3"] .piece.white')).to_have_count(1)
    visit.find("#share").click()
    assert "start=" in visit.find("#share-link").input_value()


def test_no_game_goes_on_where_it_is_over(visiting: Visiting) -> None:
    visit = visiting("desk")
    visit.go("/editor")
    expect(visit.find("#verdict.good")).to_be_visible()
    visit.find("#clear").click()
    expect(visit.find("#verdict")).to_have_text("Valid position. The game is over: draw.")
    expect(visit.find("#play")).to_be_disabled()
    visit.find("#text").fill("")
    visit.find("#text-form button[type=submit]").click()  # the browser says what is missing
    expect(visit.find("#text:invalid")).to_be_focused()
    assert visit.find("#messages .message").count() == 0


def test_positions_are_set_up_by_keyboard_alone(visiting: Visiting) -> None:
    visit = visiting("desk")
    visit.go("/editor?game=squatter(6)")
    expect(visit.find("#verdict.good")).to_be_visible()
    visit.tab_to(".board [role=gridcell]")
    visit.press("ArrowRight", "ArrowDown", "Enter")
    expect(visit.find('[data-cell="b2"] .piece.white')).to_have_count(1)
    choose(visit, "tool", "ArrowRight")
    visit.page.keyboard.press("Shift+Tab")
    visit.tab_to(".board [role=gridcell]", most=120)
    visit.press("ArrowDown", "Enter")
    expect(visit.find('[data-cell="b3"] .piece.black')).to_have_count(1)
    choose(visit, "turn", "ArrowRight")
    expect(visit.find("#verdict.good")).to_contain_text("Black to move")
    visit.tab_to("#play")
    visit.press("Enter")
    visit.tab_to("dialog button[type=submit]")
    visit.press("Enter")
    visit.page.wait_for_url("**/game/*")


def choose(visit: Visit, name: str, *keys: str) -> None:
    visit.tab_to(f'input[name="{name}"]')
    visit.press(*keys)
