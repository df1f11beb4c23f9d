"""Memory, processor time and processes are counted whole, by control groups and by looking."""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest

from plyground.arena.agents.agents import check_player
from plyground.arena.referee.clock import Control
from plyground.arena.running.result import Reason
from plyground.arena.sandbox import bubblewrap as sandbox
from plyground.arena.sandbox import cgroup
from plyground.arena.sandbox.limits import Limits
from tests.support.limited import BURN, LIMITS, UNBOXED, clock, has_groups, opened, played, written
from tests.support.zoo import START

pytestmark = pytest.mark.usefixtures("nothing_survives")

# Memory.

TAKE_FILE = """
    block = b"x" * (8 << 20)
    for _ in range(40): os.write(file, block)
    time.sleep(1e6)
"""


@pytest.mark.filterwarnings("ignore::plyground.arena.sandbox.bubblewrap.NoSandbox")
@pytest.mark.usefixtures("counted")
@pytest.mark.parametrize(
    "opened",
    [
        'os.memfd_create("secret")',
        'os.open("/dev/shm", os.O_TMPFILE | os.O_RDWR)',
    ],
    ids=["memfd", "shm"],
)
def test_memory_in_files_without_a_name_counts(opened: str, tmp_path: Path) -> None:
    spec = written(tmp_path, f"    file = {opened}\n{TAKE_FILE}")
    result = played(spec, limits=UNBOXED)
    assert (result.reason, result.note) == (Reason.MEMORY, "used more than 100 MB")


@pytest.mark.filterwarnings("ignore::plyground.arena.sandbox.bubblewrap.NoSandbox")
@pytest.mark.usefixtures("counted")
def test_memory_that_is_mapped_but_not_open_counts(tmp_path: Path) -> None:
    body = """
        shared = mmap.mmap(-1, 320 << 20)
        for place in range(0, len(shared), 4096): shared[place] = 1
        time.sleep(1e6)
    """
    assert played(written(tmp_path, body), limits=UNBOXED).reason == Reason.MEMORY


@pytest.mark.usefixtures("counted")
@pytest.mark.skipif(not sandbox.is_available(), reason="there is no bubblewrap")
def test_files_that_nobody_holds_open_count_in_a_sandbox(tmp_path: Path) -> None:
    body = """
        for folder in ("/tmp", "/dev/shm"):
            with open(folder + "/left", "wb") as file:
                for _ in range(60): file.write(b"x" * (1 << 20))
        time.sleep(1e6)
    """
    assert played(written(tmp_path, body)).reason == Reason.MEMORY


@pytest.mark.usefixtures("counted")
def test_memory_of_many_children_counts_together(tmp_path: Path) -> None:
    body = """
        for _ in range(12):
            if os.fork() == 0:
                kept = bytearray(os.urandom(1 << 20)) * 15
                time.sleep(1e6)
        time.sleep(1e6)
    """
    assert played(written(tmp_path, body)).reason == Reason.MEMORY


@pytest.mark.usefixtures("counted")
def test_memory_that_children_share_counts_once(tmp_path: Path) -> None:
    body = """
        if not kept:
            kept.append(bytearray(40 << 20))
            for _ in range(8):
                if os.fork() == 0: time.sleep(1e6)
            time.sleep(0.3)
    """
    result = played(written(tmp_path, body, "kept = []"))
    assert result.reason == Reason.END, result.note
    assert 40 < (result.peak_mb[0] or 0) < 100


@pytest.mark.usefixtures("counted")
def test_what_is_only_reserved_is_free(tmp_path: Path) -> None:
    body = """
        if not kept:
            kept.append(mmap.mmap(-1, 4 << 30))
            kept.append(threading.Thread(target=time.sleep, args=(1e6,), daemon=True))
            kept[1].start()
    """
    result = played(written(tmp_path, body, "kept = []"))
    assert result.reason == Reason.END, result.note


def test_what_a_group_cannot_take_at_once_is_memory(tmp_path: Path) -> None:
    """The kernel ends what fills the group between two looks, and that is told from a crash."""
    if not has_groups():
        pytest.skip("no control group can be made here")
    body = """
        if os.fork():
            time.sleep(1e6)
        shared = mmap.mmap(-1, 2 << 30)
        shared.madvise(mmap.MADV_HUGEPAGE)
        for place in range(0, len(shared), 4096): shared[place] = 1
    """
    assert played(written(tmp_path, body)).reason == Reason.MEMORY


# Processor time.

CPU = Control(move_time=0.5, cpu=True)


@pytest.mark.usefixtures("counted")
def test_children_that_nobody_waits_for_cost_their_time(tmp_path: Path) -> None:
    body = f"""
        signal.signal(signal.SIGCHLD, signal.SIG_IGN)
        for _ in range(100):
            child = os.fork()
            if child == 0:
{textwrap.indent(BURN.format(seconds=0.1), " " * 16)}
                os._exit(0)
            try: os.waitpid(child, 0)
            except ChildProcessError: pass
    """
    result = played(written(tmp_path, body), CPU)
    assert (result.reason, result.note) == (Reason.TIME, "used more processor time than it has")


@pytest.mark.usefixtures("counted")
def test_a_daemon_costs_its_time(tmp_path: Path) -> None:
    body = """
        if os.fork() == 0:
            os.setsid()
            if os.fork() == 0:
                os.closerange(0, 256)
                while True: pass
            os._exit(0)
        time.sleep(1e6)
    """
    result = played(written(tmp_path, body), CPU)
    assert (result.reason, result.note) == (Reason.TIME, "used more processor time than it has")


@pytest.mark.usefixtures("counted")
def test_children_that_are_waited_for_cost_their_time_once(tmp_path: Path) -> None:
    burned = textwrap.indent(BURN.format(seconds=0.1), " " * 16)
    body = f"""
        for _ in range(5):
            if os.fork() == 0:
{burned}
                os._exit(0)
            os.wait()
        print("used", sum(os.times()[:4]), file=sys.stderr, flush=True)
    """
    one = opened(written(tmp_path, body))
    one.begin(START)
    assert one.process is not None
    before = one.process.cpu_seconds()
    one.answer(START, [], clock(cpu=True))
    used = one.process.cpu_seconds() - before
    one.process.read_errors(wait=1.0)
    told = float(one.last_errors.partition("used ")[2].split()[0])
    assert 0.45 <= used < told + 0.2  # the kernel counts children in hundredths


# Processes.


@pytest.mark.usefixtures("counted")
@pytest.mark.skipif(not sandbox.is_available(), reason="there is no bubblewrap")
def test_a_fork_bomb_without_end_is_survived(tmp_path: Path) -> None:
    body = """
        while True:
            try: os.fork()
            except OSError: pass
    """
    result = played(written(tmp_path, body))
    assert (result.reason, result.note) == (Reason.CRASH, "started more than 20 processes")


# What is said.


def test_a_move_without_a_clock_has_a_limit_that_the_verdict_names(tmp_path: Path) -> None:
    limits = Limits(untimed_seconds=0.3)
    result = played(written(tmp_path, "time.sleep(1e6)"), Control(), limits)
    note = "did not answer within 0.3 s, the limit for a move without a clock (--move-limit)"
    assert (result.reason, result.note) == (Reason.TIME, note)


def test_where_no_group_can_be_made_a_notice_says_what_is_missed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cgroup, "create", lambda _: None)
    cgroup.is_available.cache_clear()
    try:
        with pytest.warns(cgroup.NoCgroup, match="NO CONTROL GROUP: .* Not enforced: memory in"):
            check_player("a", written(tmp_path, "pass"), START, LIMITS)
    finally:
        cgroup.is_available.cache_clear()


def test_runs_of_older_stores_can_be_resumed() -> None:
    known = {"startup_seconds", "memory_mb", "output_kb", "processes", "cpu_seconds"}
    assert set(Limits().settings) == known | {"untimed_seconds"}
    assert Limits(ponder=True).settings["ponder"] is True
    assert Limits(sandbox=False).settings["sandbox"] is False
