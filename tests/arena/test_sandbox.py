"""The sandbox from inside: what an agent can see, write and ask of the system."""

from __future__ import annotations

import json
import os
import shutil
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from plyground.arena.sandbox import bubblewrap as sandbox
from plyground.arena.sandbox.bubblewrap import Program
from plyground.arena.sandbox.limits import Limits
from plyground.arena.sandbox.process import WatchedProcess
from tests.support import attempts

pytestmark = pytest.mark.skipif(not sandbox.is_available(), reason="there is no bubblewrap")

SECONDS = 20.0
ALLOWED = {"write its scratch", "AF_UNIX"}
# How what is refused ends; EPERM if it is not named.
ERRORS = {
    "write /proc/sys": "EROFS EACCES",
    "write /proc/sysrq-trigger": "EROFS EACCES ENOENT",
    "write /sys": "ENOENT",
    "write /": "EROFS EACCES",
    "write /usr": "EROFS EACCES",
    "write /dev": "EROFS EACCES",
    "write its folder": "EROFS EACCES",
    "chmod its folder": "EROFS EPERM",
    "become root": "EPERM EINVAL",
    "clone3": "ENOSYS",
    "memfd": "ENOSYS",
    "io_uring": "ENOSYS",
    "userfaultfd": "ENOSYS",
    "x32": "ENOSYS",
} | dict.fromkeys([name for name in attempts.ATTEMPTS if name.startswith("AF_")], "EAFNOSUPPORT")


@contextmanager
def running(*command: str, folder: Path) -> Iterator[WatchedProcess]:
    process = WatchedProcess(Program((sys.executable, "-I", *command), (folder,)), Limits())
    try:
        yield process
    finally:
        process.close()


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What came of the attempts, and what the system says of the process that made them."""
    folder = tmp_path_factory.mktemp("attempts")
    shutil.copy(attempts.__file__, folder / "attempts.py")
    with running("attempts.py", folder=folder) as process:
        found: dict[str, Any] = json.loads(process.receive(time.perf_counter() + SECONDS))
        scratch = Path(f"/proc/{process.agent_processes[-1]}/root/tmp/new").stat()
    return found | {"owner outside": (scratch.st_uid, scratch.st_gid)}


@pytest.mark.parametrize("name", attempts.ATTEMPTS)
def test_what_no_agent_needs_is_refused(name: str, told: dict[str, Any]) -> None:
    expected = "ok" if name in ALLOWED else ERRORS.get(name, "EPERM")
    assert told[name] in expected.split()


def test_an_agent_has_no_powers(told: dict[str, Any]) -> None:
    assert int(told["status"]["CapEff"], 16) == 0
    assert told["status"]["NoNewPrivs"] == "1"


def test_roots_agent_is_not_root(told: dict[str, Any]) -> None:
    assert 0 not in told["owner outside"]
    if os.geteuid() == 0:
        owner = told["owner outside"][0]
        assert told["status"]["Uid"].split() == [str(owner)] * 4
        assert told["groups"] in ([], [owner])


def test_files_that_only_their_owner_may_read_are_seen(tmp_path: Path) -> None:
    inner = tmp_path / "data"
    inner.mkdir()
    (inner / "weights.txt").write_text("42\n")
    (inner / "open.txt").write_text("43\n")
    (inner / "link.txt").symlink_to("weights.txt")
    (tmp_path / "agent.py").write_text(
        "import os\n"
        "os.chdir('data')\n"
        "print(*(open(name).read().strip() for name in sorted(os.listdir())))\n"
    )
    for path in (tmp_path, inner, inner / "weights.txt", tmp_path / "agent.py"):
        path.chmod(0o700)
    with running("agent.py", folder=tmp_path) as process:
        assert process.receive(time.perf_counter() + SECONDS) == "42 43 42"
