"""Long solves that survive: a file with what was proven, written now and then, and a log of it.

``RUN`` is one line of JSON, which says what is solved and how far it is, and then the solver's
table without what is cheap to find again. It is replaced as a whole, so a run that is killed leaves
the old file or the new one. ``RUN.log`` has a line of JSON for everything that was proven.
"""

from __future__ import annotations

import hashlib
import json
import os
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from plyground.errors import PlygroundError, shown
from plyground.games.position import Position
from plyground.players.limits import Limit
from plyground.solving.solver import Checkpoints, Solution, solve
from plyground.storage import locked, read_bytes, write_whole

_FORMAT = "plyground solve 1"  # the number changes with the meaning of the solver's table


class CheckpointError(PlygroundError):
    """A checkpoint cannot be used; the message says what to do."""


@dataclass
class Saved:
    """How far an earlier run came."""

    table_mb: int
    nodes: int
    seconds: float
    table: bytes


def solve_saved(
    position: Position,
    path: str | os.PathLike[str],
    limit: Limit | None = None,
    *,
    resume: bool = False,
    every: float = 60.0,
    **options: Any,
) -> Solution:
    """Solve a position, and keep what is proven in a file; ``resume`` continues from it.

    ``options`` are those of ``solve``. A resumed run has the table size of the first one.
    """
    target = Path(path)
    handle = locked(_log_of(target), "another run is using this file")
    try:
        earlier = _begin(position, target, resume)
        if earlier is not None:
            options["table_mb"] = earlier.table_mb
        run = _Run(position, target, options.get("table_mb", 256), earlier)
        tell = options.pop("on_progress", None)

        def on_progress(found: Solution) -> None:
            run.note(found)
            if tell is not None:
                tell(run.whole(found))

        checkpoints = Checkpoints(every, run.write, earlier.table if earlier else None)
        found = solve(position, limit, checkpoints=checkpoints, on_progress=on_progress, **options)
        run.note(found)
        return run.whole(found)
    finally:
        os.close(handle)


def read_checkpoint(position: Position, path: Path) -> Saved:
    """Return what an earlier run of this position has left; raises CheckpointError."""
    size = path.stat().st_size  # tables may be large: room is made for no more than there is
    line, _, table = read_bytes(path, CheckpointError, largest=size).partition(b"\n")
    try:
        header = json.loads(line)
        known, whose = header["format"], (header["game"], header["position"])
        saved = Saved(
            int(header["table_mb"]), int(header["nodes"]), float(header["seconds"]), table
        )
        digest = header["sha256"]
    except (ValueError, KeyError, TypeError, RecursionError):
        raise CheckpointError(
            f"{shown(path)} is not a saved solve; choose another --save"
        ) from None
    if known != _FORMAT:
        raise CheckpointError(
            f"{shown(path)} was saved by another version ({shown(known)}); start it again "
            "without --resume"
        )
    if whose != (position.game, position.text):
        raise CheckpointError(
            f"{shown(path)} is a solve of {shown(whose[0])} at {shown(whose[1])}; "
            "choose another --save"
        )
    if digest != hashlib.sha256(table).hexdigest():
        raise CheckpointError(f"{shown(path)} is damaged; start it again without --resume")
    return saved


def _begin(position: Position, target: Path, resume: bool) -> Saved | None:
    if not resume:
        if target.exists():
            raise CheckpointError(f"{shown(target)} exists; add --resume, or choose another --save")
        return None
    # Killed before its first checkpoint, a run begins again.
    return read_checkpoint(position, target) if target.exists() else None


def _log_of(target: Path) -> Path:
    return target.with_name(target.name + ".log")


class _Run:
    """One run, from its start or its resumption on."""

    def __init__(
        self, position: Position, target: Path, table_mb: int, earlier: Saved | None
    ) -> None:
        self._position, self._target, self._table_mb = position, target, table_mb
        self._nodes = earlier.nodes if earlier else 0
        self._seconds = earlier.seconds if earlier else 0.0
        self._latest: Solution | None = None
        self._logged: tuple[int, int] | None = None

    def whole(self, found: Solution) -> Solution:
        """Return a result with the work of earlier runs."""
        return Solution(
            found.lower, found.upper, found.line, found.nodes + self._nodes,
            found.seconds + self._seconds, found.goal, found.share,
        )  # fmt: skip

    def note(self, found: Solution) -> None:
        """Log what is new."""
        self._latest = self.whole(found)
        if (found.lower, found.upper) == self._logged:
            return
        self._logged = found.lower, found.upper
        line = {
            "time": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
            "lower": found.lower,
            "upper": found.upper,
            "nodes": self._latest.nodes,
            "seconds": round(self._latest.seconds, 3),
        }
        log = _log_of(self._target)
        try:
            with open(log, "a", encoding="utf-8") as file:
                file.write(json.dumps(line) + "\n")
        except OSError as failure:
            raise CheckpointError(f"{shown(log)}: cannot write: {failure.strerror}") from None

    def write(self, table: bytes) -> None:
        """Replace the checkpoint."""
        header = {
            "format": _FORMAT,
            "game": self._position.game,
            "position": self._position.text,
            "table_mb": self._table_mb,
            "nodes": self._latest.nodes if self._latest else self._nodes,
            "seconds": self._latest.seconds if self._latest else self._seconds,
            "sha256": hashlib.sha256(table).hexdigest(),
        }
        content = json.dumps(header).encode() + b"\n" + table
        write_whole(self._target, content, CheckpointError)
