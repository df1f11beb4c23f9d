"""Two people with two browsers play by a link or a code; a third one watches."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.conftest import Visiting
from tests.support.browser import SCREENS, Visit
from tests.support.server import Server

MOVING = "X------X/--------/--O-----/-----O--/--@-----/----@---/--------/X------X moving 0"
GAMES = [
    ("kalah(2,1)", None),
    ("squatter(3)", None),
    ("connect-four(4,4)", None),
    ("watch-your-back(max_turns=8)", MOVING),
    pytest.param("kalah(6,4)", None, marks=pytest.mark.slow),
    pytest.param("squatter(6)", None, marks=pytest.mark.slow),
    pytest.param("connect-four", None, marks=pytest.mark.slow),
    pytest.param("watch-your-back", None, marks=pytest.mark.slow),
]


def name_yourself(visit: Visit, name: str) -> None:
    visit.find("#name").fill(name)
    visit.find("#name-form button[type=submit]").click()
    visit.page.wait_for_url("**/game/*")


def host(visit: Visit, game: str, start: str | None = None) -> tuple[str, str]:
    """Begin a game for two, invite somebody on its page; returns the link and the code."""
    visit.begin(game, second="human", start=start)
    visit.find("#invite").click()
    visit.find("#invite-name").fill("Ann")
    visit.find("#invite-form button[type=submit]").click()
    expect(visit.find("#invitation")).to_be_visible()
    code = visit.find("#invitation-code").inner_text()
    return visit.find("#invitation-link").input_value(), code


def play_on(players: list[Visit], most: int) -> int:
    """Let whoever is to move play the first thing that can be played; returns how many moves."""
    for count in range(most):
        mover = next_to_move(players)
        if mover is None:
            return count
        before = len(mover.moves())
        choices = mover.find("#choices button")
        if choices.count():
            choices.first.click()
        else:
            mover.make_a_move()
        for visit in players:
            visit.wait_for_moves(before + 1)
    return most


def next_to_move(players: list[Visit]) -> Visit | None:
    """Wait until one of the players can move; None once the game is over."""
    while True:
        for visit in players:
            if visit.find("#ended").is_visible():
                return None
            if visit.find("#status").inner_text() == "Your move":
                return visit
        players[0].page.wait_for_timeout(20)


@pytest.mark.parametrize(("game", "start"), GAMES)
def test_two_people_play_a_whole_game_and_a_third_one_watches(
    chrome: Browser, tmp_path: Path, game: str, start: str | None
) -> None:
    server = Server(tmp_path / "games.db")
    screens = ("desk", "phone", "desk")
    visits = [
        Visit(chrome.new_context(base_url=server.url, reduced_motion="reduce", **SCREENS[screen]))
        for screen in screens
    ]
    ann, bo, cy = visits
    for visit in visits:
        visit.expected = ["WebSocket connection", "ERR_CONNECTION"]
    try:
        link, _ = host(ann, game, start)
        bo.page.goto(link)
        expect(bo.find("#invited")).to_contain_text("Ann invites you")
        name_yourself(bo, "Bo")
        expect(ann.find("#player-far")).to_contain_text("Bo")
        cy.page.goto(link)
        cy.page.wait_for_url("**/game/*")
        expect(cy.find("#status")).to_contain_text("You are watching Ann and Bo.")
        played = play_on([ann, bo], 2)
        bo.page.reload()
        bo.wait_for_moves(played)
        server.kill()
        expect(ann.find("#lost")).to_be_visible()
        server = Server(tmp_path / "games.db", port=server.port)
        for visit in visits:
            expect(visit.find("#lost")).to_be_hidden()
        played += play_on([ann, bo], 400)
        for visit in visits:
            expect(visit.find("#ended")).to_be_visible()
        moves = ann.moves()
        assert len(moves) == played
        assert bo.moves() == cy.moves() == moves
        assert "You" not in cy.find("#status").inner_text()
        for visit in visits:
            visit.close()
    finally:
        server.kill()


def test_a_friend_comes_by_code_and_both_make_offers(visiting: Visiting) -> None:
    ann, bo = visiting("desk"), visiting("phone")
    ann.go("/")
    expect(ann.find("#preset option").first).to_be_attached()
    ann.find('input[value="squatter"]').check()
    ann.find('input[value="invite"]').check()
    ann.find("#clock").select_option("300+5")
    ann.find("#name").fill("Ann")
    ann.check_access()
    ann.find("#new-game button[type=submit]").click()
    ann.page.wait_for_url("**/game/*")
    expect(ann.find("#status")).to_have_text("Waiting for your friend")
    ann.check_access()
    ann.check_still()
    bo.go("/")
    bo.find("#join-code").fill(ann.find("#invitation-code").inner_text().upper())
    bo.find("#join button").click()
    expect(bo.find("#invited")).to_contain_text("5 minutes + 5 seconds per move")
    bo.check_access()
    name_yourself(bo, "<i>Bo</i>")
    expect(ann.find("#player-far")).to_contain_text("<i>Bo</i>")
    assert ann.find("#player-far i").count() == 0
    expect(ann.find("#invitation")).to_be_hidden()
    ann.make_a_move()
    bo.wait_for_moves(1)
    expect(bo.find("#status")).to_have_text("Your move")
    ann.find("#take-back").click()
    expect(bo.find("#offer")).to_contain_text("Ann asks to take back the last move.")
    bo.check_access()
    bo.find("#decline").click()
    expect(ann.find("#announcer")).to_contain_text("declined")
    bo.find("#offer-draw").click()
    ann.find("#accept").click()
    expect(bo.find("#status")).to_have_text("Draw by agreement.")
    bo.find("#rematch").click()
    before = ann.page.url
    ann.find("#accept").click()
    ann.page.wait_for_url(lambda url: url != before)
    bo.make_a_move()
    ann.wait_for_moves(1)
    expect(ann.find("#player-near")).to_contain_text("You · Black")


def test_a_seat_is_taken_along_to_another_device(visiting: Visiting) -> None:
    ann, bo, phone = visiting("desk"), visiting("desk"), visiting("phone")
    link, _ = host(ann, "squatter(3)")
    bo.page.goto(link)
    name_yourself(bo, "Bo")
    expect(ann.find("#player-far")).to_contain_text("Bo")
    ann.find("#private summary").click()
    phone.page.goto(ann.find("#private-link").input_value())
    expect(phone.find("#status")).to_have_text("Your move")
    assert "#" not in phone.page.url
    phone.make_a_move()
    ann.wait_for_moves(1)
    bo.page.goto("/")
    expect(ann.find("#player-far")).to_contain_text("away")
    expect(ann.find("#away")).to_have_text("Bo is away.")
    bo.find(".own-game a").click()
    expect(bo.find("#status")).to_have_text("Your move")
    expect(ann.find("#away")).to_have_text("")


def test_a_withdrawn_invitation_says_so(visiting: Visiting) -> None:
    ann, bo = visiting("desk"), visiting("desk")
    bo.expected = ["404"]
    link, code = host(ann, "squatter(3)")
    ann.find("#withdraw").click()
    expect(ann.find("#invitation")).to_be_hidden()
    expect(ann.find("#status")).to_have_text("White to move")
    bo.page.goto(link)
    expect(bo.find("#problem")).to_contain_text("withdrawn")
    bo.check_access()
    bo.find("#code").fill(code)
    bo.find("#code-form button").click()
    expect(bo.find("#problem")).to_contain_text(re.compile("withdrawn"))


def test_links_that_were_cut_off_or_misspelt_leave_no_empty_page(visiting: Visiting) -> None:
    ann, bo = visiting("desk"), visiting("desk")
    ann.expected = bo.expected = ["404"]
    game = ann.begin("squatter(3)", second="human")
    ann.page.goto("/")
    ann.page.goto(f"/game/{game}#%E0%A4%A")
    ann.wait_for_turn()
    expect(ann.find(".message.problem")).to_contain_text("not valid")
    bo.page.goto("/join#%E0%A4%A")
    expect(bo.find("#problem")).to_contain_text("Invitation not found")
    expect(bo.find("#code")).to_be_visible()


def test_the_longest_names_fit(visiting: Visiting) -> None:
    flat = {"width": 844, "height": 390}
    ann, bo, cy = visiting("desk"), visiting("phone"), visiting("desk", viewport=flat)
    link, _ = host(ann, "squatter(3)")
    expect(ann.find("#invitation-side")).to_contain_text("You play White.")
    expect(ann.find("#player-far")).not_to_contain_text("away")
    bo.page.goto(link)
    name_yourself(bo, "W" * 24)
    ann.make_a_move()
    expect(ann.find("#status")).to_have_text(f"{'W' * 24} to move")
    cy.page.goto(link)
    expect(cy.find("#status")).to_contain_text("You are watching")
    bo.find("#offer-draw").click()
    expect(ann.find("#offer")).to_contain_text("offers a draw")
    for visit in (ann, bo, cy):
        visit.check_access()


def test_a_friend_game_by_keyboard_alone(visiting: Visiting) -> None:
    ann, bo = visiting("desk"), visiting("desk")
    ann.go("/")
    expect(ann.find("#preset option").first).to_be_attached()
    ann.tab_to("#families input")
    ann.press("ArrowRight")
    ann.tab_to("input[name=mode]")
    ann.press("ArrowRight")
    ann.tab_to("#name")
    ann.page.keyboard.type("Ann")
    ann.press("Enter")
    expect(ann.find("#status")).to_have_text("Waiting for your friend")
    bo.go("/")
    bo.tab_to("#join-code")
    bo.page.keyboard.type(ann.find("#invitation-code").inner_text())
    bo.press("Enter")
    expect(bo.find("#name")).to_be_focused()
    bo.page.keyboard.type("Bo")
    bo.press("Enter")
    bo.page.wait_for_url("**/game/*")
    for mover, other, count in ((ann, bo, 1), (bo, ann, 2)):
        mover.wait_for_turn()
        mover.tab_to(".board [role=gridcell]")
        mover.press("Enter")
        other.wait_for_moves(count)
    ann.tab_to("#offer-draw")
    ann.press("Enter")
    expect(bo.find("#announcer")).to_contain_text("Ann offers a draw.")
    bo.tab_to("#accept")
    bo.press("Enter")
    expect(ann.find("#status")).to_have_text("Draw by agreement.")


@pytest.mark.parametrize("screen", SCREENS)
def test_what_a_friend_does_moves_nothing_on_the_page(visiting: Visiting, screen: str) -> None:
    ann, bo = visiting(screen), visiting("desk")
    link, _ = host(ann, "squatter(3)")
    bo.page.goto(link)
    name_yourself(bo, "Bo")
    ann.make_a_move()
    bo.find("#offer-draw").click()
    expect(ann.find("#offer")).to_be_visible()
    bo.find("#decline").click()
    expect(ann.find("#offer")).to_be_hidden()
    bo.make_a_move()
    bo.page.goto("/")
    expect(ann.find("#away")).to_have_text("Bo is away.")
    bo.find(".own-game a").click()
    expect(ann.find("#away")).to_have_text("")
    bo.find("#resign").click()
    bo.find("#resign-yes").click()
    expect(ann.find("#ended")).to_be_visible()
    ann.check_still()
