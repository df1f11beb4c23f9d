"""Where machine code of compiled games is kept, under a name that changes when the game does."""

from __future__ import annotations

import dataclasses
import enum
import hashlib
import os
import sys
from importlib.metadata import version
from pathlib import Path
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType
from typing import Any

from plyground.games.compiled.shape import Shape, leaves, members, names_in
from plyground.storage import cache_folder
from plyground.system import is_ours

_MOST_ENTRIES = 64
_ASKED = ("turn", "legal_moves", "play", "is_over", "margin", "evaluate", "features")


def cache_file(kind: type, shape: tuple[Shape, ...], source: str) -> Path | None:
    """Return the file beside which a game's machine code is kept; None if it cannot be kept.

    The file holds ``source``. Its name is drawn from everything that the machine code depends on,
    so that code of an older version of the game is never found.
    """
    try:
        name = fingerprint(kind, shape, source)
        folder = _folder()
        file = folder / f"game_{name}.py"
        if not file.exists():
            _remove_old(folder)
            fresh = folder / f"{file.name}.{os.getpid()}"
            fresh.write_text(source, encoding="utf-8")
            fresh.replace(file)
    except (OSError, _UnknownValueError):
        return None
    return file


def _folder() -> Path:
    """Return our folder; machine code is only loaded from one that nobody else can write to."""
    folder = cache_folder() / "compiled"
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    if not is_ours(folder.stat()):
        raise PermissionError(f"others can write to {folder}")
    return folder


def _remove_old(folder: Path) -> None:
    files = sorted(folder.glob("game_*.py"), key=lambda file: file.stat().st_mtime)
    for file in files[: -_MOST_ENTRIES + 1]:
        for kept in (folder / "__pycache__").glob(f"{file.stem}.*"):
            kept.unlink(missing_ok=True)
        file.unlink(missing_ok=True)


class _UnknownValueError(Exception):
    """A game uses a value that cannot be told from others by its content."""


def fingerprint(kind: type, shape: tuple[Shape, ...], source: str) -> str:
    """Return a short text that differs when anything differs that the machine code depends on."""
    print_ = _Fingerprint(kind)
    ours = [file.read_bytes() for file in sorted(Path(__file__).parent.glob("*.py"))]
    versions = (sys.version, version("numba"), version("llvmlite"))
    # The module: numba imports it again when it loads the code.
    for value in (versions, ours, source, repr(shape), kind.__module__, kind.__qualname__):
        print_.add(value)
    for field in dataclasses.fields(kind):
        print_.add((field.name, leaves(kind)[field.name]))
        if field.default is not dataclasses.MISSING:
            print_.add(field.default)
        elif field.default_factory is not dataclasses.MISSING:
            print_.add(field.default_factory())
    left = members(kind)
    while used := sorted(left.keys() & print_.names):  # the rest is never compiled
        for name in used:
            print_.add(name)
            value = left.pop(name)
            if isinstance(value, int | tuple | FunctionType | property):
                print_.add(value)
    return print_.text


class _Fingerprint:
    def __init__(self, kind: type) -> None:
        self._sum = hashlib.sha256()
        self._seen: set[int] = {id(kind)}  # a game that names itself names nothing else
        self.names = {*_ASKED}  # and theirs

    @property
    def text(self) -> str:
        return self._sum.hexdigest()[:32]

    def add(self, value: Any, names: frozenset[str] = frozenset()) -> None:
        """Add a value; of a module, what the code that uses ``names`` may take from it."""
        self._sum.update(f"{type(value).__name__}:".encode())
        if isinstance(value, str | bytes | int | float | complex | enum.Enum | None):
            self._sum.update(repr(value).encode() + b";")
        elif isinstance(value, tuple | list):
            self._sum.update(f"{len(value)};".encode())
            for one in value:
                self.add(one)
        elif id(value) not in self._seen:
            self._seen.add(id(value))
            self._add_object(value, names)

    def _add_object(self, value: Any, names: frozenset[str]) -> None:
        if isinstance(value, property):
            self.add(value.fget)
        elif isinstance(value, FunctionType):
            self._add_function(value)
        elif isinstance(value, CodeType):
            self._add_code(value)
        elif isinstance(value, ModuleType):
            self._add_module(value, names)
        elif isinstance(value, frozenset):
            self.add(sorted(map(repr, value)))
        elif isinstance(value, BuiltinFunctionType | type) and _is_installed(value.__module__):
            self.add(value.__qualname__)
        elif type(value).__module__ == "numpy" and hasattr(value, "tobytes"):
            self.add((str(value.dtype), str(value.shape), value.tobytes()))
        elif hasattr(value, "py_func"):  # what numba's own decorators make
            self.add(value.py_func)
        else:
            raise _UnknownValueError(type(value).__name__)

    def _add_function(self, function: FunctionType) -> None:
        if _is_installed(function.__module__):
            self.add(f"{function.__module__}.{function.__qualname__}")
            return
        self.add(function.__code__)
        self.add(function.__defaults__)
        self.add(sorted((function.__kwdefaults__ or {}).items()))
        names = frozenset(names_in(function.__code__))
        self.names |= names
        for name in sorted(names & function.__globals__.keys()):
            self.add(name)
            self.add(function.__globals__[name], names)
        for cell in function.__closure__ or ():
            self.add(cell.cell_contents, names)

    def _add_code(self, code: CodeType) -> None:
        for part in (code.co_code, code.co_names, code.co_varnames, code.co_consts):
            self.add(part)

    def _add_module(self, module: ModuleType, names: frozenset[str]) -> None:
        self.add(module.__name__)
        if not _is_installed(module.__name__):
            for name in sorted(names & vars(module).keys()):
                self.add(name)
                self.add(vars(module)[name], names)


def _is_installed(module: str | None) -> bool:
    """Whether a module is Python's, ours, or what numba comes with: their versions are known."""
    package = (module or "").split(".")[0]
    return package in sys.stdlib_module_names or package in ("plyground", "numpy", "numba")
