"""Two people on two devices: the invitation seats one, seats are kept, every wish is checked."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from plyground.errors import PlygroundError
from plyground.web.games.people import CODE_LENGTH, LETTERS, Invitation, checked_name
from plyground.web.shared.security import Rates
from tests.support.server import Server, Table, Visitor, served

Json = dict[str, Any]


@pytest.fixture
def people(server: Server) -> Iterator[list[Visitor]]:
    found = [Visitor(server) for _ in range(3)]
    yield found
    for one in found:
        one.close()


def invite(host: Visitor, side: str = "first", **wish: Any) -> Json:
    game = host.begin(**{"game": "kalah(3,2)", "second": "human"} | wish)
    answer = host.http.post(
        f"/api/games/{game['id']}/invitation", json={"name": "Ann", "side": side}
    )
    assert answer.status_code == 201, answer.text
    found: Json = answer.json()
    return found


def join(guest: Visitor, key: str, name: str = "Bo") -> Json:
    answer = guest.http.post("/api/invitations/join", json={"key": key, "name": name})
    assert answer.status_code == 200, answer.text
    found: Json = answer.json()
    return found


def started(people: list[Visitor], **wish: Any) -> tuple[str, Table, Table]:
    game = invite(people[0], **wish)
    join(people[1], game["seat"]["secret"])
    tables = people[0].sit(game["id"]), people[1].sit(game["id"])
    return game["id"], *tables


def say(table: Table, kind: str, **more: Any) -> None:
    table.send(type=kind, version=table.state["version"], **more)


def move(mover: Table, *others: Table) -> None:
    count = len(mover.moves)
    say(mover, "move", move=mover.state["position"]["legal"][0]["move"])
    for table in (mover, *others):
        table.wait_for(lambda _, table=table: len(table.moves) > count)


def test_an_invitation_seats_one_person_and_shows_the_others_the_game(
    people: list[Visitor],
) -> None:
    host, guest, third = people
    game = invite(host)
    seat = game["seat"]
    assert (game["you"], game["can"]) == (["first"], [])
    assert len(seat["secret"]) >= 22  # 128 bits
    for key in (seat["secret"], seat["code"].upper()):
        shown = guest.http.post("/api/invitations", json={"key": key}).json()
        assert (shown["host"], shown["side"], shown["side_name"]) == ("Ann", "second", "north")
        assert (shown["open"], shown["yours"]) == (True, False)
    again = host.http.post("/api/invitations/join", json={"key": seat["secret"], "name": "Ann"})
    assert again.json()["error"]["code"] == "not_allowed"
    joined = join(guest, seat["code"])
    assert (joined["you"], joined["players"]["first"]["title"]) == (["second"], "Ann")
    for key in (seat["secret"], seat["code"]):
        late = third.http.post("/api/invitations/join", json={"key": key, "name": "Cy"})
        assert (late.status_code, late.json()["error"]["code"]) == (403, "taken")
        shown = third.http.post("/api/invitations", json={"key": key}).json()
        assert (shown["open"], shown["id"]) == (False, game["id"])
    watched = third.http.get(f"/api/games/{game['id']}").json()
    assert (watched["you"], watched["can"], watched["seat"]) == ([], [], None)
    titles = [watched["players"][side]["title"] for side in ("first", "second")]
    assert titles == ["Ann", "Bo"]
    assert joined["seat"] == {"key": joined["seat"]["key"], "secret": None, "code": None}
    listed = guest.http.get("/api/games").json()["games"]
    assert [(one["id"], one["players"]["first"]) for one in listed] == [(game["id"], "Ann")]


def test_every_wish_is_checked_by_seat(people: list[Visitor]) -> None:
    game, ann, bo = started(people)
    cy = people[2].sit(game)
    for table, code in ((cy, "not_allowed"), (bo, "not_your_turn")):
        say(table, "move", move="1")
        assert table.hear("error")["code"] == code
    for wish in ("resign", "draw", "take_back", "rematch", "accept", "decline", "hint"):
        say(cy, wish)
        assert cy.hear("error")["code"] == "not_allowed"
    say(ann, "hint")
    assert ann.hear("error")["code"] == "not_your_turn"
    assert people[2].http.delete(f"/api/games/{game}").status_code == 403
    assert people[1].http.delete(f"/api/games/{game}").status_code == 403, "it is not over"
    assert people[2].http.delete(f"/api/games/{game}/invitation").status_code == 403


def test_offers_are_asked_and_answered(people: list[Visitor]) -> None:
    _, ann, bo = started(people)
    move(ann, bo)
    say(ann, "take_back")
    for table in (ann, bo):
        table.wait_for(lambda state: state["offer"] == {"what": "take_back", "by": "first"})
    assert {"accept", "decline"} <= set(bo.state["can"])
    say(bo, "decline")
    for table in (ann, bo):
        table.wait_for(lambda state: state["offer"] is None)
    say(ann, "take_back")
    bo.wait_for(lambda state: state["offer"] is not None)
    say(bo, "accept")
    for table in (ann, bo):
        table.wait_for(lambda state: state["version"] == 2)
        assert table.moves == []
    move(ann, bo)
    say(ann, "draw")
    ann.wait_for(lambda state: state["offer"] is not None)
    say(ann, "accept")
    assert ann.hear("error")["code"] == "not_allowed", "nobody accepts an own offer"
    bo.wait_for(lambda state: state["offer"] is not None)
    say(bo, "draw")  # the same from both sides
    for table in (ann, bo):
        table.wait_for(lambda state: state["status"] == "over")
        assert table.state["result"]["text"] == "Draw by agreement."
    say(bo, "rematch")
    ann.wait_for(lambda state: state["offer"] == {"what": "rematch", "by": "second"})
    say(ann, "accept")
    for table, side in ((ann, "second"), (bo, "first")):
        table.wait_for(lambda state: state["rematch"])
        visitor = people[0] if table is ann else people[1]
        assert visitor.http.get(f"/api/games/{table.state['rematch']}").json()["you"] == [side]


def test_an_offer_ends_with_the_next_move(people: list[Visitor]) -> None:
    _, ann, bo = started(people, game="squatter(6)")
    move(ann, bo)
    say(ann, "draw")
    bo.wait_for(lambda state: state["offer"] is not None)
    move(bo, ann)
    assert (ann.state["offer"], bo.state["offer"]) == (None, None)


def test_who_comes_and_goes_is_told_and_resigning_ends_the_game(people: list[Visitor]) -> None:
    game, ann, bo = started(people)
    ann.wait_for(lambda state: state["players"]["second"]["present"])
    bo.close()
    ann.wait_for(lambda state: not state["players"]["second"]["present"])
    bo = people[1].sit(game)
    ann.wait_for(lambda state: state["players"]["second"]["present"])
    say(bo, "resign")
    ann.wait_for(lambda state: state["status"] == "over")
    assert ann.state["result"]["text"] == "You won: Bo resigned."
    assert people[0].http.delete(f"/api/games/{game}").status_code == 204
    assert people[0].http.get("/api/games").json()["games"] == []
    assert len(people[1].http.get("/api/games").json()["games"]) == 1, "it is Bo's, too"
    assert people[1].http.delete(f"/api/games/{game}").status_code == 204
    assert people[1].http.get(f"/api/games/{game}").status_code == 404


def test_a_flag_falls_on_the_server(people: list[Visitor]) -> None:
    _, ann, bo = started(people, game="squatter(6)", clock={"initial": 0.3, "increment": 0})
    move(ann, bo)
    for table, text in ((ann, "You won on time."), (bo, "You lost on time.")):
        table.wait_for(lambda state: state["status"] == "over")
        assert table.state["result"]["text"] == text


def test_a_withdrawn_invitation_leads_nowhere(people: list[Visitor]) -> None:
    game = invite(people[0])
    path = f"/api/games/{game['id']}/invitation"
    assert people[1].http.delete(path).status_code == 403
    assert people[0].http.delete(path).status_code == 204
    for key in (game["seat"]["secret"], game["seat"]["code"]):
        answer = people[1].http.post("/api/invitations/join", json={"key": key, "name": "Bo"})
        assert answer.status_code == 404
    assert people[0].http.get(f"/api/games/{game['id']}").json()["you"] == ["first", "second"]
    assert people[0].http.delete(path).status_code == 403
    only_engines = people[0].begin(game="kalah(3,2)")
    answer = people[0].http.post(
        f"/api/games/{only_engines['id']}/invitation", json={"name": "Ann"}
    )
    assert answer.status_code == 403


def test_a_seat_is_kept_over_restarts_and_regained_by_its_private_link(tmp_path: Path) -> None:
    server = Server(tmp_path / "games.db")
    host = Visitor(server)
    game = invite(host)
    keys = game["seat"]
    try:
        server.kill()
        server = Server(tmp_path / "games.db", port=server.port)
        guest = Visitor(server)
        join(guest, keys["code"])
        server.kill()
        server = Server(tmp_path / "games.db", port=server.port)
        phone = Visitor(server)
        path = f"/api/games/{game['id']}/seat"
        assert phone.http.post(path, json={"key": keys["secret"]}).status_code == 404
        assert phone.http.post(path, json={"key": keys["key"]}).json()["you"] == ["first"]
        for visitor, side in ((phone, "first"), (host, "first"), (guest, "second")):
            assert visitor.http.get(f"/api/games/{game['id']}").json()["you"] == [side]
            visitor.close()
    finally:
        server.kill()


def test_friends_play_in_a_network(tmp_path: Path) -> None:
    with served(tmp_path / "games.db", "--host", "0.0.0.0") as server:
        here = re.search(r"other devices open (http://([0-9.]+):\d+)/", server.output)
        # A machine without a network has other addresses of its own.
        address = here[2] if here else "127.0.0.2"
        host, guest = Visitor(server), Visitor(server, address)
        try:
            game = invite(host)
            assert join(guest, game["seat"]["code"].upper())["you"] == ["second"]
            near, far = host.sit(game["id"]), guest.sit(game["id"])
            move(near, far)
            assert far.moves == near.moves
        finally:
            host.close()
            guest.close()


def test_nobody_guesses_a_code(tmp_path: Path) -> None:
    assert len(LETTERS) ** CODE_LENGTH > 2**40
    few = Rates(keys=(3, 0.001))
    assert few.keys[0] < Rates().keys[0]
    server = Server(tmp_path / "games.db")
    visitor = Visitor(server)
    try:
        tries = [
            visitor.http.post("/api/invitations", json={"key": f"abcdef{number:03}"}).status_code
            for number in range(90)
        ]
        assert tries[0] == 404
        assert tries[-1] == 429
        assert not set(tries) - {404, 429}
    finally:
        visitor.close()
        server.kill()


@pytest.mark.parametrize("name", ["", " ", "\u200b", "a\x00", "\u202eevil", "!!", "x" * 25])
def test_a_name_that_cannot_be_read_is_refused(people: list[Visitor], name: str) -> None:
    with pytest.raises(PlygroundError, match="name of 1 to 24"):
        checked_name(name)
    game = invite(people[0])
    key = game["seat"]["secret"]
    answer = people[1].http.post("/api/invitations/join", json={"key": key, "name": name})
    assert answer.status_code in (400, 422)
    assert join(people[1], key, "<b>Bo</b>")["players"]["second"]["title"] == "You"


def test_invitations_differ() -> None:
    from plyground._core import Side

    made = [Invitation.to(Side.FIRST) for _ in range(100)]
    assert len({one.secret for one in made} | {one.code for one in made}) == 200
