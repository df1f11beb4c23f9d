"""The Kalah Game Protocol: malformed input of every kind, and servers that do not behave."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable

import pytest

import plyground as ply
from plyground.adapters.kgp.client import Client
from plyground.adapters.kgp.connection import Address, connect
from plyground.adapters.kgp.thinking import Thinking
from tests.adapters.kgp.meeting import ENDLESS, FAST, START, TRANSPORTS, converse, failure
from tests.adapters.kgp.server import Peer

# Malformed input of every kind, and what is said to it.

IGNORED = (
    "", " ", "\t", "ok", "nok", "@3 ok \"x\"", "error", "@7 error \"what\"", "init", "pong",
    "set", "set a", "set info:name", "set unknown:option 3", "set time:clock \"soon\"",
    "set time:mode 3", "set time:clock", "set info:name 3", "answer", "offer", "obey", "say",
    "dance 1 2 3", "7 unknown <1,2,3,4,5>", "stop", "@99 stop", "5@99 stop", "99 stop 3 4",
)  # fmt: skip
ANSWERED = (
    "8 state", "8 state 5", "8 state word", '8 state "<1,2,3,4,5>"', "8 state <>", "8 state <0>",
    "8 state <0,1,2>", "8 state <2,1,1,1,1,1>", "8 state <2,1,1,1,1,1,1,1>", "8 state <3,1,2,3>",
    "8 state <-1,2,3>", "8 state <1.5,2,3>", "8 state <2,0,0,1,1,1,1", "8 state 2,0,0,1,1,1,1>",
    "8 state <2,0,0,1,1,1,1> <2,0,0,1,1,1,1>", "8 state <2,0,0,1,1,1,1> 4",
    "8 state <13" + ",1" * 28 + ">",
    "8 state <1,0,0,300,1>", "8 state <1,0,0,99999,1>", "8 state <1,0,0,1,99999999999999999999>",
    "8 state <1,0,0,1,0>", "8 state <1,0,0,0,1>", "8 state <1,0,0,0,0>", "8 state <,1>",
    "8 state <1,>", "8 state <1 ,0,0,1,1>", "8 kgp 1 0 1", "8 problem <1,0,0,1,1> 1",
)  # fmt: skip
GARBAGE = (
    "@", "@ state", "8@ ping", "@@8 ping", "-8 ping", "8@-1 ping", "!", "state<1,0,0,1,1>",
    "8 set info:name \"unclosed", "8 set info:name \"a\\", "8 ping }", "{}", "GET / HTTP/1.1",
    "9" * 40 + " ping", "8@" + "9" * 40 + " ping", "\x00\x01\x02", "8 ping \x00", "é 1",
    "x" * 20_000, "8 set a \"" + "y" * 17_000 + '"',
)  # fmt: skip


def speak(lines: tuple[str, ...], replies: Callable[[list[str]], None], transport: str) -> None:
    """Say something to a client; it must go on playing, and its replies must be as expected."""

    async def handler(peer: Peer) -> None:
        await peer.greet()
        for line in lines:
            await peer.say(line)
        await peer.say("50 ping")
        await peer.until("@50 pong")
        replies(peer.heard[1:-1])
        await peer.say(f"52 state {START}")
        await peer.until("@52 yield")
        await peer.say("goodbye")

    converse(handler, transport)


@pytest.mark.parametrize("transport", TRANSPORTS)
def test_what_is_unknown_or_pointless_is_ignored(transport: str) -> None:
    def nothing(heard: list[str]) -> None:
        assert heard == []

    speak(IGNORED, nothing, transport)


@pytest.mark.parametrize("transport", TRANSPORTS)
def test_what_is_wrong_is_called_an_error(transport: str) -> None:
    def one_each(heard: list[str]) -> None:
        assert len(heard) == len(ANSWERED), heard
        assert all(line.startswith('@8 error "') for line in heard), heard

    speak(ANSWERED, one_each, transport)


@pytest.mark.parametrize("transport", TRANSPORTS)
def test_what_is_no_command_is_called_an_error(transport: str) -> None:
    def one_each(heard: list[str]) -> None:
        assert len(heard) == len(GARBAGE), heard
        assert all('error "' in line for line in heard), heard

    speak(GARBAGE, one_each, transport)


def test_a_state_that_is_open_already() -> None:
    async def handler(peer: Peer) -> None:
        await peer.greet()
        await peer.say(f"4 state {START}")
        await peer.say(f"4 state {START}")
        await peer.until('@4 error "state: the previous state with this id is still open"')
        await peer.say("6@4 stop")
        await peer.say(f"4 state {START}")  # a number that is used again, which is none of ours
        await peer.until("@4 move [1-6]")
        await peer.say("goodbye")

    converse(handler, spec=ENDLESS)


def test_states_are_no_part_of_a_verification() -> None:
    async def handler(peer: Peer) -> None:
        await peer.greet()
        await peer.say(f"4 state {START}")
        await peer.until('@4 error ".*"')
        await peer.say("goodbye")

    converse(handler, mode="verify")


@pytest.mark.parametrize("transport", TRANSPORTS)
def test_lines_in_odd_pieces(transport: str) -> None:
    async def handler(peer: Peer) -> None:
        if transport == "tcp":  # a message of a WebSocket is whole
            for byte in b"2 kgp 1 0 1\r\n4 ping\n":
                await peer.write(bytes([byte]))
                await asyncio.sleep(0)
        else:
            await peer.write(b"2 kgp 1 0 1")
            await peer.write(b"\r\n4 ping\n")
        await peer.until("@4 pong")
        await peer.write(b"6 ping\r\n\r\n8 ping\n10 ping\r\n")
        await peer.until("@10 pong")
        await peer.write(b"goodbye\r\n")

    converse(handler, transport)


@pytest.mark.parametrize("transport", TRANSPORTS)
def test_a_server_that_closes_in_the_middle_of_a_game(transport: str) -> None:
    async def handler(peer: Peer) -> None:
        await peer.greet()
        await peer.say(f"4 state {START}")
        await peer.say(f"6 state {START}")
        await peer.until("@6 move [1-6]")

    assert "without a goodbye" in failure(handler, transport, spec=ENDLESS)


@pytest.mark.parametrize("transport", TRANSPORTS)
def test_a_server_that_closes_at_once(transport: str) -> None:
    async def handler(peer: Peer) -> None:
        pass

    assert "it began with nothing" in failure(handler, transport)


def test_a_server_that_ends_with_a_half_line() -> None:
    async def handler(peer: Peer) -> None:
        await peer.greet()
        await peer.write(b"4 state <6,0,0")

    assert "without a goodbye" in failure(handler)


def test_a_server_that_refuses_the_mode() -> None:
    async def handler(peer: Peer) -> None:
        await peer.greet()
        await peer.say('4 error "Unsupported mode"')
        await peer.say("goodbye")

    assert failure(handler, mode="verify") == "the server refused: Unsupported mode"


@pytest.mark.parametrize(
    ("hello", "problem"),
    [
        ("HTTP/1.1 400 Bad Request", "it began with HTTP/1.1 400 Bad Request"),
        ("kgp", "not a KGP server"),
        ("2 kgp 2 0 0", "speaks KGP 2.0.0; expected version 1"),
        ("2 kgp one 0 0", "speaks KGP one.0.0"),
        ("\x00", "not a KGP server"),
    ],
)
def test_a_server_that_speaks_something_else(hello: str, problem: str) -> None:
    async def handler(peer: Peer) -> None:
        await peer.say(hello)
        with pytest.raises(EOFError):
            await peer.until("it goes away")

    assert problem in failure(handler)


def test_a_server_that_talks_nonsense_for_ever() -> None:
    async def handler(peer: Peer) -> None:
        await peer.greet()
        for _ in range(200):
            await peer.say("!!!")
        assert await peer.until("goodbye")

    assert "does not speak KGP" in failure(handler)


@pytest.mark.parametrize("transport", TRANSPORTS)
def test_a_server_that_says_very_much_at_once(transport: str) -> None:
    async def handler(peer: Peer) -> None:
        await peer.greet()
        await peer.write(b"".join(b"%d ping\r\n" % number for number in range(10_000)))
        for number in range(10_000):
            assert await peer.hear() == f"@{number} pong"
        await peer.say("goodbye")

    converse(handler, transport)


def test_a_server_that_does_not_read() -> None:
    async def run() -> None:
        read = asyncio.Event()

        async def on_connect(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            writer.transport.pause_reading()  # type: ignore[attr-defined]
            writer.write(b"2 kgp 1 0 1\r\n" + b"4 ping\r\n" * 300_000)
            await read.wait()
            writer.transport.abort()
            del reader

        # Small buffers, so that not reading is felt soon.
        listening = socket.create_server(("127.0.0.1", 0))
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        port = listening.getsockname()[1]
        thinking = Thinking(FAST, 1)
        async with await asyncio.start_server(on_connect, sock=listening):
            connection = await connect(Address.parse(f"127.0.0.1:{port}"))
            own: socket.socket = connection._writer.get_extra_info("socket")  # type: ignore[attr-defined]
            own.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
            client = Client(connection, thinking)
            with pytest.raises(ply.PlygroundError, match="reads nothing"):
                await client.run()
            read.set()
        thinking.close()

    asyncio.run(asyncio.wait_for(run(), 60))
