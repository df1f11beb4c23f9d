"""A class for the tests: its folder, its keys, and what teams upload."""

from __future__ import annotations

import io
import sys
import time
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx

from plyground.classroom.new import Choices, write_class
from plyground.classroom.register import Register
from plyground.classroom.settings import read_settings
from tests.support.server import PATIENCE, Server

FIRST = b"def choose(position, clock):\n    return list(position.legal_moves)[0]\n"
LAST = b"def choose(position, clock):\n    return list(position.legal_moves)[-1]\n"
CHANCE = b"import random\ndef choose(p, clock):\n    return random.choice(list(p.legal_moves))\n"
ILLEGAL = b"""\
import sys
def choose(position, clock):
    print('woe', file=sys.stderr)
    return 99
"""
STRONG = b"""\
import plyground as ply
engine = ply.PVS(table_mb=1)
def choose(position, clock):
    return engine.search(position, ply.Limit(nodes=300)).move
"""
SLEEPS = b"import time\ndef choose(position, clock):\n    time.sleep(600)\n"
UGI = f"""\
#!{sys.executable}
from plyground.cli.main import app
app(['ugi', '--player', 'pvs:nodes=50'])
""".encode()


@dataclass(frozen=True)
class Class:
    """A class that was set up."""

    folder: Path
    staff: str  #: the key of staff
    keys: dict[str, str]  #: of the teams


def set_up(folder: Path, *teams: str, first: int = 1, **choices: Any) -> Class:
    """Make a class with one staff agent, so that new versions have few games to play.

    Its limits are long: a busy machine is nobody's fault.
    """
    chosen: dict[str, Any] = {"game": "kalah(3,2)", "move_time": 5.0} | choices
    write_class(folder, Choices(**chosen))
    shorten(folder, first)
    register = Register(read_settings(folder).address)
    keys = register.add_teams([(team, "") for team in teams])
    staff = register.new_staff_key()
    register.close()
    return Class(folder, staff, keys)


def shorten(folder: Path, first: int = 1) -> None:
    """Leave one staff agent, and few first games."""
    path = folder / "class.toml"
    text = path.read_text().replace("first = 2", f"first = {first}")
    text = text.replace("startup_seconds = 10", "startup_seconds = 60")
    others = text.index("[[staff]]", text.index("[[staff]]") + 1)
    path.write_text(text[:others] + text[text.index("# Rounds are") :])


class Caller:
    """A program that calls the server with a key."""

    def __init__(self, server: Server, key: str | None = None) -> None:
        head = {} if key is None else {"Authorization": f"Bearer {key}"}
        self.http = httpx.Client(base_url=server.url, timeout=PATIENCE, headers=head)

    def get(self, path: str) -> Any:
        answer = self.http.get(f"/api/class{path}")
        assert answer.status_code == 200, answer.text
        return answer.json()

    def post(self, path: str, **wish: Any) -> Any:
        answer = self.http.post(f"/api/class{path}", json=wish)
        assert answer.status_code in (200, 201, 204), answer.text
        return answer.json() if answer.content else None

    def upload(self, content: bytes, name: str = "agent.py", run: str = "") -> int:
        answer = self.http.post(
            "/api/class/uploads", params={"name": name, "run": run}, content=content
        )
        assert answer.status_code == 201, answer.text
        number: int = answer.json()["version"]
        return number

    def status(self, version: int) -> str:
        found: str = self.get(f"/uploads/{version}")["status"]
        return found

    def close(self) -> None:
        self.http.close()


@contextmanager
def left_to_nobody() -> Iterator[list[Server]]:
    """Yield a list for servers; those that still run in the end are killed."""
    servers: list[Server] = []
    try:
        yield servers
    finally:
        for server in servers:
            if server.process.poll() is None:
                server.kill()
            if server.process.stdout is not None:
                server.process.stdout.close()


def until(is_so: Callable[[], Any], seconds: float = 3 * PATIENCE) -> Any:
    """Wait until something is so."""
    end = time.monotonic() + seconds
    while not (found := is_so()):
        assert time.monotonic() < end, "it never came"
        time.sleep(0.1)
    return found


def zipped(files: dict[str, bytes]) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return made.getvalue()
