"""Our server of the Watch Your Back! network protocol, among clients that mean it harm."""

from __future__ import annotations

import random
import socket
import struct
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

import plyground as ply
from plyground.adapters import wub
from plyground.adapters.wub_client import Connection
from plyground.adapters.wub_clients import _address
from plyground.adapters.wub_server import Patience
from plyground.arena.agents.agents import agent
from plyground.arena.running.result import Reason
from plyground.arena.running.spec import arena_start
from tests.adapters.test_wub_server import Running
from tests.support.courses.wub_sides import PATIENCE, Client, Lines

RESETS = 10_000
# What they say before they go: nothing, half a word, no word at all, or that they want to play.
WORDS = (b"", b"PLA", b"nonsense\n", b"PLAY ghost ghosts\n", b"PLAY ghost%d own%d\n")


class Watched(Running):
    """Our server in a thread, whose seats are counted."""

    def until(self, is_so: Callable[[], bool]) -> None:
        deadline = time.monotonic() + PATIENCE
        while not is_so():
            assert time.monotonic() < deadline, (self.server.clients, self.events[-5:])
            time.sleep(0.005)


@pytest.fixture
def server() -> Iterator[Watched]:
    running = Watched(Patience(greeting=30.0, action=30.0))
    yield running
    running.close()


def opened(port: int) -> Lines:
    return Lines(socket.create_connection(("127.0.0.1", port)))


def from_elsewhere(server: Watched) -> socket.socket:
    """Connect from another address: Linux has all of 127.0.0.0/8."""
    return socket.create_connection(("127.0.0.1", server.port), source_address=("127.0.0.2", 0))


def reset(connection: socket.socket) -> None:
    """Hang up without a goodbye: the other end reads an error."""
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    connection.close()


def waiting(server: Watched, name: str, key: str = "k") -> Lines:
    lines = opened(server.port)
    lines.send(f"PLAY {name} {key}")
    lines.expect("OKAY")
    server.wait_for(f"{name} waits for an opponent")
    return lines


def test_thousands_of_connections_that_reset(server: Watched) -> None:
    """While they come and go, a game is played, and another one after them."""
    seats = server.server.clients

    def storm(most: int) -> None:
        for number in range(most):
            words = WORDS[number % len(WORDS)]
            connection = from_elsewhere(server)
            connection.sendall(words % (number, number) if b"%" in words else words)
            reset(connection)

    stormy = threading.Thread(target=storm, args=(RESETS,))
    stormy.start()
    honest = [Client(server.port, name, "game", seed=1) for name in ("ann", "bob")]
    told = server.meet(*honest)
    stormy.join(PATIENCE)
    assert not stormy.is_alive()
    assert told[0] == told[1]
    assert told[0].startswith("OVER ")
    server.until(lambda: server.server.clients == seats)
    last = server.meet(Client(server.port, "eve", "game"), Client(server.port, "fay", "game"))
    assert last[0].startswith("OVER ")
    server.until(lambda: ("eve", "fay") in [result.players for result in server.results])


@pytest.mark.parametrize("end", [reset, socket.socket.close], ids=["reset", "close"])
def test_a_seat_is_free_at_once(end: Callable[[socket.socket], None], server: Watched) -> None:
    for number in range(3):
        lines = waiting(server, f"ghost{number}", f"k{number}")
        assert server.server.clients == 1
        lines.file.close()
        end(lines.connection)
        server.until(lambda: server.server.clients == 0)


def test_connections_are_counted_by_address() -> None:
    running = Watched(most_per_address=3)
    held = [waiting(running, f"one{number}", f"k{number}") for number in range(3)]
    refused = opened(running.port)
    assert "your address has 3 connections already" in refused.receive()
    assert refused.receive() == ""
    refused.close()
    lines = Lines(from_elsewhere(running))
    lines.send("PLAY two k0")
    lines.expect("OKAY")
    held.pop().close()
    running.until(lambda: running.server.clients == 3)
    held.append(waiting(running, "again", "k9"))
    for one in (*held, lines):
        one.close()
    running.close()


@pytest.mark.parametrize(
    ("peer", "address"),
    [
        (("192.0.2.7", 5), "192.0.2.7"),
        (("::ffff:192.0.2.7", 5, 0, 0), "192.0.2.7"),
        (("2001:db8:1:2:3:4:5:6", 5, 0, 0), "2001:0db8:0001:0002"),
        (("2001:db8:1:2::9", 5, 0, 0), "2001:0db8:0001:0002"),
        (("fe80::1%eth0", 5, 0, 3), "fe80:0000:0000:0000"),
        (None, ""),
    ],
)
def test_what_an_address_is(peer: tuple[str, int] | None, address: str) -> None:
    assert _address(peer) == address


def test_who_floods_the_server_while_it_waits_is_sent_away(server: Watched) -> None:
    lines = waiting(server, "flood")
    lines.connection.sendall(b"x" * 5000)
    assert "without being asked" in lines.receive()
    lines.close()
    server.until(lambda: server.server.clients == 0)


def seated(server: Watched, names: tuple[str, str] = ("ann", "bob")) -> tuple[Lines, Lines]:
    """Bring two clients to White's first turn."""
    white = waiting(server, names[0])
    black = opened(server.port)
    black.send(f"PLAY {names[1]} k")
    black.expect("OKAY")
    for lines in (white, black):
        lines.expect(f"GAME {names[0]} {names[1]}")
        lines.send("OKAY")
    for lines, colour in ((white, "white"), (black, "black")):
        lines.expect(f"INIT {colour}")
        lines.send("OKAY")
    white.expect("TURN 0")
    return white, black


def test_an_opponent_who_leaves_loses_at_once(server: Watched) -> None:
    white, black = seated(server)
    black.file.close()
    reset(black.connection)
    assert white.receive() == "ERRO B the connection was lost"
    server.until(lambda: server.server.clients == 0)
    result = server.result()
    assert (result.reason, result.loser) == (Reason.CRASH, ply.Side.SECOND)
    white.close()


def test_an_opponent_who_floods_loses_at_once(server: Watched) -> None:
    white, black = seated(server)
    black.connection.sendall(b"x" * 5000)
    assert white.receive().startswith("ERRO B sent more than 1000 bytes without being asked")
    assert server.result().reason == Reason.OUTPUT
    white.close()
    black.close()


def test_who_leaves_when_the_game_is_over_has_not_lost_by_it(server: Watched) -> None:
    """Neither after its own last move, nor after the opponent's, which it need not confirm."""
    for seed in range(4):
        position = arena_start("watch-your-back")
        white, black = seated(server)
        sides = [white, black]
        chance = random.Random(seed)
        while True:
            mover, other = sides[position.turn], sides[1 - position.turn]
            if position != arena_start("watch-your-back"):  # that turn was heard already
                assert mover.receive().startswith("TURN ")
            move = chance.choice(position.legal_moves)
            position = position.play(move)
            mover.connection.sendall(wub.action_line("ACTN", move))
            assert other.receive().startswith("UPD8 ")
            if position.is_over:
                break
            other.send("OKAY")
        for lines in sides:
            lines.close()
        result = server.result()
        assert result.reason == Reason.END, result
        server.events.clear()


def test_the_server_ends_with_clients_in_every_state() -> None:
    running = Watched()
    held = [waiting(running, "one", "a"), opened(running.port), *seated(running)]
    running.close()
    for lines in held:
        assert lines.receive() == ""
        lines.close()


class OddLines(Lines):
    """Sends every line in crumbs, with blanks and both characters of a line's end."""

    def send(self, line: str) -> None:
        for byte in f"  {line.replace(' ', '   ')} \r\n".encode():
            self.connection.sendall(bytes([byte]))


class OddClient(Client):
    """Takes its time to begin, and speaks in an odd way."""

    def run(self) -> str:
        lines = OddLines(socket.create_connection(("127.0.0.1", self.port), PATIENCE))
        lines.connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        time.sleep(0.3)
        try:
            return self.play(lines)
        finally:
            lines.close()


def test_odd_lines_are_no_fault(server: Watched) -> None:
    odd = OddClient(server.port, "odd", seed=2)
    with ThreadPoolExecutor(1) as pool:
        last = pool.submit(odd.run)
        server.wait_for("odd waits for an opponent")
        other = Client(server.port, "plain", seed=3)
        assert other.run() == last.result(PATIENCE)
    result = server.result()
    assert result.reason == Reason.END, result
    assert list(result.moves) == odd.moves == other.moves


def test_a_long_reason_reaches_our_client_whole() -> None:
    """Whatever a server of others has to say."""
    reason = "because " * 1000 + "so"

    def serve(listening: socket.socket) -> None:
        lines = Lines(listening.accept()[0])
        lines.expect("PLAY ann")
        for line in ("OKAY", "GAME ann rob"):
            lines.send(line)
        lines.expect("OKAY")
        lines.send("INIT white")
        lines.expect("OKAY")
        lines.send(f"ERRO B {reason}")
        lines.close()

    with socket.create_server(("127.0.0.1", 0)) as listening, ThreadPoolExecutor(1) as pool:
        served = pool.submit(serve, listening)
        connection = Connection("127.0.0.1", listening.getsockname()[1])
        ended = connection.play("ann", "", agent("greedy"))
        connection.close()
        served.result(PATIENCE)
    assert (ended.winner, ended.fault) == ("white", reason)
