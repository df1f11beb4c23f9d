"""A watched child process that talks in lines: what it uses is measured, and nothing survives it.

                   sandbox                           no sandbox
    referee ── bwrap ── bwrap (pid 1) ── agent …     referee ── keeper ── agent …

When the left end dies, so does everything to its right. The agent may fork, open sessions and kill
its parents: in the sandbox it sees no process but its own, and without one the keeper adopts its
orphans. If it kills the keeper they come to us (``orphans``); a mark in the environment finds more.

All to the right of the referee is in a control group where one can be made (``cgroup``), and is
looked at otherwise (``accounting``). It is frozen while nobody waits for an answer.
"""

from __future__ import annotations

import os
import re
import secrets
import select
import signal
import subprocess
import threading
import time
from collections import deque
from contextlib import suppress

from plyground.arena.running.result import Reason
from plyground.arena.sandbox import bubblewrap as sandbox
from plyground.arena.sandbox import cgroup, cores, orphans, runtimes, tree
from plyground.arena.sandbox.accounting import ProcessTree, Usage
from plyground.arena.sandbox.bubblewrap import Program
from plyground.arena.sandbox.limits import Failure, Limits
from plyground.arena.sandbox.turns import Turns
from plyground.errors import bounded

_CHUNK = 1 << 16
_ERROR_LINES, _ERROR_WIDTH = 20, 10_000
_BUSY_TICK, _IDLE_TICK = 0.02, 0.1  # seconds between two looks, on its own turn and otherwise
_SEND_SECONDS = 0.5  # for reading what we send: the pipe holds many positions
_EXIT_SECONDS = 0.25  # from the end of its output to the end of the process
_KILL_SECONDS = 5.0
_CLOSED, _CLOSED_LOOKS = "closed its output", 10
_LATE = "did not answer in time"


class WatchedProcess:
    """A running program.

    Start it in a thread that lives as long as it: the system ends it with the thread.
    """

    def __init__(self, program: Program, limits: Limits | None = None) -> None:
        self.limits = limits or Limits()
        self.peak_mb = 0.0
        self.cpu_budget: float | None = None  #: seconds of processor time that it may reach now
        self.late = _LATE  #: what is said when it is late
        self._errors: deque[str] = deque(maxlen=_ERROR_LINES)
        self._lines: deque[str] = deque()
        self._partial = {"out": b"", "err": b""}
        self._printed = self._closed_looks = 0
        self._failure: Failure | None = None
        self._closing = threading.Event()
        self._mark = f"{os.getpid()}-{secrets.token_hex(16)}"
        self._inner: int | None = None  # the descriptor of the sandbox's first process
        self._leash: int | None = None
        self._own: set[int] = set()  # processes that are ours and not the agent's
        core = cores.claim() if self.limits.ponder else None
        self._usage = self._start(program, core)
        self._turns = Turns(self._usage, core, ponder=self.limits.ponder)
        self._watcher = threading.Thread(target=self._watch, name="watch agent", daemon=True)
        self._watcher.start()

    # Starting.

    def _start(self, program: Program, core: cores.Core | None) -> Usage:
        """Start the program where it is kept; returns what counts and holds its processes."""
        in_sandbox = sandbox.is_used(self.limits)
        read, write = os.pipe()
        ours, theirs = (read, write) if in_sandbox else (write, read)
        prepare = sandbox.sandboxed if in_sandbox else sandbox.kept
        start = prepare(program, self.limits, theirs)
        command = start.command
        environment = sandbox.environment(self._mark) | runtimes.environment(self.limits.memory_mb)
        group = cgroup.create(self.limits)
        if group is not None:
            command, environment = group.entered(command), environment | group.environment
        with cores.on(core):
            self._process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                bufsize=0, pass_fds=start.descriptors, start_new_session=True, env=environment,
                cwd=None if in_sandbox else program.folder,
            )  # fmt: skip
        start.close()
        self._own.add(self._process.pid)
        self._take_streams()
        scratch = None
        if in_sandbox:
            scratch = self._find_inner(ours)
        else:
            self._leash = ours
        if group is not None:
            with suppress(OSError):
                group.started(self._process.pid)
                return group
        return ProcessTree(self._process.pid, scratch, self.limits.memory_mb)

    def _take_streams(self) -> None:
        streams = self._process.stdin, self._process.stdout, self._process.stderr
        self._streams = [stream for stream in streams if stream is not None]
        self._in, self._out, self._err = (stream.fileno() for stream in self._streams)
        for descriptor in (self._in, self._out, self._err):
            os.set_blocking(descriptor, False)
        # In the sandbox, its guards hold the pipe open, too: it may have no end to be seen.
        self._pipe = f"pipe:[{os.fstat(self._out).st_ino}]"
        self._poll = select.poll()
        self._poll.register(self._out, select.POLLIN)
        self._poll.register(self._err, select.POLLIN)

    def _find_inner(self, info: int) -> int | None:
        """Learn which process carries the sandbox: with it everything inside dies at once."""
        with open(info, encoding="utf-8") as file:
            told = re.search(r'"child-pid": *([0-9]+)', file.read())
        if told is None:
            return None
        try:
            self._inner = os.pidfd_open(int(told[1]))
            self._own.add(int(told[1]))
        except OSError:
            self._inner = None  # it has ended already
        return int(told[1])

    # Talking.

    def send(self, line: str) -> None:
        """Send lines; raises Failure if the process is dead or does not read."""
        if not self._turns.is_awaited:
            self.wake()  # frozen it could not read
        rest = memoryview(f"{line}\n".encode())
        deadline = time.perf_counter() + _SEND_SECONDS
        while rest:
            try:
                rest = rest[os.write(self._in, rest) :]
            except BlockingIOError:
                if time.perf_counter() > deadline:
                    raise self.fail(Reason.CRASH, "does not read what it is sent") from None
                time.sleep(0.001)
            except OSError:
                raise self._ended() from None

    def receive(self, deadline: float | None) -> str:
        """Return the next line that it prints; raises Failure when it is late, silent or dead."""
        while not self._lines:
            wait = None if deadline is None else (deadline - time.perf_counter()) * 1000
            if wait is not None and wait <= 0:
                raise self.fail(Reason.TIME, self.late)
            for descriptor, _ in self._poll.poll(wait):
                self._take_in(descriptor)
        return self._lines.popleft()

    def begin_game(self) -> None:
        """Forget what it has printed and used so far; the memory that it holds is of this game."""
        self.forget_lines()
        self._errors.clear()
        self._partial["err"] = b""
        self.peak_mb = self._usage.memory_mb()

    def forget_lines(self) -> None:
        """Drop what was printed without being asked, and count output from nothing again."""
        self._printed = 0
        self._lines.clear()
        while ready := self._poll.poll(0):
            for descriptor, _ in ready:
                self._take_in(descriptor)
        self._lines.clear()

    def _take_in(self, descriptor: int) -> None:
        """Read what there is on one of its outputs; raises Failure where it ends or is too much."""
        try:
            chunk = os.read(descriptor, _CHUNK)
        except OSError:
            chunk = b""
        self._keep(descriptor, chunk)
        self._printed += len(chunk)
        if self._printed > self.limits.output_kb * 1024:
            note = f"printed more than {self.limits.output_kb:g} kB for one answer"
            raise self.fail(Reason.OUTPUT, note)
        if not chunk and descriptor == self._err:
            self._poll.unregister(self._err)
        elif not chunk:
            raise self._ended()

    def _keep(self, descriptor: int, chunk: bytes) -> None:
        end = "out" if descriptor == self._out else "err"
        *lines, self._partial[end] = (self._partial[end] + chunk).split(b"\n")
        if end == "out":
            self._lines.extend(line.decode("utf-8", "replace") for line in lines)
        else:
            shown = map(_error_line, lines[-_ERROR_LINES:])
            self._errors.extend(line for line in shown if not runtimes.is_notice(line))

    @property
    def last_errors(self) -> str:
        """The last lines on its standard error."""
        if self._partial["err"]:
            return "\n".join([*self._errors, _error_line(self._partial["err"])])
        return "\n".join(self._errors)

    # Ending.

    def fail(self, reason: Reason, note: str) -> Failure:
        """End it for a fault; returns the fault to raise, which is the first one that was seen."""
        if self._failure is None:
            self._failure = Failure(reason, note)
        self._kill()
        return self._failure

    def _ended(self) -> Failure:
        """Say why it does not talk any more."""
        try:
            code: int | None = self._process.wait(_EXIT_SECONDS)
        except subprocess.TimeoutExpired:
            code = None
        self.read_errors(wait=0.02)
        if self._usage.was_out_of_memory:
            return self.fail(*self._too_much_memory)
        if runtimes.ended_without_memory(code, self.last_errors):
            return self.fail(Reason.MEMORY, "asked for more memory than it is allowed")
        return self.fail(Reason.CRASH, _CLOSED if code is None else _exit_note(code))

    def read_errors(self, wait: float = 0.0) -> None:
        """Read what stands on its standard error; waits so long for more."""
        for _ in range(_ERROR_LINES):
            try:
                chunk = os.read(self._err, _CHUNK) if _is_readable(self._err, wait) else b""
            except OSError:
                return
            if not chunk:
                return
            self._keep(self._err, chunk)

    def _kill(self) -> None:
        """Begin to kill everything; from any thread."""
        if self._inner is not None:
            with suppress(OSError):
                signal.pidfd_send_signal(self._inner, signal.SIGKILL)
            if self._process.poll() is None:
                self._process.kill()
        self._turns.kill()

    def close(self) -> None:
        """End everything, and wait until it is over."""
        if self._closing.is_set():
            return
        self._closing.set()
        self._watcher.join()
        self._kill()
        if self._leash is not None:
            os.close(self._leash)
        self._wait_for_end()
        for stream in self._streams:
            stream.close()
        if self._inner is not None:
            os.close(self._inner)
        self._turns.close()

    def _wait_for_end(self) -> None:
        try:
            self._process.wait(_KILL_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        if self._inner is not None:
            _is_readable(self._inner, _KILL_SECONDS)  # it is when the process has ended
            with suppress(ChildProcessError):  # it is ours where we adopt orphans
                os.waitid(os.P_PIDFD, self._inner, os.WEXITED | os.WNOHANG)
        if self._leash is not None:
            orphans.kill_orphans()
            while left := tree.marked(self._mark):
                for pid in left:
                    tree.kill(pid)
                tree.wait_dead(left, _KILL_SECONDS)

    # Holding.

    def wake(self) -> float:
        """Let it run and answer; returns the processor time to charge for what it did unasked."""
        return self._turns.wake()

    def rest(self) -> None:
        """Its turn is over: it is frozen, unless it may go on computing."""
        self._turns.rest()

    def linger(self) -> None:
        """Let it finish what it does after a game, for a moment, before it is frozen again."""
        self._turns.linger()

    # Watching.

    @property
    def agent_processes(self) -> list[int]:
        """The processes that belong to the agent, without those that guard it."""
        return [pid for pid in self._usage.processes if pid not in self._own]

    def cpu_seconds(self) -> float:
        """Return the processor time that it has used so far, with all its descendants ever."""
        return self._usage.cpu_seconds()

    def note_peak(self) -> None:
        """Take note of the memory that it uses now, if that is the most so far."""
        self.peak_mb = max(self.peak_mb, self._usage.memory_mb())

    @property
    def _too_much_memory(self) -> tuple[Reason, str]:
        return Reason.MEMORY, f"used more than {self.limits.memory_mb:g} MB"

    def _watch(self) -> None:
        while not self._closing.wait(_BUSY_TICK if self._turns.is_awaited else _IDLE_TICK):
            if self._process.poll() is not None:
                self._turns.kill()
                if self._leash is not None:
                    orphans.kill_orphans()
                    for pid in tree.marked(self._mark):
                        tree.kill(pid)
                return
            if (fault := self._look()) is not None:
                self.fail(*fault)
            self._turns.look()

    def _look(self) -> tuple[Reason, str] | None:
        """Measure what it uses; returns the fault if that is too much."""
        pids, usage = self.agent_processes, self._usage
        # First, as it takes long to measure the memory of many.
        if len(pids) > self.limits.processes or usage.was_refused_a_process:
            return Reason.CRASH, f"started more than {self.limits.processes} processes"
        used = usage.memory_mb()
        self.peak_mb = max(self.peak_mb, used)
        if used > self.limits.memory_mb or usage.was_out_of_memory:
            return self._too_much_memory
        if self._has_closed(pids):
            return Reason.CRASH, _CLOSED
        budget = self.cpu_budget  # which the referee's thread may take away at any moment
        if budget is None and usage.holds_firmly:
            return None
        seconds = self.cpu_seconds()  # asked also to see processes before they go
        if budget is not None and seconds > budget:
            return Reason.TIME, "used more processor time than it has"
        return None

    def _has_closed(self, pids: list[int]) -> bool:
        """Whether nobody can answer any more; one look may see a process that is ending."""
        is_closed = (
            self._turns.is_awaited
            and bool(pids)
            and not any(tree.holds(pid, self._pipe) for pid in pids)
        )
        self._closed_looks = self._closed_looks + 1 if is_closed else 0
        return self._closed_looks >= _CLOSED_LOOKS


def _is_readable(descriptor: int, wait: float) -> bool:
    """Wait until there is something to read; unlike select, for any number of open files."""
    poll = select.poll()
    poll.register(descriptor, select.POLLIN)
    return bool(poll.poll(wait * 1000))


def _exit_note(code: int) -> str:
    """Say how a process has ended; shells, and with them the guards, add 128 to a signal."""
    signalled = -code if code < 0 else code - 128
    return f"was ended by signal {signalled}" if signalled > 0 else f"ended with exit code {code}"


def _error_line(line: bytes) -> str:
    return bounded(line.decode("utf-8", "replace").rstrip(), _ERROR_WIDTH)
