"""What an external agent may use, and what is raised when it fails."""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields
from typing import Any

from plyground.arena.running.result import Reason
from plyground.errors import PlygroundError

OUT_OF_MEMORY = 117  #: exit code of a host whose player could get no more memory

_THREADS = 8  # for each process that is allowed
_SPARE_TASKS = 16  # the sandbox's own, and the shell that sets the limits


class Failure(Exception):  # noqa: N818 - the noun of the verdict
    """An agent has lost the game by a fault of its own."""

    def __init__(self, reason: Reason, note: str) -> None:
        super().__init__(note)
        self.reason = reason
        self.note = note


@dataclass(frozen=True)
class Limits:
    """Limits of an external agent, its whole process tree together.

    >>> Limits(memory_mb=256).startup_seconds
    10.0
    """

    startup_seconds: float = 10.0  #: to start, and to be ready for each new game
    memory_mb: float = 1024.0  #: in use: private pages, and files that are kept in memory
    output_kb: float = 1024.0  #: printed for one answer, on both outputs together
    processes: int = 32
    cpu_seconds: float | None = None  #: of processor time for one game, whatever the clock says
    untimed_seconds: float = 60.0  #: for a move, where no clock says how long it may take
    sandbox: bool = True  #: False runs agents that you trust without a sandbox
    ponder: bool = False  #: whether it may compute on the opponent's time; else it is frozen then

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            if isinstance(value, bool) or value is None:
                continue
            if not value > 0:  # which also refuses nan
                raise PlygroundError(f"{field.name}={value} is not valid; expected more than 0")

    @property
    def settings(self) -> dict[str, Any]:
        """The limits as plain values for a store; older stores do not know the newer ones."""
        newer = {"sandbox": True, "ponder": False}
        return dict(item for item in asdict(self).items() if item not in newer.items())

    @property
    def tasks(self) -> int:
        """Processes and threads, at which the kernel refuses more: a runtime has many threads."""
        return self.processes * _THREADS + _SPARE_TASKS
