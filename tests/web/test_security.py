"""Whatever a stranger tries: other sites, other files, too much, too fast."""

from __future__ import annotations

import asyncio
import http.client
import json
import re
import stat
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from plyground.cli.play.serve import serve
from plyground.errors import PlygroundError
from plyground.web.app import Settings, create_app
from plyground.web.shared.mistakes import Busy
from plyground.web.shared.players import check_spec
from plyground.web.shared.security import Buckets, Rates, Visitors
from plyground.web.shared.thinking import MOST_WAITING, Pool
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
     "mtdf:book=a.book", " file:a.py", "FILE:a.py", "pvs:weights=default,book=../x"],
)  # fmt: skip
def test_specs_that_touch_files_are_refused_without_it(spec: str) -> None:
    with pytest.raises(PlygroundError):
        check_spec(spec, has_token=False)


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


def test_the_pool_serves_visitors_in_turn() -> None:
    """One who asks for a hundred things does not hold up one who asks for two."""

    async def check() -> list[str]:
        pool, order, gate = Pool(1), list[str](), threading.Event()

        async def ask(visitor: str) -> None:
            await pool.run(visitor, lambda: order.append(visitor))

        first = asyncio.create_task(pool.run("greedy", gate.wait))
        await asyncio.sleep(0)
        greedy = [asyncio.create_task(ask("greedy")) for _ in range(MOST_WAITING)]
        modest = [asyncio.create_task(ask("modest")) for _ in range(2)]
        await asyncio.sleep(0)
        with pytest.raises(Busy):
            await ask("greedy")
        gate.set()
        await asyncio.gather(first, *greedy, *modest)
        pool.close()
        return order

    order = asyncio.run(check())
    assert [at for at, visitor in enumerate(order) if visitor == "modest"] in ([0, 2], [1, 3])


def test_a_long_search_gives_way_when_others_wait() -> None:
    async def check() -> float:
        pool, gate = Pool(1), threading.Event()
        began = time.monotonic()
        long = asyncio.create_task(
            pool.run("long", lambda: gate.wait(PATIENCE), gate.set, yields=True)
        )
        await asyncio.sleep(0.05)
        await pool.run("short", lambda: None)
        waited = time.monotonic() - began
        assert await long
        pool.close()
        return waited

    assert asyncio.run(check()) < PATIENCE / 2


def test_work_that_nobody_waits_for_is_stopped_or_never_begun() -> None:
    async def check() -> list[str]:
        pool, gate, done = Pool(1), threading.Event(), list[str]()
        running = asyncio.create_task(pool.run("a", lambda: gate.wait(PATIENCE), gate.set))
        waiting = asyncio.create_task(pool.run("a", lambda: done.append("waiting")))
        await asyncio.sleep(0.05)
        waiting.cancel()
        running.cancel()
        await asyncio.gather(running, waiting, return_exceptions=True)
        await pool.run("b", lambda: done.append("after"))
        pool.close()
        return done

    assert asyncio.run(check()) == ["after"]


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
