"""The static site gives the server's answers: the same positions, moves, sentences and searches."""

from __future__ import annotations

import json
import random
import subprocess
from pathlib import Path
from typing import Any

import pytest

import plyground as ply
from plyground.games.names import families, title
from plyground.games.position import Position
from plyground.web.analysis.lines import replay
from plyground.web.shared.models import Line
from plyground.web.shared.views import end_result, move_view, position_view
from tests.support.paths import ROOT

GAMES = [game for family in families() for game in family.face.presets]
VARIANTS = ["kalah(9,3,capture=always)", "squatter(6,first=black)", "connect-four(5,4)"]


def ask(site: Path, requests: list[dict[str, Any]]) -> list[Any]:
    """Return what the site answers."""
    run = subprocess.run(
        ["node", str(ROOT / "tests/web/javascript/site-answers.mjs"), str(site)],
        input="\n".join(map(json.dumps, requests)), capture_output=True, text=True,
        timeout=300, check=False,
    )  # fmt: skip
    assert run.returncode == 0, run.stderr
    return [json.loads(line) for line in run.stdout.splitlines()]


def random_line(game: str, plies: int, seed: int) -> list[str]:
    chance, position, moves = random.Random(seed), ply.position(game), list[str]()
    while len(moves) < plies and not position.is_over:
        moves.append(chance.choice(position.legal_moves))
        position = position.play(moves[-1])
    return moves


def expected(game: str, moves: list[str]) -> dict[str, Any]:
    record = replay(Line(game=game, start=None, moves=moves))
    last = None
    if moves:
        before, after = record.positions[-2], record.position
        last = move_view(before, moves[-1], after, len(moves)).model_dump(
            mode="json", by_alias=True
        )
    result = end_result(record.position)
    return {
        "position": position_view(record.position).model_dump(mode="json", by_alias=True),
        "last": last,
        "result": None if result is None else result.model_dump(mode="json", by_alias=True),
    }


@pytest.mark.parametrize("game", GAMES + VARIANTS)
def test_positions_and_moves_are_those_of_the_server(site: Path, game: str) -> None:
    lines = [
        random_line(game, plies, seed) for seed, plies in enumerate((0, 1, 2, 9, 30, 160, 400))
    ]
    answers = ask(site, [{"path": "/api/positions", "body": {"game": game, "moves": moves}}
                         for moves in lines])  # fmt: skip
    for moves, answer in zip(lines, answers, strict=True):
        found = {name: answer.get(name) for name in ("position", "last", "result")}
        assert found == expected(game, moves), (title(game), moves)


@pytest.mark.parametrize("game", GAMES)
def test_a_position_survives_as_text(site: Path, game: str) -> None:
    moves = random_line(game, 11, seed=5)
    position: Position = ply.position(game)
    for move in moves:
        position = position.play(move)
    body = {"game": game, "start": position.text, "moves": []}
    [answer] = ask(site, [{"path": "/api/positions", "body": body}])
    assert answer["position"]["text"] == position.text
    assert [one["move"] for one in answer["position"]["legal"]] == list(position.legal_moves)


@pytest.mark.parametrize("game", GAMES)
def test_searches_count_the_same_nodes(site: Path, game: str) -> None:
    moves = random_line(game, 6, seed=3)
    position = replay(Line(game=game, start=None, moves=moves)).position
    native = ply.PVS(table_mb=16, lines=3).search(position, ply.Limit(nodes=20_000))
    line = {"game": game, "moves": moves}
    [found] = ask(site, [{"line": line, "limit": {"nodes": 20_000}, "lines": 3}])
    assert (found["nodes"], found["depth"]) == (native.nodes, native.depth)
    assert [(tuple(one["moves"]), one["score"]) for one in found["lines"]] == [
        (one.moves, one.score) for one in native.lines
    ]


def test_the_solver_proves_the_same(site: Path) -> None:
    line = {"game": "kalah(4,3)", "moves": []}
    solve = {"nodes": 10_000_000, "megabytes": 8, "each": True}
    [found] = ask(site, [{"line": line, "solve": solve}])
    exact = ply.solve(ply.position("kalah(4,3)"))
    assert found["lower"] == found["upper"] == exact.margin
    assert {one["move"]: one["lower"] for one in found["each"]} == ply.solve_moves(
        ply.position("kalah(4,3)")
    )
