"""Beasts that take memory, processor time, processes and room on the disk."""

from __future__ import annotations

import ctypes
import itertools
import mmap
import os
import resource
import signal
import subprocess
import threading
import time
import zlib
from typing import Any

from tests.support.beasts.common import MARK, NAP, attempt, beast, first, offence, tell

MB = 1 << 20


def fill(path: str, megabytes: int) -> str:
    """Write a file until it is so large, or the disk is full."""
    try:
        with open(path, "wb", buffering=0) as file:
            for _ in range(megabytes):
                file.write(os.urandom(1024) * 1024)
    except OSError as error:
        return type(error).__name__ + " " + os.strerror(error.errno or 0)
    return "all of it"


# Memory.


@beast("memory")
def leaks(position: Any, _clock: Any) -> Any:
    """Takes a little more all the time."""
    offence()
    taken = []
    for _ in range(1000):
        taken.append(b"x" * (5 * MB))
        time.sleep(0.002)
    return first(position)


@beast("memory")
def children_share_the_work(_position: Any, _clock: Any) -> Any:
    """Has children that each take less than the limit."""
    offence()
    for _ in range(4):
        if os.fork() == 0:
            taken = b"x" * (60 * MB)
            time.sleep(NAP)
            print(len(taken))
    time.sleep(NAP)


@beast("memory")
def unpacks_a_bomb(position: Any, _clock: Any) -> Any:
    """Unpacks some kilobytes into hundreds of megabytes."""
    packed = zlib.compress(bytes(200 * MB), 1)
    offence()
    return first(position) if zlib.decompress(packed) else None


@beast("memory")
def raises_its_limits(position: Any, _clock: Any) -> Any:
    """Takes back the limits of the system, and then memory."""
    for kind in (resource.RLIMIT_DATA, resource.RLIMIT_AS, resource.RLIMIT_NPROC):
        attempt(str(kind), resource.setrlimit, kind, (-1, -1))
    offence()
    taken = [b"x" * (5 * MB) for _ in range(400)]
    return first(position) if taken else None


@beast("memory")
def fills_its_disks(position: Any, _clock: Any) -> Any:
    """Keeps its data in files that lie in memory, none of them open."""
    offence()
    tell(fill("/tmp/a", 60))
    tell(fill("/dev/shm/a", 60))
    time.sleep(1.0)
    return first(position)


@beast("end", seen="No space left")
def fills_its_disk(position: Any, _clock: Any) -> Any:
    """Writes to its scratch folder until it is full, and tidies up."""
    if not os.path.exists("/tmp/done"):
        tell(fill("/tmp/a", 500))
        os.unlink("/tmp/a")
        os.mkdir("/tmp/done")
    return first(position)


@beast("end", unseen="DONE")
def hides_memory_in_a_descriptor(position: Any, _clock: Any) -> Any:
    """Asks for memory that belongs to no process: all ways to get some are closed."""
    libc = ctypes.CDLL(None, use_errno=True)

    def failed(number: int) -> None:
        if number < 0:
            raise OSError(ctypes.get_errno(), "refused")

    attempt("memfd", lambda: os.memfd_create("a"))
    attempt("shmget", lambda: failed(libc.shmget(0, 300 * MB, 0o1600)))
    attempt("msgget", lambda: failed(libc.msgget(0, 0o1600)))
    return first(position)


@beast("memory")
def shares_a_file_in_memory(position: Any, _clock: Any) -> Any:
    """Maps shared memory without a name, fills it, and forgets the mapping's owner."""
    offence()
    taken = []
    for _ in range(40):
        one = mmap.mmap(-1, 8 * MB)
        one.write(b"x" * (8 * MB))
        taken.append(one)
    time.sleep(1.0)
    return first(position)


@beast("end")
def reserves_memory(position: Any, _clock: Any) -> Any:
    """Reserves much more than it may use, and uses none of it, as runtimes do."""
    reserved.append(mmap.mmap(-1, 200 * MB))
    del reserved[1:]
    return first(position)


reserved: list[mmap.mmap] = []


@beast("memory")
def grows_out_of_turn(position: Any, _clock: Any) -> Any:
    """Takes memory in a thread, while it is not its turn and while it is."""
    if not growing:
        offence(0.5)
        threading.Thread(target=grow, daemon=True).start()
    time.sleep(0.3)
    return first(position)


growing: list[bytes] = []


def grow() -> None:
    for _ in range(1000):
        growing.append(b"x" * (4 * MB))
        time.sleep(0.01)


# Processor time.


@beast("time", "processor time", cpu=True, move_time=0.5)
def has_children_burn(_position: Any, _clock: Any) -> Any:
    """Lets children compute, one after the other, that nobody asks for their time."""
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    for count in itertools.count():
        if count == 10:
            offence()
        if os.fork() == 0:
            until = time.process_time() + 0.05
            while time.process_time() < until:
                pass
            os._exit(0)
        try:
            os.wait()  # until it has ended; nobody is told what it took
        except ChildProcessError:
            continue


@beast("time", "", move_time=0.2)
def computes_a_huge_number(_position: Any, clock: Any) -> Any:
    """Is in a computation that no signal of Python's interrupts."""
    offence(clock.seconds)
    return 3 ** (1 << 26) % 7


@beast("end")
def burns_out_of_turn(position: Any, _clock: Any) -> Any:
    """Computes all the time, in the hope that its opponent loses on time."""
    if not burning:
        burning.append(True)
        for _ in range(3):
            threading.Thread(target=burn, daemon=True).start()
    return first(position)


burning: list[bool] = []


def burn() -> None:
    while True:
        pass


@beast("time", "", move_time=0.2)
def turns_back_the_clock(_position: Any, clock: Any) -> Any:
    """Makes every clock that it finds stand still, and sleeps."""
    offence(clock.seconds)
    nap = time.sleep
    attempt("clock", lambda: time.clock_settime(time.CLOCK_REALTIME, 0))
    for name in ("time", "perf_counter", "monotonic", "process_time"):
        setattr(time, name, lambda: 0.0)
    nap(NAP)


@beast("end", unseen="DONE")
def pushes_ahead(position: Any, _clock: Any) -> Any:
    """Asks for a better place among the processes."""
    attempt("nice", lambda: os.nice(-5))
    attempt("real time", lambda: os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1)))
    attempt("priority", lambda: os.setpriority(os.PRIO_USER, 0, -5))
    return first(position)


# Processes.


@beast("crash")
def starts_threads(_position: Any, _clock: Any) -> Any:
    """Starts threads as long as it can."""
    offence()
    for _ in range(1000):
        threading.Thread(target=time.sleep, args=(NAP,), daemon=True).start()
    time.sleep(NAP)


@beast("end")
def daemon_without_environment(position: Any, _clock: Any) -> Any:
    """Leaves a program behind that has nothing of ours: session, environment, files, folder."""
    if not burning:
        burning.append(True)
        subprocess.Popen(
            ["/usr/bin/env", "-i", "/usr/bin/setsid", "/bin/sleep", str(NAP)], cwd="/", env={},
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
    return first(position)


@beast("end")
def hops(position: Any, _clock: Any) -> Any:
    """Has a process that is a new one all the time, so that who looks finds only the last."""
    if not burning:
        burning.append(True)
        if os.fork() == 0:
            os.setsid()
            while True:
                if os.fork() > 0:
                    os._exit(0)
                time.sleep(0.005)
    return first(position)


@beast("crash", "signal 9")
def kills_its_group(_position: Any, _clock: Any) -> Any:
    """Kills its own process group."""
    offence()
    os.killpg(0, signal.SIGKILL)


@beast("crash", "signal 9")
def kills_everything(_position: Any, _clock: Any) -> Any:
    """Kills whatever it may: in a sandbox that is itself."""
    others = [name for name in os.listdir("/proc") if name.isdigit()]
    if len(others) > 20:
        tell("this is no sandbox: nothing is killed")
        os._exit(1)
    offence()
    try:
        os.kill(-1, signal.SIGKILL)
    except ProcessLookupError:
        tell("there is nobody else")
    os.kill(os.getpid(), signal.SIGKILL)


@beast("end")
def stops_its_guards(position: Any, _clock: Any) -> Any:
    """Stops and ends the processes above it, as far as it sees any."""
    for number in (signal.SIGSTOP, signal.SIGTERM, signal.SIGKILL):
        for target in {os.getppid(), 1} - {os.getpid()}:
            try:
                os.kill(target, number)
            except OSError as error:
                tell(error)
    return first(position)


@beast("end", unseen=MARK)
def leaves_files(position: Any, _clock: Any) -> Any:
    """Leaves files wherever it can."""
    for folder in ("/tmp", "/dev/shm", "/var/tmp", os.path.expanduser("~"), "/run", "/", "."):
        try:
            with open(os.path.join(folder, "zoo" + "-was-here"), "w") as file:
                file.write("x")
        except OSError as error:
            tell(type(error).__name__)
    return first(position)
