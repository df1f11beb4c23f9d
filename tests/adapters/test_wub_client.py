"""Our client of the Watch Your Back! network protocol, against a server written apart."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import plyground as ply
from plyground.adapters import wub
from plyground.adapters.wub_client import Connection, Ended
from plyground.arena.agents.agents import agent
from plyground.arena.referee.clock import GameClock
from plyground.errors import PlygroundError
from tests.support.courses.wub_sides import PATIENCE, Lines, Server, games_with_passes

LETTERS = {"white": "W", "black": "B", None: "draw"}


def connect(port: int, key: str = "", spec: str = "random", name: str = "ann") -> Ended:
    one, connection = agent(spec, seed=port), Connection("127.0.0.1", port)
    try:
        return connection.play(name, key, one)
    finally:
        connection.close()
        one.close()


def play_on_theirs(games: int, spec: str) -> Server:
    server = Server(games)
    ended = [connect(server.port, "secret" if n % 3 else "", spec) for n in range(games)]
    server.wait()
    assert [(LETTERS[one.winner], list(one.moves)) for one in ended] == server.results
    assert {one.colour for one in ended} == {"white", "black"}
    assert [one.fault for one in ended] == [""] * games
    return server


def test_our_client_plays_whole_games() -> None:
    play_on_theirs(6, "greedy")


@pytest.mark.slow
def test_our_client_plays_a_thousand_games() -> None:
    server = play_on_theirs(1000, "random")
    passes = sum("pass" in moves for _, moves in server.results)
    print(f"1000 games on their server, {passes} with passes")


Script = Callable[[Lines], None]


def talk(script: Script) -> str:
    """Let our client meet a server that says what a script says; returns the client's error."""
    listening = socket.create_server(("127.0.0.1", 0))
    listening.settimeout(PATIENCE)

    def run() -> None:
        lines = Lines(listening.accept()[0])
        script(lines)
        lines.close()

    thread = threading.Thread(target=run)
    thread.start()
    with pytest.raises(PlygroundError) as refused:
        connect(listening.getsockname()[1])
    thread.join()
    listening.close()
    assert len(str(refused.value).splitlines()) == 1
    return str(refused.value)


def to_game(lines: Lines, colour: str) -> None:
    lines.expect("PLAY ann")
    for line in ("OKAY", "GAME ann rob"):
        lines.send(line)
    lines.expect("OKAY")
    lines.send(f"INIT {colour}")
    lines.expect("OKAY")


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("HELLO", "expected OKAY"),
        ("\x00\xff", "expected OKAY"),
        ("", "expected OKAY"),
        ("GAME a b", "expected OKAY"),
        ("ERRO nobody the server is full", "refused: the server is full"),
        ("x" * 100_000, "expected OKAY"),
    ],
    ids=["unknown", "binary", "empty", "early", "refused", "endless"],
)
def test_a_server_that_greets_wrongly(line: str, words: str) -> None:
    def script(lines: Lines) -> None:
        lines.receive()
        lines.send(line)

    assert words in talk(script)


@pytest.mark.parametrize(
    ("colour", "line", "words"),
    [
        ("white", "TURN 5", "is at white's turn 0"),
        ("white", "TURN x", "expected TURN"),
        ("white", "UPD8 place 3 3", "is at white's turn 0"),
        ("black", "TURN 0", "is at white's turn 0"),
        ("black", "UPD8 place 9 3", "is not an action"),
        ("black", "UPD8 place 0 0", "occupied or a corner"),
        ("black", "UPD8 place 3", "expected TURN or UPD8"),
        ("black", "UPD8 pass", "pass is illegal"),
        ("black", "UPD8 move 3 3 4 3", "is a move"),
        ("black", "OVER nobody", "expected W, B or draw"),
        ("black", "ERRO", "expected TURN"),
        ("black", "ERRO somebody broke it", "ended the game: somebody broke it"),
        ("black", "OKAY", "expected TURN"),
    ],
)
def test_a_server_that_plays_wrongly(colour: str, line: str, words: str) -> None:
    def script(lines: Lines) -> None:
        to_game(lines, colour)
        lines.send(line)

    assert words in talk(script)


def test_a_server_that_hangs_up() -> None:
    assert "connection" in talk(lambda _: None)
    assert "connection" in talk(lambda lines: to_game(lines, "white"))


def test_a_fault_of_the_other_is_a_win() -> None:
    server = socket.create_server(("127.0.0.1", 0))

    def run() -> None:
        lines = Lines(server.accept()[0])
        to_game(lines, "white")
        lines.send("ERRO B did not answer")
        lines.close()

    thread = threading.Thread(target=run)
    thread.start()
    ended = connect(server.getsockname()[1])
    thread.join()
    server.close()
    assert (ended.winner, ended.fault) == ("white", "did not answer")


def test_nobody_is_there() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    with pytest.raises(PlygroundError, match=f"cannot connect to 127.0.0.1:{port}"):
        Connection("127.0.0.1", port)


@given(line=st.binary(max_size=60) | st.from_regex(rb"[A-Z8]{4} [a-z0-9 -]{0,20}\n"))
def test_any_line_is_read_or_refused(line: bytes) -> None:
    try:
        said = " ".join(wub.Message.read(line).words)
    except wub.WubError as error:
        said = str(error)
    assert len(said.splitlines()) <= 1


@pytest.mark.parametrize("name", ["", "two words", "x" * 41, "bell\a"])
def test_names_are_one_word(name: str) -> None:
    with pytest.raises(wub.WubError, match="expected one word"):
        wub.plain_name(name)


def test_a_player_of_ours_that_fails_hangs_up(tmp_path: Path) -> None:
    (tmp_path / "bad.py").write_text("def choose(position, clock):\n    return 'a9'\n")
    server = Server(1)
    with pytest.raises(PlygroundError, match="played an illegal move"):
        connect(server.port, spec=f"file:{tmp_path}/bad.py")
    server.thread.join(PATIENCE)
    assert server.problems


# Passes, which are rare: official games that have some.


class Scripted:
    """An agent that plays what was written down."""

    name, last_errors = "scripted", ""

    def __init__(self, script: list[str]) -> None:
        self.script = script

    def begin(self, start: ply.Position) -> None:
        assert start == ply.position("watch-your-back")

    def answer(self, _: ply.Position, moves: Sequence[str], __: GameClock) -> tuple[str, float]:
        return self.script[len(moves)], 0.0

    def measure(self) -> None:
        return

    def close(self) -> None:
        return


def test_passes_on_their_server() -> None:
    for script in games_with_passes():
        server = Server(1, script)
        connection = Connection("127.0.0.1", server.port)
        ended = connection.play("ann", "", Scripted(script))
        connection.close()
        server.wait()
        assert "pass" in ended.moves
        assert [(LETTERS[ended.winner], list(ended.moves))] == server.results
