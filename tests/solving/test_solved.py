"""Stored results: they agree with the solver, and analysis answers from them."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import pytest

import plyground as ply
from plyground.cli.main import main
from plyground.solving.solved import SolvedGame, known, result_text, solved_games
from plyground.web.analysis.searching import solved

QUICK = 200_000  # nodes: most games in the list take fewer


@pytest.mark.parametrize("one", solved_games(), ids=lambda one: one.game)
def test_results_are_what_the_solver_finds(one: SolvedGame) -> None:
    """As far as a short run gets: its bounds contain the stored result."""
    start = ply.position(one.game)
    assert start.game == one.game
    assert set(one.moves) == set(start.legal_moves)
    assert max(one.moves.values()) == one.margin
    found = ply.solve(start, ply.Limit(nodes=QUICK), table_mb=16)
    assert found.lower <= one.margin <= found.upper
    if one.nodes < QUICK // 4:
        assert found.is_exact
        assert ply.solve_moves(start, table_mb=16) == one.moves


def test_positions_are_found() -> None:
    start = ply.position("kalah(4,3)")
    stored = known(start)
    assert stored is not None
    assert stored.margin == 6
    for move, margin in stored.moves.items():
        child = start.play(move)
        after = known(child)
        assert after is not None
        assert after.margin == (margin if child.turn == start.turn else -margin)
        assert ply.solve(child).margin == after.margin
        assert known(child.play(child.legal_moves[0])) is None
    assert known(ply.position("kalah(12,12)")) is None
    assert result_text(start.play("2"), 4) == "south wins by 4"  # another turn
    assert result_text(ply.position("squatter(4)"), 0) == "draw"


def run(*words: str) -> None:
    sys.argv = ["plyground", *words]
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code in (0, None)


def test_commands(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", [])
    run("solved", "kalah(4,3)")
    assert "south wins by 6" in capsys.readouterr().out
    run("solved", "kalah(12,12)")
    assert "plyground solve 'kalah(12,12)'" in capsys.readouterr().out
    run("solved", "watch-your-back")
    told = "474,254 positions of the last board: 258,920 won, 19,196 drawn, 196,138 lost"
    assert told in capsys.readouterr().out
    run("solved", "--json")
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert {"kalah(4,3)", "squatter(4)", "watch-your-back"} <= {row["game"] for row in rows}
    run("analyse", "kalah(4,3)", "--json")
    answer = json.loads(capsys.readouterr().out)
    assert (answer["solved"], answer["margin"]) == (True, 6)
    run("analyse", "kalah(4,3)", "--json", "--depth", "3")  # a limit asks for a search
    assert "solved" not in json.loads(capsys.readouterr().out.splitlines()[-1])


def test_the_page_shows_the_results() -> None:
    page = (Path(__file__).parents[2] / "docs" / "solved.md").read_text(encoding="utf-8")
    shown = {}
    variants = iter(("", ",capture=always"))
    for line in page.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("| houses"):
            variant = next(variants)
        elif re.fullmatch(r"[1-6]", cells[0]):
            for seeds, cell in enumerate(cells[1:], 1):
                if cell:
                    shown[f"kalah({cells[0]},{seeds}{variant})"] = int(cell.replace("−", "-"))
    kalah = {one.game: one.margin for one in solved_games() if one.game.startswith("kalah")}
    assert shown == kalah
    for one in solved_games():
        assert one.game in kalah or f"| `{one.game}` |" in page


def test_the_analysis_page_answers_from_the_list() -> None:
    position = ply.position("kalah(6,3)")  # no solver finds it with one node
    exact = solved(position, 1)
    stored = known(position)
    assert exact is not None
    assert stored is not None
    assert exact.margins == stored.moves
    assert exact.margins[exact.solution.move] == exact.solution.margin == 2
    assert solved(ply.position("kalah(6,6)"), 1) is None
