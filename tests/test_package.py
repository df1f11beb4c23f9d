"""The package as it is installed: light to import, typed, and documented."""

from __future__ import annotations

import inspect
import json
import resource
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import plyground as ply
from plyground import _core

HEAVY = {
    *("numpy", "torch", "ray", "fastapi", "uvicorn", "pyspiel", "typer", "rich", "prompt_toolkit"),
    *("click", "asyncio", "multiprocessing", "concurrent", "sqlite3", "http", "ssl", "socket"),
    *("random", "pickle", "subprocess", "unittest", "importlib.metadata", "plyground.testing"),
    *("plyground.arena", "plyground.learn", "plyground.cli", "plyground.web", "plyground.adapters"),
}
IMPORT_MILLISECONDS = 100
RUNS = 7


def run(code: str, *flags: str) -> str:
    """Run code in a new interpreter, far from the sources, and return what it prints."""
    done = subprocess.run(
        [sys.executable, *flags, "-c", code], capture_output=True, text=True, check=True, cwd="/"
    )
    return done.stdout


def user_milliseconds(code: str) -> float:
    """Return the least processor time of several runs: what other programs do is left out."""
    times = []
    for _ in range(RUNS):
        before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        run(code)
        times.append(resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before)
    return 1000 * min(times)


def test_importing_is_light() -> None:
    loaded: list[str] = json.loads(
        run("import json, sys; bare = set(sys.modules); import plyground\n"
            "print(json.dumps(sorted(set(sys.modules) - bare)))")
    )  # fmt: skip
    assert "plyground" in loaded
    assert [name for name in loaded if name in HEAVY] == []


def test_importing_is_fast() -> None:
    taken = user_milliseconds("import plyground") - user_milliseconds("pass")
    assert taken < IMPORT_MILLISECONDS, f"{taken:.0f} ms of processor time"


def test_types_are_shipped() -> None:
    package = Path(inspect.getfile(ply)).parent
    assert (package / "py.typed").is_file()
    stub = Path(_core.__file__).parent / "_core.pyi"
    text = stub.read_text(encoding="utf-8")
    for name in ("class Side(", "class KalahPosition", "def legal_moves(self) -> tuple[str, ...]"):
        assert name in text


def test_every_public_name_is_there_and_documented() -> None:
    assert len(set(ply.__all__)) == len(ply.__all__)
    assert ply.__all__ == sorted(ply.__all__, key=_as_ruff_sorts)
    for name in ply.__all__:
        value = getattr(ply, name)
        assert not name.startswith("_")
        assert (inspect.getdoc(value) or "").strip(), f"{name} has no docstring"


def _as_ruff_sorts(name: str) -> tuple[int, str]:
    return (0 if name.isupper() else 1 if name[0].isupper() else 2, name)


def test_the_order_of_first_use_does_not_matter() -> None:
    """Importing a package later must not hide a function of the same name."""
    code = (
        "import {module}, plyground\n"
        "for name in plyground.__all__[::{step}]: getattr(plyground, name)\n"
        "print([type(getattr(plyground, name)).__name__ for name in plyground.__all__])"
    )
    expected = f"{[type(getattr(ply, name)).__name__ for name in ply.__all__]}\n"
    for module in ("plyground", "plyground.testing", "plyground.solving.solver"):
        for step in (1, -1):
            assert run(code.format(module=module, step=step)) == expected
    assert callable(ply.solve)


def test_old_names_work_and_warn() -> None:
    for old, new in ply._DEPRECATED.items():
        assert old not in ply.__all__
        with pytest.warns(DeprecationWarning, match=f"plyground.{new}"):
            assert getattr(ply, old) is getattr(ply, new)


def test_everything_at_once() -> None:
    code = "from plyground import *; print(position('kalah(6,4)').play('3').turn_name)"
    assert run(code) == "south\n"


def test_unknown_names_are_reported_as_usual() -> None:
    with pytest.raises(AttributeError, match="module 'plyground' has no attribute 'checkmate'"):
        _ = ply.checkmate


def test_errors_are_value_errors_of_one_family() -> None:
    for error in (ply.GameNameError, ply.IllegalMove, ply.PositionTextError, ply.RecordError):
        assert issubclass(error, ply.PlygroundError)
        assert issubclass(error, ValueError)


def test_the_version_is_the_installed_one() -> None:
    found = run("import importlib.metadata as m, plyground\n"
                "print(plyground.__version__ == m.version('plyground'))")  # fmt: skip
    assert found == "True\n"


def test_every_file_that_names_the_version_names_the_same() -> None:
    root = Path(__file__).parents[1]
    version = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    assert f"\nversion: {version}\n" in (root / "CITATION.cff").read_text("utf-8")
    assert f"\n## {version}\n" in (root / "CHANGELOG.md").read_text("utf-8")


def test_sides() -> None:
    assert [(side.name, int(side), side.other) for side in ply.Side] == [
        ("FIRST", 0, ply.Side.SECOND),
        ("SECOND", 1, ply.Side.FIRST),
    ]
