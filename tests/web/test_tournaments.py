"""Tournaments to watch: begun by a visitor, or written to a store by another program."""

from __future__ import annotations

import asyncio
import json
import time
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

import plyground as ply
from plyground.arena.running.result import GameResult, Pairing
from plyground.arena.running.store import Filter, Store
from plyground.arena.running.tournament import tournament
from plyground.web.tournaments.api import MOST_KEPT, MOST_KEPT_OF_ALL, Tournaments
from tests.support.server import PATIENCE, Json, Server, Visitor

PLAYERS = ["random", "greedy", "pvs:level=3"]


@pytest.fixture(scope="module")
def cup(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store as ``plyground tournament --save`` leaves it."""
    path = tmp_path_factory.mktemp("cup") / "cup.db"
    tournament(PLAYERS, "kalah(4,3)", workers=0, store=path, seed=3)
    return path


@pytest.fixture(scope="module")
def serving(cup: Path) -> tuple[str, ...]:
    return "--watch", str(cup)


def shown(visitor: Visitor, name: str) -> Json:
    answer = visitor.http.get(f"/api/tournaments/{name}")
    assert answer.status_code == 200, answer.text
    found: Json = answer.json()
    return found


def test_a_stored_tournament_is_shown_with_its_games(visitor: Visitor) -> None:
    listed = visitor.http.get("/api/tournaments").json()["tournaments"]
    (entry,) = [one for one in listed if one["id"].startswith("1-")]
    assert entry["players"] == PLAYERS
    assert (entry["games"], entry["total"], entry["status"]) == (6, 6, "finished")
    found = shown(visitor, entry["id"])
    assert sum(row["points"] for row in found["standings"]) == 6
    assert found["standings"][0]["rank"] == 1
    assert found["boards"] == []
    assert len(found["recent"]) == 6
    game = visitor.http.get(f"/api/tournaments/{entry['id']}/games/{found['recent'][0]['id']}")
    record = ply.game(game.json()["game"], game.json()["start"])
    for move in game.json()["moves"]:
        record.push(move)
    assert record.result == game.json()["result"]


def test_another_programs_games_appear_while_they_are_played(visitor: Visitor, cup: Path) -> None:
    pairing = Pairing("a", "b")
    with Store(cup) as store:
        run = store.start("round-robin", {"game": "squatter(5)", "players": {"a": "", "b": ""}})
        with visitor.connect(f"/ws/tournaments/1-{run}") as socket:
            assert json.loads(socket.recv(PATIENCE))["boards"] == []
            store.show(run, pairing, ply.position("squatter(5)").play("c3"))
            (board,) = json.loads(socket.recv(PATIENCE))["boards"]
            assert (board["first"], board["second"]) == ("a", "b")
            assert board["position"]["board"]["cells"][12]["piece"] == "white"
            store.finish(run)
            told = json.loads(socket.recv(PATIENCE))
            assert (told["boards"], told["status"]) == ([], "finished")
            socket.send('{"type": "fly"}')
            assert json.loads(socket.recv(PATIENCE))["code"] == "bad_message"


def test_a_visitor_begins_a_tournament_and_watches_it(server: Server, visitor: Visitor) -> None:
    wish = {"game": "squatter(4)", "players": ["random", "greedy", "pvs:level=2"], "pairs": 1}
    begun = visitor.http.post("/api/tournaments", json=wish)
    assert begun.status_code == 201, begun.text
    assert begun.json()["own"]
    assert begun.json()["total"] == 6
    name = begun.json()["id"]
    told: list[Json] = []
    with visitor.connect(f"/ws/tournaments/{name}") as socket:
        while not told or told[-1]["status"] == "running":
            message = json.loads(socket.recv(PATIENCE))
            assert message["type"] == "tournament"
            told.append(message)
    assert told[-1]["status"] == "finished"
    assert told[-1]["games"] == 6
    assert sum(row["games"] for row in told[-1]["standings"]) == 12
    other = Visitor(server)
    assert not shown(other, name)["own"]
    assert other.http.delete(f"/api/tournaments/{name}").status_code == 403
    other.close()


def test_a_stored_seed_gives_the_same_games_again(server: Server, visitor: Visitor) -> None:
    players = ["random", "b=random", "greedy"]
    wish = {"game": "squatter(4)", "players": players, "pairs": 2}
    name = visitor.http.post("/api/tournaments", json=wish).json()["id"]
    deadline = time.monotonic() + PATIENCE
    while shown(visitor, name)["status"] == "running":
        assert time.monotonic() < deadline
        time.sleep(0.05)
    run = int(name.partition("-")[2])
    with Store(server.data) as store:
        seed = store.run(run).seed
        stored = {one.pairing: one.result for one in store.games(Filter(run=run))}
    assert len(stored) == 12
    assert seed > 0
    with Store(server.data.parent / "again.db") as store:
        tournament(players, "squatter(4)", pairs=2, seed=seed, workers=0, store=store)
        again = {one.pairing: one.result for one in store.games()}
    assert {pairing: (game.start, game.moves) for pairing, game in again.items()} == {
        pairing: (game.start, game.moves) for pairing, game in stored.items()
    }


def test_one_tournament_at_a_time_and_it_can_be_stopped(visitor: Visitor) -> None:
    wish = {"game": "squatter(6)", "players": ["pvs:time=0.2", "pvs:time=0.3"], "pairs": 50}
    name = visitor.http.post("/api/tournaments", json=wish).json()["id"]
    assert visitor.http.post("/api/tournaments", json=wish).status_code == 429
    deadline = time.monotonic() + PATIENCE
    while not shown(visitor, name)["boards"]:
        assert time.monotonic() < deadline
        time.sleep(0.05)
    assert visitor.http.delete(f"/api/tournaments/{name}").status_code == 204
    found = shown(visitor, name)
    assert (found["status"], found["boards"]) == ("stopped", [])


def test_old_tournaments_of_visitors_make_room(tmp_path: Path) -> None:
    """Stopped or finished: only the latest of each visitor stay, and so many of all."""
    with Store(tmp_path / "games.db") as store:
        own = store.start("match", {"game": "squatter(4)"})  # of another program
        for number in range(MOST_KEPT + 5):
            run = store.start("round-robin", {"game": "squatter(4)", "visitor": "ann"})
            store.show(run, Pairing("a", "b"), ply.position("squatter(4)"))
            store.save(run, Pairing("a", "b"), GameResult("squatter(4)", ("a", "b"), 0.5))
            if number % 2:  # the others were being played when a server was killed
                store.finish(run, "finished" if number % 3 else "stopped")
        for number in range(MOST_KEPT_OF_ALL):
            run = store.start("round-robin", {"game": "squatter(4)", "visitor": f"bot {number}"})
            store.finish(run, "stopped")
        ben = store.start("round-robin", {"game": "squatter(4)", "visitor": "ben"})
        store.finish(ben, "stopped")
    asyncio.run(Tournaments(tmp_path / "games.db", ()).close())
    with Store(tmp_path / "games.db") as store:
        kept = store.runs()
        assert kept[0].id == own
        assert kept[0].status == "running"
        assert kept[-1].id == ben
        assert len(kept) == 1 + MOST_KEPT_OF_ALL
        assert len(list(store.games())) == sum(run.games for run in kept)


@pytest.mark.parametrize(
    ("wish", "status"),
    [
        ({"game": "kalah(4,3)", "players": ["random"]}, 422),
        ({"game": "kalah(4,3)", "players": ["random", "human"]}, 400),
        ({"game": "kalah(4,3)", "players": ["random", "file:a.py"]}, 403),
        ({"game": "kalah(4,3)", "players": ["random", "nobody"]}, 400),
        ({"game": "chess", "players": ["random", "greedy"]}, 400),
        ({"game": "kalah(4,3)", "players": ["random"] * 8, "pairs": 50}, 400),
    ],
    ids=lambda value: str(value)[:60],
)
def test_wishes_that_cannot_be(visitor: Visitor, wish: Json, status: int) -> None:
    assert visitor.http.post("/api/tournaments", json=wish).status_code == status


@pytest.mark.parametrize("name", ["9-1", "0-99999", "x", "0-", "-1", "0-1-1", "0-" + "9" * 30])
def test_no_tournament_no_page_of_it(visitor: Visitor, name: str) -> None:
    assert visitor.http.get(f"/api/tournaments/{name}").status_code == 404
    assert visitor.http.get(f"/api/tournaments/{name}/games/1").status_code == 404
    with visitor.connect(f"/ws/tournaments/{name}") as socket, pytest.raises(ConnectionClosed):
        socket.recv(PATIENCE)
