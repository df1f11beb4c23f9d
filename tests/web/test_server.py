"""The server around the application: slow, many and gone clients, proxies, its log, its files."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import os
import resource
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest

from plyground.errors import PlygroundError
from plyground.storage import locked
from plyground.web import server as serving_module
from plyground.web.app import Settings
from plyground.web.server import Connections, FewLines, configured, raise_file_limit
from plyground.web.shared.security import Bucket
from tests.support.server import PATIENCE, TOKEN, Server, Visitor, served


def until(is_so: Callable[[], Any]) -> Any:
    """Wait until something is so, and return it."""
    deadline = time.monotonic() + PATIENCE
    while not (found := is_so()):
        assert time.monotonic() < deadline
        time.sleep(0.02)
    return found


@contextlib.contextmanager
def opened(server: Server, text: bytes = b"") -> Iterator[socket.socket]:
    with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as connection:
        connection.sendall(text)
        yield connection


HALF = {
    "nothing": b"",
    "headers": b"GET /api/games HTTP/1.1\r\nHost: localhost\r\nX-Slow: ",
    "body": b"POST /api/games HTTP/1.1\r\nHost: localhost\r\nContent-Length: 50\r\n\r\n{",
    "second": b"GET /robots.txt HTTP/1.1\r\nHost: localhost\r\n\r\n",
}


def test_half_a_request_is_not_waited_for(server: Server, visitor: Visitor) -> None:
    """Also one that goes on slowly; others are answered meanwhile, and idle pages stay open."""
    table = visitor.sit(visitor.begin(second="human")["id"])
    with contextlib.ExitStack() as stack:
        slow = {name: stack.enter_context(opened(server, text)) for name, text in HALF.items()}
        assert b"200" in slow["second"].recv(10_000)
        slow["second"].sendall(b"GET / HT")
        for connection in slow.values():
            connection.settimeout(0.2)
        closed: set[str] = set()

        def all_closed() -> bool:
            assert visitor.http.get("/api/tournaments").status_code == 200
            for name in slow.keys() - closed:
                with contextlib.suppress(TimeoutError):
                    try:
                        if name == "headers":
                            slow[name].send(b"x")  # one more letter, again and again
                        if not slow[name].recv(10_000):
                            closed.add(name)
                    except (ConnectionError, BrokenPipeError):
                        closed.add(name)
            return closed == slow.keys()

        until(all_closed)
    time.sleep(0.5)  # longer than its own time, which began before theirs
    table.move("1")
    table.close()


def test_one_address_has_only_so_many_connections() -> None:
    connections = Connections(10_000, 3, ["10.9.0.0/16"])
    left = [connections.enter("10.0.0.1") for _ in range(5)]
    assert [leave is not None for leave in left] == [True, True, True, False, False]
    assert connections.enter("10.0.0.2") is not None
    assert left[0] is not None
    left[0]()
    assert connections.enter("10.0.0.1") is not None
    assert connections.enter("10.0.0.1") is None
    # A household has very many addresses of IPv6; a proxy stands for many people.
    assert [connections.enter(f"2001:db8::{n}") is not None for n in range(4)] == [True] * 3 + [
        False
    ]
    assert all(connections.enter("10.9.0.1") for _ in range(10))


def test_connections_leave_room_for_other_files() -> None:
    few = Connections(1024, 600, [])
    assert all(few.enter(f"10.0.0.{number}") for number in range(few.most))
    assert few.enter("10.1.0.1") is None
    assert few.most + serving_module.BACKLOG < 1024
    assert few.of_one <= few.most // 2


def test_a_crowd_of_connections_leaves_others_alone(tmp_path: Path) -> None:
    """More than one address may have: the rest is closed at once, the first are not."""
    program = (
        "import sys\nfrom plyground.web.shared import security\n"
        "security.Rates.__init__.__defaults__ = (*security.Rates.__init__.__defaults__[:-1], 20)\n"
        "from plyground.cli.main import main\nmain()"
    )
    with served(tmp_path / "games.db", program=program) as server, contextlib.ExitStack() as stack:
        crowd = [stack.enter_context(opened(server)) for _ in range(60)]
        for connection in crowd:
            connection.settimeout(0.05)

        def is_closed(connection: socket.socket) -> bool:
            try:
                return connection.recv(1) == b""
            except TimeoutError:
                return False
            except ConnectionError:
                return True

        assert until(lambda: sum(map(is_closed, crowd)) >= 40)
        transport = httpx.HTTPTransport(local_address="127.0.0.2")
        with httpx.Client(transport=transport, base_url=server.url, timeout=PATIENCE) as honest:
            assert honest.get("/api/games").status_code == 200


def test_work_ends_when_the_client_goes(server: Server, visitor: Visitor) -> None:
    """As many analyses of ten seconds as a visitor may have waiting, all abandoned."""
    body = json.dumps({"game": "watch-your-back", "seconds": 10, "explain": False})
    head = (
        f"POST /api/analyse HTTP/1.1\r\nHost: localhost\r\nContent-Length: {len(body)}\r\n"
        f"Cookie: plyground={visitor.http.cookies['plyground']}\r\n"
        "Content-Type: application/json\r\n\r\n"
    )
    quick = {"game": "kalah(6,4)", "nodes": 1000}

    def status() -> int:
        return visitor.http.post("/api/analyse", json=quick).status_code

    with contextlib.ExitStack() as stack:
        last = [stack.enter_context(opened(server, f"{head}{body}".encode())) for _ in range(30)][
            -1
        ]
        assert b" 429 " in last.recv(1000)
    began = time.monotonic()
    until(lambda: status() == 200)
    assert time.monotonic() - began < PATIENCE / 2  # they would have taken longer than a minute


def test_whoever_waits_is_answered_when_the_server_ends(tmp_path: Path) -> None:
    """Not broken off with a traceback for each."""
    wish = {"game": "watch-your-back", "seconds": 10}
    with served(tmp_path / "games.db") as server, closing(Visitor(server)) as visitor:
        with ThreadPoolExecutor(4) as threads:
            asked = [threads.submit(visitor.http.post, "/api/analyse", json=wish) for _ in range(4)]
            time.sleep(0.3)
            assert server.stop() == 0
            statuses = {one.result().status_code for one in asked}
        assert statuses <= {200, 429}
        assert "ERROR" not in server.output


@pytest.mark.parametrize(
    ("proxies", "sent", "seen"),
    [
        ((), "10.7.7.7", "127.0.0.1"),
        (("127.0.0.1",), "10.7.7.7", "10.7.7.7"),
        (("127.0.0.0/8", "10.7.0.0/16"), "6.6.6.6, 10.1.1.1, 10.7.7.7", "10.1.1.1"),
        (("10.0.0.0/8",), "10.7.7.7", "127.0.0.1"),
    ],
    ids=["none named", "named", "two in a row", "another one"],
)
def test_only_named_proxies_say_who_asks(
    tmp_path: Path, proxies: tuple[str, ...], sent: str, seen: str
) -> None:
    """Else whoever asks could be anybody, and as many as they like."""
    heard: list[str] = []

    async def app(scope: Any, _: Any, __: Any) -> None:
        heard.append(scope["client"][0])

    config = configured(Settings(tmp_path / "games.db", TOKEN, proxies=proxies), app)
    config.load()
    scope = {
        "type": "http", "client": ("127.0.0.1", 1234), "scheme": "http",
        "headers": [(b"x-forwarded-for", sent.encode())],
    }  # fmt: skip
    asyncio.run(config.loaded_app(scope, None, None))
    assert heard == [seen]


def test_a_proxy_that_is_no_address_is_a_mistake(tmp_path: Path) -> None:
    with pytest.raises(PlygroundError, match="--proxy nonsense is not valid; expected an address"):
        configured(Settings(tmp_path / "games.db", TOKEN, proxies=("nonsense",)))


def test_a_second_server_on_one_database_is_refused(server: Server) -> None:
    program = "from plyground.cli.main import main; main()"
    command = [sys.executable, "-c", program, "serve", "--no-open", "--port", "0"]
    ended = subprocess.run(
        [*command, "--data", str(server.data)], capture_output=True, text=True, timeout=PATIENCE,
        check=False,
    )  # fmt: skip
    assert ended.returncode != 0
    assert "another plyground serve uses this database" in ended.stderr
    assert len(ended.stderr.strip().splitlines()) == 1
    assert ended.stdout == ""


def test_a_lock_is_given_back_with_its_handle(tmp_path: Path) -> None:
    handle = locked(tmp_path / "lock", "taken")
    with pytest.raises(PlygroundError, match="lock: taken"):
        locked(tmp_path / "lock", "taken")
    os.close(handle)
    os.close(locked(tmp_path / "lock", "taken"))


def test_as_many_files_as_the_system_allows() -> None:
    code = (
        "import resource\n"
        "hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]\n"
        "resource.setrlimit(resource.RLIMIT_NOFILE, (256, hard))\n"
        "from plyground.web.server import raise_file_limit\n"
        "print(raise_file_limit(), resource.getrlimit(resource.RLIMIT_NOFILE)[0])\n"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    expected = min(65_536, hard if hard != resource.RLIM_INFINITY else 65_536)
    assert run.stdout.split() == [str(expected)] * 2
    assert raise_file_limit() >= min(soft, 65_536)


def test_the_log_does_not_grow_without_end(caplog: pytest.LogCaptureFixture) -> None:
    logger, few = logging.getLogger("plyground.test"), FewLines()
    logger.addFilter(few)
    try:
        for number in range(10_000):
            logger.warning("line %d", number)
        assert 20 <= len(caplog.records) <= 22
        few._bucket = Bucket((1, 1.0))
        logger.warning("at %s", "last")
        assert caplog.records[-1].getMessage().startswith("at last (99")
        assert "messages left out before" in caplog.text
    finally:
        logger.removeFilter(few)


def test_requests_that_are_no_http_do_not_fill_the_log(tmp_path: Path) -> None:
    with served(tmp_path / "games.db") as server:
        for _ in range(200):
            nonsense = opened(server, b"\x16\x03\x01 nonsense\r\n\r\n")
            with nonsense as connection, contextlib.suppress(ConnectionError):
                connection.recv(1000)
    assert 1 <= server.output.count("Invalid HTTP request") <= 22


@pytest.mark.parametrize(
    "path",
    ["/api/tournaments/²-1", "/api/tournaments/0-²", "/api/tournaments/0-" + "9" * 5000,
     "/api/tournaments/٣-1/games/1", "/api/tournaments/0-1/games/99999999"],
    ids=["store", "run", "long", "arabic", "game"],
)  # fmt: skip
def test_a_name_that_is_no_number_is_just_missing(visitor: Visitor, path: str) -> None:
    answer = visitor.http.get(path)
    assert answer.status_code == 404, answer.text


def test_a_length_that_is_no_number_is_refused(server: Server) -> None:
    text = "POST /api/games HTTP/1.1\r\nHost: localhost\r\nContent-Length: ²\r\n\r\n"
    with opened(server, text.encode("latin-1")) as connection:
        assert connection.recv(1000).split(b" ")[1] in (b"400", b"413")


def test_no_error_says_where_a_file_lies(server: Server, visitor: Visitor, tmp_path: Path) -> None:
    """Neither the database of the server nor a file that somebody has named."""
    agent = tmp_path / "agent.py"
    agent.write_text("raise OSError('/somewhere/on/this machine')")
    own = {"Authorization": f"Bearer {TOKEN}"}
    wish = {"game": "squatter(4)", "players": ["random", "greedy"], "pairs": 1}
    name = visitor.http.post("/api/tournaments", json=wish).json()["id"]
    answers = [
        visitor.http.get(f"/api/tournaments/{name}/games/123456789"),
        visitor.http.get("/api/tournaments/0-123456789"),
        visitor.http.post("/api/games", json={"game": f"{tmp_path}/x.py"}),
        *(
            visitor.http.post(
                "/api/games", json={"game": "kalah(6,4)", "second": spec}, headers=own
            )
            for spec in (f"file:{tmp_path}/a.py", f"menace:{tmp_path}/a", f"ugi:{tmp_path}/a")
        ),
    ]
    for answer in answers:
        assert answer.status_code in (400, 404), answer.text
        assert str(tmp_path) not in answer.text
        assert str(server.data.parent) not in answer.text
    for spec in (f"file:{agent}", f"pvs:weights={tmp_path}/missing.toml"):
        begun = visitor.http.post(
            "/api/games", json={"game": "kalah(6,4)", "second": spec}, headers=own
        )
        table, other = visitor.sit(begun.json()["id"]), Visitor(server)
        assert "/" not in other.sit(begun.json()["id"]).state["players"]["second"]["title"]
        table.send(type="move", move="1", version=0)
        over = table.wait_for(lambda state: state["status"] == "over")
        assert "/" not in over["result"]["text"], over["result"]
        table.close()
        other.close()
