"""Data flows one way: no import and no #include points back to a later layer."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

import pytest

ROOT = Path(__file__).resolve().parent.parent

# Layers in the order of their dependence; those on one line may use each other. `plyground` is the
# package's front door, which may show anything up to the solvers.
PYTHON_LAYERS = (
    ("errors",),
    ("system",),
    ("storage", "toml"),
    ("_core",),
    ("games",),
    ("evaluation",),
    ("books",),
    ("players",),
    ("solving",),
    ("ugi",),
    ("plyground", "testing", "extensions", "arena"),
    ("adapters",),
    ("classroom",),
    ("learn",),
    ("web",),
    ("cli",),
    ("__main__",),
)
CORE_LAYERS = (
    ("platform",),
    ("hash", "random", "bitboard", "interrupt", "pages"),
    ("game",),
    ("effects",),
    ("games",),
    ("endings",),
    ("check",),
    ("eval",),
    ("search",),
    ("solve",),
)
# The core computes: it neither knows Python nor reads or writes anything.
FORBIDDEN_IN_CORE = re.compile(
    r"Python\.h|nanobind/.*|pybind11/.*|c?stdio(\.h)?|iostream|.*stream|print|filesystem"
)

Arrow = tuple[Path, int, str]  # a file, a line in it, and what is used there


def rank(layer: str, layers: tuple[tuple[str, ...], ...]) -> int | None:
    return next((i for i, together in enumerate(layers) if layer in together), None)


def broken(
    here: str, there: str, arrow: Arrow, layers: tuple[tuple[str, ...], ...]
) -> Iterator[str]:
    """Say what is wrong with a use of one layer by another, if anything is."""
    path, line, used = arrow
    ranks = rank(here, layers), rank(there, layers)
    for layer, place in zip((here, there), ranks, strict=True):
        if place is None:
            yield f"{path}:{line}: {layer!r} has no place in the order of layers"
    if ranks[0] is not None and ranks[1] is not None and ranks[0] < ranks[1]:
        yield f"{path}:{line}: {here} must not use {used}: {there} comes later"


# Python.


def python_violations(package: Path) -> list[str]:
    """Check every import in a package, inside functions and for type checkers only, too."""
    return [
        problem
        for path in sorted(package.rglob("*.py"))
        for line, module in imports(path, package)
        for problem in broken(
            layer_of(dotted_name(path, package)), layer_of(module), (path, line, module),
            PYTHON_LAYERS,
        )
    ]  # fmt: skip


def dotted_name(path: Path, package: Path) -> str:
    parts = [package.name, *path.relative_to(package).with_suffix("").parts]
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def layer_of(module: str) -> str:
    parts = module.split(".")
    return parts[1] if len(parts) > 1 else parts[0]


def imports(path: Path, package: Path) -> Iterator[tuple[int, str]]:
    """List the modules of the package that a file imports, with their lines."""
    here = dotted_name(path, package).split(".")
    if path.name != "__init__.py":
        here.pop()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found = [name.name for name in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = here[: len(here) - node.level + 1] if node.level else []
            module = ".".join([*base, *([node.module] if node.module else [])])
            found = [full_name(module, name.name, package) for name in node.names]
        else:
            continue
        yield from ((node.lineno, name) for name in found if name.split(".")[0] == package.name)


def full_name(module: str, name: str, package: Path) -> str:
    """``from plyground import games`` means the subpackage, ``import Game`` the package itself."""
    folder = package.parent.joinpath(*module.split("."))
    is_module = any((folder / f"{name}{end}").exists() for end in ("", ".py", ".pyi"))
    return f"{module}.{name}" if is_module or name == "_core" else module


# C++.


def native_violations(root: Path) -> list[str]:
    """Check every include of the core; the bindings may use all of it, and it none of them."""
    problems = []
    core = root / "core"
    for path in sorted([*core.rglob("*.hpp"), *core.rglob("*.cpp")]):
        for line, name, own in includes(path):
            target = Path(path.parent, name).resolve()
            if not own and FORBIDDEN_IN_CORE.fullmatch(name):
                problems.append(f"{path}:{line}: the core must not use <{name}>")
            elif own and not target.is_relative_to(core.resolve()):
                problems.append(f"{path}:{line}: {name} is not in the core")
            elif own:
                used = target.relative_to(core.resolve()).as_posix()
                here = core_layer(path.relative_to(core).as_posix())
                problems += broken(here, core_layer(used), (path, line, used), CORE_LAYERS)
    return problems


def includes(path: Path) -> Iterator[tuple[int, str, bool]]:
    """List the line and name of each include, and whether it stands in quotes."""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        found = re.match(r'\s*#\s*include\s*(["<])([^">]+)[">]', line)
        if found:
            yield number, found[2], found[1] == '"'


def core_layer(name: str) -> str:
    path = PurePosixPath(name)
    return path.parts[0] if len(path.parts) > 1 else path.stem


# The repository.


def test_python_imports_point_one_way() -> None:
    package = ROOT / "src" / "plyground"
    assert python_violations(package) == []
    assert len(list(imports(package / "games" / "kalah" / "position.py", package))) >= 5


def test_includes_point_one_way() -> None:
    assert native_violations(ROOT) == []
    own = [name for _, name, own in includes(ROOT / "core" / "games" / "kalah.hpp") if own]
    assert {"../game.hpp", "../hash.hpp"} <= set(own)


def test_bindings_use_nothing_but_the_core_and_each_other() -> None:
    for path in sorted((ROOT / "bindings").iterdir()):
        for line, name, own in includes(path):
            target = Path(path.parent, name).resolve()
            inside = [target.is_relative_to(ROOT / folder) for folder in ("core", "bindings")]
            assert not own or any(inside), f"{path}:{line}: {name}"


# The checker itself: planted arrows that point back.


@pytest.mark.parametrize(
    ("path", "source", "problem"),
    [
        ("errors.py", "from plyground import _core", "errors must not use plyground._core"),
        ("games/a.py", "import plyground.players.simple", "games must not use plyground.players"),
        ("games/a.py", "import os, plyground.cli.main", "games must not use plyground.cli.main"),
        ("games/a.py", "from plyground.players import simple", "players comes later"),
        ("games/a.py", "from plyground import players", "games must not use plyground.players"),
        ("games/a.py", "import plyground as ply", "games must not use plyground: plyground comes"),
        ("games/a.py", "from plyground import Game", "games must not use plyground: plyground"),
        ("games/a.py", "from ..players.simple import x", "games must not use plyground.players"),
        ("games/a.py", "from .. import players", "games must not use plyground.players"),
        ("games/deep/a.py", "from ...players import x", "games must not use plyground.players"),
        ("games/__init__.py", "from ..players import x", "games must not use plyground.players"),
        ("games/a.py", "def f():\n    import plyground.players", "a.py:2: games must not use"),
        ("players/a.py", "if x:\n    from plyground.arena import y", "arena comes later"),
        ("players/a.py", "import plyground.solving", "solving comes later"),
        ("__init__.py", "from plyground.cli import main", "plyground must not use plyground.cl"),
        ("testing.py", "import plyground.cli", "testing must not use plyground.cli"),
        ("utils/a.py", "import plyground.games", "'utils' has no place in the order of layers"),
        ("arena/a.py", "import plyground.helpers", "'helpers' has no place in the order"),
    ],
)
def test_a_planted_import_is_found(path: str, source: str, problem: str, tmp_path: Path) -> None:
    package = tmp_path / "plyground"
    for folder in ("games/deep", "players", "utils", "arena"):
        (package / folder).mkdir(parents=True)
    (package / path).write_text(source + "\n")
    [found] = python_violations(package)
    assert problem in found


@pytest.mark.parametrize(
    ("path", "source"),
    [
        ("games/a.py", "import os\nfrom plyground import _core\nfrom plyground.errors import x"),
        ("games/a.py", "from .b import c\nfrom . import d"),
        ("players/a.py", "from plyground.games.position import Position"),
        ("__init__.py", "from plyground.games import x\nimport plyground.testing"),
        ("cli/a.py", "import plyground as ply\nfrom plyground.web import x"),
    ],
)
def test_good_imports_are_left_alone(path: str, source: str, tmp_path: Path) -> None:
    package = tmp_path / "plyground"
    for folder in ("games", "players", "cli"):
        (package / folder).mkdir(parents=True)
    (package / path).write_text(source + "\n")
    assert python_violations(package) == []


@pytest.mark.parametrize(
    ("path", "source", "problem"),
    [
        ("game.hpp", '#include "games/kalah.hpp"', "game must not use games/kalah.hpp"),
        ("hash.hpp", '#include "game.hpp"', "hash must not use game.hpp: game comes later"),
        ("games/a.hpp", '#include "../check/perft.hpp"', "games must not use check/perft.hpp"),
        ("games/a.hpp", '  #  include "../eval/a.hpp"', "games must not use eval/a.hpp"),
        ("check/a.hpp", '\n#include "../search/pvs.hpp"', "a.hpp:2: check must not use search"),
        ("search/a.hpp", '#include "../solve/b.hpp"', "search must not use solve/b.hpp"),
        ("search/a.hpp", '#include "../../bindings/b.hpp"', "bindings/b.hpp is not in the core"),
        ("search/a.hpp", '#include "../tools/b.hpp"', "'tools' has no place in the order"),
        ("search/a.hpp", "#include <iostream>", "the core must not use <iostream>"),
        ("solve/a.hpp", "#include <cstdio>", "the core must not use <cstdio>"),
        ("solve/a.hpp", "#include <fstream>", "the core must not use <fstream>"),
        ("eval/a.hpp", "#include <Python.h>", "the core must not use <Python.h>"),
        ("eval/a.hpp", "#include <nanobind/nanobind.h>", "must not use <nanobind/nanobind.h>"),
    ],
)
def test_a_planted_include_is_found(path: str, source: str, problem: str, tmp_path: Path) -> None:
    file = tmp_path / "core" / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(f"{source}\n#include <array>\n")
    [found] = native_violations(tmp_path)
    assert problem in found


def test_good_includes_are_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "core" / "search" / "a.hpp"
    file.parent.mkdir(parents=True)
    file.write_text('#include "../game.hpp"\n#include "b.hpp"\n#include "../eval/c.hpp"\n')
    assert native_violations(tmp_path) == []
