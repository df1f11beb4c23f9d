"""Every example plays a whole game in a real browser: by mouse, by finger, and by keyboard."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from plyground.games.python_file import start_in_file
from tests.conftest import Visiting
from tests.support.browser import Visit
from tests.web.test_browser_play import play_by_keyboard

ROOT = Path(__file__).parents[2]
EXAMPLES = sorted((ROOT / "examples").glob("*.py"))
TEXT_GAME = ROOT / "tests" / "support" / "own_games" / "sticks.py"
LIAR = TEXT_GAME.with_name("liar.py")
GAMES = [start_in_file(str(path)).game for path in EXAMPLES]
# Each of the three ways with every game slowly, and with one that shows most of it quickly.
FAST = {("mouse", "breakthrough"), ("touch", "dotsandboxes"), ("keyboard", "hex")}
EVERY = [
    pytest.param(
        way, game,
        id=f"{way}-{game}",
        marks=() if (way, game) in FAST else pytest.mark.slow,
    )
    for way in ("mouse", "touch", "keyboard")
    for game in GAMES
]  # fmt: skip
READY = """() => !document.querySelector('#ended').hidden
  || document.querySelector('.cell.target, .cell.source, #choices button')"""


@pytest.fixture(scope="module")
def serving() -> tuple[str, ...]:
    return tuple(map(str, (*EXAMPLES, TEXT_GAME, LIAR)))


@pytest.mark.parametrize(("way", "game"), EVERY)
def test_a_whole_game(visiting: Visiting, way: str, game: str) -> None:
    visit = visiting("phone" if way == "touch" else "desk")
    visit.begin(game, second="random")
    visit.check_access()
    for _ in range(100):
        visit.page.wait_for_function(READY)
        if visit.find("#ended").is_visible():
            break
        count = len(visit.moves())
        play(visit, way)
        visit.wait_for_moves(count + 1)
    expect(visit.find("#status")).to_have_text(re.compile("won|lost|Draw"))
    visit.check_access()
    visit.check_still()


def play(visit: Visit, way: str) -> None:
    """Play the first move that is offered; one without cells is a button."""
    if visit.find(".cell.target, .cell.source").count() == 0:
        if way == "keyboard":
            visit.tab_to("#choices button")
            visit.press("Enter")
        else:
            visit.find("#choices button").first.click()
    elif way == "keyboard":
        play_by_keyboard(visit)
    else:
        visit.make_a_move()


def test_a_game_without_a_board_is_text_and_buttons(visiting: Visiting) -> None:
    visit = visiting("desk")
    visit.begin("sticks", second="random")
    expect(visit.find("svg.board")).to_contain_text("Sticks(heap=")
    visit.check_access()
    for _ in range(20):
        visit.page.wait_for_function(READY)
        if visit.find("#ended").is_visible():
            break
        count = len(visit.moves())
        visit.find("#choices button").first.click()
        visit.wait_for_moves(count + 1)
    expect(visit.find("#ended")).to_be_visible()


def test_the_form_analysis_and_editor_know_the_games(visiting: Visiting) -> None:
    visit = visiting("desk")
    visit.go("/")
    visit.find('input[value="tictactoe"]').check()
    expect(visit.find("#custom")).to_be_hidden()
    expect(visit.find('[data-picture="hex"] svg')).to_be_visible()
    visit.check_access()
    visit.find("#new-game button[type=submit]").click()
    visit.page.wait_for_url("**/game/*")
    visit.make_a_move()
    visit.wait_for_moves(2)
    visit.find("#ask-hint").click()
    expect(visit.find(".mark.hint")).to_have_count(1)
    visit.find("#analyse").click()
    visit.page.wait_for_url("**/analyse*")
    expect(visit.find(".mark.best-1")).to_have_count(1)
    visit.check_access()
    visit.go("/editor?game=tictactoe")
    expect(visit.find("#tool-field")).to_be_hidden()
    visit.find("#text").fill("XX.OO.... X")
    visit.find("#text-form button[type=submit]").click()
    expect(visit.find("#verdict")).to_contain_text("Valid position")
    visit.check_access()


def test_a_piece_slides_and_a_taken_one_vanishes(visiting: Visiting) -> None:
    visit = visiting("desk", reduced_motion="no-preference")
    visit.page.add_init_script(
        """window.shown = []; const animate = Element.prototype.animate;
           Element.prototype.animate = function (frames, ...rest) {
             shown.push(this.closest('[data-cell]')?.dataset.cell);
             return animate.call(this, frames, ...rest);
           };"""
    )
    visit.begin("breakthrough", second="human", moves=["b2b3", "c5c4"])
    for cell in ("b3", "c4"):
        visit.tap(cell)
    visit.wait_for_moves(3)
    visit.page.wait_for_function("() => shown.includes('c4')")
    expect(visit.find('[data-cell="c4"] .piece.white')).to_have_count(1)
    expect(visit.find('[data-cell="b3"] .piece')).to_have_count(0)


def test_a_game_that_fails_says_so_on_the_page(visiting: Visiting) -> None:
    visit = visiting("phone")
    visit.begin("liar", second="human")
    visit.find("#choices button", has_text="crash").click()
    expect(visit.find(".message.problem")).to_contain_text("IndexError: there is no such cell")
    visit.check_access()
    visit.find("#choices button", has_text="ok").first.click()
    visit.wait_for_moves(1)
    wish = {"game": "liar", "players": ["pvs:depth=1", "pvs:depth=2"]}
    begun = visit.context.request.post("/api/tournaments", data=wish).json()
    visit.go(f"/tournaments/{begun['id']}")
    expect(visit.find("#cup-status")).to_contain_text("stopped")
    expect(visit.find("#cup-problem")).to_contain_text("IndexError: there is no such cell")
    visit.check_access()


@pytest.mark.parametrize("lie", ["sleep", "lie"])
def test_while_one_game_lies_others_play_on(visiting: Visiting, lie: str) -> None:
    liar, other = visiting("desk"), visiting("desk")
    liar.begin("liar", second="human")
    other.begin("connect-four(4,4)", second="pvs:level=1")
    liar.find("#choices button", has_text=lie).first.click()
    other.make_a_move()
    other.wait_for_moves(2)
    expect(liar.find(".message.problem")).to_have_count(1)
    other.wait_for_turn()
    other.make_a_move()
    other.wait_for_moves(4)
    liar.find("#choices button", has_text="ok").first.click()
    liar.wait_for_moves(1)


def test_features_explain_a_score_on_the_page(visiting: Visiting) -> None:
    visit = visiting("phone")
    visit.go("/analyse?game=reversi&moves=d3")
    visit.find("#why summary").click()
    expect(visit.find("#why-body")).to_contain_text("mobility")
    visit.check_access()
    visit.go("/analyse?game=hex")
    visit.find("#why summary").click()
    expect(visit.find("#why-body")).to_contain_text("names no features")
