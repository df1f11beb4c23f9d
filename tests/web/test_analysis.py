"""Analysis, positions, set-ups and pictures, from a real server."""

from __future__ import annotations

import itertools
import json
import random
from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree

import pytest
from websockets.sync.client import ClientConnection

import plyground as ply
from plyground._core import Side
from plyground.games.pictures import animated
from tests.support.server import PATIENCE, Json, Server, Visitor

GAMES = ("connect-four", "kalah(6,4)", "squatter(5)", "watch-your-back")


@pytest.fixture
def socket(visitor: Visitor) -> Iterator[ClientConnection]:
    with visitor.connect("/ws/analysis") as connection:
        yield connection


def post(visitor: Visitor, path: str, **wish: Any) -> Json:
    answer = visitor.http.post(path, json=wish)
    assert answer.status_code == 200, answer.text
    found: Json = answer.json()
    return found


def random_game(name: str, seed: int, most: int = 1000) -> ply.Game:
    chance, game = random.Random(seed), ply.game(name)
    while not game.is_over and len(game.moves) < most:
        game.push(chance.choice(game.position.legal_moves))
    return game


def check_score(score: Json, margin: int | None = None) -> None:
    assert 0 <= score["chance"] <= 1
    chances = score["chances"]
    assert sum(chances.values()) == pytest.approx(1, abs=1e-3)
    assert chances["win"] + chances["draw"] / 2 == pytest.approx(score["chance"], abs=0.15)
    if margin is not None:  # from the first side's view
        winner = None if margin == 0 else "first" if margin > 0 else "second"
        assert score["proven"]["winner"] == winner
        assert score["margin"] in (margin, None)
        assert score["chance"] == {None: 0.5, "first": 1, "second": 0}[winner]
        if score["value"] is not None:
            assert score["value"] == margin


@pytest.mark.parametrize("game", GAMES)
def test_one_request_gives_move_score_lines_and_features(visitor: Visitor, game: str) -> None:
    record = random_game(game, 1, most=7)
    found = post(
        visitor, "/api/analyse", game=game, moves=list(record.moves), lines=3, seconds=0.1
    )  # fmt: skip
    assert found["move"] in record.position.legal_moves
    assert found["move"] == found["lines"][0]["move"]
    assert found["score"] == found["lines"][0]["score"]
    for line in found["lines"]:
        after = record.position
        for move in line["moves"]:
            after = after.play(move)
        check_score(line["score"])
    explanation = ply.explain(record.position)
    assert found["explanation"]["value"] == pytest.approx(explanation.value)
    total = sum(feature["contribution"] for feature in found["explanation"]["features"])
    assert total + (explanation.correction or 0) == pytest.approx(explanation.value, abs=0.05)
    assert {mark["move"] for mark in found["heat"]} <= set(record.position.legal_moves)


def test_a_request_can_be_made_without_a_cookie(server: Server) -> None:
    """As the README shows it, with nothing but an address."""
    import httpx

    answer = httpx.post(f"{server.url}/api/analyse", json={"game": "kalah(4,3)", "nodes": 1000})
    assert answer.status_code == 200
    assert answer.json()["move"] in "1234"


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("game", ["kalah(3,3)", "kalah(4,3)", "squatter(4)"])
def test_exact_results_are_the_solvers(visitor: Visitor, game: str, seed: int) -> None:
    record = random_game(game, seed, most=4 + seed)
    if record.is_over:
        pytest.skip("over before it can be solved")
    position = record.position
    found = post(visitor, "/api/analyse", game=game, moves=list(record.moves), lines=20, nodes=500)
    assert found["exact"]
    for_first = 1 if position.turn == Side.FIRST else -1
    margins = ply.solve_moves(position)
    assert [line["move"] for line in found["lines"]] != []
    for line in found["lines"]:
        margin = margins[line["move"]]
        assert margin is not None
        check_score(line["score"], for_first * margin)
    assert margins[found["move"]] == max(m for m in margins.values() if m is not None)


def test_a_game_that_is_over_has_its_result(visitor: Visitor) -> None:
    record = random_game("kalah(4,3)", 3)
    found = post(visitor, "/api/analyse", game="kalah(4,3)", moves=list(record.moves))
    assert (found["move"], found["lines"], found["explanation"]) == (None, [], None)
    check_score(found["score"], record.position.margin_for(Side.FIRST))


@pytest.mark.parametrize(
    ("wish", "status"),
    [
        ({"game": "kalah(6,4)", "seconds": 100}, 422),
        ({"game": "kalah(6,4)", "lines": 0}, 422),
        ({"game": "kalah(6,4)", "engine": "random"}, 400),
        ({"game": "kalah(6,4)", "engine": "mcts", "depth": 3}, 400),
        ({"game": "kalah(6,4)", "engine": "pvs:weights=/etc/passwd"}, 403),
        ({"game": "kalah(6,4)", "position": "x"}, 400),
        ({"game": "kalah(6,4)", "moves": ["7"]}, 400),
    ],
    ids=lambda value: str(value)[:50],
)
def test_wishes_that_cannot_be(visitor: Visitor, wish: Json, status: int) -> None:
    answer = visitor.http.post("/api/analyse", json=wish)
    assert answer.status_code == status, answer.text
    assert answer.json()["error"]["message"]


def told(socket: ClientConnection, number: int) -> Iterator[Json]:
    """Yield the messages about a task."""
    while True:
        message: Json = json.loads(socket.recv(PATIENCE))
        if message.get("id") == number:
            yield message


def ask(socket: ClientConnection, **message: Any) -> None:
    socket.send(json.dumps(message))


@pytest.mark.parametrize("game", GAMES)
def test_live_analysis_grows_and_ends(socket: ClientConnection, game: str) -> None:
    ask(socket, type="start", id=1, game=game, moves=[], lines=2, seconds=0.4)
    messages = []
    for message in told(socket, 1):
        messages.append(message)
        assert message["type"] == "info"
        assert 1 <= len(message["lines"]) <= 2
        if message["done"]:
            break
    assert len(messages) >= 3
    assert messages[0]["depth"] <= 1  # the first depths come at once
    assert messages[-1]["depth"] > 1
    assert [message["done"] for message in messages].count(True) == 1


def test_live_analysis_finds_the_exact_result(socket: ClientConnection) -> None:
    ask(socket, type="start", id=2, game="kalah(4,3)", lines=4, seconds=20)
    last = next(message for message in told(socket, 2) if message["done"])
    assert last["exact"]
    margins = ply.solve_moves(ply.position("kalah(4,3)"))
    shown = {line["move"]: line["score"]["value"] for line in last["lines"]}
    assert shown == margins


def test_a_new_task_ends_the_one_before(socket: ClientConnection) -> None:
    ask(socket, type="start", id=3, game="watch-your-back", seconds=60)
    next(told(socket, 3))
    ask(socket, type="start", id=4, game="squatter(3)", seconds=60)
    assert next(message for message in told(socket, 4) if message["done"])["exact"]
    ask(socket, type="start", id=5, game="watch-your-back", seconds=60)
    next(told(socket, 5))
    ask(socket, type="stop")
    ask(socket, type="ping")
    while json.loads(socket.recv(PATIENCE))["type"] != "pong":
        pass


def test_a_review_grades_every_move(socket: ClientConnection) -> None:
    """A hand-made blunder is called one, and the engine's own moves are best."""
    game, engine = ply.game("kalah(4,3)"), ply.PVS(table_mb=1)
    for ply_number in itertools.count(1):
        if game.is_over:
            break
        margins = ply.solve_moves(game.position)
        ranked = sorted(margins, key=lambda move: margins[move] or 0)
        game.push(ranked[0] if ply_number == 6 else engine.search(game.position).move)
    ask(socket, type="review", id=6, game="kalah(4,3)", moves=list(game.moves), nodes=5000)
    graded = []
    for message in told(socket, 6):
        if message["type"] == "review":
            break
        graded.append(message)
    assert [message["ply"] for message in graded] == list(range(len(game.moves) + 1))
    assert graded[0]["move"] is None
    assert graded[-1]["best"] is None
    check_score(graded[-1]["score"], game.position.margin_for(Side.FIRST))
    for number, (before, now) in enumerate(itertools.pairwise(graded), 1):
        move, position = now["move"], game.positions[number - 1]
        assert move["move"] == game.moves[number - 1]
        assert move["best"] == before["best"]
        if len(position.legal_moves) == 1:
            assert move["grade"] == "forced"
        elif move["move"] == move["best"]:
            assert (move["grade"], move["loss"]) == ("best", 0)
    for side in ("first", "second"):
        moves = [m["move"] for m in graded[1:] if m["move"]["side"] == side]
        for word, count in message["counts"][side].items():
            assert count == sum(move["grade"] == word for move in moves)
        accuracy = message["accuracy"][side]
        assert accuracy is None or 0 <= accuracy <= 100


def test_a_losing_move_in_a_solved_position_is_a_blunder(visitor: Visitor) -> None:
    start = ply.position("kalah(3,3)")  # the first side wins by 2 with best play
    margins = ply.solve_moves(start)
    for move, margin in margins.items():
        found = post(visitor, "/api/grade", game="kalah(3,3)", move=move)
        assert margin is not None
        check_score(found["score"], margin)
        assert found["grade"] in (["best", "good"] if margin > 0 else ["blunder"])
        assert found["refutation"][0] == move
        assert found["best"] == found["line"][0]


@pytest.mark.parametrize(
    "message",
    [
        "x", "[]", "{}", '{"type": "start"}', '{"type": "start", "id": "a", "game": "kalah(6,4)"}',
        '{"type": "start", "id": 1, "game": "kalah(6,4)", "lines": 0}',
        '{"type": "start", "id": 1, "game": "kalah(6,4)", "seconds": 1e9}',
        '{"type": "start", "id": 1, "game": "chess"}',
        '{"type": "start", "id": 1, "game": "kalah(6,4)", "engine": "random"}',
        '{"type": "start", "id": 1, "game": "kalah(6,4)", "engine": "file:x.py"}',
        '{"type": "review", "id": 1, "game": "kalah(6,4)", "moves": ["9"]}',
        '{"type": "review", "id": 1, "game": "kalah(6,4)", "moves": "9"}',
    ],
    ids=lambda message: message[:60],
)  # fmt: skip
def test_bad_messages_are_refused(socket: ClientConnection, message: str) -> None:
    socket.send(message)
    answer = json.loads(socket.recv(PATIENCE))
    assert answer["type"] == "error"
    assert "\n" not in answer["message"]
    ask(socket, type="ping")
    assert json.loads(socket.recv(PATIENCE))["type"] == "pong"


@pytest.mark.parametrize("game", GAMES)
def test_positions_are_replayed(visitor: Visitor, game: str) -> None:
    record = random_game(game, 5)
    moves = list(record.moves)
    for count in {0, 1, len(moves) // 2, len(moves)}:
        found = post(visitor, "/api/positions", game=game, moves=moves[:count])
        assert found["position"]["text"] == record.positions[count].text
        assert [move["move"] for move in found["moves"]] == moves[:count]
        assert (found["last"] is None) == (count == 0)
        assert (found["result"] is None) == (count < len(moves) or not record.is_over)


SETUPS: list[tuple[Json, str | None]] = [
    ({"game": "kalah(2,2)", "cells": {"s1": 3, "n2": 1, "north": 2}}, "3,0/0 0,1/2 south"),
    ({"game": "kalah(2,2)", "turn": "north", "cells": {"n1": 3}}, "0,0/0 0,0/3 north"),
    ({"game": "kalah(2,2)", "cells": {"s3": 3}}, None),
    ({"game": "kalah(2,2)", "cells": {"s1": "white"}}, None),
    ({"game": "kalah(2,2)", "cells": {"s1": 300}}, None),
    ({"game": "kalah(2,2)", "cells": {"s1": -1}}, None),
    ({"game": "kalah(2,2)", "text": "3,0/0 0,1/2 south"}, "3,0/0 0,1/2 south"),
    ({"game": "kalah(2,2)", "text": "nonsense"}, None),
    ({"game": "squatter(3)", "cells": {"b1": "white", "c3": "black"}}, "+W+/+++/++B - white"),
    (
        {"game": "squatter(3)", "turn": "black",
         "cells": {"b1": "white", "a2": "white", "c2": "white", "b3": "white", "b2": "black"}},
        "+W+/WbW/+W+ .../.W./... black",
    ),
    (
        {"game": "squatter(3)", "owners": {},
         "cells": {"b1": "white", "a2": "white", "c2": "white", "b3": "white"}},
        None,
    ),
    ({"game": "squatter(3)", "cells": {"d1": "white"}}, None),
    ({"game": "squatter(3)", "cells": {"a1": "red"}}, None),
    ({"game": "squatter(3)", "turn": "south"}, None),
    (
        {"game": "watch-your-back", "cells": {"b2": "white", "c3": "black"}},
        "X------X/-O------/--@-----/--------/--------/--------/--------/X------X placing 2",
    ),
    ({"game": "watch-your-back", "turns": 1, "cells": {"b2": "white", "c3": "black"}}, None),
    (
        {"game": "watch-your-back", "phase": "moving", "turns": 130,
         "cells": {"c3": "white", "d4": "white", "e5": "black", "f5": "black"}},
        "......../.X----X./.-O----./.--O---./.---@@-./.------./.X----X./........ moving 130",
    ),
    ({"game": "watch-your-back", "cells": {"a1": "white"}}, None),
    ({"game": "watch-your-back", "phase": "moving", "turns": 130, "cells": {"a3": "white"}}, None),
    ({"game": "watch-your-back", "turns": 30}, None),
]  # fmt: skip


@pytest.mark.parametrize(("wish", "text"), SETUPS, ids=lambda value: str(value)[:60])
def test_positions_are_set_up(visitor: Visitor, wish: Json, text: str | None) -> None:
    found = post(visitor, "/api/setup", **wish)
    assert found["text"] == text, found["message"]
    assert found["valid"] == (text is not None) == (found["message"] is None)
    if text is not None:
        assert found["position"]["text"] == text


def test_what_is_wrong_with_a_cell_names_it(visitor: Visitor) -> None:
    found = post(visitor, "/api/setup", game="watch-your-back", cells={"h8": "black"})
    assert found["cell"] == "h8"


def test_records_are_read_and_written(visitor: Visitor) -> None:
    record = random_game("squatter(5)", 2, most=9)
    query = {"game": "squatter(5)", "moves": ",".join(record.moves)}
    text = visitor.http.get("/api/record", params=query).text
    (found,) = post(visitor, "/api/records", text=text)["games"]
    assert (found["game"], found["start"]) == ("squatter(5)", None)
    assert found["moves"] == list(record.moves)
    wrong = visitor.http.post("/api/records", json={"text": "Game: kalah(6,4)\n\n9"})
    assert wrong.status_code == 400
    assert "record:3" in wrong.json()["error"]["message"]


@pytest.mark.parametrize("game", GAMES)
def test_pictures(visitor: Visitor, game: str) -> None:
    record = random_game(game, 5, most=12)
    query = {"game": game, "moves": ",".join(record.moves)}
    still = visitor.http.get("/api/picture.svg", params=query)
    assert still.headers["content-type"] == "image/svg+xml"
    assert still.headers["content-security-policy"].startswith("default-src 'none'")
    ElementTree.fromstring(still.text)
    moving = visitor.http.get("/api/replay.svg", params=query)
    assert moving.text == animated(record, 0.8)


@pytest.mark.parametrize("game", GAMES)
def test_a_moving_picture_shows_every_position_in_its_turn(game: str) -> None:
    """At each moment exactly the parts of one still picture are shown, in their order."""
    record = random_game(game, 5, most=30)
    root = ElementTree.fromstring(animated(record, 1.0))
    count = len(record.moves) + 1
    for ply_number in range(count):
        moment = (ply_number + 0.5) / (count + 3)
        shown = [child for part in root for child in visible(part, moment)]
        last = None
        if ply_number:
            mover = record.positions[ply_number - 1].turn_name
            last = f"{mover} {record.moves[ply_number - 1]}"
        still = ElementTree.fromstring(record.positions[ply_number].svg(last))
        assert list(map(ElementTree.tostring, shown)) == list(map(ElementTree.tostring, still))
    at_rest = [part for part in root if part.get("display") != "none"]
    assert len(at_rest) == len(still)


def visible(part: ElementTree.Element, moment: float) -> list[ElementTree.Element]:
    """Return what of a part is shown at a moment between 0 and 1."""
    if part.get("display") is None:
        return [part]
    animation, content = part
    times = [float(time) for time in animation.attrib["keyTimes"].split(";")]
    values = animation.attrib["values"].split(";")
    now = [value for time, value in zip(times, values, strict=True) if time <= moment][-1]
    return [content] if now == "inline" else []
