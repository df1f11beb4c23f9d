"""A game in Python by the name of its file: ``nim.py``, or ``games.py:Nim`` for one of several.

Only what a person gives on the command line may be read like this: it runs the file.
"""

from __future__ import annotations

import importlib.util
import inspect
import re
import sys
from pathlib import Path
from types import ModuleType
from typing import cast

from plyground.errors import GameNameError, shown
from plyground.games.position import Position

_NAME = re.compile(r"(?P<file>.+\.py)(:(?P<kind>\w+))?", re.DOTALL)


def names_file(name: str) -> bool:
    """Whether a game is given by its file.

    >>> names_file("examples/nim.py:Nim"), names_file("kalah(6,4)")
    (True, False)
    """
    return _NAME.fullmatch(name.strip()) is not None


def start_in_file(name: str) -> Position:
    """Return the start of a game in a Python file; raises GameNameError with the reason."""
    found = _NAME.fullmatch(name.strip())
    if found is None:
        raise GameNameError(f"{shown(name)} is not a Python file; expected e.g. games/nim.py:Nim")
    path = Path(found["file"]).expanduser().resolve()
    kind = _kind(_module(path), path, found["kind"])
    try:
        return kind()
    except Exception as error:  # it is anybody's code
        raise GameNameError(
            f"{shown(path.name)}: {kind.__name__}() is not a start position: {_one_line(error)}"
        ) from error


def file_beside(position: Position, name: str) -> Path | None:
    """Return the path of a file that belongs to a game: ``my_game.levels.toml`` beside its own.

    None for a game that was typed at a prompt.
    """
    try:
        return Path(inspect.getfile(type(position))).with_suffix(f".{name}")
    except (TypeError, OSError):
        return None


def _module(path: Path) -> ModuleType:
    """Import a file under its own name, so that other processes that know its folder can, too."""
    if not path.is_file():
        raise GameNameError(f"there is no file {shown(path)}; expected a Python file with a game")
    known = sys.modules.get(path.stem)
    if known is not None and getattr(known, "__file__", None) == str(path):
        return known
    if known is not None or not path.stem.isidentifier() or path.stem in sys.stdlib_module_names:
        raise GameNameError(f"{shown(path.name)} cannot be the name of a game's file; rename it")
    if str(path.parent) not in sys.path:
        sys.path.append(str(path.parent))
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module
    try:
        spec.loader.exec_module(module)
    except Exception as error:  # it is anybody's code
        del sys.modules[path.stem]
        raise GameNameError(f"{shown(path.name)} cannot be run: {_one_line(error)}") from error
    return module


def games_in(module: ModuleType | None) -> dict[str, type[Position]]:
    """Return the classes of games that a module defines, by name."""
    if module is None:  # of a class that was made in an odd way
        return {}
    return {
        one.__name__: cast("type[Position]", one)
        for one in vars(module).values()
        if inspect.isclass(one) and Position in one.__mro__ and one.__module__ == module.__name__
    }


def _kind(module: ModuleType, path: Path, name: str | None) -> type[Position]:
    games = games_in(module)
    if name is None and len(games) == 1:
        return next(iter(games.values()))
    if name in games:
        return games[name]
    if not games:
        raise GameNameError(f"{shown(path.name)} has no game: no class is a ply.Position")
    listed = ", ".join(f"{path.name}:{one}" for one in games)
    raise GameNameError(f"{shown(path.name)} needs a game's name; choose {listed}")


def _one_line(error: Exception) -> str:
    return " ".join(f"{type(error).__name__}: {error}".split())
