"""Playing in a real browser: by mouse, finger, drag and keyboard, through every turn of a game."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.conftest import Visiting
from tests.support.browser import GAMES, SCREENS, Visit
from tests.support.server import Server

FAMILIES = {game: game.partition("(")[0] for game in GAMES}
# Every game on every screen, most of it slowly: one of each notices most mistakes.
FAST = {("desk", "connect-four"), ("phone", "kalah(6,4)"), ("desk", "watch-your-back")}
EVERYWHERE = [
    pytest.param(
        screen, game,
        id=f"{screen}-{FAMILIES[game]}",
        marks=() if (screen, game) in FAST else pytest.mark.slow,
    )
    for screen in SCREENS
    for game in GAMES
]  # fmt: skip


@pytest.mark.parametrize(("screen", "game"), EVERYWHERE)
def test_a_game_from_the_form_to_the_rematch(visiting: Visiting, screen: str, game: str) -> None:
    visit = visiting(screen)
    visit.go("/")
    visit.find(f'input[value="{FAMILIES[game]}"]').check()
    visit.find("#level").fill("2")
    visit.find("#new-game button[type=submit]").click()
    visit.page.wait_for_url("**/game/*")
    visit.make_a_move()
    visit.wait_for_moves(2)
    visit.wait_for_turn()
    visit.check_access()
    visit.check_still()

    visit.find("#ask-hint").click()
    expect(visit.find(".mark.hint")).to_have_count(1)
    expect(visit.find("#hint-text")).not_to_be_empty()
    before = visit.find("#player-far").inner_text()
    visit.find("#flip").click()
    expect(visit.find("#player-near")).to_contain_text(before.split("\n")[0])

    visit.find("#take-back").click()
    expect(visit.find("#moves .move")).to_have_count(0)
    visit.make_a_move()
    visit.wait_for_moves(2)
    visit.page.reload()
    visit.wait_for_moves(2)

    visit.find("#resign").click()
    visit.find("#resign-no").click()
    visit.find("#resign").click()
    visit.check_access()
    visit.find("#resign-yes").click()
    expect(visit.find("#status")).to_contain_text(re.compile("resign"))
    visit.check_access()
    visit.find("#rematch").click()
    visit.page.wait_for_url(lambda url: url != visit.page.url or True)
    expect(visit.find("#ended")).to_be_hidden()
    expect(visit.find("#player-near")).to_contain_text("You")


@pytest.mark.parametrize(
    "game",
    [
        "kalah(6,4)",
        pytest.param("connect-four", marks=pytest.mark.slow),
        pytest.param("squatter(6)", marks=pytest.mark.slow),
        pytest.param("watch-your-back", marks=pytest.mark.slow),
    ],
)
def test_a_whole_game_by_keyboard_alone(visiting: Visiting, game: str) -> None:
    visit = visiting("desk")
    visit.go("/")
    expect(visit.find("#preset option").first).to_be_attached()
    visit.press("Tab")
    expect(visit.find(".skip")).to_be_focused()
    visit.press("Enter")
    visit.tab_to('input[name="family"]')
    visit.press(*["ArrowRight"] * GAMES.index(game))
    visit.tab_to('input[name="mode"]')
    visit.tab_to("#level")
    visit.press("Home")
    visit.tab_to("#new-game button[type=submit]")
    visit.press("Enter")
    visit.page.wait_for_url("**/game/*")
    visit.wait_for_turn()
    for _ in range(2):
        count = len(visit.moves())
        play_by_keyboard(visit)
        visit.wait_for_moves(count + 1)  # in Kalah it may be our turn again
        visit.wait_for_turn()
    visit.tab_to("#take-back")
    visit.press("Enter")
    expect(visit.find("#announcer")).to_contain_text("Move taken back")
    visit.tab_to("#ask-hint")
    visit.press("Enter")
    expect(visit.find("#announcer")).to_contain_text("Hint")
    visit.tab_to("#resign")
    visit.press("Enter")
    expect(visit.find("#resign-no")).to_be_focused()
    visit.press("Shift+Tab", "Enter")
    expect(visit.find("#announcer")).to_contain_text(re.compile("resign"))
    visit.tab_to("#analyse")
    visit.press("Enter")
    visit.page.wait_for_url("**/analyse*")


def play_by_keyboard(visit: Visit) -> None:
    """Walk the board with arrow keys, as far as it takes, and play what can be played."""
    visit.wait_for_turn()
    visit.tab_to(".board [role=gridcell]")
    for wanted in ("target", "source"):
        if visit.find(f".cell.{wanted}").count():
            break
    for _ in range(2):
        walk_to(visit, f".cell.{wanted}")
        visit.press("Enter")
        if wanted == "target":
            return
        expect(visit.find("#announcer")).to_contain_text("It can move to")
        wanted = "target"
    raise AssertionError("nothing was played")


def walk_to(visit: Visit, selector: str) -> None:
    """Press arrow keys towards the first such cell; where one way is closed, try the other."""
    for _ in range(30):
        keys = visit.page.evaluate(
            """selector => {
                 const place = (element) => {
                   const { x, y, width, height } = element.getBoundingClientRect();
                   return { x: x + width / 2, y: y + height / 2 };
                 };
                 const here = document.activeElement;
                 if (here.matches(selector)) return [];
                 const [from, to] = [place(here), place(document.querySelector(selector))];
                 const down = to.y > from.y ? "ArrowDown" : "ArrowUp";
                 const right = to.x > from.x ? "ArrowRight" : "ArrowLeft";
                 return Math.abs(from.y - to.y) > 5 ? [down, right] : [right, down];
               }""",
            selector,
        )
        if not keys:
            return
        cell = "document.activeElement.getAttribute('data-cell')"
        before = visit.page.evaluate(cell)
        visit.press(keys[0])
        if visit.page.evaluate(cell) == before:
            visit.press(keys[1])
    raise AssertionError(f"the arrow keys never reached {selector}")


def test_a_piece_is_dragged(visiting: Visiting) -> None:
    visit = visiting("desk")
    start = "X------X/--------/--O-----/-----O--/--@-----/----@---/--------/X------X moving 0"
    visit.begin("watch-your-back", second="human", start=start)
    boxes = [visit.find(f'[data-cell="{cell}"]').bounding_box() for cell in ("c3", "d3", "g8")]
    points = [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes if box]
    mouse = visit.page.mouse
    for target in (points[2], points[1]):  # g8 is too far: the piece goes back
        mouse.move(*points[0])
        mouse.down()
        mouse.move(*target, steps=4)
        expect(visit.find(".lifted")).to_have_count(1)
        mouse.up()
    visit.wait_for_moves(1)
    assert visit.moves() == ["c3d3"]
    expect(visit.find('[data-cell="d3"] .piece.white')).to_have_count(1)
    expect(visit.find(".lifted")).to_have_count(0)


def test_the_second_player_may_swap_seats(visiting: Visiting) -> None:
    visit = visiting("phone")
    visit.begin("kalah-manchester", second="human")
    visit.tap("s2")
    expect(visit.find("#choices button")).to_have_text("Swap sides (take South's position)")
    visit.check_access()
    visit.find("#choices button").click()
    expect(visit.find("#announcer")).to_contain_text("swap sides")
    visit.wait_for_moves(2)
    assert visit.moves() == ["2", "swap"]


def test_who_swaps_seats_still_sits_below(visiting: Visiting) -> None:
    visit = visiting("desk")
    visit.begin("kalah-manchester", first="random", second="human")
    visit.find("#choices button").click()
    visit.wait_for_moves(3)
    visit.wait_for_turn()
    expect(visit.find("#player-near")).to_contain_text("You · South")
    own, far = (visit.find(f'[data-cell="{cell}1"]').bounding_box() for cell in "sn")
    assert own is not None
    assert far is not None
    assert own["y"] > far["y"]
    visit.find("#go-first").click()
    expect(visit.find("#player-near")).to_contain_text("You · North")
    visit.find("#to-present").click()
    expect(visit.find("#player-near")).to_contain_text("You · South")


def test_a_forced_pass_is_a_button(visiting: Visiting) -> None:
    visit = visiting("desk")
    rows = "......../......../..XOOX../..O@@O../..O@@O../..X@@X../......../........"
    visit.begin("watch-your-back", second="human", start=f"{rows} moving 200")
    visit.find("#choices button").click()
    visit.wait_for_moves(1)
    assert visit.moves() == ["pass"]


def test_the_end_of_a_game_is_told(visiting: Visiting) -> None:
    visit = visiting("desk")
    visit.begin("kalah(6,4)", second="human", start="0,0,0,0,0,1/20 2,0,1,3,0,0/21 south")
    visit.tap("s6")
    expect(visit.find("#status")).to_have_text("North won by 6 (27–21).")
    expect(visit.find("#announcer")).to_contain_text("North won by 6 (27–21).")
    expect(visit.find('[data-cell="north"] .count')).to_have_text("27")
    visit.check_access()


@pytest.mark.parametrize(
    ("game", "start", "cells", "seen"),
    [
        ("kalah(6,4)", None, ["s6"], ".hand"),
        ("squatter(6)", None, ["c3"], '[data-cell="c3"] .piece.white'),
        (
            "watch-your-back",
            "X--O---X/-@--O---/--O---@-/-------O/@-------/---O-@--/-@--@---/X------X moving 127",
            ["g3", "f3"],
            '[data-cell="b2"] .corner-cross',
        ),
    ],
    ids=["sowing", "placing", "shrinking"],
)
def test_moves_are_shown_as_they_happen(
    visiting: Visiting, game: str, start: str | None, cells: list[str], seen: str
) -> None:
    visit = visiting("desk", reduced_motion="no-preference")
    visit.begin(game, second="human", start=start)
    for cell in cells:
        visit.tap(cell)
    expect(visit.find(seen)).to_be_attached()
    # When the show is over, the other side can move.
    visit.wait_for_turn()
    assert visit.find(".motion > *").count() == 0
    visit.page.wait_for_function("() => document.getAnimations().length === 0")


def test_a_click_ends_the_show(visiting: Visiting) -> None:
    visit = visiting("desk", reduced_motion="no-preference")
    visit.begin("kalah(6,4)", second="human")
    visit.tap("s3")  # ends in the store: south moves again
    visit.wait_for_moves(1)
    visit.wait_for_turn()
    visit.tap("s6")
    visit.wait_for_moves(2)
    assert visit.moves() == ["3", "6"]
    expect(visit.find('[data-cell="south"] .count')).to_have_text("2")


def test_a_column_is_clicked_anywhere_and_four_win(visiting: Visiting) -> None:
    visit = visiting("desk")
    visit.begin("connect-four", second="human")
    for number, cell in enumerate(("d6", "e6", "d3", "e2", "d5", "e5", "d4"), start=1):
        visit.wait_for_turn()
        visit.tap(cell)
        visit.wait_for_moves(number)
    assert visit.moves() == ["4", "5", "4", "5", "4", "5", "4"]
    expect(visit.find(".piece-line")).to_have_count(4)
    expect(visit.find("#status")).to_contain_text(re.compile("Red", re.I))
    visit.check_access()
    visit.find("#flip").click()  # stones never fall upwards
    first, last = (visit.find(f'[data-cell="{cell}"]').bounding_box() for cell in ("a6", "a1"))
    assert first is not None
    assert last is not None
    assert first["y"] < last["y"]


def test_two_people_with_a_clock(visiting: Visiting) -> None:
    visit = visiting("phone")
    visit.begin("squatter(6)", second="human", clock={"initial": 60, "increment": 0})
    expect(visit.find(".clock")).to_have_count(2)
    visit.tap("c3")
    visit.wait_for_moves(1)  # a tap while a move is on its way counts for nobody
    visit.tap("d4")
    expect(visit.find("#player-near .clock")).not_to_have_text("1:00")
    visit.check_access()


def test_sounds_are_off_until_switched_on(visiting: Visiting) -> None:
    visit = visiting("desk")
    visit.begin("kalah(6,4)")
    button = visit.find("#sounds")
    expect(button).to_have_attribute("aria-pressed", "false")
    button.click()
    expect(button).to_have_attribute("aria-pressed", "true")
    visit.page.reload()
    expect(button).to_have_attribute("aria-pressed", "true")


def test_a_lost_server_is_waited_for(chrome: Browser, tmp_path: Path) -> None:
    server = Server(tmp_path / "games.db")
    visit = Visit(chrome.new_context(base_url=server.url, reduced_motion="reduce"))
    visit.expected = ["WebSocket connection", "ERR_CONNECTION"]
    try:
        visit.begin("squatter(6)", second="human")
        visit.tap("c3")
        visit.wait_for_moves(1)
        server.kill()
        expect(visit.find("#lost")).to_be_visible()
        visit.check_access()
        server = Server(tmp_path / "games.db", port=server.port)
        expect(visit.find("#lost")).to_be_hidden()
        visit.tap("d4")
        visit.wait_for_moves(2)
        assert visit.moves() == ["c3", "d4"]
        visit.close()
    finally:
        server.kill()


def test_a_mistaken_wish_is_answered_on_the_form(visiting: Visiting) -> None:
    visit = visiting("desk")
    visit.expected = ["400", "403"]
    visit.go("/")
    expect(visit.find("#preset option").first).to_be_attached()
    visit.find("#other summary").click()
    visit.find("#spec").fill("nobody:level=99")
    visit.find("#new-game button[type=submit]").click()
    expect(visit.find("#problem")).to_contain_text("nobody")
    visit.find("#spec").fill("file:agent.py")
    visit.find("#spec").press("Tab")
    expect(visit.find("#token")).to_be_visible()
    visit.check_access()


def test_own_rules_make_a_game(visiting: Visiting) -> None:
    visit = visiting("desk")
    visit.go("/")
    visit.find(
        "summary",
    ).first.click()
    visit.find("#parameter-houses").fill("3")
    visit.find("#parameter-swap").select_option("yes")
    expect(visit.find("#preset")).to_have_value("kalah(houses=3,swap=yes)")
    visit.check_access()
    visit.find('input[value="friend"]').check()
    visit.find("#new-game button[type=submit]").click()
    visit.page.wait_for_url("**/game/*")
    expect(visit.find(".board [role=gridcell]")).to_have_count(8)


def test_a_visitor_looks_on(visiting: Visiting) -> None:
    host, guest = visiting("desk"), visiting("phone")
    game = host.begin("squatter(6)", second="human")
    guest.go(f"/game/{game}")
    expect(guest.find("svg.board")).to_be_visible()
    assert guest.find(".cell.target").count() == 0
    host.tap("c3")
    guest.wait_for_moves(1)
    expect(guest.find('[data-cell="c3"] .piece.white')).to_have_count(1)
    expect(guest.find("#playing")).to_be_hidden()
