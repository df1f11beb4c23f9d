"""A run's folder: what was asked for, what happened, where it stands, and what has been learned.

    config.json   method, game, seed and options: what the result depends on
    log.jsonl     one line for each step and each match
    checkpoint    after a step: its number, the length of the log, and the method's state
    …             the result, under the name that the method gives it

The checkpoint decides. Lines of the log that it does not count are of a step that was broken off;
they are cut away, and the step is done again.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Self

from plyground.errors import PlygroundError, shown
from plyground.learn.method import Row
from plyground.storage import is_left_over, locked, read_bytes, read_text, write_whole

VERSION = 1
_MAGIC = "plyground checkpoint"
_LARGEST = 1 << 30  # bytes of a log or checkpoint: runs may last for weeks


@dataclass(frozen=True)
class Config:
    """What makes a run, and not another one."""

    method: str
    game: str
    seed: int
    options: Mapping[str, Any]

    def to_json(self) -> str:
        """Write as JSON that people can read."""
        return json.dumps({"version": VERSION, **asdict(self)}, indent=2) + "\n"

    @classmethod
    def load(cls, folder: Path) -> Config:
        """Read the config of a run."""
        path = folder / "config.json"
        if not path.exists():
            raise PlygroundError(f"{shown(folder)} is not a training run: it has no config.json")
        try:
            data = json.loads(read_text(path))
            if data.pop("version") != VERSION:
                raise PlygroundError(f"{shown(path)}: written by another version; start a new run")
            return cls(**data)
        except PlygroundError:
            raise
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
            raise PlygroundError(f"{shown(path)} is broken; start a new run") from None


class TrainingRun:
    """A run in progress; it is locked, so no other process can resume it."""

    def __init__(self, folder: str | Path, config: Config) -> None:
        self.folder = Path(folder)
        self.config = config
        self.step = 0  #: how many steps are done
        self._lock = locked(self.folder, "another process is training there")
        self._log = open(self.folder / "log.jsonl", "ab")  # noqa: SIM115 - closed by close

    @classmethod
    def create(cls, folder: str | Path, config: Config) -> Self:
        """Begin a run in a new or empty folder."""
        folder = Path(folder)
        if "," in str(folder):
            raise PlygroundError(
                f"{shown(folder)}: choose a name that players' specs can hold: no comma"
            )
        try:
            folder.mkdir(parents=True, exist_ok=True)
            taken = any(not is_left_over(path) for path in folder.iterdir())
        except OSError as error:
            raise PlygroundError(
                f"{shown(folder)}: cannot be used as the run's folder: {error.strerror}"
            ) from None
        if taken:
            raise PlygroundError(
                f"{shown(folder)} is not empty; add --resume to resume it, "
                "or choose another folder with --save"
            )
        write_whole(folder / "config.json", config.to_json().encode())
        return cls(folder, config)

    @classmethod
    def open(cls, folder: str | Path) -> Self:
        """Open a run to resume it; see ``restored``."""
        return cls(folder, Config.load(Path(folder)))

    def restored(self) -> bytes | None:
        """Return the last state; None before the first step. The log goes back to it, too."""
        path = self.folder / "checkpoint"
        length, state = 0, None
        if path.exists():
            header, state = _read_checkpoint(path)
            self.step, length = header["step"], header["log"]
        if self._log.seek(0, os.SEEK_END) < length:
            raise PlygroundError(
                f"{shown(self.folder / 'log.jsonl')} is shorter than the checkpoint says; "
                "restore it, or start a new run"
            )
        self._log.truncate(length)
        return state

    def log(self, row: Row) -> None:
        """Write down what happened."""
        self._log.write(json.dumps(row).encode() + b"\n")
        self._log.flush()

    def checkpoint(self, step: int, state: bytes) -> None:
        """Keep where the run stands after a number of steps."""
        header = {
            "file": _MAGIC,
            "version": VERSION,
            "step": step,
            "log": self._log.seek(0, os.SEEK_END),
            "sha256": hashlib.sha256(state).hexdigest(),
        }
        write_whole(self.folder / "checkpoint", json.dumps(header).encode() + b"\n" + state)
        self.step = step

    def rows(self) -> list[Row]:
        """Return the log."""
        return read_log(self.folder)

    def close(self) -> None:
        """Release the lock, so that others can resume the run."""
        self._log.close()
        os.close(self._lock)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def read_log(folder: str | Path) -> list[Row]:
    """Read what happened in a run; an unfinished last line is left out."""
    path = Path(folder) / "log.jsonl"
    lines = read_text(path, largest=_LARGEST).splitlines(keepends=True)
    try:
        return [json.loads(line) for line in lines if line.endswith("\n")]
    except (ValueError, RecursionError):
        raise PlygroundError(
            f"{shown(path)} is broken; expected JSON Lines, one line per step"
        ) from None


def _read_checkpoint(path: Path) -> tuple[dict[str, Any], bytes]:
    first, _, state = read_bytes(path, largest=_LARGEST).partition(b"\n")
    try:
        header = json.loads(first)
        wanted = (_MAGIC, VERSION, hashlib.sha256(state).hexdigest())
        if (header["file"], header["version"], header["sha256"]) == wanted:
            return header, state
    except (ValueError, TypeError, KeyError, RecursionError):
        pass
    raise broken_checkpoint(path)


def broken_checkpoint(path: Path) -> PlygroundError:
    """Return the error for a checkpoint that cannot be used."""
    return PlygroundError(f"{shown(path)} is broken; restore a copy of it, or start a new run")
