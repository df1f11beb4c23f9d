"""Looking back in a game that is being played or watched, in a real browser."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.conftest import Visiting
from tests.support.browser import GAMES

SOME = {
    "kalah(6,4)": ["1", "1"],
    "squatter(6)": ["c3", "d4"],
    "watch-your-back": ["c3", "d4"],
    "connect-four": ["4", "3"],
}


@pytest.mark.parametrize(
    ("screen", "game"),
    [
        ("desk", "kalah(6,4)"),
        ("phone", "squatter(6)"),
        *(pytest.param("phone", game, marks=pytest.mark.slow) for game in GAMES[::2]),
    ],
)
def test_a_past_position_is_shown_and_left(visiting: Visiting, screen: str, game: str) -> None:
    visit = visiting(screen)
    visit.begin(game, second="human", moves=SOME[game])
    now = visit.find("svg.board").get_attribute("aria-label")
    expect(visit.find("#go-on")).to_be_disabled()
    visit.find("#go-back").click()
    expect(visit.find("#past-text")).to_have_text("After move 1 of 2")
    expect(visit.find("#announcer")).to_contain_text("Move 1.")
    expect(visit.find("#moves [aria-current]")).to_have_text(SOME[game][0])
    expect(visit.find("#playing")).to_be_hidden()
    assert visit.find(".cell.target, .cell.source").count() == 0
    visit.check_access()
    visit.check_still()
    visit.find("#go-first").click()
    expect(visit.find("#past-text")).to_have_text("Start position")
    visit.find("#to-present").click()
    expect(visit.find("#past")).to_be_hidden()
    expect(visit.find("svg.board")).to_have_attribute("aria-label", now or "")
    visit.wait_for_turn()
    visit.find("#moves .move").first.click()
    expect(visit.find("#past-text")).to_contain_text("move 1")
    visit.find("#analyse").click()
    visit.page.wait_for_url(re.compile("/analyse.*ply=1"))
    expect(visit.find("#moves [aria-current]")).to_have_text(SOME[game][0])


def test_looking_back_by_keyboard(visiting: Visiting) -> None:
    visit = visiting("desk")
    visit.begin("squatter(6)", second="human", moves=["a1", "b2", "c3"])
    visit.press("ArrowLeft")  # with the focus nowhere
    expect(visit.find("#past-text")).to_contain_text("move 2")
    visit.tab_to("#moves .move")
    visit.press("Home")
    expect(visit.find("#past-text")).to_contain_text("Start")
    visit.press("ArrowDown")
    expect(visit.find("#moves [aria-current]")).to_be_focused()
    visit.press("End")
    expect(visit.find("#past")).to_be_hidden()
    expect(visit.find("#announcer")).to_contain_text("Current position. Black to move")
    visit.tab_to(".board [role=gridcell]")
    visit.press("ArrowLeft")  # belongs to the board
    expect(visit.find("#past")).to_be_hidden()


def test_new_moves_do_not_end_a_look_at_the_past(visiting: Visiting) -> None:
    host, guest = visiting("desk"), visiting("phone")
    game = host.begin("squatter(6)", second="human", moves=["a1", "b2"])
    guest.go(f"/game/{game}")
    guest.find("#moves .move").first.click()
    expect(guest.find("#past-text")).to_contain_text("move 1 of 2")
    host.tap("c3")
    expect(guest.find("#past-text")).to_contain_text("move 1 of 3")
    expect(guest.find('[data-cell="c3"] .piece')).to_have_count(0)
    expect(guest.find("#announcer")).to_contain_text("c3")
    guest.find("#go-last").click()
    expect(guest.find('[data-cell="c3"] .piece.white')).to_have_count(1)
    guest.find("#moves .move").nth(1).click()
    expect(guest.find("#past-text")).to_contain_text("move 2 of 3")
    host.find("#take-back").click()
    expect(guest.find("#past")).to_be_hidden()
