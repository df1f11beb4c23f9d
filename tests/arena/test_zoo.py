"""The whole zoo: each beast gets its verdict at once, leaves nothing, and changes nothing outside.

Everything is played by whoever runs the tests; where that is root, by an ordinary user as well.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

import plyground
from plyground.arena.sandbox import bubblewrap as sandbox
from tests.support import zoo
from tests.support.beasts.common import Beast
from tests.support.paths import ROOT
from tests.support.zoo import BEASTS, Outcome, move_in, play_all, traces

pytestmark = pytest.mark.skipif(not sandbox.is_available(), reason="there is no bubblewrap")

PROMPT = 1.0  # seconds from an offence to its verdict, where a core is free
NOBODY = 65534
# As an ordinary user, in `make test`: what depends on rights, cgroups and ids.
BY_NOBODY = [
    name for name, one in BEASTS.items()
    if one.act.__module__.endswith(("resources", "reach")) or name in ("good", "fork_bomb")
]  # fmt: skip


def test_the_zoo_is_large() -> None:
    assert len(BEASTS) >= 60
    assert {one.reason for one in BEASTS.values()} == {
        "end", "time", "memory", "illegal", "crash", "output", "startup",
    }  # fmt: skip


@pytest.fixture(scope="module")
def home() -> Iterator[Path]:
    """A folder that any user can read."""
    with tempfile.TemporaryDirectory(prefix="zoo-") as folder:
        os.chmod(folder, 0o755)
        yield Path(folder)


@pytest.fixture(scope="module")
def mine(home: Path) -> dict[str, Outcome]:
    """The games of all beasts, played by whoever runs the tests."""
    place = home / "mine"
    place.mkdir(mode=0o755)
    move_in(BEASTS, place)
    before = traces(place)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SECRET_TOKEN", "hush")
        outcomes = play_all(list(BEASTS), place)
    assert traces(place) == before
    return {outcome.name: outcome for outcome in outcomes}


@pytest.mark.parametrize("name", BEASTS)
def test_a_beast_gets_its_verdict(name: str, mine: Mapping[str, Outcome]) -> None:
    check(BEASTS[name], mine[name])


def check(one: Beast, outcome: Outcome) -> None:
    """Compare what the referee said with what it should have said."""
    assert outcome.reason == one.reason, outcome
    assert one.note in outcome.note
    if one.reason == "end":
        assert outcome.note == ""
    else:
        assert outcome.lost
    assert one.seen in outcome.stderr
    assert not one.unseen or one.unseen not in outcome.stderr
    assert "\x1b" not in outcome.stderr + outcome.note
    assert outcome.left == []
    # On a machine that does other things, too, everything takes longer.
    busy = max(1.0, 2 * os.getloadavg()[0] / (os.cpu_count() or 1))
    assert outcome.late is None or outcome.late < PROMPT * busy, outcome


# Without root.


@pytest.fixture(scope="module")
def python(home: Path) -> str:
    """An interpreter for an ordinary user, who may not be allowed to use ours."""
    if os.geteuid() != 0:
        pytest.skip("this is not root: the tests above were played by an ordinary user")
    assert shutil.which("setpriv"), "root needs setpriv (util-linux) to play as somebody else"
    told = "import sys, plyground; print(sys.base_prefix)"
    tried = as_nobody([sys.executable, "-c", told], check=False)
    if tried.stdout.strip() == sys.base_prefix:
        return sys.executable
    other = shutil.which(f"python{sys.version_info[0]}.{sys.version_info[1]}", path="/usr/bin")
    assert other, f"an ordinary user can use neither {sys.executable} nor a Python of the system"
    subprocess.run([other, "-m", "venv", "--without-pip", home / "venv"], check=True)
    [packages] = (home / "venv/lib").glob("python*/site-packages")
    ours = str(Path(plyground.__file__).parents[1])
    paths = [ours, *(path for path in sys.path if path.endswith("site-packages"))]
    (packages / "ours.pth").write_text("\n".join(paths))
    return str(home / "venv/bin/python")


def as_nobody(command: list[str], **options: Any) -> subprocess.CompletedProcess[str]:
    """Run a command as a user without any rights."""
    return subprocess.run(
        ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups", *command],
        env={"PATH": os.environ["PATH"], "HOME": "/nonexistent", "SECRET_TOKEN": "hush"},
        cwd=ROOT, text=True, stdout=subprocess.PIPE, **options,
    )  # fmt: skip


def play_as_nobody(names: list[str], python: str, place: Path) -> dict[str, Outcome]:
    place.mkdir(mode=0o755)
    move_in(names, place)
    for path in (place, *place.rglob("*")):
        os.chown(path, NOBODY, NOBODY, follow_symlinks=False)
    before = traces(place)
    played = as_nobody([python, "-m", zoo.__name__, str(place), *names], check=True)
    assert traces(place) == before
    told = [Outcome(**json.loads(line)) for line in played.stdout.splitlines()]
    assert [outcome.name for outcome in told] == names
    return {outcome.name: outcome for outcome in told}


@pytest.fixture(scope="module")
def nobodys(home: Path, python: str) -> dict[str, Outcome]:
    return play_as_nobody(BY_NOBODY, python, home / "nobodys")


@pytest.mark.parametrize("name", BY_NOBODY)
def test_a_beast_gets_its_verdict_without_root(name: str, nobodys: Mapping[str, Outcome]) -> None:
    check(BEASTS[name], nobodys[name])


@pytest.mark.slow
def test_all_beasts_get_their_verdicts_without_root(home: Path, python: str) -> None:
    for outcome in play_as_nobody(list(BEASTS), python, home / "all").values():
        check(BEASTS[outcome.name], outcome)
