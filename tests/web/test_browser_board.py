"""The board under fingers and keys: no page scrolls away under a piece, no stop is for nothing."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.conftest import Visiting
from tests.support.browser import GAMES, Visit

MOVING = "......../.X----X./.-O----./.--O---./.---@@-./.------./.X----X./........ moving 130"


def drag(visit: Visit, cell: str, by: tuple[int, int]) -> None:
    """Press a finger on a cell and move it, as a touch screen tells the browser."""
    box = visit.find(f'[data-cell="{cell}"] .ground').bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    touch = visit.context.new_cdp_session(visit.page)

    def send(kind: str, *points: dict[str, float]) -> None:
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": list(points)})

    send("touchStart", {"x": x, "y": y})
    for step in range(1, 11):
        send("touchMove", {"x": x + by[0] * step / 10, "y": y + by[1] * step / 10})
    send("touchEnd")


def test_a_finger_that_drags_a_piece_does_not_scroll_the_page(visiting: Visiting) -> None:
    visit = visiting("phone")
    visit.page.set_viewport_size({"width": 390, "height": 420})  # there is something to scroll
    visit.go(f"/analyse?game=watch-your-back&start={MOVING}")
    expect(visit.find(".cell.source").first).to_be_visible()
    visit.find("svg.board").scroll_into_view_if_needed()
    place = "Math.round(scrollY)"
    before = visit.page.evaluate(place)
    piece = visit.find(".cell.source").first.get_attribute("data-cell") or ""
    drag(visit, piece, (0, -60))
    assert visit.page.evaluate(place) == before
    empty = visit.find(".cell:not(.source):not(.target)").first.get_attribute("data-cell") or ""
    drag(visit, empty, (0, -60))
    visit.page.wait_for_function(f"{place} > {before}")  # elsewhere it may


@pytest.mark.parametrize("game", GAMES)
def test_tab_goes_from_before_the_board_to_a_cell_and_on(visiting: Visiting, game: str) -> None:
    visit = visiting("desk")
    visit.go(f"/analyse?game={game}")
    expect(visit.find(".cell.target, .cell.source").first).to_be_visible()
    visit.tab_to("svg.board *")
    cell = visit.page.evaluate("document.activeElement.getAttribute('data-cell')")
    assert cell
    assert visit.find("svg.board :focus, svg.board:focus").count() == 1
    visit.press("ArrowRight")
    walked = visit.page.evaluate("document.activeElement.getAttribute('data-cell')")
    assert walked not in (None, cell)
    visit.press("Tab")
    assert visit.find("svg.board :focus, svg.board:focus").count() == 0
    visit.press("Shift+Tab")
    expect(visit.find(f'[data-cell="{walked}"]')).to_be_focused()
    visit.press("Shift+Tab")
    assert visit.find("svg.board :focus, svg.board:focus").count() == 0
