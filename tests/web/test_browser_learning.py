"""Puzzles and tutorials in a real browser, also without a mouse."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import expect

import plyground as ply
from plyground.solving.puzzles import shipped
from plyground.solving.tutorial import tutorial
from tests.conftest import Visiting
from tests.support.browser import Visit


def choose(visit: Visit, cell: str) -> None:
    """Choose a cell with the keyboard alone: walk to it, and press Enter."""
    visit.find(f'[data-cell="{cell}"]').focus()
    visit.press("Enter")


def stored(visit: Visit, name: str) -> str:
    return str(visit.page.evaluate("name => localStorage.getItem(name)", name))


@pytest.mark.parametrize("screen", ["phone", pytest.param("desk", marks=pytest.mark.slow)])
def test_the_puzzle_of_the_day_is_solved_and_kept(visiting: Visiting, screen: str) -> None:
    visit = visiting(screen)
    visit.go("/puzzles?game=connect-four")
    expect(visit.find("svg.board")).to_be_visible()
    expect(visit.find("#about")).to_contain_text("Puzzle of the day")
    visit.check_access()
    puzzles = shipped("connect-four")
    assert puzzles is not None
    today = visit.page.evaluate(
        """async count => {
             const module = [...document.querySelectorAll('link[rel=modulepreload]')]
               .map(({ href }) => href).find((href) => href.endsWith('choose.js'));
             const { dailyNumber, dayOf } = await import(module);
             return dailyNumber(dayOf(new Date()), count);
           }""",
        len(puzzles.puzzles),
    )
    puzzle = puzzles.puzzles[today - 1]
    here = puzzle.start(puzzles.game)
    wrong = next(move for move in here.legal_moves if move != puzzle.solution)
    for move, words in ((wrong, "Try again"), (puzzle.solution, "right")):
        cell = visit.page.evaluate(
            "async ([position, move]) => (await (await fetch('/api/positions', {method: 'POST',"
            " headers: {'Content-Type': 'application/json'}, body: JSON.stringify("
            "{game: 'connect-four', start: position, moves: []})})).json())"
            ".position.legal.find((legal) => legal.move === move).to",
            [puzzle.position, move],
        )
        choose(visit, cell)
        expect(visit.find("#verdict")).to_contain_text(words)
    expect(visit.find("#record")).to_contain_text("1 puzzle solved · 1 day in a row")
    visit.check_access()
    assert json.loads(stored(visit, "puzzles"))["solved"]["connect-four"] == [today]
    visit.tab_to("#next")
    visit.press("Enter")
    expect(visit.find("#about")).not_to_contain_text("of the day")
    visit.find("#hint").click()
    expect(visit.find("#verdict")).to_contain_text("Look at")
    visit.find("#show").click()
    expect(visit.find("#verdict")).to_contain_text("It was")


@pytest.mark.parametrize("screen", ["desk", pytest.param("phone", marks=pytest.mark.slow)])
def test_a_review_says_why_a_move_was_bad(visiting: Visiting, screen: str) -> None:
    visit = visiting(screen)
    visit.go("/analyse?game=connect-four&moves=3,1,4,1,5,7,7")
    visit.find("#review-start").click()
    expect(visit.find(".accuracy")).to_have_count(2)
    visit.find("#scrub").fill("4")
    expect(visit.find("#reason")).to_contain_text("Blunder. After column 1 Red wins by force")
    visit.check_access()
    visit.find(".summary-table button").last.click()
    expect(visit.find("#lesson")).to_contain_text("Find a better move")
    expect(visit.find("#reason")).to_be_hidden()
    expect(visit.find("#lesson")).not_to_contain_text("open lines")
    visit.find("#lesson button").first.click()
    expect(visit.find("#lesson")).to_contain_text("Better: column 4")
    expect(visit.find("#lesson")).to_contain_text("open lines")
    visit.check_access()


def test_mistakes_of_a_reviewed_game_become_puzzles(visiting: Visiting) -> None:
    visit = visiting("desk")
    visit.go("/puzzles?mistakes")
    expect(visit.find("#verdict")).to_contain_text("Review one of your games")
    margins = ply.solve_moves(ply.position("kalah(3,3)"))  # the first side wins
    blunder = next(move for move, margin in margins.items() if margin is not None and margin < 0)
    visit.go(f"/analyse?game=kalah(3,3)&moves={blunder}")
    visit.find("#review-start").click()
    expect(visit.find(".accuracy")).to_have_count(2)
    visit.page.wait_for_function("() => localStorage.getItem('mistakes')?.includes('line')")
    visit.go("/puzzles?mistakes")
    expect(visit.find("#about")).to_contain_text("was played here")
    visit.check_access()
    visit.find("#show").click()
    expect(visit.find("#verdict")).to_contain_text("It was")


@pytest.mark.parametrize(
    "family",
    [
        "connect-four",
        *(pytest.param(name, marks=pytest.mark.slow) for name in ("kalah", "squatter")),
        pytest.param("watch-your-back", marks=pytest.mark.slow),
    ],
)
def test_a_tutorial_is_done_by_keyboard_alone(visiting: Visiting, family: str) -> None:
    visit = visiting("desk")
    visit.go(f"/learn/{family}")
    for number, step in enumerate(tutorial(family), 1):
        expect(visit.find("#step-title")).to_have_text(f"{number}. {step.title}")
        move = step.hint or step.accepted[0]
        legal = visit.page.evaluate(
            "async ([step, move]) => (await (await fetch('/api/positions', {method: 'POST',"
            " headers: {'Content-Type': 'application/json'}, body: JSON.stringify(step)})).json())"
            ".position.legal.find((legal) => legal.move === move)",
            [{"game": step.game, "start": step.start, "moves": list(step.moves)}, move],
        )
        expect(visit.find(".cell.target, .cell.source").first).to_be_visible()
        for cell in [legal[part] for part in ("from", "to") if part in legal]:
            choose(visit, cell)
        expect(visit.find("#verdict.good")).to_have_text(step.done)
        if number < len(tutorial(family)):
            visit.tab_to("#next")
            visit.press("Enter")
    visit.check_access()
    expect(visit.find("#steps .done")).to_have_count(len(tutorial(family)))
    visit.go(f"/learn/{family}")
    expect(visit.find("#steps .done")).to_have_count(len(tutorial(family)))
