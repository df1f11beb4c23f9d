"""The zoo of bad agents: where it lives, on what terms it plays, and what the referee should say.

    python -m tests.support.zoo                 lists the beasts and their verdicts
    python -m tests.support.zoo FOLDER NAME …   plays some that live there, and prints JSON

The older ones are files of their own in `bad_agents`; the others are functions in `beasts`.
"""

from __future__ import annotations

import json
import os
import re
import sys
import time
import zlib
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, replace
from pathlib import Path

import plyground as ply
from plyground.arena.agents.agents import agent
from plyground.arena.referee.clock import Control
from plyground.arena.referee.referee import play_game
from plyground.arena.running.result import Reason
from plyground.arena.sandbox.limits import Limits
from tests.support.beasts import common, crash, reach, resources, talk
from tests.support.beasts.common import MARK, NAP, Beast

ZOO = Path(__file__).parent / "bad_agents"
LIMITS = Limits(startup_seconds=5.0, memory_mb=100, processes=20, output_kb=256)
CONTROL = Control(move_time=5.0)
SHORT = Control(move_time=0.2)  # for agents whose offence it is to take longer
START = ply.position("kalah(3,2)")

# What the referee should say about each file, and a part of its note.
VERDICTS = {
    "sleeps": (Reason.TIME, "did not answer in time"),
    "spins": (Reason.TIME, "did not answer in time"),
    "forks_and_exits": (Reason.CRASH, "exit code 3"),
    "fork_bomb": (Reason.CRASH, "more than 20 processes"),
    "allocates": (Reason.MEMORY, "more than 100 MB"),
    "allocates_at_once": (Reason.MEMORY, "more memory than it is allowed"),
    "shares_memory": (Reason.MEMORY, "more than 100 MB"),
    "prints": (Reason.OUTPUT, "more than 256 kB"),
    "closes_pipes": (Reason.CRASH, "closed its output"),
    "crashes_at_start": (Reason.STARTUP, "exit code 1"),
    "crashes_in_game": (Reason.CRASH, "exit code 1"),
    "plays_illegally": (Reason.ILLEGAL, "played 99"),
    "answers_late": (Reason.TIME, "did not answer in time"),
    "kills_its_parents": (Reason.CRASH, "signal 9"),
    "ugi_garbage": (Reason.OUTPUT, ""),
    "ugi_endless_line": (Reason.OUTPUT, "more than 256 kB"),
    "ugi_never_ready": (Reason.STARTUP, "did not answer in time"),
}
HARMLESS = ("crashes_at_end", "daemon", "good")


def spec(name: str, folder: Path = ZOO) -> str:
    path = folder / f"{name}.py"
    return f"ugi:{sys.executable} -u {path}" if name.startswith("ugi_") else f"file:{path}"


# The beasts.


def _file(name: str, reason: str, note: str) -> Beast:
    """Return the beast that a file in `bad_agents` is."""

    def act() -> None:
        raise AssertionError("it is a file")

    act.__name__ = name
    one = Beast(act, reason, note, kind="file")
    if reason == Reason.TIME:
        one = replace(one, move_time=0.2)
    return replace(one, limits={"startup_seconds": 0.5}) if name == "ugi_never_ready" else one


BEASTS: dict[str, Beast] = {
    **{name: _file(name, str(reason), note) for name, (reason, note) in VERDICTS.items()},
    **{name: _file(name, "end", "") for name in HARMLESS},
    **common.ZOO,
}
_MODULES = {m.__name__: m for m in (crash, reach, resources, talk)}
_LAST_LINE = {"choose": "choose = {}", "load": "{}()", "ugi": "obey_ugi({})"}


def move_in(names: Iterable[str], home: Path) -> None:
    """Make the files of beasts, each in a folder of its own, beside a secret of somebody else."""
    (home / "secret.txt").write_text("the cake is a lie")
    for one in map(BEASTS.__getitem__, names):
        folder = home / one.name
        folder.mkdir(mode=0o755)
        text = _text(one).replace(f"NAP = {NAP}", f"NAP = {nap(home)}")
        (folder / f"{one.name}.py").write_text(text, encoding="utf-8")
        (folder / "link.txt").symlink_to("../secret.txt")


def nap(home: Path) -> int:
    """Return how long the beasts of a home sleep: others may play at the same time."""
    return NAP + zlib.crc32(str(home).encode())


def _text(one: Beast) -> str:
    """Return the text of a beast's file."""
    if one.kind == "file":
        return (ZOO / f"{one.name}.py").read_text(encoding="utf-8")
    if one.kind == "text":
        return str(one.act())
    modules = (common, _MODULES[one.act.__module__])
    texts = (Path(str(module.__file__)).read_text(encoding="utf-8") for module in modules)
    text = re.sub(r"^from (tests\.|__future__).*\n", "", "\n".join(texts), flags=re.MULTILINE)
    ending = _LAST_LINE[one.kind].format(one.name)
    return f"from __future__ import annotations\n{text}\n{ending}\n"


@dataclass(frozen=True)
class Outcome:
    """What came of a beast's game."""

    name: str
    reason: str
    note: str
    lost: bool
    stderr: str
    late: float | None  #: seconds from the offence to the verdict, where it told of its offence
    left: list[int]  #: processes that are still there


def play(one: Beast, home: Path) -> Outcome:
    """Play a beast's games against a random player."""
    player = agent(spec(one.name, home / one.name), replace(LIMITS, **one.limits))
    control = Control(move_time=one.move_time, cpu=one.cpu)
    try:
        for number in range(one.games):
            result = play_game(START, (player, "random"), control, seed=number)
            ended = time.time()
    finally:
        player.close()
    told = re.findall(r"^offence ([0-9.]+)", result.stderr[0], re.MULTILINE)
    late = ended - float(told[-1]) if told else None
    lost = result.loser == ply.Side.FIRST
    left = list(processes_with(f"{home / one.name}/"))
    return Outcome(one.name, str(result.reason), result.note, lost, result.stderr[0], late, left)


def play_all(names: Sequence[str], home: Path, at_once: int = 2) -> list[Outcome]:
    """Play the games of some beasts, a few at a time."""
    with ThreadPoolExecutor(at_once) as pool:
        return list(pool.map(lambda name: play(BEASTS[name], home), names))


# What may be left.


def processes_with(text: str) -> Iterator[int]:
    """Yield the processes, dead ones excepted, that have a text on their command line."""
    for name in os.listdir("/proc"):
        try:
            if name.isdigit() and int(name) != os.getpid():
                line = Path(f"/proc/{name}/cmdline").read_bytes()  # empty, of a dead one
                if text.encode() in line:
                    yield int(name)
        except OSError:
            continue


def traces(home: Path) -> dict[str, object]:
    """Return whatever a beast might change outside its sandbox."""
    settings = ("vm/swappiness", "kernel/hostname", "kernel/core_pattern", "kernel/panic")
    places = ("/tmp", "/dev/shm", "/var/tmp", "/run", "/", os.getcwd(), str(Path.home()))
    folders = {path: path.stat() for path in sorted(home.rglob("*")) if not path.is_symlink()}
    return {
        "settings": [Path("/proc/sys", name).read_text(encoding="ascii") for name in settings],
        "marks": [place for place in places if Path(place, MARK).exists()],
        "sleepers": list(processes_with(f"sleep\0{nap(home)}")),
        "files": {str(p): (s.st_mode, s.st_uid, s.st_size, s.st_mtime_ns)
                  for p, s in folders.items() if not p.is_dir()},
        "secret": (home / "secret.txt").read_text(encoding="utf-8"),
    }  # fmt: skip


def main() -> None:
    """List the zoo, or play some of it."""
    if len(sys.argv) == 1:
        for one in BEASTS.values():
            meaning = (one.act.__doc__ or "").partition("\n")[0]
            print(f"{one.name:32} {one.reason:8} {one.note:34} {meaning}")
        return
    for outcome in play_all(sys.argv[2:], Path(sys.argv[1])):
        print(json.dumps(asdict(outcome)))


if __name__ == "__main__":
    main()
