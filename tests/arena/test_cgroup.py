"""Control groups: version 1 for real where we may, version 2 on a folder with the same files.

The machines that tests run on have one version at most. The folder behaves as the kernel's does in
what we rely on: a new group has its files, an empty one can be removed, and others cannot.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from plyground.arena.sandbox import cgroup, janitor
from plyground.arena.sandbox.cgroup import Cgroup, Machine
from plyground.arena.sandbox.limits import Limits

LIMITS = Limits(memory_mb=100, processes=10)
HARD_LIMIT = int((100 * 1.1 + 32) * 2**20)

V2_FILES = {
    "cgroup.procs": "", "cgroup.freeze": "0", "cgroup.subtree_control": "", "memory.max": "max",
    "memory.swap.max": "max", "memory.stat": "anon 0\nfile 9000000\nshmem 0\n", "pids.max": "max",
    "memory.events": "low 0\nhigh 0\nmax 0\noom 0\noom_kill 0\n", "pids.events": "max 0\n",
    "cpu.stat": "usage_usec 0\nuser_usec 0\nsystem_usec 0\n",
}  # fmt: skip


class FakeKernel:
    """A folder that looks like the tree of version 2."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.root, self.proc = folder / "cgroup", folder / "proc"
        self.systemd = folder / "systemd"
        self.machine = Machine(self.root, self.proc, self.systemd)
        self._rmdir, self._mkdir = os.rmdir, os.mkdir
        monkeypatch.setattr(os, "mkdir", self.mkdir)
        monkeypatch.setattr(os, "rmdir", self.rmdir)
        monkeypatch.setattr(cgroup, "_clean_up_after_us", janitor.sweep)
        self.proc.joinpath("self").mkdir(parents=True)
        self.mkdir(str(self.root))
        (self.root / "cgroup.controllers").write_text("cpu memory pids\n")

    def mkdir(self, path: str | Path, mode: int = 0o777) -> None:
        self._mkdir(path, mode)
        if Path(path).is_relative_to(self.root):
            for name, text in V2_FILES.items():
                Path(path, name).write_text(text)

    def rmdir(self, path: str | Path) -> None:
        if Path(path, "cgroup.procs").exists():
            pids = Path(path, "cgroup.procs").read_text().split()
            if any(os.path.exists(f"/proc/{pid}") for pid in pids):
                raise OSError(16, "Device or resource busy")
            for name in V2_FILES:
                Path(path, name).unlink()
        self._rmdir(path)

    def place(self, path: str, shared: str = "") -> Path:
        """Put our process into a group whose parent shares controllers out."""
        (self.proc / "self" / "cgroup").write_text(f"0::/{path}\n")
        folder = self.root
        for name in Path(path).parts:
            folder = folder / name
            self.mkdir(str(folder))
        (folder.parent / "cgroup.subtree_control").write_text(shared)
        return folder


@pytest.fixture
def kernel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> FakeKernel:
    return FakeKernel(tmp_path, monkeypatch)


@pytest.fixture
def sleeper() -> Iterator[list[subprocess.Popen[bytes]]]:
    started: list[subprocess.Popen[bytes]] = []
    yield started
    for process in started:
        process.kill()
        process.wait()


def entered(group: Cgroup, sleeper: list[subprocess.Popen[bytes]]) -> subprocess.Popen[bytes]:
    """Start a process in a group, and wait until it has entered."""
    command = group.entered(
        [sys.executable, "-c", "print(flush=True); import time; time.sleep(99)"]
    )
    process = subprocess.Popen(command, stdout=subprocess.PIPE)
    sleeper.append(process)
    assert process.stdout is not None
    assert process.stdout.readline() == b"\n"
    return process


def test_a_group_of_version_2_is_made_beside_our_own(
    kernel: FakeKernel, sleeper: list[subprocess.Popen[bytes]]
) -> None:
    own = kernel.place("user.slice/session.scope", shared="cpu memory pids")
    made = cgroup.create(LIMITS, kernel.machine)
    assert made is not None
    (folder,) = own.parent.glob("plyground-*")
    assert folder.name.startswith(f"plyground-{os.getpid()}-")
    assert (folder / "memory.max").read_text() == str(HARD_LIMIT)
    assert (folder / "memory.swap.max").read_text() == "0"
    assert (folder / "pids.max").read_text() == str(LIMITS.tasks)
    process = entered(made, sleeper)
    assert made.processes == [process.pid]
    made.kill()
    assert process.wait() == -signal.SIGKILL
    made.close()
    assert not folder.exists()


def test_the_files_of_version_2_are_read(kernel: FakeKernel) -> None:
    kernel.place("a/b", shared="memory pids")
    made = cgroup.create(LIMITS, kernel.machine)
    assert made is not None
    (folder,) = (kernel.root / "a").glob("plyground-*")
    (folder / "memory.stat").write_text("anon 1048576\nfile 9000000\nshmem 2097152\n")
    (folder / "cpu.stat").write_text("usage_usec 2500000\nuser_usec 2000000\n")
    assert (made.memory_mb(), made.cpu_seconds()) == (3.0, 2.5)
    assert (made.was_out_of_memory, made.was_refused_a_process) == (False, False)
    (folder / "memory.events").write_text("oom 1\noom_kill 1\n")
    (folder / "pids.events").write_text("max 3\n")
    assert (made.was_out_of_memory, made.was_refused_a_process) == (True, True)
    made.freeze()
    assert (folder / "cgroup.freeze").read_text() == "1"
    made.thaw()
    assert (folder / "cgroup.freeze").read_text() == "0"
    made.close()


@pytest.mark.parametrize("shared", ["", "cpu", "memory"])
def test_without_delegation_there_is_no_group(kernel: FakeKernel, shared: str) -> None:
    kernel.place("a/b", shared)
    assert cgroup.create(LIMITS, kernel.machine) is None
    assert not list(kernel.root.rglob("plyground-*"))


def test_a_group_that_cannot_be_limited_is_not_left_behind(
    kernel: FakeKernel, monkeypatch: pytest.MonkeyPatch
) -> None:
    kernel.place("a/b", shared="memory pids")

    def refuse(file: Path, value: int) -> None:  # noqa: ARG001
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(cgroup, "_write", refuse)
    assert cgroup.create(LIMITS, kernel.machine) is None
    assert not list(kernel.root.rglob("plyground-*"))


# A program in the place of systemd-run: says what it was given, and makes the group itself.
SYSTEMD_RUN = """#!/bin/sh
echo "$@" >> {log}
for word; do case $word in --unit=*) unit=${{word#--unit=}};; esac; done
mkdir -p {root}/app.slice/$unit {proc}/$$
cp {root}/a/* {root}/app.slice/$unit 2>/dev/null
echo "0::/app.slice/$unit" > {proc}/$$/cgroup
echo $$ > {root}/app.slice/$unit/cgroup.procs
while [ "$1" != -- ]; do shift; done
shift
exec "$@"
"""


def test_systemd_makes_a_scope(
    kernel: FakeKernel,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    sleeper: list[subprocess.Popen[bytes]],
) -> None:
    kernel.place("a/b")
    kernel.systemd.mkdir()
    program = tmp_path / "bin" / "systemd-run"
    program.parent.mkdir()
    log = tmp_path / "log"
    program.write_text(SYSTEMD_RUN.format(log=log, root=kernel.root, proc=kernel.proc))
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(program.parent), prepend=os.pathsep)
    monkeypatch.setenv("XDG_RUNTIME_DIR", "/run/user/7")
    monkeypatch.setattr(cgroup, "_makes_scopes", lambda _: True)
    made = cgroup.create(LIMITS, kernel.machine)
    assert made is not None
    assert made.environment["XDG_RUNTIME_DIR"] == "/run/user/7"
    process = entered(made, sleeper)
    made.started(process.pid)
    told = log.read_text()
    assert f"MemoryMax={HARD_LIMIT}" in told
    assert f"TasksMax={LIMITS.tasks}" in told
    assert "-u XDG_RUNTIME_DIR" in told  # the agent does not learn how systemd is reached
    assert ("--user" in told) == (os.geteuid() != 0)
    assert made.processes == [process.pid]
    made.freeze()
    (folder,) = (kernel.root / "app.slice").iterdir()
    assert (folder / "cgroup.freeze").read_text().startswith("1")
    made.kill()
    assert process.wait() == -signal.SIGKILL


def test_systemd_that_does_not_answer_is_done_without(
    kernel: FakeKernel, monkeypatch: pytest.MonkeyPatch
) -> None:
    kernel.place("a/b")
    kernel.systemd.mkdir()
    monkeypatch.setattr(shutil, "which", lambda _: "/usr/bin/systemd-run")
    monkeypatch.setenv("PATH", str(kernel.systemd))  # where there is no such program
    assert cgroup.create(LIMITS, kernel.machine) is None


# Version 1, for real.


def real_parents() -> list[str]:
    found = [Machine().v1_folder(tree) for tree in ("memory", "cpuacct", "freezer", "pids")]
    return [str(folder) for folder in found if folder is not None]


needs_v1 = pytest.mark.skipif(
    len(real_parents()) < 4 or os.geteuid() != 0, reason="no groups of version 1 can be made"
)


@needs_v1
def test_groups_of_a_run_that_was_killed_are_removed_by_the_next(
    monkeypatch: pytest.MonkeyPatch, sleeper: list[subprocess.Popen[bytes]]
) -> None:
    ended = subprocess.Popen(["true"])
    ended.wait()
    living = cgroup.create(LIMITS)
    monkeypatch.setattr(os, "getpid", lambda: ended.pid)
    monkeypatch.setattr(cgroup, "_clean_up_after_us", lambda _: None)
    stale = cgroup.create(LIMITS)
    monkeypatch.undo()
    assert stale is not None
    assert living is not None
    process = entered(stale, sleeper)
    stale.freeze()
    janitor.sweep(real_parents())
    assert process.wait(10) == -signal.SIGKILL
    left = [name for parent in real_parents() for name in os.listdir(parent)]
    assert not [name for name in left if name.startswith(f"plyground-{ended.pid}-")]
    assert [name for name in left if name.startswith(f"plyground-{os.getpid()}-")]
    living.close()


@needs_v1
def test_a_dead_process_that_nobody_has_noticed_owns_nothing() -> None:
    ended = subprocess.Popen(["true"])
    os.waitid(os.P_PID, ended.pid, os.WEXITED | os.WNOWAIT)  # it stays a zombie
    name = janitor.fresh_name().replace(f"-{os.getpid()}-", f"-{ended.pid}-")
    folder = Path(real_parents()[2], name)
    folder.mkdir()
    janitor.sweep(real_parents())
    assert not folder.exists()
    ended.wait()


@needs_v1
def test_a_command_that_cannot_enter_its_group_does_not_run(tmp_path: Path) -> None:
    made = cgroup.create(LIMITS)
    assert made is not None
    made.close()
    command = made.entered(["touch", str(tmp_path / "ran")])
    assert subprocess.run(command, stderr=subprocess.DEVNULL, check=False).returncode != 0
    assert not (tmp_path / "ran").exists()
