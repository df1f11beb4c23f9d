"""What counts is in view on any screen: Play; board, status and hint; what a move did."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.conftest import Visiting
from tests.support.browser import GAMES, SCREENS, Visit

DESK = {"viewport": {"width": 1280, "height": 800}}
UPRIGHT = [{"width": 390, "height": 844}, {"width": 360, "height": 640}]
# A phone on its side; a desk's screen at 200 %.
FLAT = [{"width": 844, "height": 390}, {"width": 640, "height": 400}]


def bottom(found: Locator) -> float:
    box = found.bounding_box()
    assert box is not None
    return box["y"] + box["height"]


def check_width(visit: Visit) -> None:
    assert visit.page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


@pytest.mark.parametrize("size", [DESK["viewport"], *UPRIGHT, *FLAT], ids=str)
def test_play_is_in_view(visiting: Visiting, size: dict[str, int]) -> None:
    visit = visiting("desk", viewport=size)
    visit.go("/")
    expect(visit.find("#preset option").nth(1)).to_be_attached()
    assert bottom(visit.find("#new-game button[type=submit]")) <= size["height"]
    check_width(visit)


@pytest.mark.parametrize("size", UPRIGHT, ids=str)
@pytest.mark.parametrize("game", ["kalah(6,4)", "squatter(6)"])
def test_status_and_hint_are_in_view_on_a_phone(
    visiting: Visiting, game: str, size: dict[str, int]
) -> None:
    visit = visiting("phone", viewport=size)
    visit.begin(game, second="human")
    visit.wait_for_turn()
    visit.find("#ask-hint").click()
    expect(visit.find("#hint-text")).not_to_be_empty()
    visit.page.evaluate("scrollTo(0, 0)")
    assert bottom(visit.find("#status")) <= size["height"]
    assert bottom(visit.find("#hint-text")) <= size["height"]
    check_width(visit)


@pytest.mark.parametrize("size", FLAT, ids=str)
@pytest.mark.parametrize("game", GAMES)
def test_a_flat_screen_holds_a_game(visiting: Visiting, game: str, size: dict[str, int]) -> None:
    visit = visiting("desk", viewport=size)
    visit.begin(game, second="human")
    visit.make_a_move()
    visit.wait_for_moves(1)
    visit.find("#ask-hint").click()
    expect(visit.find("#hint-text")).to_contain_text("Hint: ")
    for part in ("#board", "#player-near", "#status", "#happened", "#hint-text"):
        assert bottom(visit.find(part)) <= size["height"], part
    panel = visit.find(".panel").bounding_box()
    assert panel is not None
    for part in ("#board svg", "#player-near .player-line", "#player-far .player-line"):
        box = visit.find(part).bounding_box()
        assert box is not None
        assert box["x"] + box["width"] <= panel["x"], part
    check_width(visit)


@pytest.mark.parametrize("size", [*UPRIGHT, *FLAT], ids=str)
def test_scores_are_whole(visiting: Visiting, size: dict[str, int]) -> None:
    visit = visiting("desk", viewport=size)
    visit.go("/analyse?game=kalah(6,4)")
    score = visit.find(".line-score").first
    expect(score).to_contain_text(re.compile(r"draw .* · [+−]"))
    visit.page.wait_for_function(
        "() => [...document.querySelectorAll('.line-score')]"
        ".every((one) => one.scrollWidth <= one.clientWidth)"
    )
    check_width(visit)


@pytest.mark.parametrize("screen", [DESK, SCREENS["phone"]], ids=["desk", "phone"])
def test_no_page_scrolls_without_need(visiting: Visiting, screen: dict[str, Any]) -> None:
    visit = visiting("desk", **screen)
    visit.expected = ["404"]
    for path in ("/join", "/tournaments", "/nothing", "/puzzles", "/learn/kalah"):
        visit.page.goto(path, wait_until="networkidle")
        check_scroll(visit)
    for game in GAMES:
        visit.begin(game, second="human")
        check_scroll(visit)


def check_scroll(visit: Visit) -> None:
    """What is in view whole needs no scrolling: neither for a footer nor for a margin."""
    end, scroll, height = visit.page.evaluate(
        """() => [Math.max(...[...document.querySelectorAll("main *")]
             .filter((one) => one.checkVisibility() && !one.closest(".visually-hidden, .moves"))
             .map((one) => one.getBoundingClientRect().bottom)),
           document.documentElement.scrollHeight, innerHeight]"""
    )
    assert end > height or scroll <= height, f"{visit.page.url}: {end} {scroll} {height}"


def test_a_game_ends_with_a_card_that_leads_to_the_first_mistake(visiting: Visiting) -> None:
    visit = visiting("desk")
    # House 6 captures nothing and loses the seeds of house 1: there is a better move.
    visit.begin("kalah(6,4)", second="pvs:level=10", start="4,0,0,0,0,1/20 2,0,1,3,0,0/17 south")
    turn = visit.page.locator(".cell.target, #ended:not([hidden])").first
    for _ in range(12):
        expect(turn).to_be_visible()
        if visit.find("#ended").is_visible():
            break
        made = len(visit.moves())
        visit.find(".cell.target").first.click()
        visit.wait_for_moves(made + 1)  # until then the page shows the turn before
    expect(visit.find("#verdict.card #status")).to_contain_text(re.compile(r"You (won|lost)|Draw"))
    expect(visit.find("#verdict #rematch")).to_be_visible()
    visit.check_access()
    visit.find("#mistakes").click()
    visit.page.wait_for_url("**/analyse*")
    expect(visit.find("#lesson, .message").first).to_contain_text(
        re.compile("Mistake 1 of|No mistakes were found")
    )


@pytest.mark.parametrize(
    ("wish", "cell", "said", "marked"),
    [
        (
            {"game": "kalah(6,4)", "start": "1,0,4,4,4,4/0 4,4,4,4,4,4/0 south"},
            "s1", "South captures", {".mark.landed": 1, ".mark.captured": 2},
        ),
        (
            {"game": "watch-your-back",
             "start": "X------X/--------/--O-----/--@-----/--------/--O-----/-@----@-/X------X "
                      "moving 10"},
            "c6 c5", "Black loses c4", {".mark.captured": 1},
        ),
        (
            {"game": "watch-your-back",
             "start": "X------X/--------/--O-----/-----O-O/--@-----/----@---/--------/X------X "
                      "moving 127"},
            "c5 c6", "The board shrinks: 1 piece lost.",
            {".mark.vanished": 28, ".mark.captured": 1},
        ),
        (
            {"game": "squatter(6)",
             "start": "B+++++/B+++++/B+W+++/+W+W++/++++++/++++++ - white"},
            "c5", "White captures 1 cell.", {".mark.captured": 1},
        ),
    ],
    ids=["kalah", "watch-your-back", "shrink", "squatter"],
)  # fmt: skip
def test_what_happened_stands_under_the_board_and_is_marked(
    visiting: Visiting, wish: dict[str, Any], cell: str, said: str, marked: dict[str, int]
) -> None:
    visit = visiting("desk")
    visit.begin(**wish, second="human")
    for one in cell.split():
        visit.tap(one)
    expect(visit.find("#happened")).to_contain_text(said)
    for selector, count in marked.items():
        expect(visit.find(selector)).to_have_count(count)
    visit.check_access()


def test_a_swap_and_a_pass_explain_themselves(visiting: Visiting) -> None:
    visit = visiting("desk")
    visit.begin("kalah-manchester", second="human")
    visit.tap("s2")
    expect(visit.find("#choice-help")).to_contain_text("you sit at South from now on")
    rows = "......../......../..XOOX../..O@@O../..O@@O../..X@@X../......../........"
    visit.begin("watch-your-back", second="human", start=f"{rows} moving 200")
    expect(visit.find("#choice-help")).to_contain_text("None of your pieces")
