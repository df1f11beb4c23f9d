"""Why a move was bad: mostly a sentence says it, and a checker of its own finds it true."""

from __future__ import annotations

from collections import Counter

import pytest

import plyground as ply
from benchmarks.explanations import GAMES, mistakes
from plyground.solving.mistakes import reason
from plyground.solving.mistakes.gains import gains
from tests.support.claims import is_true
from tests.support.python_games import Nim

START = ply.position("connect-four")


@pytest.mark.parametrize(
    ("game", "text", "move", "best", "sentence"),
    [
        (
            "kalah(6,4)", "0,1,0,4,0,0/10 2,0,5,3,1,0/12 south", "4", "2",
            "At best house 4 wins 1 seed; house 2 wins 4 seeds.",
        ),
        (
            "connect-four", "......./......./....Y../....R../....R../YRYYRR. yellow", "5", "3",
            None,
        ),
        (
            "connect-four", "......./......./......./....R../....R../Y.YYRR. yellow", "5", "2",
            "Column 2 wins at once.",
        ),
        (
            "connect-four", "......./......./......./......./......./....... red", "7", "4",
            "Column 4 gives Red 7 open lines with one stone, column 7 only 3.",
        ),
    ],
)  # fmt: skip
def test_sentences(game: str, text: str, move: str, best: str, sentence: str | None) -> None:
    here = ply.position(game, text)
    said = reason(here, move, best)
    if sentence is not None:
        assert said == sentence
    assert said is None or is_true(here, move, best, said)


def test_the_checker_finds_false_sentences() -> None:
    here = ply.position("kalah(6,4)", "0,1,0,4,0,0/10 2,0,5,3,1,0/12 south")
    true = "At best house 4 wins 1 seed; house 2 wins 4 seeds."
    assert is_true(here, "4", "2", true)
    for false in (
        true.replace("4 seeds", "5 seeds"),
        true.replace("At best", "After the best reply"),
        "House 2 wins at once.",
        "After house 4 North wins at once with house 1; house 2 prevents that.",
        "House 2 wins by force; after house 4 North has no forced win.",
    ):
        assert not is_true(here, "4", "2", false), false
    lines = "Column 4 gives Red 7 open lines with one stone, column 7 only 3."
    assert is_true(START, "7", "4", lines)
    assert not is_true(START, "7", "4", lines.replace("only 3", "only 2"))
    assert not is_true(START, "7", "4", lines.replace("Red", "Yellow"))
    with pytest.raises(AssertionError, match="not a sentence"):
        is_true(here, "4", "2", "House 4 is bad.")


def test_gains_count_whole_turns() -> None:
    here = ply.position("kalah(6,4)", "0,1,0,0,1,1/15 3,2,0,5,0,4/12 south")
    found = gains(here, "2", "6", 10_000)
    assert found is not None
    # House 6 moves again, so that the capture of house 2 belongs to the same turn.
    assert (found.move[0], found.best[0]) == (6, 7)
    # The better move must stay ahead from there on, as far as was counted.
    assert found.telling == 4
    assert (found.move[3], found.best[3]) == (5, 5)
    assert gains(START, "1", "4", 10_000) is None  # nothing is counted there


def test_games_in_python_have_their_forced_results() -> None:
    said = reason(Nim(6), "1", "2")  # whoever takes the last one wins: leave 4
    assert said is not None
    assert said.startswith("After 1 ")
    assert said.endswith(" wins by force; 2 wins.")


@pytest.mark.parametrize("game", GAMES)
def test_what_is_said_about_mistakes_is_true(game: str) -> None:
    found = [one.verdict for one, _ in zip(mistakes(game, 1, nodes=2000), range(4), strict=False)]
    assert "false" not in found


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_most_mistakes_are_explained_and_nothing_false_is_said(game: str) -> None:
    found: Counter[str] = Counter()
    for seed in range(1000, 1100):
        for one in mistakes(game, seed, nodes=5000):
            found[one.verdict] += 1
            assert one.verdict != "false", one
        if found["true"] >= 200:
            break
    assert found["true"] >= 200  # a thousand in five games
    assert found["silent"] <= 0.2 * found.total()
    assert found["open"] <= 0.2 * found.total()
