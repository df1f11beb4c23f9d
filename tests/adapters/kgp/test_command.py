"""``plyground connect kgp``, run as a person runs it."""

from __future__ import annotations

import asyncio
import json
import signal
import subprocess
import sys

import pytest

from plyground.cli.main import main
from tests.adapters.kgp.meeting import FAST, START, TRANSPORTS
from tests.adapters.kgp.server import Handler, Peer, serving

# Ctrl-C must work even if whoever runs the tests ignores it and passes that on.
PROGRAM = """
import signal
signal.signal(signal.SIGINT, signal.default_int_handler)
from plyground.cli.main import main
main()
"""
COMMAND = [sys.executable, "-c", PROGRAM]


def command(*words: str) -> list[str]:
    return [*COMMAND, "connect", "kgp", *words]


async def run_command(handler: Handler, transport: str, *words: str) -> tuple[int, str, str]:
    async with serving(handler, transport) as url:
        process = await asyncio.create_subprocess_exec(
            *command(url, *words), stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        out, err = await asyncio.wait_for(process.communicate(), 60)
    assert process.returncode is not None
    return process.returncode, out.decode(), err.decode()


async def short_game(peer: Peer) -> None:
    await peer.greet()
    await peer.say("4 state <3,5,5,0,0,1,2,0,3>")
    await peer.until("@4 yield")
    await peer.say("goodbye")


@pytest.mark.parametrize("transport", TRANSPORTS)
def test_the_command(transport: str) -> None:
    code, out, err = asyncio.run(run_command(short_game, transport, "--player", FAST))
    assert (code, err) == (0, "")
    first, second, third = out.splitlines()
    assert first.startswith("connected to ")
    assert second.split()[:3] == ["1", "house", "3"]
    assert third == "goodbye; boards answered: 1"


def test_the_command_as_json() -> None:
    code, out, err = asyncio.run(run_command(short_game, "tcp", "--player", FAST, "--json"))
    assert (code, err) == (0, "")
    answer, end = map(json.loads, out.splitlines())
    assert (answer["event"], answer["move"]) == ("answer", "3")
    assert (end["event"], end["states"], end["version"]) == ("end", 1, "1.0.1")


def test_a_wrong_solution_is_an_exit_code() -> None:
    async def handler(peer: Peer) -> None:
        await peer.greet()
        await peer.say("4 problem <1,0,0,1,1> 1")
        await peer.until("1@4 solution .*")
        await peer.say('6@1 error "wrong"')
        await peer.say("goodbye")

    code, out, err = asyncio.run(run_command(handler, "tcp", "--verify"))
    assert code == 1
    assert "problems solved: 1, wrong: 1" in out
    assert err == "plyground: the server says: wrong\n"


def test_ctrl_c_says_goodbye_and_leaves_nothing_running() -> None:
    async def run() -> int:
        gone = asyncio.Event()

        async def handler(peer: Peer) -> None:
            await peer.greet()
            await peer.say(f"4 state {START}")
            await peer.until("@4 move [1-6]")
            process.send_signal(signal.SIGINT)
            await peer.until("goodbye")
            gone.set()

        async with serving(handler, "tcp") as url:
            process = await asyncio.create_subprocess_exec(
                *command(url), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
            )
            _, err = await asyncio.wait_for(process.communicate(), 60)
            assert err == b""
            await asyncio.wait_for(gone.wait(), 5)
        assert process.returncode is not None
        return process.returncode

    assert asyncio.run(run()) == 130


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["127.0.0.1:1"], "cannot connect to kgp://127.0.0.1:1: "),
        (["ws://127.0.0.1:1"], "cannot connect to ws://127.0.0.1:1/socket: "),
        (["http://x"], "http://x is not an address; expected e.g."),
        (["127.0.0.1:1", "--player", "human"], "choose another player"),
        (["127.0.0.1:1", "--player", "pvs:weights=none.toml"], "none.toml"),
        (["127.0.0.1:1", "--token", ""], "--token must not be empty"),
    ],
    ids=["refused", "refused-ws", "address", "human", "weights", "token"],
)
def test_mistakes_are_told_in_one_line(
    words: list[str],
    problem: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys, "argv", ["plyground", "connect", "kgp", *words])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 2
    *notes, last = capsys.readouterr().err.splitlines()
    assert notes == []
    assert last.startswith("plyground: ")
    assert problem in last


def test_a_token_in_the_open_is_warned_about(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", ["plyground", "connect", "kgp", "kgp://host.invalid"])
    monkeypatch.setenv("PLYGROUND_KGP_TOKEN", "s")
    with pytest.raises(SystemExit):
        main()
    assert "wss:// hides it" in capsys.readouterr().err
