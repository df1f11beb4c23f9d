"""A real server for the tests, in a process of its own, and clients for it."""

from __future__ import annotations

import contextlib
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
from websockets.sync.client import ClientConnection, connect

Json = dict[str, Any]
TOKEN = "the-token-of-the-tests"
PATIENCE = 60.0  # seconds: a busy machine is nobody's fault


PROGRAM = "from plyground.cli.main import main; main()"


class Server:
    """``plyground serve`` on a free port; or ``plyground class serve`` for a class's folder."""

    def __init__(
        self,
        data: Path,
        *options: str,
        port: int = 0,
        program: str = PROGRAM,
        cwd: Path | None = None,
    ) -> None:
        self.data = data
        words = ["serve", "--token", TOKEN, "--data", str(data)]
        if data.is_dir():
            words = ["class", "serve", str(data)]
        command = [sys.executable, "-c", program, *words, "--no-open", "--port", str(port)]
        command += options
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            env=os.environ | {"PYTHONUNBUFFERED": "1"}, start_new_session=True, cwd=cwd,
        )  # fmt: skip
        self.lines: list[str] = []
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.append(line)
            if "Ctrl-C" in line:
                break
        found = re.search(r"http://[^/\s]+", "".join(self.lines))
        assert found, "".join(self.lines)
        self.url = found[0]
        self.port = int(self.url.rpartition(":")[2])

    def kill(self) -> None:
        """End it without any warning, as a power cut of the process would."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(PATIENCE)

    def stop(self) -> int:
        """End it as Ctrl-C does; returns its exit code."""
        self.process.send_signal(signal.SIGINT)
        code = self.process.wait(PATIENCE)
        assert self.process.stdout is not None
        self.lines += self.process.stdout.readlines()
        return code

    @property
    def output(self) -> str:
        return "".join(self.lines)


@contextlib.contextmanager
def served(
    data: Path, *options: str, program: str = PROGRAM, cwd: Path | None = None
) -> Iterator[Server]:
    """Run a server; it must end cleanly and have printed no trace."""
    server = Server(data, *options, program=program, cwd=cwd)
    try:
        yield server
        code = server.stop()
        assert code == 0, server.output
        assert "Traceback" not in server.output, server.output
        assert "never retrieved" not in server.output, server.output
    finally:
        if server.process.poll() is None:
            server.kill()
        if server.process.stdout is not None:
            server.process.stdout.close()


class Visitor:
    """A browser, as the server sees it: keeps its cookie."""

    def __init__(self, server: Server, address: str | None = None) -> None:
        """Come by the address that the server prints, or by another one of the machine."""
        self._open = contextlib.ExitStack()
        url = server.url if address is None else f"http://{address}:{server.port}"
        self.http = self._open.enter_context(httpx.Client(base_url=url, timeout=PATIENCE))
        self._address = url.replace("http", "ws")
        self.http.get("/api/games")

    def begin(self, **wish: Any) -> Json:
        answer = self.http.post("/api/games", json={"game": "kalah(6,4)"} | wish)
        assert answer.status_code == 201, answer.text
        found: Json = answer.json()
        return found

    def connect(self, path: str, **headers: str) -> ClientConnection:
        cookie = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        connection = connect(
            f"{self._address}{path}",
            additional_headers={"Cookie": cookie} | headers,
            open_timeout=PATIENCE,
        )
        return self._open.enter_context(connection)

    def sit(self, game: str) -> Table:
        return Table(self.connect(f"/ws/games/{game}"))

    def close(self) -> None:
        self._open.close()


class Table:
    """A seat at a game: keeps what a page would keep."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.moves: list[Json] = []
        self.state: Json = {}
        self.hear()

    def send(self, **message: Any) -> None:
        self.socket.send(json.dumps(message))

    def hear(self, kind: str | None = None) -> Json:
        """Take the next message, or the next of a kind; states are taken in."""
        while True:
            message: Json = json.loads(self.socket.recv(PATIENCE))
            if message["type"] == "state":
                assert message["from"] <= len(self.moves)
                self.moves = self.moves[: message["from"]] + message["moves"]
                self.state = message
            if kind in (None, message["type"]):
                return message

    def wait_for(self, is_so: Any) -> Json:
        """Hear states until one is so."""
        end = time.monotonic() + PATIENCE
        while not is_so(self.state):
            assert time.monotonic() < end
            self.hear("state")
        return self.state

    def move(self, move: str | None = None) -> Json:
        """Play a move, by default the first legal one, and wait until it is this side's turn."""
        legal = [one["move"] for one in self.state["position"]["legal"]]
        self.send(type="move", move=move or legal[0], version=self.state["version"])
        self.hear("state")
        return self.wait_for(lambda state: "move" in state["can"] or state["status"] == "over")

    def close(self) -> None:
        self.socket.close()
