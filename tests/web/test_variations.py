"""Games with variations, and engines that remember, on the side of the server."""

from __future__ import annotations

from typing import Any, cast

from plyground.web.analysis.api import _Analyst
from tests.support.server import Json, Visitor


def post(visitor: Visitor, path: str, **wish: Any) -> Json:
    answer = visitor.http.post(path, json=wish)
    assert answer.status_code == 200, answer.text
    return cast("Json", answer.json())


def test_variations_are_replayed_with_the_game(visitor: Visitor) -> None:
    """Moves are numbered as they are listed, and a branch may begin after any of them."""
    branches = [
        {"at": 1, "moves": ["2", "1"]},
        {"at": 4, "moves": ["4"]},
        {"at": 0, "moves": ["6"]},
    ]
    found = post(visitor, "/api/positions", game="kalah(6,4)", moves=["3", "6"], branches=branches)
    assert [[move["move"] for move in line] for line in found["branches"]] == [
        branch["moves"] for branch in branches
    ]
    assert [[move["ply"] for move in line] for line in found["branches"]] == [[2, 3], [4], [1]]
    for branch, path in ((0, ["3", "2", "1"]), (1, ["3", "2", "1", "4"])):
        alone = post(visitor, "/api/positions", game="kalah(6,4)", moves=path)
        assert found["branches"][branch][-1] == alone["moves"][-1]
    for wrong, said in (
        ({"at": 3, "moves": ["1"]}, "only 2 moves"),
        ({"at": 2, "moves": ["9"]}, "9"),
    ):
        wish = {"game": "kalah(6,4)", "moves": ["3", "6"], "branches": [wrong]}
        answer = visitor.http.post("/api/positions", json=wish)
        assert answer.status_code == 400
        assert said in answer.json()["error"]["message"]


class FakeSocket:
    asker = None


def test_an_engine_at_rest_goes_on_with_what_it_has_found() -> None:
    """Only for the same game and engine; one that was cut off may still be at work."""
    analyst = _Analyst(cast("Any", FakeSocket()), cast("Any", None), has_token=False)
    first = analyst._engine("kalah(6,4)", "pvs", 3)
    assert analyst._engine("kalah(6,4)", "pvs", 3) is not first
    analyst._rested = ("kalah(6,4)", "pvs"), first
    assert analyst._engine("squatter(6)", "pvs", 3) is not first
    analyst._rested = ("kalah(6,4)", "pvs"), first
    assert analyst._engine("kalah(6,4)", "pvs", 5) is first
    assert first.lines == 5
