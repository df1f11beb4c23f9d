"""The start page: what was chosen is what begins, even over a slow line; mistakes can be undone."""

from __future__ import annotations

import pytest
from playwright.sync_api import Route, expect

from tests.conftest import Visiting
from tests.support.browser import SCREENS


@pytest.mark.parametrize("screen", SCREENS)
def test_two_clicks_lead_to_the_first_move(visiting: Visiting, screen: str) -> None:
    visit = visiting(screen)
    visit.go("/")
    visit.find("#new-game button[type=submit]").click()
    visit.wait_for_turn()
    visit.find(".cell.target").first.click()
    visit.wait_for_moves(1)
    visit.check_still()


def test_custom_rules_begin_from_the_chosen_variant(visiting: Visiting) -> None:
    visit = visiting("desk")
    visit.go("/")
    visit.find("#preset").select_option("kalah-manchester")
    visit.find("#custom summary").click()
    expect(visit.find("#parameter-houses")).to_have_value("7")
    expect(visit.find("#parameter-swap")).to_have_value("yes")
    visit.find("#parameter-seeds").fill("5")
    visit.find("#parameter-seeds").press("Tab")
    changed = "kalah(houses=7,seeds=5,swap=yes,first_extra_turn=no)"
    expect(visit.find("#preset")).to_have_value(changed)
    visit.find("#preset").select_option("kalah(6,4)")
    expect(visit.find("#parameter-houses")).to_have_value("6")
    visit.find("#preset").select_option(changed)
    expect(visit.find("#parameter-seeds")).to_have_value("5")
    visit.find("#parameter-seeds").fill("7")
    visit.find("#parameter-seeds").press("Tab")
    expect(visit.find("#preset")).to_have_value("kalah-manchester")


def test_play_waits_for_a_slow_line_and_forgets_nothing(visiting: Visiting) -> None:
    visit = visiting("desk")
    held: list[Route] = []
    visit.page.route("**/start/start.js", lambda route: held.append(route))
    visit.page.goto("/?game=kalah", wait_until="commit")
    visit.find('input[value="squatter"]').check()
    visit.find("#new-game button[type=submit]").click()
    expect(visit.find("#new-game")).to_have_attribute("aria-busy", "true")
    assert "/?game=kalah" in visit.page.url
    held[0].continue_()
    visit.page.wait_for_url("**/game/*")
    expect(visit.find("#title")).to_contain_text("Squatter")


def test_a_double_press_begins_one_game(visiting: Visiting) -> None:
    visit = visiting("desk")
    visit.go("/")
    expect(visit.find("#preset option").first).to_be_attached()
    visit.find("#new-game button[type=submit]").dblclick()
    visit.page.wait_for_url("**/game/*")
    games = visit.context.request.get("/api/games").json()["games"]
    assert len(games) == 1


def test_own_games_are_deleted_when_the_page_is_left_and_kept_with_undo(
    visiting: Visiting,
) -> None:
    visit = visiting("phone")
    visit.begin("squatter(6)")
    visit.go("/")
    expect(visit.find(".own-game")).to_contain_text("Squatter 6×6")
    visit.check_still()
    visit.find(".own-game button").click()
    expect(visit.find(".own-game button")).to_be_focused()
    visit.check_access()
    visit.press("Enter")
    expect(visit.find(".own-game a")).to_have_count(1)
    visit.page.reload()
    expect(visit.find(".own-game a")).to_have_count(1)
    visit.find(".own-game button").click()
    expect(visit.find(".own-game")).to_contain_text("deleted")
    visit.page.reload()
    expect(visit.find("#no-games")).to_be_visible()
    expect(visit.find(".own-game")).to_have_count(0)


def test_a_level_is_described_by_what_was_measured(visiting: Visiting) -> None:
    visit = visiting("desk")
    visit.go("/")
    visit.find("#level").fill("5")
    expect(visit.find("#level-meaning")).to_contain_text("Elo (random moves: 400)")
    visit.find("#level").fill("10")
    expect(visit.find("#level-meaning")).to_have_text("Full strength")


def test_what_is_not_there_is_not_found(visiting: Visiting) -> None:
    visit = visiting("desk")
    visit.expected = ["404"]
    for path in ("/game/x", "/game/a%20b", "/tournaments/x", "/tournaments/0-999"):
        answer = visit.page.goto(path)
        assert answer is not None
        assert answer.status == 404, path
        expect(visit.find("h1")).to_have_text("Page not found")


def test_a_tournament_asks_for_the_token_and_explains_its_openings(visiting: Visiting) -> None:
    visit = visiting("desk")
    visit.expected = ["403"]
    visit.go("/tournaments")
    expect(visit.find("#game option").first).to_be_attached()
    expect(visit.find("#token")).to_be_hidden()
    visit.find("#players").fill("file:agent.py\nrandom")
    expect(visit.find("#token")).to_be_visible()
    visit.find("#form button[type=submit]").click()
    expect(visit.find("#form-problem")).to_contain_text("requires the token")
    visit.find("#token").fill("guessed")
    visit.find("#form button[type=submit]").click()
    expect(visit.find("#form-problem")).to_contain_text("This token is wrong.")
    visit.check_access()
    visit.find("#players").fill("random\ngreedy")
    visit.find("#game").select_option("squatter(6)")
    visit.find("#form button[type=submit]").click()
    visit.page.wait_for_url("**/tournaments/*")
    expect(visit.find("#cup-openings")).to_contain_text("begin with the same random moves")
