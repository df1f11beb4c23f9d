"""The process in which a Python agent lives: loads its file, and speaks UGI for it.

    python -m plyground.arena.agents.python_host agent.py
    python -m plyground.arena.agents.python_host FOLDER package.module

The file has a function ``choose(position, clock)`` that returns a move, or a class ``Agent`` with a
method of that name, which is made anew for every game, or another class that we know how to play
with (``plyground.extensions``). What it prints goes to standard error, and its standard input is
empty: the referee's lines are none of its business.
"""

from __future__ import annotations

import importlib
import importlib.util
import sys
import traceback
from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import ModuleType

from plyground.arena.agents.host import Hosted, PlayerClass, serve
from plyground.errors import PlygroundError
from plyground.extensions import PLAYER_CLASSES
from plyground.extensions import load as load_extension


def load(words: list[str]) -> Callable[[], Hosted]:
    """Load a file, or a module in a folder; returns what makes a player for each game."""
    path = Path(words[0])
    if len(words) > 1:  # imported by its name, as its neighbours do
        sys.path.insert(0, words[0])
        module = importlib.import_module(words[1])
    else:
        sys.path.insert(0, str(path.parent))
        found = importlib.util.spec_from_file_location("agent", path)
        if found is None or found.loader is None:
            raise PlygroundError(f"{path.name} is not a Python file; expected one that ends in .py")
        module = sys.modules["agent"] = importlib.util.module_from_spec(found)
        found.loader.exec_module(module)
    return _player_in(module, Path(words[-1]).name)


def _player_in(module: ModuleType, name: str) -> Callable[[], Hosted]:
    kind = getattr(module, "Agent", None)
    if isinstance(kind, type) and callable(getattr(kind, "choose", None)):
        return lambda: kind().choose
    choose = getattr(module, "choose", None)
    if callable(choose):
        return lambda: choose
    expected = []
    for known, where in PLAYER_CLASSES.items():
        player_class: PlayerClass = load_extension(where)
        brought = getattr(module, known, None)
        if isinstance(brought, type) and player_class.fits(brought):
            return partial(player_class.make, brought)
        expected.append(player_class.expected)
    raise PlygroundError(
        f"{name} has no agent: expected a function choose(position, clock), "
        f"a class Agent with a method choose(self, position, clock), or {' or '.join(expected)}"
    )


def _print_error(error: Exception, folder: str) -> None:
    """Print an error as the agent's author would see it: from the agent's own lines on."""
    found = error.__traceback__
    while found is not None and not found.tb_frame.f_code.co_filename.startswith(folder):
        found = found.tb_next
    traceback.print_exception(type(error), error, found)


def main() -> None:
    """Serve the agent that the arguments name."""
    words = sys.argv[1:]
    path = Path(words[0])
    try:
        serve(words[1] if len(words) > 1 else path.stem, lambda: load(words))
    except Exception as error:
        _print_error(error, words[0])
        sys.exit(1)


if __name__ == "__main__":
    main()
