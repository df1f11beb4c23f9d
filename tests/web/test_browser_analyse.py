"""The analysis page in a real browser: lines, variations, review, reasons, lessons, sharing."""

from __future__ import annotations

import json
import re
from urllib.parse import quote

import pytest
from playwright.sync_api import Route, WebSocket, expect

from tests.conftest import Visiting
from tests.support.browser import Visit

# Short games with something to learn from, for both sides.
PLAYED = {
    "kalah(6,4)": "1,1,2,6,5,1,4,5,6",
    "squatter(6)": "a1,c2,f6,b3,a6,d3,f1,c4",
    "watch-your-back": "a2,d4,h2,d5,b1,e4,g1,e5",
}
GREEDY = "2,2,0,1,0,2/11 0,0,1,8,0,4/17 south"  # house 2 gains most at once, house 1 wins by more
FAST = {("desk", "kalah(6,4)"), ("phone", "squatter(6)")}
EVERYWHERE = [
    pytest.param(
        screen, game,
        id=f"{screen}-{game.partition('(')[0]}",
        marks=() if (screen, game) in FAST else pytest.mark.slow,
    )
    for screen in ("desk", "phone")
    for game in PLAYED
]  # fmt: skip


def address(game: str, **more: object) -> str:
    values = {"game": game, "moves": PLAYED[game]} | more
    return "/analyse?" + "&".join(f"{name}={quote(str(value))}" for name, value in values.items())


def wait_for_lines(visit: Visit) -> None:
    expect(visit.find(".line:visible").first).to_be_visible()
    expect(visit.find(".line-score").first).not_to_be_empty()


@pytest.mark.parametrize(("screen", "game"), EVERYWHERE)
def test_a_game_is_analysed(visiting: Visiting, screen: str, game: str) -> None:
    visit = visiting(screen)
    visit.go(address(game, ply=3))
    wait_for_lines(visit)
    expect(visit.find(".mark.best-1")).to_have_count(1)
    expect(visit.find("#bar")).to_have_attribute("aria-valuetext", re.compile("ahead by|even|wins"))
    expect(visit.find("#moves .move.current")).to_have_text(PLAYED[game].split(",")[2])
    visit.check_still()

    visit.find("#heat").click()
    expect(visit.find(".heat").first).to_be_visible()
    visit.find("#why summary").click()
    expect(visit.find(".why-table tbody tr").first).to_be_visible()
    visit.check_access()

    visit.find("#review-start").click()
    expect(visit.find(".accuracy")).to_have_count(2)
    expect(visit.find("#moves .grade").first).to_be_attached()
    expect(visit.find("#graph .graph-first")).to_have_attribute("d", re.compile("^M"))
    visit.check_access()
    visit.find("#scrub").fill("1")
    expect(visit.find("#moves .move.current")).to_contain_text(PLAYED[game].split(",")[0])
    assert "ply=1" in visit.page.url


def test_lines_come_while_the_page_is_still_loading(visiting: Visiting) -> None:
    visit = visiting()
    held: list[Route] = []
    sockets: list[WebSocket] = []
    sent: list[str] = []
    visit.page.route("**/analyse.js", lambda route: held.append(route))

    def listen(socket: WebSocket) -> None:
        sockets.append(socket)
        socket.on("framesent", lambda text: sent.append(json.loads(text)["type"]))

    visit.page.on("websocket", listen)
    with visit.page.expect_websocket() as found:
        visit.page.goto(address("kalah(6,4)"), wait_until="commit")
    found.value.wait_for_event("framereceived")
    expect(visit.find("#table")).to_be_hidden()
    assert len(held) == 1
    held[0].continue_()
    wait_for_lines(visit)
    expect(visit.find(".mark.best-1")).to_have_count(1)
    assert sent == ["start"]  # asked once
    assert len(sockets) == 1
    visit.check_still()


@pytest.mark.parametrize(("screen", "game"), EVERYWHERE)
def test_mistakes_are_learnt_from(visiting: Visiting, screen: str, game: str) -> None:
    visit = visiting(screen)
    visit.go(address(game))
    visit.find("#review-start").click()
    learn = visit.find("#summary button").first
    learn.click()
    expect(visit.find("#lesson")).to_contain_text("Find a better move")
    for part in ("#lesson", "svg.board"):
        expect(visit.find(part)).to_be_in_viewport()
    expect(visit.find(".mark")).to_have_count(0)  # nothing is given away
    visit.check_access()
    found = re.search(r"played (?:house )?(\S+):", visit.find("#lesson").inner_text())
    assert found
    # The mistake itself is no answer.
    play(visit, found[1])
    expect(visit.find("#lesson .notice.bad")).to_contain_text("Try again")
    visit.find("#lesson button", has_text="Show the best move").click()
    expect(visit.find("#lesson")).to_contain_text("Better: ")
    expect(visit.find(".mark").first).to_be_visible()
    visit.find("#lesson button", has_text="Stop practising").click()
    expect(visit.find("#lesson")).to_be_hidden()


def play(visit: Visit, move: str) -> None:
    """Play a move by its text, with the cells that the server gives it."""
    cells = re.findall("[a-h][1-8]", move)
    if not cells:  # a house, of the side whose houses can be chosen
        target = visit.find(".cell.target").first.get_attribute("data-cell") or ""
        cells = [f"{target[0]}{move}"]
    for cell in cells:
        visit.tap(cell)


def test_another_move_makes_a_variation(visiting: Visiting) -> None:
    visit = visiting("desk")
    visit.go(address("kalah(6,4)", ply=0))
    expect(visit.find("#moves .move")).to_have_count(9)
    visit.tap("s2")
    expect(visit.find(".variation .move")).to_have_text(["2"])
    visit.tap("n1")
    expect(visit.find(".variation .move")).to_have_text(["2", "1"])
    visit.check_access()
    visit.find("#go-back").click()
    expect(visit.find(".variation .move").first).to_have_attribute("aria-current", "true")
    assert "branch=0%3A2%2C1" in visit.page.url
    visit.find("#remove").click()
    expect(visit.find(".variation")).to_have_count(0)
    expect(visit.find("#moves .move")).to_have_count(9)


def test_lines_can_be_played(visiting: Visiting) -> None:
    visit = visiting("phone")
    visit.go("/analyse?game=squatter(6)")
    wait_for_lines(visit)
    visit.find("#marks").click()
    expect(visit.find(".mark")).to_have_count(0)
    visit.find(".line-move").first.click()
    visit.wait_for_moves(1)
    visit.find("#engine").click()
    expect(visit.find(".line").first).to_be_hidden()
    expect(visit.find("#engine-status")).to_contain_text("Engine off")


def test_exact_results_are_marked(visiting: Visiting) -> None:
    visit = visiting("desk")
    start = quote("0,0,0,0,1,1/20 0,0,0,0,1,1/20 south")
    visit.go(f"/analyse?game=kalah(6,4)&start={start}")
    expect(visit.find(".exact")).to_have_text("exact")
    expect(visit.find(".line-score").first).to_contain_text(re.compile("wins|draw", re.IGNORECASE))
    visit.check_access()


def test_the_analysis_goes_by_keyboard_alone(visiting: Visiting) -> None:
    visit = visiting("desk")
    visit.go(address("kalah(6,4)", ply=2))
    wait_for_lines(visit)
    visit.tab_to("#moves .move")
    visit.press("ArrowRight")
    expect(visit.find("#moves .move").nth(2)).to_be_focused()
    visit.press("End")
    expect(visit.find("#moves .move").last).to_be_focused()
    visit.press("Home")
    expect(visit.find("#moves .move.current")).to_have_count(0)
    visit.tab_to("#review-start")
    visit.press("Enter")
    expect(visit.find("#announcer")).to_contain_text("Review finished")
    visit.tab_to("#scrub")
    visit.press("ArrowRight", "ArrowRight")
    expect(visit.find("#moves .move.current")).to_contain_text("1")
    visit.tab_to("#summary button")
    visit.press("Enter")
    expect(visit.find("#announcer")).to_contain_text("Find a better move")
    visit.tab_to("#lesson button")
    visit.press("Enter")
    expect(visit.find("#lesson")).to_contain_text("Better: ")
    visit.tab_to("#why summary")
    visit.press("Enter")
    expect(visit.find(".why-table").first).to_be_visible()


def test_games_are_shared_and_downloaded(visiting: Visiting) -> None:
    visit = visiting("desk")
    visit.go(address("kalah(6,4)"))
    expect(visit.find("#moves .move")).to_have_count(9)
    visit.find("#share").click()
    visit.check_access()
    link = visit.find("#share-link").input_value()
    contents = {}
    for text in ("Record", "Picture (SVG)", "Picture (PNG)", "Animated replay"):
        with visit.page.expect_download() as waiting:
            visit.find(".share-dialog .controls > *", has_text=text).click()
        contents[waiting.value.suggested_filename] = waiting.value.path().read_bytes()
    assert contents["plyground.games"].startswith(b"Game: kalah(6,4)")
    assert contents["plyground.svg"].startswith(b"<svg")
    assert contents["plyground.png"].startswith(b"\x89PNG")
    assert b"<svg" in contents["plyground-replay.svg"]
    visit.press("Escape")
    expect(visit.find(".share-dialog")).to_have_count(0)
    visit.page.goto(link)
    expect(visit.find("#moves .move")).to_have_count(9)


def test_a_record_is_opened(visiting: Visiting) -> None:
    visit = visiting("phone")
    visit.expected = ["400"]
    visit.go("/analyse")
    visit.find("#open summary").click()
    visit.find("#open-text").fill("Game: kalah(6,4)\n\n3 3 3")
    visit.find("#open-form button").click()
    expect(visit.find("#open-problem")).to_contain_text("Record:3")
    visit.check_access()
    visit.find("#open-text").fill("Game: squatter(6)\nFirst: Ann\nSecond: Bob\n\nc3 d4 c4")
    visit.find("#open-form button").click()
    expect(visit.find("#moves .move")).to_have_text(["c3", "d4", "c4"])
    expect(visit.find("#player-near")).to_contain_text("Ann")


def test_an_own_game_is_analysed_and_played_on(visiting: Visiting) -> None:
    visit = visiting("desk")
    visit.begin("squatter(6)", second="human")
    visit.tap("c3")
    visit.wait_for_moves(1)
    visit.find("#analyse").click()
    visit.page.wait_for_url("**/analyse*")
    expect(visit.find("#moves .move")).to_have_text(["c3"])
    visit.tap("d4")
    expect(visit.find("#moves .move")).to_have_text(["c3", "d4"])
    visit.find("#play-here").click()
    expect(visit.find("#play-opponent")).to_have_value("human")
    visit.check_access()
    visit.find("dialog button[type=submit]").click()
    visit.page.wait_for_url("**/game/*")
    visit.wait_for_moves(2)


def test_a_game_goes_on_from_here_as_one_wants_to_play(visiting: Visiting) -> None:
    visit = visiting("desk")
    visit.go(address("kalah(6,4)", ply=2))
    expect(visit.find("svg.board")).to_be_visible()
    visit.tab_to("#play-here")
    visit.press("Enter")
    expect(visit.find("#play-opponent")).to_have_value("pvs:level=3")
    # Whoever is to move is offered first.
    expect(visit.find("input[name=play-side]:checked + span")).to_contain_text("to move")
    visit.find("dialog .choice", has_text="North").click()
    visit.find("#play-opponent").select_option("pvs:level=1")
    visit.press("Enter")
    visit.page.wait_for_url("**/game/*")
    expect(visit.find("#player-near")).to_contain_text("You · North")
    expect(visit.find("#player-far")).to_contain_text("Level 1")
    visit.go(address("kalah(6,4)", ply=1))
    visit.find("#play-here").click()
    expect(visit.find("#play-opponent")).to_have_value("pvs:level=1")  # remembered


def test_the_heat_map_says_what_it_is(visiting: Visiting) -> None:
    visit = visiting("desk")
    # The move that gains most at once is not the best one: both are named.
    visit.go(f"/analyse?game=kalah(6,4)&start={quote(GREEDY)}")
    expect(visit.find(".exact")).to_have_text("exact")
    expect(visit.find("#heat-note")).to_be_hidden()
    visit.find("#heat").click()
    expect(visit.find("#heat-note")).to_contain_text("before any search")
    expect(visit.find("#heat-note")).to_contain_text(re.compile("house . better"))
    visit.check_access()


@pytest.mark.parametrize(
    "broken",
    [
        "game=kalah(6,4)&moves=9",
        "game=nonsense",
        "id=nope",
        "game=kalah(6,4)&start=nonsense",
    ],
)
def test_a_broken_link_says_so_and_is_no_dead_end(visiting: Visiting, broken: str) -> None:
    visit = visiting("desk")
    visit.expected = ["400", "404"]
    visit.go(f"/analyse?{broken}")
    expect(visit.find("#problem")).to_have_text(re.compile(r"\w.*\.$"))
    visit.check_access()
    visit.check_still()
    visit.find("#open-text").fill("Game: squatter(6)\n\nc3 d4 c4")
    visit.find("#open-form button[type=submit]").click()
    expect(visit.find("#moves .move")).to_have_text(["c3", "d4", "c4"])
    expect(visit.find("#failed")).to_be_hidden()
    expect(visit.find("#panel #open")).to_be_visible()
