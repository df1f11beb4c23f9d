"""Games over REST and WebSocket, against a real server."""

from __future__ import annotations

import json
import time
from pathlib import Path
from urllib.parse import quote

import pytest
from websockets.exceptions import ConnectionClosed

import plyground as ply
from tests.support.server import TOKEN, Server, Visitor

GAMES = ("connect-four", "kalah(6,4)", "squatter(5)", "watch-your-back")


def test_the_catalogue_holds_what_a_form_needs(visitor: Visitor) -> None:
    found = visitor.http.get("/api/catalogue").json()
    assert [family["name"] for family in found["families"]] == [
        "kalah", "squatter", "watch-your-back", "connect-four"
    ]  # fmt: skip
    for family in found["families"]:
        for preset in family["presets"]:
            assert ply.position(preset["game"]).game == preset["game"]
        named = ",".join(f"{p['name']}={p['default']}" for p in family["parameters"])
        ply.position(f"{family['name']}({named})")
    for level in found["levels"]:
        ply.player(level["spec"])
    assert {"file", "ugi"} <= set(found["hosted"])


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_against_an_engine(visitor: Visitor, game: str) -> None:
    begun = visitor.begin(game=game, second="pvs:level=2")
    assert begun["you"] == ["first"]
    assert begun["players"]["second"]["title"] == "Level 2"
    table = visitor.sit(begun["id"])
    for _ in range(60):
        if table.state["status"] == "over":
            break
        table.move()
    record = ply.game(game)
    for move in table.moves:
        assert move["side"] == ("first", "second")[record.position.turn]
        record.push(move["move"])
    assert table.state["position"]["text"] == record.position.text
    assert [move["ply"] for move in table.moves] == list(range(1, len(table.moves) + 1))
    if record.is_over:
        assert table.state["result"]["reason"] == "end"
        assert table.state["result"]["winner"] == (
            None if record.result == "draw" else record.result
        )
    table.close()
    text = visitor.http.get(f"/api/games/{begun['id']}/record").text
    assert ply.loads(text)[0].moves == record.moves


def test_an_engine_may_move_first_and_twice(visitor: Visitor) -> None:
    begun = visitor.begin(first="pvs:depth=1", second="human", moves=["3"])
    table = visitor.sit(begun["id"])
    table.wait_for(lambda state: "move" in state["can"])
    assert [move["side"] for move in table.moves][:2] == ["first", "first"]
    table.close()


def test_two_people_at_one_screen(visitor: Visitor) -> None:
    begun = visitor.begin(game="squatter(3)", second="human")
    assert begun["you"] == ["first", "second"]
    table = visitor.sit(begun["id"])
    for cell in ("a1", "b1", "c1"):
        table.move(cell)
    assert [move["name"] for move in table.moves] == ["white", "black", "white"]
    table.send(type="take_back", version=table.state["version"])
    table.hear("state")
    assert [move["move"] for move in table.moves] == ["a1", "b1"]
    table.close()


def test_taking_back_goes_to_before_the_own_move(visitor: Visitor) -> None:
    begun = visitor.begin(second="random")
    table = visitor.sit(begun["id"])
    assert "take_back" not in table.state["can"]
    table.move("1")
    first_answer = len(table.moves)
    assert first_answer >= 2
    table.move()
    table.send(type="take_back", version=table.state["version"])
    table.hear("state")
    assert len(table.moves) == first_answer
    assert "move" in table.state["can"]
    table.close()


def test_resigning_and_playing_again_with_sides_changed(visitor: Visitor) -> None:
    begun = visitor.begin(game="squatter(5)")
    table = visitor.sit(begun["id"])
    table.move("c3")
    table.send(type="resign", version=table.state["version"])
    state = table.wait_for(lambda state: state["status"] == "over")
    assert state["result"]["winner"] == "second"
    assert state["result"]["text"] == "You resigned."
    assert state["can"] == ["take_back", "rematch"]
    table.send(type="rematch", version=state["version"])
    state = table.wait_for(lambda state: state["rematch"] is not None)
    second = visitor.http.get(f"/api/games/{state['rematch']}").json()
    assert second["you"] == ["second"]
    assert second["players"]["first"]["spec"] == "pvs:level=3"
    text = visitor.http.get(f"/api/games/{begun['id']}/record").text
    assert "Result: second by resignation" in text
    table.close()


def test_a_hint_is_a_legal_move_with_its_reason(visitor: Visitor) -> None:
    table = visitor.sit(visitor.begin()["id"])
    table.send(type="hint", version=0, ref="h1")
    hint = table.hear("hint")
    assert hint["ref"] == "h1"
    assert hint["move"] == hint["line"][0]
    assert hint["move"] in [legal["move"] for legal in table.state["position"]["legal"]]
    assert hint["why"].startswith("South sows house")
    assert 0 <= hint["score"]["chance"] <= 1
    table.close()


def test_the_swap_is_a_legal_move(visitor: Visitor) -> None:
    begun = visitor.begin(game="kalah-manchester", first="pvs:level=1", second="human")
    table = visitor.sit(begun["id"])
    table.wait_for(lambda state: "move" in state["can"])
    [swap] = [one for one in table.state["position"]["legal"] if one["move"] == "swap"]
    assert swap["label"] == "swap sides (take South's position)"
    assert "take it over" in swap["help"]
    table.move("swap")
    assert table.moves[1]["events"] == [{"type": "swap"}]
    assert table.state["position"]["names"] == {"first": "north", "second": "south"}
    table.close()


def test_a_clock_runs_from_the_first_move_and_its_flag_falls(visitor: Visitor) -> None:
    clock = {"initial": 0.6, "increment": 0.1}
    table = visitor.sit(visitor.begin(second="random", clock=clock)["id"])
    assert table.state["clock"]["running"] is None
    table.move("1")
    assert table.state["clock"]["running"] == "first"
    assert "take_back" not in table.state["can"]
    state = table.wait_for(lambda state: state["status"] == "over")
    assert state["result"]["reason"] == "time"
    assert state["result"]["winner"] == "second"
    assert state["clock"]["running"] is None
    table.close()


def test_engines_keep_to_the_clock(visitor: Visitor) -> None:
    clock = {"initial": 2.0, "increment": 0.0}
    begun = visitor.begin(game="squatter(4)", first="pvs:time=5", second="pvs:time=5", clock=clock)
    table = visitor.sit(begun["id"])
    table.send(type="speed", pause=0)
    state = table.wait_for(lambda state: state["status"] == "over")
    assert state["result"]["reason"] == "end"
    table.close()


def test_watching_pausing_stepping(visitor: Visitor) -> None:
    begun = visitor.begin(game="squatter(5)", first="random", second="random")
    assert begun["you"] == []
    assert begun["watch"] == {"paused": False, "pause": 1.0}
    table = visitor.sit(begun["id"])
    table.send(type="pause")
    table.wait_for(lambda state: state["watch"]["paused"])
    before = len(table.moves)
    table.send(type="step")
    table.wait_for(lambda _: len(table.moves) == before + 1)
    table.send(type="speed", pause=0)
    table.wait_for(lambda state: state["watch"]["pause"] == 0)
    table.send(type="go")
    state = table.wait_for(lambda state: state["status"] == "over")
    assert len(table.moves) == state["moves"][-1]["ply"]
    assert state["can"] == ["rematch"]
    table.close()


def test_others_look_on_but_do_not_play(server: Server, visitor: Visitor) -> None:
    begun = visitor.begin()
    other = Visitor(server)
    looking, playing = other.sit(begun["id"]), visitor.sit(begun["id"])
    assert looking.state["you"] == looking.state["can"] == []
    assert looking.state["players"]["first"]["title"] == "Visitor"
    looking.send(type="move", move="1", version=0)
    assert looking.hear()["code"] == "not_allowed"
    looking.send(type="pause")
    assert looking.hear()["code"] == "not_allowed"
    playing.move("1")
    looking.wait_for(lambda state: state["version"] == playing.state["version"])
    assert looking.moves == playing.moves
    assert other.http.get("/api/games").json() == {"games": []}
    assert other.http.delete(f"/api/games/{begun['id']}").status_code == 403
    for one in (looking, playing, other):
        one.close()


def test_taking_back_while_the_engine_thinks(visitor: Visitor) -> None:
    """The engine is interrupted, and its answer to the move that is gone is not played."""
    table = visitor.sit(visitor.begin(game="squatter(5)", second="pvs:time=0.5")["id"])
    for cell in ("c3", "b2", "d4"):
        table.send(type="move", move=cell, version=table.state["version"])
        state = table.hear("state")
        assert state["thinking"] == "second"
        table.send(type="take_back", version=state["version"])
        state = table.hear("state")
        assert (table.moves, state["thinking"], state["position"]["turn"]) == ([], None, "first")
    table.move("c3")
    assert len(table.moves) == 2
    table.close()


def test_a_game_that_is_deleted_under_a_players_hands(visitor: Visitor) -> None:
    table = visitor.sit(visitor.begin(second="pvs:time=0.5")["id"])
    table.send(type="move", move="1", version=0)
    table.hear("state")
    assert visitor.http.delete(f"/api/games/{table.state['id']}").status_code == 204
    assert table.hear()["message"] == "This game was deleted."
    for message in ({"type": "resign"}, {"type": "move", "move": "2"}, {"type": "take_back"}):
        table.send(**message, version=table.state["version"])
        assert table.hear()["code"] == "not_allowed"
    table.close()


def test_two_pages_of_one_visitor_see_the_same(visitor: Visitor) -> None:
    """A move that answers an old state is refused, and the new state follows."""
    game = visitor.begin(game="squatter(5)", second="human")["id"]
    one, two = visitor.sit(game), visitor.sit(game)
    one.move("c3")
    two.wait_for(lambda state: state["version"] == 1)
    two.send(type="move", move="c4", version=0, ref=5)
    error = two.hear("error")
    assert (error["code"], error["ref"], error["version"]) == ("stale", 5, 1)
    assert two.hear("state")["from"] == 0
    assert two.moves == one.moves
    for table in (one, two):
        table.close()


def test_games_are_listed_and_deleted(visitor: Visitor) -> None:
    first, second = visitor.begin(), visitor.begin(game="squatter(5)")
    table = visitor.sit(first["id"])
    table.move("1")
    table.close()
    games = visitor.http.get("/api/games").json()["games"]
    assert [game["id"] for game in games] == [first["id"], second["id"]]
    assert games[0]["moves"] >= 2
    assert games[0]["your_turn"]
    assert visitor.http.delete(f"/api/games/{first['id']}").status_code == 204
    assert visitor.http.get(f"/api/games/{first['id']}").status_code == 404
    assert len(visitor.http.get("/api/games").json()["games"]) == 1


@pytest.mark.parametrize(
    ("wish", "status", "words"),
    [
        ({"game": "chess"}, 400, "there is no game"),
        ({"game": "kalah(6,4)", "moves": ["9"]}, 400, "not a house"),
        ({"game": "kalah(6,4)", "start": "nonsense"}, 400, "at least three words"),
        ({"game": "kalah(6,4)", "second": "pvz"}, 400, "did you mean pvs"),
        ({"game": "kalah(6,4)", "second": "pvs:level=99"}, 400, "1 to 10"),
        ({"game": "kalah(6,4)", "second": "file:/etc/passwd"}, 403, "token"),
        ({"game": "kalah(6,4)", "second": "ugi:/bin/sh"}, 403, "token"),
        ({"game": "kalah(6,4)", "second": "pvs:weights=/etc/passwd"}, 403, "token"),
        ({"game": "kalah(6,4)", "second": "pvs:book=/etc/passwd"}, 403, "token"),
        ({"game": "kalah(6,4)", "clock": {"initial": -1}}, 422, "clock.initial"),
        ({"game": "kalah(6,4)", "colour": "red"}, 422, "colour"),
        ({"game": "kalah(2,1)", "start": "0,0/1 0,0/3 south"}, 400, "over"),
        ({}, 422, "game"),
    ],
    ids=lambda value: str(value)[:40],
)
def test_wishes_that_cannot_be(
    visitor: Visitor, wish: dict[str, object], status: int, words: str
) -> None:
    answer = visitor.http.post("/api/games", json=wish)
    assert answer.status_code == status
    error = answer.json()["error"]
    assert words in error["message"]
    assert "\n" not in error["message"]


def test_an_agent_file_plays_for_those_who_have_the_token(visitor: Visitor, tmp_path: Path) -> None:
    agent = tmp_path / "agent.py"
    agent.write_text("def choose(position, clock):\n    return position.legal_moves[-1]\n")
    wish = {"game": "squatter(3)", "second": f"file:{agent}"}
    headers = {"Authorization": f"Bearer {TOKEN}"}
    begun = visitor.http.post("/api/games", json=wish, headers=headers)
    assert begun.status_code == 201, begun.text
    table = visitor.sit(begun.json()["id"])
    table.move("a1")
    assert table.moves[1]["move"] == "c3"
    table.close()
    wish["second"] = f"file:{tmp_path / 'nothing.py'}"
    assert visitor.http.post("/api/games", json=wish, headers=headers).status_code == 400


def test_an_agent_that_fails_loses_the_game(visitor: Visitor, tmp_path: Path) -> None:
    agent = tmp_path / "agent.py"
    agent.write_text("def choose(position, clock):\n    raise SystemExit\n")
    headers = {"Authorization": f"Bearer {TOKEN}"}
    wish = {"game": "squatter(3)", "second": f"file:{agent}"}
    begun = visitor.http.post("/api/games", json=wish, headers=headers).json()
    table = visitor.sit(begun["id"])
    table.send(type="move", move="a1", version=0)
    state = table.wait_for(lambda state: state["status"] == "over")
    assert state["result"]["winner"] == "first"
    assert state["result"]["reason"] == "crash"
    table.close()


BAD_MESSAGES = [
    "", "nonsense", "[]", "3", "null", '"move"', "{}", "{" * 2000, "[" * 5000 + "]" * 5000,
    '{"type": "move"}', '{"type": "fly"}', '{"type": ["move"]}', '{"type": null}',
    '{"type": "move", "move": 3, "version": 0}',
    '{"type": "move", "move": "1"}',
    '{"type": "move", "move": "1", "version": "x"}',
    '{"type": "move", "move": "1", "version": 0, "more": 1}',
    '{"type": "move", "move": "' + "1" * 500 + '", "version": 0}',
    '{"type": "move", "move": "\\ud800", "version": 0}',
    '{"type": "move", "move": "99", "version": 0}',
    '{"type": "move", "move": "1", "version": 1e400}',
    '{"type": "move", "move": "1", "version": 7}',
    '{"type": "speed", "pause": -1}', '{"type": "speed", "pause": NaN}',
    '{"type": "speed", "pause": 1}', '{"type": "go"}', '{"type": "state"}',
    '{"type": "take_back", "version": 0}', '{"type": "rematch", "version": 0}',
    '{"type": "ping", "ref": {"a": 1}}', '{"type": "ping", "ref": "' + "x" * 100 + '"}',
    '{"type": "hint", "version": 5}', '{"type": "resign", "version": null}',
]  # fmt: skip


def test_bad_messages_of_every_kind_are_refused_and_the_game_goes_on(visitor: Visitor) -> None:
    table = visitor.sit(visitor.begin()["id"])
    for message in BAD_MESSAGES:
        table.socket.send(message)
        error = table.hear("error")
        assert error["code"] in {
            "bad_message", "illegal_move", "stale", "not_allowed", "not_your_turn"
        }, message  # fmt: skip
        assert "\n" not in error["message"]
        if error["code"] == "stale":
            table.hear("state")
        time.sleep(0.03)  # it is not about speed
    table.socket.send(b"\x00\xff binary")
    assert table.hear()["code"] == "bad_message"
    table.send(type="ping", ref=3)
    assert table.hear() == {"type": "pong", "ref": 3}
    table.move("1")
    assert len(table.moves) >= 2
    table.close()


def test_a_message_that_is_too_large_closes_the_socket_and_not_the_game(visitor: Visitor) -> None:
    game = visitor.begin()["id"]
    table = visitor.sit(game)
    table.socket.send(json.dumps({"type": "move", "move": "1" * 20_000, "version": 0}))
    with pytest.raises(ConnectionClosed) as closed:
        table.hear()
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1009
    table = visitor.sit(game)
    table.move("1")
    table.close()


def test_no_game_no_socket(visitor: Visitor) -> None:
    for name in ("aaaaaaaaaaaaaa", "..", "%2e%2e", "a" * 200, "'; drop table web_games; --"):
        socket = visitor.connect(f"/ws/games/{quote(name, safe='')}")
        with pytest.raises(ConnectionClosed) as closed:
            socket.recv(30)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4404
