"""Runs targets in turn, each in a process, and keeps the cases that crash, hang or raise."""

from __future__ import annotations

import contextlib
import json
import struct
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psutil

from tests.fuzz.all_targets import BAD, TARGETS

ROOT = Path(__file__).parents[2]
HANG = 5.0  # seconds of processor time for one case
STUCK = 60.0  # seconds that a case may wait, which says little on a busy machine
MOST_KEPT = 5  # of the same target; more of them are only counted


@dataclass(frozen=True)
class Failure:
    """A case that did what no case may do."""

    target: str
    seed: int
    number: int
    kind: str  #: crash, hang or traceback
    why: str

    @property
    def text(self) -> str:
        """How to see it again, what it was, and what happened."""
        again = f"python -m tests.fuzz --again {self.target} {self.seed} {self.number}"
        case = (TARGETS | BAD)[self.target].case(self.seed, self.number)
        return f"{self.kind} in {self.target}: {again}\n{case!r}\n\n{self.why}\n"


@dataclass
class Slot:
    """One target's share of the time."""

    target: str
    seed: int
    seconds: float

    def run(self) -> tuple[int, list[Failure]]:
        """Run cases until the time is over; a process that dies is started again."""
        failures: list[Failure] = []
        first, end = 0, time.monotonic() + self.seconds
        while (left := end - time.monotonic()) > 0:
            number, found = self._run_process(first, left)
            failures += found
            if number < 0:
                return -number, failures
            first = number + 1
        return first, failures

    def _run_process(self, first: int, seconds: float) -> tuple[int, list[Failure]]:
        """Return the case that the process got to, negative if it ended by itself."""
        with tempfile.NamedTemporaryFile() as progress, tempfile.TemporaryFile("w+") as said:
            progress.write(struct.pack("<q", first))
            progress.flush()
            words = [self.target, str(self.seed), str(first), str(seconds), progress.name]
            process = subprocess.Popen(
                [sys.executable, "-m", "tests.fuzz.worker", *words],
                cwd=ROOT,
                stdout=said,
                stderr=subprocess.STDOUT,
                stdin=subprocess.DEVNULL,
            )
            hangs = self._watch(process, Path(progress.name))
            number = _number(Path(progress.name))
            said.seek(0)
            lines = said.read().splitlines()
        failures = [
            Failure(self.target, self.seed, told["number"], "traceback", told["why"])
            for told in map(_told, lines)
            if told
        ]
        noise = "\n".join(line for line in lines if not _told(line))[-4000:]
        if hangs:
            failures.append(Failure(self.target, self.seed, number, "hang", hangs))
        elif process.returncode != 0:
            died = f"ended with {process.returncode}\n{noise}"
            failures.append(Failure(self.target, self.seed, number, "crash", died))
        elif noise:  # leaks, warnings of the interpreter
            failures.append(Failure(self.target, self.seed, abs(number) - 1, "output", noise))
        return number, failures

    def _watch(self, process: subprocess.Popen[bytes], progress: Path) -> str:
        """Wait for the end; kill the process and say why if a case takes too long."""
        watched = psutil.Process(process.pid)
        number, began, spent = -1, time.monotonic(), 0.0
        while process.poll() is None:
            time.sleep(0.1)
            now = _number(progress)
            with contextlib.suppress(psutil.Error):
                times = watched.cpu_times()
                total = times.user + times.system
                if now != number:
                    number, began, spent = now, time.monotonic(), total
                busy, waited = total - spent, time.monotonic() - began
                if now >= 0 and (busy > HANG or waited > STUCK):
                    process.kill()
                    process.wait()
                    return f"took {busy:.1f} s of processor time, {waited:.1f} s in all"
        return ""


def _number(progress: Path) -> int:
    (number,) = struct.unpack("<q", progress.read_bytes()[:8])
    return int(number)


def _told(line: str) -> dict[str, Any]:
    if not line.startswith('{"number"'):
        return {}
    told: dict[str, Any] = json.loads(line)
    return told


def fuzz(
    names: list[str], seconds: float, seed: int, keep: Path, say: Callable[[str], None]
) -> list[Failure]:
    """Give each target its share of the time; write failing cases into a folder."""
    failures: list[Failure] = []
    for name in names:
        number, found = Slot(name, seed, seconds / len(names)).run()
        failures += found
        kinds = ", ".join(f"{f.kind} at {f.number}" for f in found[:MOST_KEPT])
        say(f"{name}: {number} cases, {len(found)} failures{f' ({kinds})' if found else ''}")
        for failure in found[:MOST_KEPT]:
            keep.mkdir(parents=True, exist_ok=True)
            path = keep / f"{failure.target}-{failure.seed}-{failure.number}.txt"
            path.write_text(failure.text, "utf-8", "backslashreplace")
    return failures
