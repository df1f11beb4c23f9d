"""Watching in a real browser: two players at any speed, and tournaments as they are played."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.conftest import Visiting

GAMES = [
    "kalah(6,4)",
    pytest.param("squatter(6)", marks=pytest.mark.slow),
    pytest.param("watch-your-back", marks=pytest.mark.slow),
]


@pytest.mark.parametrize("game", GAMES)
def test_two_players_are_watched(visiting: Visiting, game: str) -> None:
    visit = visiting("desk")
    visit.begin(game, first="pvs:level=1", second="random")
    visit.find("#pause").click()
    expect(visit.find("#pause")).to_have_text("Resume")
    count = len(visit.moves())
    visit.find("#step").click()
    visit.wait_for_moves(count + 1)
    visit.check_access()
    visit.find("#speed").fill("7")
    expect(visit.find("#speed-text")).to_have_text("no pause")
    visit.find("#pause").click()
    visit.wait_for_moves(count + 6)
    expect(visit.find("#playing")).to_be_hidden()


def test_the_form_begins_a_game_to_watch_by_keyboard(visiting: Visiting) -> None:
    visit = visiting("phone")
    visit.go("/")
    expect(visit.find("#preset option").first).to_be_attached()
    visit.tab_to('input[name="mode"]')
    visit.press("ArrowRight", "ArrowRight", "ArrowRight")
    visit.check_access()
    visit.tab_to("#watch-first")
    visit.page.keyboard.type("random")
    visit.tab_to("#new-game button[type=submit]")
    visit.press("Enter")
    visit.page.wait_for_url("**/game/*")
    visit.tab_to("#pause")
    visit.press("Enter")
    expect(visit.find("#pause")).to_have_text("Resume")
    visit.tab_to("#speed")
    visit.press("End")
    expect(visit.find("#speed-text")).to_have_text("no pause")


@pytest.mark.parametrize("screen", ["desk", pytest.param("phone", marks=pytest.mark.slow)])
def test_a_tournament_is_begun_and_watched(visiting: Visiting, screen: str) -> None:
    visit = visiting(screen)
    visit.expected = ["422"]
    visit.go("/tournaments")
    expect(visit.find("#players")).to_have_value(re.compile("level"))
    visit.check_access()
    visit.find("#players").fill("nobody")
    visit.find("#form button").click()
    expect(visit.find("#form-problem")).to_be_visible()
    visit.find("#game").select_option("squatter(6)")
    visit.find("#players").fill("pvs:level=1\nrandom\ngreedy")
    visit.find("#form button").click()
    visit.page.wait_for_url("**/tournaments/*")
    expect(visit.find("#standings tbody tr")).to_have_count(3)
    expect(visit.find("#recent li").first).to_be_visible()
    visit.check_access()
    expect(visit.find("#cup-status")).to_contain_text("6 of 6 games")
    visit.find("#recent button").first.click()
    visit.page.wait_for_url("**/analyse*")
    expect(visit.find("#moves .move").first).to_be_attached()
    visit.go("/tournaments")
    expect(visit.find(".cup").first).to_contain_text("finished, 6 of 6 games")
    visit.check_access()


def test_a_running_tournament_shows_boards_and_stops(visiting: Visiting) -> None:
    visit = visiting("desk")
    visit.go("/tournaments")
    expect(visit.find("#game option").first).to_be_attached()
    visit.find("#game").select_option("watch-your-back(max_turns=320,double_pass_draws=yes)")
    visit.find("#players").fill("pvs:time=0.05\npvs:time=0.06")
    visit.find("#pairs").fill("10")
    visit.find("#form button").click()
    expect(visit.find(".live-board svg[role=img]").first).to_be_visible()
    visit.check_access()
    visit.find("#stop").click()
    expect(visit.find("#stop")).to_be_hidden()
    expect(visit.find("#cup-status")).to_contain_text("stopped")
