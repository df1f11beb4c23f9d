"""Memory, processor time and processes are counted whole, by control groups and by looking."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import textwrap
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from plyground.arena.agents.agents import agent, check_player
from plyground.arena.agents.external import External
from plyground.arena.referee.clock import Control, GameClock
from plyground.arena.referee.referee import play_game
from plyground.arena.running.result import GameResult, Reason
from plyground.arena.sandbox import bubblewrap as sandbox
from plyground.arena.sandbox import cgroup, cores, tree
from plyground.arena.sandbox.limits import Limits
from tests.support.zoo import CONTROL, START

LIMITS = Limits(startup_seconds=10.0, memory_mb=100, processes=20)
PROMPT = 3.0  # seconds from an offence to its verdict: one where a core is free
WAIT = 20.0  # for a condition that comes about sooner or later

OPENED: list[External] = []  # closed after each test
HEAD = "import mmap, os, signal, sys, threading, time\n"
BURN = "end = time.process_time() + {seconds}\nwhile time.process_time() < end: pass\n"
SPIN = "def spin():\n    while True: pass\n"


@pytest.fixture(params=["group", "looking"])
def counted(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Play with a control group, and without one."""
    if request.param == "looking":
        monkeypatch.setattr(cgroup, "create", lambda _: None)
    elif not has_groups():
        pytest.skip("no control group can be made here")
    return str(request.param)


@pytest.fixture
def no_sandbox(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sandbox, "is_available", lambda: False)


def has_groups() -> bool:
    made = cgroup.create(Limits())
    if made is not None:
        made.close()
    return made is not None


@pytest.fixture(autouse=True)
def _nothing_survives() -> Iterator[None]:
    yield
    while OPENED:
        OPENED.pop().close()
    mark = f"PLYGROUND_AGENT={os.getpid()}-"
    assert not [pid for pid in tree.marked(mark) if not tree.is_dead(pid)]
    assert not groups_of(os.getpid())


def groups_of(pid: int) -> list[Path]:
    """List the control groups that a process has made."""
    parents = (cgroup.Machine().v1_folder(tree) for tree in ("memory", "freezer", "pids"))
    return [g for parent in parents if parent for g in parent.glob(f"plyground-{pid}-*")]


def written(folder: Path, body: str, before: str = "", name: str = "agent") -> str:
    """Write an agent whose first move runs ``body``; returns its spec."""
    lines = textwrap.indent(textwrap.dedent(body), "    ")
    (folder / f"{name}.py").write_text(
        f"{HEAD}{before}\ndef choose(position, clock):\n"
        f'    print("offence", time.time(), file=sys.stderr, flush=True)\n{lines}\n'
        "    return position.legal_moves[0]\n"
    )
    return f"file:{folder}/{name}.py"


def opened(spec: str) -> External:
    """Make an agent that ends with the test."""
    one = agent(spec, LIMITS)
    assert isinstance(one, External)
    OPENED.append(one)
    return one


def played(spec: str, control: Control = CONTROL, limits: Limits = LIMITS) -> GameResult:
    """Play one game against a random player; a fault was noticed soon."""
    result = play_game(START, (spec, "random"), control, limits=limits, seed=1)
    if result.reason.is_fault and "offence" in result.stderr[0]:
        offence = float(result.stderr[0].partition("offence ")[2].split()[0])
        assert time.time() - offence < PROMPT + (control.move_time or 0.0) * bool(control.cpu)
    return result


def wait_until(is_so: Callable[[], Any]) -> None:
    deadline = time.monotonic() + WAIT
    while not is_so():
        assert time.monotonic() < deadline
        time.sleep(0.01)


# Memory.

TAKE_FILE = """
    block = b"x" * (8 << 20)
    for _ in range(40): os.write(file, block)
    time.sleep(1e6)
"""


@pytest.mark.usefixtures("counted", "no_sandbox")
@pytest.mark.parametrize(
    "opened",
    [
        'os.memfd_create("secret")',
        'os.open("/dev/shm", os.O_TMPFILE | os.O_RDWR)',
    ],
    ids=["memfd", "shm"],
)
def test_memory_in_files_without_a_name_counts(opened: str, tmp_path: Path) -> None:
    result = played(written(tmp_path, f"    file = {opened}\n{TAKE_FILE}"))
    assert (result.reason, result.note) == (Reason.MEMORY, "used more than 100 MB")


@pytest.mark.usefixtures("counted", "no_sandbox")
def test_memory_that_is_mapped_but_not_open_counts(tmp_path: Path) -> None:
    body = """
        shared = mmap.mmap(-1, 320 << 20)
        for place in range(0, len(shared), 4096): shared[place] = 1
        time.sleep(1e6)
    """
    assert played(written(tmp_path, body)).reason == Reason.MEMORY


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


def clock(*, cpu: bool = False) -> GameClock:
    return GameClock(Control(move_time=10.0, cpu=cpu))


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


# Out of turn.


def spinning(folder: Path, before: str = "") -> External:
    """Begin a game with an agent that computes all the time once it was asked."""
    body = f"""
        if not started:
            started.append(threading.Thread(target=spin, daemon=True))
            started[0].start()
            if os.fork() == 0: spin()
            {before}
    """
    return opened(written(folder, body, f"started = []\n{SPIN}"))


def asked(one: External) -> Any:
    """Ask an agent for its first move; returns its process."""
    one.begin(START)
    one.answer(START, [], clock())
    assert one.process is not None
    return one.process


@pytest.mark.usefixtures("counted")
@pytest.mark.parametrize("in_sandbox", [True, False], ids=["sandbox", "keeper"])
def test_an_agent_does_not_compute_out_of_turn(
    in_sandbox: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if in_sandbox and not sandbox.is_available():
        pytest.skip("there is no bubblewrap")
    monkeypatch.setattr(sandbox, "is_available", lambda: in_sandbox)
    one = spinning(tmp_path)
    process = asked(one)
    time.sleep(0.05)  # what was under way
    before = process.cpu_seconds()
    time.sleep(0.5)
    assert process.cpu_seconds() - before < 0.1
    process.wake()
    wait_until(lambda: process.cpu_seconds() - before > 0.2)  # it does when it is its turn
    process.rest()
    move, _ = one.answer(START, [], clock())
    assert move == str(START.legal_moves[0])
    one.begin(START)  # a new game reaches a frozen agent


@pytest.mark.usefixtures("counted")
def test_the_opponent_of_a_spinner_keeps_its_time(tmp_path: Path) -> None:
    one = spinning(tmp_path)
    one.begin(START)
    assert one.process is not None
    before = one.process.cpu_seconds()
    (tmp_path / "other").mkdir()
    burn = textwrap.indent(BURN.format(seconds=0.5), " " * 8)
    slow = written(tmp_path / "other", f"\n{burn}", name="slow")
    result = play_game(START, (one, slow), Control(move_time=10.0), limits=LIMITS)
    assert result.reason == Reason.END, result.note
    # It computes on two cores, but on its own time only; its opponent takes 1.5 s and more.
    assert one.process.cpu_seconds() - before < 2 * result.seconds[0] + 0.5


@pytest.mark.usefixtures("counted")
def test_a_frozen_agent_answers_and_ends(tmp_path: Path) -> None:
    one = spinning(tmp_path)
    process = asked(one)
    process.send("stop")
    process.send("isready")
    assert process.receive(time.perf_counter() + WAIT) == "readyok"
    process.rest()
    began = time.monotonic()
    one.close()
    assert time.monotonic() - began < PROMPT


@pytest.mark.usefixtures("counted")
def test_an_agent_that_was_killed_while_frozen_is_started_again(tmp_path: Path) -> None:
    one = spinning(tmp_path)
    for pid in asked(one).agent_processes:
        tree.kill(pid)
    assert asked(one) is not None


ORPHANED = """
import sys, time
import plyground as ply
from plyground.arena.agents.agents import agent
from plyground.arena.sandbox import bubblewrap, cgroup
if "looking" in sys.argv: cgroup.create = lambda _: None
if "keeper" in sys.argv: bubblewrap.is_available = lambda: False
one = agent(sys.argv[1])
one.begin(ply.position("kalah(3,2)"))
print("ready", flush=True)
time.sleep(1e6)
"""


@pytest.mark.parametrize("guard", ["sandbox", "keeper"])
def test_frozen_agents_end_with_a_referee_that_is_killed(
    counted: str, guard: str, tmp_path: Path
) -> None:
    spec = written(tmp_path, "pass")
    command = [sys.executable, "-c", ORPHANED, spec, counted, guard]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as referee:
        assert referee.stdout is not None
        assert referee.stdout.readline() == b"ready\n"
        mark = f"PLYGROUND_AGENT={referee.pid}-"
        assert tree.marked(mark)
        if counted == "group" and cgroup.Machine().v1_folder("freezer"):
            assert groups_of(referee.pid)
        referee.kill()
    wait_until(lambda: not tree.marked(mark))
    wait_until(lambda: not groups_of(referee.pid))


# Pondering.

PONDER = Limits(memory_mb=100, ponder=True)
needs_cores = pytest.mark.skipif(len(os.sched_getaffinity(0)) < 2, reason="there is one core only")


def pondering(folder: Path, before: str = "") -> External:
    """Make an agent that computes all the time, and may."""
    one = spinning(folder, before)
    one.limits = PONDER
    return one


def unasked(one: External) -> float:
    """Let an agent compute on the opponent's time; returns what it is charged."""
    process = asked(one)
    before = process.cpu_seconds()
    wait_until(lambda: process.cpu_seconds() - before > 0.3)
    return float(process.wake())


@needs_cores
@pytest.mark.usefixtures("counted")
def test_pondering_on_a_core_of_its_own_costs_nothing(tmp_path: Path) -> None:
    one = pondering(tmp_path)
    assert unasked(one) == 0.0


@pytest.mark.usefixtures("counted")
def test_pondering_without_a_core_is_charged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cores, "claim", lambda: None)
    one = pondering(tmp_path)
    assert unasked(one) >= 0.3


@pytest.mark.usefixtures("counted")
def test_what_is_charged_is_taken_off_the_clock(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cores, "claim", lambda: None)
    one = pondering(tmp_path)
    process = asked(one)
    before = process.cpu_seconds()
    wait_until(lambda: process.cpu_seconds() - before > 0.5)
    _, seconds = one.answer(START, [], clock())
    assert seconds > 0.5


@needs_cores
@pytest.mark.usefixtures("counted")
def test_who_leaves_its_core_is_charged(tmp_path: Path) -> None:
    one = pondering(tmp_path, "os.sched_setaffinity(0, range(os.cpu_count()))")
    process = asked(one)
    charged = 0.0
    while charged == 0.0:
        before = process.cpu_seconds()
        wait_until(lambda: process.cpu_seconds() - before > 0.3)  # noqa: B023
        charged = process.wake()
        process.rest()


@needs_cores
def test_no_two_agents_have_the_same_core() -> None:
    claimed = [cores.claim() for _ in range(len(os.sched_getaffinity(0)) + 1)]
    taken = [core for core in claimed if core is not None]
    assert len({core.number for core in taken}) == len(taken) >= 2
    assert claimed[-1] is None
    for core in taken:
        core.close()
    again = cores.claim()
    assert again is not None
    again.close()


# Java.

ENGINE = """
import java.io.*; import java.util.*;
public class Engine {
  static List<byte[]> kept = new ArrayList<>();
  public static void main(String[] words) throws Exception {
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      if (line.equals("ugi")) System.out.println("ugiok");
      if (line.equals("isready")) System.out.println("readyok");
      if (line.startsWith("go")) {
        for (int i = 0; i < Integer.parseInt(words[0]); i++) kept.add(new byte[1 << 19]);
        if (words.length > 1) { System.err.println(words[1]); System.exit(1); }
        System.out.println("bestmove 1");
      }
      System.out.flush();
    }
  }
}
"""


@pytest.fixture(scope="module")
def java(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Compile a Java engine; returns its spec without arguments."""
    if shutil.which("javac") is None:
        pytest.skip("there is no JDK")
    folder = tmp_path_factory.mktemp("java")
    (folder / "Engine.java").write_text(ENGINE)
    subprocess.run(["javac", "-d", str(folder), str(folder / "Engine.java")], check=True)
    return f"ugi:java -cp {folder} Engine"


@pytest.mark.usefixtures("counted")
def test_java_plays_with_little_memory(java: str) -> None:
    result = played(f"{java} 20", limits=Limits(memory_mb=96))
    # The engine knows one move, which becomes illegal: it has lived as long as that.
    assert (result.reason, len(result.moves) > 0) == (Reason.ILLEGAL, True), result.note
    assert "JAVA_TOOL_OPTIONS" not in result.stderr[0]


@pytest.mark.usefixtures("counted")
def test_a_heap_that_is_only_reserved_is_free(java: str) -> None:
    own = java.replace("java ", "java -Xms1g -Xmx2g ")
    result = played(f"{own} 20", limits=Limits(memory_mb=128))
    assert result.reason == Reason.ILLEGAL, result


@pytest.mark.usefixtures("counted")
def test_a_full_heap_is_memory(java: str) -> None:
    result = played(f"{java} 1000", limits=Limits(memory_mb=128))
    assert result.reason == Reason.MEMORY, result


@pytest.mark.usefixtures("counted")
def test_a_heap_above_the_limit_is_memory(java: str) -> None:
    own = java.replace("java ", "java -Xmx2g -XX:-ExitOnOutOfMemoryError ")
    result = played(f"{own} 1000", limits=Limits(memory_mb=128))
    assert result.reason == Reason.MEMORY, result


def test_words_about_memory_are_only_words(java: str) -> None:
    words = "'Terminating due to java.lang.OutOfMemoryError: no'"
    assert played(f"{java} 1 {words}").reason == Reason.CRASH


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
