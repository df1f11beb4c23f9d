"""Whatever a stranger tries: other sites, other files, too much, too fast."""

from __future__ import annotations

import asyncio
import http.client
import json
import os
import re
import stat
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from plyground.arena.agents.agents import BuiltIn
from plyground.cli.play.serve import serve
from plyground.errors import PlygroundError
from plyground.players.specs import KINDS
from plyground.web.app import Settings, create_app
from plyground.web.shared.mistakes import TokenNeeded
from plyground.web.shared.players import MOST_MB, MOST_SECONDS, admit, check_spec, make_agent
from plyground.web.shared.security import Buckets, Rates, Visitors
from tests.support.server import PATIENCE, TOKEN, Server, Visitor


@pytest.fixture(scope="module")
def serving() -> tuple[str, ...]:
    return "--name", "Board.Example"


def test_every_answer_has_the_headers_that_keep_others_out(visitor: Visitor) -> None:
    for path in ("/", "/static/nothing.js", "/api/games", "/api/nothing", "/no/page"):
        headers = visitor.http.get(path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'self'" in policy
        assert "unsafe" not in policy
        assert "frame-ancestors 'none'" in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "same-origin"
        assert "server" not in headers


def test_the_cookie_is_strict_and_sealed(server: Server) -> None:
    first = httpx.get(f"{server.url}/api/games")
    cookie = first.headers["set-cookie"]
    assert {"HttpOnly", "SameSite=Strict", "Path=/"} <= set(cookie.split("; "))
    value = first.cookies["plyground"]
    again = httpx.get(f"{server.url}/api/games", cookies={"plyground": value})
    assert "set-cookie" not in again.headers
    name, _, seal = value.partition(".")
    for forged in (f"{name}x.{seal}", f"{name}.", name, "", "\x7f", "a.b.c", f"{name}.{seal}x"):
        headers = [(b"Cookie", f"plyground={forged}".encode())]
        answer = httpx.get(f"{server.url}/api/games", headers=headers)
        assert "set-cookie" in answer.headers, forged


def test_a_link_on_another_site_does_not_make_a_stranger_of_a_visitor(server: Server) -> None:
    """Such a request brings no strict cookie along; a new one would replace that of the visitor."""
    for path in ("/", "/game/abc", "/api/games"):
        headers = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"}
        assert "set-cookie" not in httpx.get(f"{server.url}{path}", headers=headers).headers


@pytest.mark.parametrize("path", ["/static/robots.txt", "/robots.txt", "/", "/rules/kalah"])
def test_files_are_asked_for_again_but_not_sent_again(server: Server, path: str) -> None:
    first = httpx.get(f"{server.url}{path}")
    assert first.status_code == 200
    assert first.headers["cache-control"] == "no-cache"
    seen = {"If-None-Match": first.headers["etag"]}
    again = httpx.get(f"{server.url}{path}", headers=seen)
    assert (again.status_code, again.content) == (304, b"")


def test_files_that_a_page_names_are_there_and_kept_for_good(server: Server) -> None:
    named = set(re.findall(r'"(/static/[^"]+)"', httpx.get(f"{server.url}/analyse").text))
    assert len(named) > 20
    for path in named:
        zipped = httpx.get(f"{server.url}{path}")
        plain = httpx.get(f"{server.url}{path}", headers={"Accept-Encoding": "identity"})
        assert (zipped.status_code, plain.status_code) == (200, 200)
        assert zipped.content == plain.content
        assert "immutable" in plain.headers["cache-control"]
    old = re.sub("/static/[^/]+/", "/static/0123456789ab/", named.pop())
    assert httpx.get(f"{server.url}{old}").status_code == 404


@pytest.mark.parametrize(
    ("host", "is_ours"),
    [
        ("127.0.0.1", True), ("localhost", True), ("LOCALHOST:1", True), ("[::1]:80", True),
        ("192.168.1.7", True), ("board.example", True), ("evil.example", False), ("", False),
        ("127.0.0.1.evil.example", False), ("localhost.evil.example:80", False), ("[::1", False),
    ],
)  # fmt: skip
def test_only_our_own_names_are_answered(server: Server, host: str, is_ours: bool) -> None:
    """A name that somebody else made to point here (DNS rebinding) is refused."""
    answer = httpx.get(f"{server.url}/api/games", headers={"Host": host})
    assert (answer.status_code == 200) == is_ours
    assert answer.status_code in (200, 403)


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "https://127.0.0.1:1"])
def test_pages_of_other_sites_change_nothing(visitor: Visitor, origin: str) -> None:
    answer = visitor.http.post(
        "/api/games", json={"game": "kalah(6,4)"}, headers={"Origin": origin}
    )
    assert answer.status_code == 403
    with pytest.raises(InvalidStatus) as refused:
        visitor.connect(f"/ws/games/{visitor.begin()['id']}", Origin=origin)
    assert refused.value.response.status_code == 403


def test_our_own_pages_are_served(server: Server, visitor: Visitor) -> None:
    own = {"Origin": server.url}
    answer = visitor.http.post("/api/games", json={"game": "kalah(6,4)"}, headers=own)
    assert answer.status_code == 201
    visitor.connect("/ws/analysis", Origin=server.url).close()


def test_a_form_of_another_site_is_no_json(visitor: Visitor) -> None:
    """What a plain form can send without asking is not taken for a wish."""
    for kind in ("text/plain", "application/x-www-form-urlencoded"):
        answer = visitor.http.post(
            "/api/games", content=json.dumps({"game": "kalah(6,4)"}), headers={"Content-Type": kind}
        )
        assert answer.status_code == 422


@pytest.mark.parametrize(
    "path",
    [
        "/static/../app.py", "/static/%2e%2e/app.py", "/static/..%2fapp.py", "/static//etc/passwd",
        "/static/....//app.py", "/static/%00", "/rules/../../app", "/rules/%2e%2e%2fapp",
        "/rules/..%5capp", "/game/../../etc/passwd", "/static/" + "a" * 3000, "/rules/nothing",
    ],
)  # fmt: skip
def test_no_path_leads_out_of_the_pages(server: Server, path: str) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
    connection.request("GET", path)  # which changes nothing in the path, as a browser would
    answer = connection.getresponse()
    body = answer.read()
    assert answer.status in (400, 404)
    assert b"import" not in body
    assert b"root:" not in body
    connection.close()


def test_requests_that_are_too_large_are_refused(visitor: Visitor) -> None:
    answer = visitor.http.post("/api/records", json={"text": "x" * 100_000})
    assert answer.status_code == 413

    def chunks() -> Iterator[bytes]:
        yield b'{"text": "'
        for _ in range(100):
            yield b"x" * 10_000

    unknown = visitor.http.post("/api/records", content=chunks())
    assert unknown.status_code == 413
    assert visitor.http.get("/api/games").status_code == 200


def test_only_the_right_token_opens_the_door(visitor: Visitor, tmp_path: Path) -> None:
    agent = tmp_path / "agent.py"
    agent.write_text("def choose(position, clock):\n    return position.legal_moves[0]\n")
    wish = {"game": "kalah(6,4)", "second": f"file:{agent}"}

    def status(given: str) -> int:
        headers = [(b"Authorization", given.encode("latin-1"))]
        return visitor.http.post("/api/games", json=wish, headers=headers).status_code

    for given in ("", "Bearer", "Bearer wrong", TOKEN[:-1], "Bearer \xff", f"Basic {TOKEN}"):
        assert status(given) == 403, given
    assert status(f"Bearer {TOKEN}") == 201


@pytest.mark.parametrize(
    "spec",
    ["file:a.py", "ugi:sh -c true", "pvs:weights=a.toml", "greedy:weights=a.toml",
     "mtdf:book=a.book", " file:a.py", "FILE:a.py", "pvs:weights=default,book=../x",
     "menace:file=a.toml", "menace:a.toml", "net:file=a.net", "net:a.net", "book:file=a.book",
     "book:../a.book", "mcts:net=a.net", "phases:0-=menace:a.toml",
     "phases:opening=mcts;late=pvs:weights=a.toml", "phases:0-6=book:a.book;7-=random",
     "phases:0-=phases:0-=net:a.net"],
)  # fmt: skip
def test_specs_that_touch_files_are_refused_without_it(spec: str) -> None:
    with pytest.raises(PlygroundError) as refused:
        check_spec(spec, has_token=False)
    assert isinstance(refused.value, TokenNeeded) or "no player 'FILE'" in str(refused.value)


@pytest.mark.parametrize(
    "spec",
    ["pvs:weights=material,book=default", "book", "book:file=default", "book:default", "mcts",
     "phases:0-6=book;7-=greedy:weights=default", "pvs:book=none"],
)  # fmt: skip
def test_shipped_weights_and_books_are_for_everybody(spec: str) -> None:
    assert check_spec(spec, has_token=False) == spec


def test_every_option_says_whether_it_is_a_file() -> None:
    """A text that is neither one of some words nor a file is something that nobody has checked."""
    for kind in KINDS.values():
        for option in kind.options:
            assert option.kind is not str or option.is_file or option.words, (kind.name, option)


@pytest.mark.parametrize("what", ["pipe", "device", "folder", "large", "missing"])
def test_with_the_token_only_a_regular_file_of_a_sensible_size_is_read(
    visitor: Visitor, tmp_path: Path, what: str
) -> None:
    """Meanwhile the server goes on: it neither waits for a pipe nor reads a device to its end."""
    path = tmp_path / "boxes.toml"
    if what == "pipe":
        os.mkfifo(path)
    elif what == "device":
        path.symlink_to("/dev/zero")
    elif what == "folder":
        path.mkdir()
    elif what == "large":
        with path.open("wb") as file:
            file.truncate(1 << 40)
    for spec in (f"menace:{path}", f"phases:0-=net:file={path}"):
        wish = {"game": "kalah(6,4)", "second": spec}
        headers = {"Authorization": f"Bearer {TOKEN}"}
        answer = visitor.http.post("/api/games", json=wish, headers=headers)
        assert answer.status_code == 400, answer.text
        assert "boxes.toml: cannot read" in answer.json()["error"]["message"]
        assert str(tmp_path) not in answer.text


def test_parts_of_a_player_keep_to_the_limits_for_all() -> None:
    made = make_agent("phases:0-3=pvs:time=500,threads=64,table_mb=100000;4-=minimax:depth=99", 1)
    assert isinstance(made, BuiltIn)
    options = [engine.options for engine in made._engines]
    assert [one["time"] for one in options] == [MOST_SECONDS, MOST_SECONDS]
    assert (options[0]["threads"], options[0]["table_mb"]) == (1, MOST_MB)
    with pytest.raises(PlygroundError, match="other than human"):
        asyncio.run(admit("phases:0-=human", has_token=False))


def begin(visitor: Visitor) -> str:
    """Begin a game; returns why not."""
    answer = visitor.http.post("/api/games", json={"game": "squatter(3)"})
    return "" if answer.status_code == 201 else str(answer.json()["error"]["message"])


def test_one_visitor_has_only_so_many_games_and_sockets(visitor: Visitor) -> None:
    """Also too many requests at once are refused; a moment later all is well."""
    statuses = [visitor.http.get("/api/catalogue").status_code for _ in range(400)]
    assert set(statuses) == {200, 429}
    deadline = time.monotonic() + PATIENCE
    while "open games" not in (answer := begin(visitor)):
        assert time.monotonic() < deadline
        time.sleep(0.05 if answer else 0.0)
    assert answer == "You have 50 open games. Finish or delete one."
    sockets = [visitor.connect("/ws/analysis") for _ in range(Rates().sockets)]
    with pytest.raises(ConnectionClosed) as closed:
        visitor.connect("/ws/analysis").recv(PATIENCE)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4429
    for socket in sockets:
        socket.close()


def test_a_flood_of_messages_is_slowed_down_and_then_ended(visitor: Visitor) -> None:
    table = visitor.sit(visitor.begin()["id"])

    def flood() -> None:
        for _ in range(5000):
            table.send(type="ping")
            table.hear()

    with pytest.raises(ConnectionClosed):
        flood()
    table = visitor.sit(table.state["id"])
    table.move("1")
    table.close()


def test_newcomers_from_one_address_are_many_but_not_without_end() -> None:
    visitors = Visitors(b"secret", Rates(newcomers=(3, 0.0001)))
    found = [visitors.identify({}, "10.0.0.1") for _ in range(5)]
    assert len({name for name, _ in found}) == 4
    assert found[-1] == ("address 10.0.0.1", None)
    assert visitors.identify({}, "10.0.0.2")[1] is not None


def test_very_many_keys_do_not_fill_the_memory() -> None:
    buckets = Buckets((1, 0.0))
    for number in range(12_000):
        assert buckets.take(str(number))
    assert len(buckets._buckets) <= 10_000
    assert not buckets.take("11999")


def test_the_store_is_for_its_owner_only(tmp_path: Path) -> None:
    """Others on the same machine cannot read the games or the key of the cookies."""
    create_app(Settings(tmp_path / "games.db", TOKEN))
    for file in tmp_path.iterdir():
        assert stat.S_IMODE(file.stat().st_mode) & 0o077 == 0, file


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"data": Path("/nonexistent/games.db")}, "cannot be opened"),
        ({"port": -1}, "cannot listen"),
        ({"host": "256.1.1.1"}, "cannot listen"),
        ({"watch": [Path("/nonexistent/cup.db")]}, "does not exist"),
    ],
    ids=["data", "port", "host", "watch"],
)
def test_mistakes_of_the_command_are_one_line(
    server: Server, tmp_path: Path, options: dict[str, Any], words: str
) -> None:
    given: dict[str, Any] = {"port": 0, "no_open": True, "data": tmp_path / "games.db"} | options
    if given["port"] < 0:
        given["port"] = server.port  # which is taken
    with pytest.raises(PlygroundError, match=words) as wrong:
        serve(**given)
    assert "\n" not in str(wrong.value)
