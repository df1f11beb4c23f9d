"""What an agent uses, found out by looking at its processes: where there is no control group.

It sees less than the kernel does. A process that begins and ends between two looks is not seen at
all if nobody waited for it, and neither is memory in files that no process has open.
"""

from __future__ import annotations

import os
import signal
import threading
from contextlib import suppress
from typing import Protocol

from plyground.arena.sandbox import memory, tree

_ROUNDS = 100  # of looking for more to stop

NOTICE = (
    "none can be made here (needs root, or version 2 with systemd). Memory, processor time and "
    "processes of external players are counted by looking at them 50 times a second. Not enforced: "
    "memory in files that no process has open, memory that is taken and freed between two looks, "
    "and the processor time of children that live less than 0.02 s and that nobody waits for"
)


class Usage(Protocol):
    """All processes of an agent: what they use, and whether they run."""

    holds_firmly: bool  #: whether what is frozen cannot run

    @property
    def processes(self) -> list[int]:
        """The processes that there are now, those that guard the agent included."""
        ...

    @property
    def was_out_of_memory(self) -> bool:
        """Whether the kernel has killed one of them for the memory that they use."""
        ...

    @property
    def was_refused_a_process(self) -> bool:
        """Whether the kernel has refused them more processes or threads."""
        ...

    def memory_mb(self) -> float:
        """Return the memory in use."""
        ...

    def cpu_seconds(self) -> float:
        """Return the processor time so far, with that of processes that have gone."""
        ...

    def freeze(self) -> None:
        """Let no process run, until ``thaw``."""
        ...

    def thaw(self) -> None:
        """Let all processes run again."""
        ...

    def kill(self) -> None:
        """Begin to kill them all, frozen or not."""
        ...

    def close(self) -> None:
        """Leave nothing behind; all is killed by now."""
        ...


class ProcessTree:
    """The processes below one of ours."""

    holds_firmly = False  # who is not stopped yet can wake those that are
    was_out_of_memory = was_refused_a_process = False  # nobody tells us

    def __init__(self, root: int, scratch: int | None, limit_mb: float) -> None:
        """Watch all processes below ``root``; ``scratch`` is one that sees the sandbox's /tmp."""
        self._root = root
        self._scratch = scratch
        self._limit_mb = limit_mb
        self._times: dict[tuple[int, int], tuple[float, float]] = {}  # own, and of children
        self._lost = 0.0  # processor time of processes that went without being waited for
        self._doubt = 0.0  # the part of it that may be due to clocks of different precision
        self._lock = threading.Lock()  # the watcher and the referee look at the same time

    @property
    def processes(self) -> list[int]:
        """The processes that there are now."""
        return [self._root, *tree.descendants(self._root)]

    def memory_mb(self) -> float:
        """Return the memory in use; a rough upper bound as long as that is within the limit."""
        pids = tree.descendants(self._root)
        rough = memory.rough_mb(pids, self._scratch)
        return rough if rough <= self._limit_mb else memory.exact_mb(pids, self._scratch)

    def cpu_seconds(self) -> float:
        """Return the processor time so far, also of processes that have gone since we saw them.

        A process that goes adds its time to that of its parent, if the parent waits for it. What
        went and was not added is remembered here.
        """
        with self._lock:
            now = {}
            for pid in self.processes:
                if (times := tree.cpu_times(pid)) is not None:
                    now[pid, times[0]] = times[1:]
            before, self._times = self._times, now
            gone = sum(sum(times) for key, times in before.items() if key not in now)
            added = sum(now[key][1] - times[1] for key, times in before.items() if key in now)
            self._remember(gone - added)
            return sum(map(sum, now.values())) + max(self._lost - self._doubt, 0.0)

    def _remember(self, missing: float) -> None:
        """Count what went and was not added; parents count in ticks, and may do so later."""
        if missing > 0:
            self._lost += missing
            self._doubt = min(self._doubt + missing, 2 * tree.TICK)
        else:
            late = min(-missing, self._doubt)
            self._lost -= late
            self._doubt -= late

    # Holding.

    def freeze(self) -> None:
        """Stop all processes of the agent, also those that are forked meanwhile.

        Who is stopped last may have woken others before: the watcher does this again and again, and
        what they compute is charged.
        """
        stopped: set[int] = set()
        for _ in range(_ROUNDS):
            running = [pid for pid in self._agents() if pid not in stopped]
            if not running:
                return
            _signal_all(running, signal.SIGSTOP)
            stopped.update(running)

    def thaw(self) -> None:
        """Let all processes run again."""
        _signal_all(self._agents(), signal.SIGCONT)

    def _agents(self) -> list[int]:
        """List the processes without those that must see our end: a keeper, or bubblewrap."""
        return [pid for pid in tree.descendants(self._root) if pid != self._scratch]

    def kill(self) -> None:
        """Kill every process of the agent."""
        _signal_all(tree.descendants(self._root), signal.SIGKILL)

    def close(self) -> None:
        """Leave the end to whoever holds the first process."""


def _signal_all(pids: list[int], number: signal.Signals) -> None:
    for pid in pids:
        with suppress(OSError):
            os.kill(pid, number)
