"""Our server of the Watch Your Back! network protocol, against clients written apart."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import Queue

import pytest
from typer.testing import CliRunner

import plyground as ply
from plyground.adapters import wub_server
from plyground.adapters.wub_client import Connection, Ended
from plyground.adapters.wub_server import Patience
from plyground.arena.agents.agents import agent
from plyground.arena.running.result import GameResult, Reason
from plyground.arena.running.store import Store
from plyground.cli.main import app
from plyground.errors import PlygroundError
from tests.reference import position as reference_position
from tests.support.courses.wub_sides import PATIENCE, Client, Lines, games_with_passes

COMMAND = str(Path(sys.executable).with_name("plyground"))


class Running:
    """Our server in a thread."""

    def __init__(self, patience: Patience | None = None, most_per_address: int = 40) -> None:
        self.results: list[GameResult] = []
        self.events: list[str] = []
        ready: Queue[int] = Queue()
        self._loop = asyncio.new_event_loop()
        self.server = wub_server.Server(
            self.results.append, self.events.append, patience, most_per_address
        )

        async def run() -> None:
            await self.server.serve("127.0.0.1", 0, ready.put)

        self._task = self._loop.create_task(run())
        self._thread = threading.Thread(target=self._run)
        self._thread.start()
        self.port = ready.get(timeout=PATIENCE)

    def _run(self) -> None:
        try:
            self._loop.run_until_complete(self._task)
        except asyncio.CancelledError:
            pass
        finally:
            self._loop.close()

    def close(self) -> None:
        self._loop.call_soon_threadsafe(self._task.cancel)
        self._thread.join(PATIENCE)

    def meet(self, white: Client, black: Client) -> tuple[str, str]:
        """Let one wait until the other comes; returns what both heard last."""
        with ThreadPoolExecutor(2) as pool:
            first = pool.submit(white.run)
            self.wait_for(f"{white.name} waits for an opponent")
            second = pool.submit(black.run)
            return first.result(PATIENCE), second.result(PATIENCE)

    def wait_for(self, event: str) -> None:
        until = time.monotonic() + PATIENCE
        while event not in self.events:
            assert time.monotonic() < until, self.events
            time.sleep(0.002)

    def result(self) -> GameResult:
        until = time.monotonic() + PATIENCE
        while not self.results:
            assert time.monotonic() < until
            time.sleep(0.002)
        return self.results.pop()


@pytest.fixture
def server() -> Iterator[Running]:
    running = Running(Patience(greeting=2.0, action=2.0))
    yield running
    running.close()


def check_result(result: GameResult, white: Client, black: Client, last: tuple[str, str]) -> None:
    position = reference_position(result.game)
    for move in result.moves:
        position = position.play(move)
    assert position.is_over()
    margin = position.margin() if position.turn == 0 else -position.margin()
    assert margin == result.margin
    letter = {1: "W", -1: "B", 0: "draw"}[margin]
    assert last == (f"OVER {letter}", f"OVER {letter}")
    assert white.moves == black.moves == list(result.moves)
    assert result.reason == Reason.END


def test_our_server_referees_whole_games(server: Running) -> None:
    for number in range(4):
        white, black = Client(server.port, f"w{number}", seed=number), Client(server.port, "b")
        last = server.meet(white, black)
        result = server.result()
        check_result(result, white, black, last)
        assert result.players == (white.name, black.name)
        assert white.heard[:3] == ["OKAY", f"GAME w{number} b", "INIT white"]
        assert black.heard[:3] == ["OKAY", f"GAME w{number} b", "INIT black"]


@pytest.mark.slow
def test_our_server_referees_a_thousand_games(server: Running) -> None:
    """Eight pairs at a time, each with a key of its own."""

    def play(number: int) -> tuple[Client, Client, tuple[str, str]]:
        clients = [Client(server.port, f"{s}{number}", f"k{number}", seed=number) for s in "ab"]
        with ThreadPoolExecutor(2) as pool:
            last = list(pool.map(Client.run, clients))
        first = clients[0] if "INIT white" in clients[0].heard else clients[1]
        second = clients[1] if first is clients[0] else clients[0]
        return first, second, (last[0], last[1])

    with ThreadPoolExecutor(8) as pool:
        played = list(pool.map(play, range(1000)))
    results = {result.players: result for result in server.results}
    assert len(results) == 1000
    for white, black, last in played:
        check_result(results[white.name, black.name], white, black, last)
    print(
        f"1000 games on our server, {sum('pass' in r.moves for r in results.values())} with passes"
    )


def connect(port: int, name: str, spec: str) -> Ended:
    one, connection = agent(spec, seed=1), Connection("127.0.0.1", port)
    try:
        return connection.play(name, "k", one)
    finally:
        connection.close()


def test_our_ends_understand_each_other(server: Running) -> None:
    with ThreadPoolExecutor(1) as pool:
        first = pool.submit(connect, server.port, "ann", "greedy")
        server.wait_for("ann waits for an opponent")
        second = connect(server.port, "bob", "random")
        assert first.result(PATIENCE).moves == second.moves
    assert server.result().players == ("ann", "bob")


def test_keys_keep_strangers_apart(server: Running) -> None:
    with ThreadPoolExecutor(3) as pool:
        loner = pool.submit(Client(server.port, "loner", "other", say={"GAME": None}).run)
        server.wait_for("loner waits for an opponent")
        server.meet(Client(server.port, "a", "k"), Client(server.port, "b", "k"))
        assert server.result().players == ("a", "b")
        assert not loner.done()
        Client(server.port, "c", "other", say={"OKAY": None}).run()
        assert loner.result(PATIENCE) == "hung up"


FAULTS: dict[str, tuple[dict[str, str | None], str, Reason]] = {
    "illegal": ({"TURN": "ACTN place 0 0\n"}, "occupied or a corner", Reason.ILLEGAL),
    "off": ({"TURN": "ACTN place 9 9\n"}, "is not an action", Reason.ILLEGAL),
    "negative": ({"TURN": "ACTN place -1 3\n"}, "expected ACTN", Reason.OUTPUT),
    "pass": ({"TURN": "ACTN pass\n"}, "pass is illegal", Reason.ILLEGAL),
    "move": ({"TURN": "ACTN move 3 3 4 3\n"}, "is a move", Reason.ILLEGAL),
    "short": ({"TURN": "ACTN place 3\n"}, "expected ACTN", Reason.OUTPUT),
    "kind": ({"TURN": "ACTN jump 3 3\n"}, "expected ACTN", Reason.OUTPUT),
    "float": ({"TURN": "ACTN place 3.0 3\n"}, "expected ACTN", Reason.OUTPUT),
    "head": ({"TURN": "OKAY\n"}, "expected ACTN", Reason.OUTPUT),
    "binary": ({"TURN": "\x00\x07\n"}, "expected ACTN", Reason.OUTPUT),
    "empty": ({"TURN": "\n"}, "expected ACTN", Reason.OUTPUT),
    "endless": ({"TURN": "x" * 5000}, "at most 1000 bytes", Reason.OUTPUT),
    "silent": ({"TURN": ""}, "did not answer within 2 s", Reason.TIME),
    "half": ({"TURN": "ACTN place 3 "}, "did not answer within 2 s", Reason.TIME),
    "gone": ({"TURN": None}, "connection was lost", Reason.CRASH),
    "init": ({"INIT": "NO\n"}, "expected OKAY", Reason.OUTPUT),
    "init-gone": ({"INIT": None}, "connection was lost", Reason.CRASH),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_loses_and_both_are_told(name: str, server: Running) -> None:
    say, words, reason = FAULTS[name]
    white, black = Client(server.port, "bad", say=say), Client(server.port, "good")
    heard, told = server.meet(white, black)
    assert told.startswith("ERRO W ")
    assert words in told
    assert heard == (told if "gone" not in name else "hung up")
    result = server.result()
    assert (result.loser, result.reason) == (ply.Side.FIRST, reason)
    assert words in result.note


def test_black_s_faults_are_black_s(server: Running) -> None:
    for say in ({"GAME": None}, {"UPD8": "NO\n"}, {"UPD8": None}):
        good, bad = Client(server.port, "good"), Client(server.port, "bad", say=dict(say))
        heard, _ = server.meet(good, bad)
        assert heard.startswith("ERRO B ")
        assert server.result().loser == ply.Side.SECOND
        server.events.clear()


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("HELLO", "expected PLAY"),
        ("PLAY", "expected PLAY"),
        ("PLAY a b c", "expected PLAY"),
        (f"PLAY {'x' * 41}", "expected one word"),
        ("PLAY be\x07ll", "expected one word"),
        ("", "expected PLAY"),
        ("x" * 5000, "at most 1000 bytes"),
    ],
    ids=["unknown", "no-name", "words", "long", "bell", "empty", "endless"],
)
def test_a_greeting_that_is_none(line: str, words: str, server: Running) -> None:
    lines = Lines(socket.create_connection(("127.0.0.1", server.port)))
    lines.send(line)
    answer = lines.receive()
    assert answer.startswith("ERRO nobody ")
    assert words in answer
    assert lines.receive() == ""
    lines.close()


def test_who_says_nothing_is_not_waited_for() -> None:
    running = Running(Patience(greeting=0.1))
    lines = Lines(socket.create_connection(("127.0.0.1", running.port)))
    assert lines.receive() == ""
    lines.close()
    running.close()


def test_who_has_gone_is_not_waited_for(server: Running) -> None:
    for number in range(3):
        lines = Lines(socket.create_connection(("127.0.0.1", server.port)))
        lines.send(f"PLAY ghost{number}")
        lines.expect("OKAY")
        server.wait_for(f"ghost{number} waits for an opponent")
        lines.close()
    server.meet(Client(server.port, "a"), Client(server.port, "b"))
    assert server.result().players == ("a", "b")


def test_a_full_server_says_so(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wub_server, "MOST_CLIENTS", 1)
    first = Lines(socket.create_connection(("127.0.0.1", server.port)))
    first.send("PLAY a k")
    first.expect("OKAY")
    assert Client(server.port, "b").run() == "ERRO nobody the server is full; try again later"
    first.close()
    monkeypatch.setattr(wub_server, "MOST_CLIENTS", 200)


def test_passes_on_our_server(server: Running) -> None:
    """Up to the two in a row that our server calls a draw."""
    for number, script in enumerate(games_with_passes()):
        white, black = (Client(server.port, f"{side}{number}", script=script) for side in "wb")
        last = server.meet(white, black)
        result = server.result()
        check_result(result, white, black, last)
        assert "pass" in result.moves
        assert list(result.moves) == script[: len(result.moves)]


# The commands.


def test_the_commands_play_a_game_and_keep_it(tmp_path: Path) -> None:
    store = tmp_path / "class.db"
    serving = subprocess.Popen(
        [COMMAND, "referee", "wub", "--port", "0", "--save", str(store)],
        stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert serving.stdout is not None
    try:
        port = int(re.findall(r":(\d+);", serving.stdout.readline())[0])
        with ThreadPoolExecutor(1) as pool:
            other = pool.submit(Client(port, "rob", "k").run)
            assert serving.stdout.readline() == "rob waits for an opponent\n"
            words = ["connect", "wub", "127.0.0.1", str(port), "ann", "k", "--player", "greedy"]
            played = CliRunner().invoke(app, [*words, "--json"])
            assert other.result(PATIENCE).startswith("OVER ")
        ended = json.loads(played.output)
        assert (ended["white"], ended["black"], ended["colour"]) == ("rob", "ann", "black")
        assert serving.stdout.readline() == "rob plays ann\n"
        assert serving.stdout.readline().startswith("rob – ann: ")
    finally:
        serving.send_signal(signal.SIGINT)
        assert serving.stdout.read() == "stopped\n"
        assert serving.wait(PATIENCE) == 0
        serving.stdout.close()
    with Store(store) as games:
        [stored] = games.games()
        assert list(stored.result.moves) == ended["moves"]
        [run] = games.runs()
        assert (run.kind, run.status) == ("wub", "finished")


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["connect", "wub", "127.0.0.1", "1", "two words"], "expected one word"),
        (["connect", "wub", "127.0.0.1", "1", "ann"], "cannot connect"),
        (["connect", "wub", "127.0.0.1", "1", "ann", "--player", "human"], "human cannot"),
        (["connect", "wub", "127.0.0.1", "1", "ann", "--player", "nobody"], "no player"),
        (["referee", "wub", "--host", "256.0.0.1", "--port", "0"], "cannot listen"),
        (["referee", "wub", "--port", "0", "--save", "/no/such/folder/x.db"], "/no/such/folder"),
    ],
    ids=["name", "nobody", "human", "player", "host", "store"],
)
def test_wrong_words_are_refused(words: list[str], problem: str) -> None:
    refused = CliRunner().invoke(app, words)
    assert isinstance(refused.exception, PlygroundError)
    assert problem in str(refused.exception)
    assert len(str(refused.exception).splitlines()) == 1


def test_nothing_is_left_open() -> None:
    before = len(os.listdir("/proc/self/fd"))
    running = Running()
    running.meet(Client(running.port, "a"), Client(running.port, "b"))
    running.result()
    running.close()
    assert len(os.listdir("/proc/self/fd")) <= before
