"""Which files are an agent's own: those that it sees in its sandbox.

An agent that is alone in its folder owns the folder. Where several agents lie in one folder, each
owns its file, what is named after it, and the modules that it imports:

    agents/anna.py         seen by anna
    agents/anna_book.txt   seen by anna: named after it
    agents/ben.py          seen by ben
    agents/boards.py       seen by whoever imports it
    agents/notes.txt       seen by nobody

Another player of the same run is never seen, not even by who imports it. Nothing is run to find
out. A file that cannot be read counts as an agent.
"""

from __future__ import annotations

import ast
import threading
from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path

from plyground.errors import PlygroundError, shown
from plyground.extensions import PLAYER_CLASSES
from plyground.storage import read_bytes

AGENT_NAMES = frozenset({"Agent", "choose"})

_MARKS = AGENT_NAMES | set(PLAYER_CLASSES)  # names that a file with an agent defines
_LARGEST_SOURCE = 1 << 20
_MOST_SOURCES = 200  # in a folder; with more it is no single agent's
_SEPARATORS = "._-"


def real_path(word: str | Path) -> Path:
    """Return where a file of a spec lies; refuses a link that leads out of its folder."""
    path = Path(word).expanduser()
    real = path.resolve()
    if path.is_symlink() and not real.is_relative_to(path.parent.resolve()):
        raise PlygroundError(
            f"{shown(path)} is a link that leads out of its folder, to {shown(real)}; "
            "copy the file into the folder, or give its real path"
        )
    return real


def own_files(path: Path, *, is_alone: bool = True) -> tuple[Path, ...]:
    """Return what an agent's Python file, or the folder of its package, may see.

    ``is_alone`` says that no other player of the run is known to lie in its folder.
    """
    helpers = tuple(_helpers(path))
    if path.is_dir():
        return (path, *helpers)
    sources = [file for file in _sources(path.parent) if file != path]
    others = [file for file in sources if file not in helpers]
    if is_alone and len(sources) <= _MOST_SOURCES and not any(map(_is_agent_file, others)):
        return (path.parent,)
    return tuple(dict.fromkeys((path, *namesakes(path, sources), *helpers)))


def _is_agent_file(path: Path) -> bool:
    """Whether a Python file has an agent; a test may import one."""
    is_test = path.stem.startswith("test_") or path.stem == "conftest"
    names = names_in(path, with_imports=not is_test)
    return names is None or bool(names & _MARKS)


def names_in(path: Path, *, with_imports: bool = True) -> frozenset[str] | None:
    """Return what a Python file defines at its top level; None if it cannot be read."""
    try:
        found = path.stat()
        return _names(path, (found.st_mtime_ns, found.st_size), with_imports)
    except (OSError, PlygroundError, SyntaxError, ValueError, RecursionError, MemoryError):
        return None  # deep expressions are too much for the parser


_parsing = threading.Lock()  # Python 3.11 counts the depth of all threads' parsing as one


@lru_cache(1024)
def _names(path: Path, version: tuple[int, int], with_imports: bool) -> frozenset[str]:  # noqa: ARG001
    names: set[str] = set()
    for node in _statements(_parsed(path).body):
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            names.add(node.name)
        elif isinstance(node, ast.ImportFrom) and with_imports:
            names.update(alias.asname or alias.name for alias in node.names)
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            names.update(target.id for target in targets if isinstance(target, ast.Name))
    return frozenset(names)


def _parsed(path: Path) -> ast.Module:
    source = read_bytes(path, largest=_LARGEST_SOURCE)
    with _parsing:
        return ast.parse(source)


def _statements(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    """Yield statements, also those below ``if``, ``try`` and ``with``, but not inside functions."""
    for node in body:
        yield node
        if isinstance(node, ast.If | ast.Try | ast.With):
            for part in ("body", "orelse", "finalbody"):
                yield from _statements(getattr(node, part, []))
            for handler in getattr(node, "handlers", []):
                yield from _statements(handler.body)


def _sources(folder: Path) -> list[Path]:
    try:
        return sorted(folder.glob("*.py"))
    except OSError:
        return []


def namesakes(path: Path, sources: Sequence[Path] = ()) -> Iterator[Path]:
    """Yield what is named after a file, and not after another agent with a longer name."""
    longer = [
        file.stem for file in sources
        if _is_named_after(file.name, path.stem) and _is_agent_file(file)
    ]  # fmt: skip
    for entry in sorted(path.parent.iterdir()):
        if entry == path or entry.is_symlink() or not _is_named_after(entry.name, path.stem):
            continue
        if not any(_is_named_after(entry.name, stem) for stem in longer):
            yield entry


def _is_named_after(name: str, stem: str) -> bool:
    return name.startswith(stem) and (name == stem or name[len(stem)] in _SEPARATORS)


def _helpers(path: Path) -> Iterator[Path]:
    """Yield the modules beside an agent that it imports, and those that they import."""
    folder, found = path.parent, {path}
    waiting = list(path.rglob("*.py"))[:_MOST_SOURCES] if path.is_dir() else [path]
    while waiting:
        for name in sorted(_imported(waiting.pop())):
            for helper in (folder / f"{name}.py", folder / name):
                if helper in found or helper.is_symlink() or not helper.exists():
                    continue
                found.add(helper)
                yield helper
                if helper.is_file():
                    waiting.append(helper)


def _imported(path: Path) -> set[str]:
    """Return the first parts of the names of all modules that a file imports, anywhere in it."""
    try:
        nodes = list(ast.walk(_parsed(path)))
    except (PlygroundError, SyntaxError, ValueError, RecursionError, MemoryError):
        return set()
    names = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    names |= {node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)}
    return {name.partition(".")[0] for name in names} - {""}
