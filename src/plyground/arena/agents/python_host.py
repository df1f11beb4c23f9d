"""The process in which a Python agent lives: loads its file, and speaks UGI for it.

    python -m plyground.arena.agents.python_host agent.py
    python -m plyground.arena.agents.python_host FOLDER package.module

The file has a function ``choose(position, clock)`` that returns a move, or a class ``Agent`` with a
method of that name, which is made anew for every game; or it has a class ``Player`` as the course
of Watch Your Back! defines it. What it prints goes to standard error, and its standard input is
empty: the referee's lines are none of its business.
"""

from __future__ import annotations

import importlib
import importlib.util
import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

from plyground.arena.agents.course_player import CoursePlayer, is_course_class
from plyground.arena.agents.host import Guest, serve
from plyground.errors import PlygroundError


def load(words: list[str]) -> Callable[[], Guest]:
    """Load an agent's file or module; returns what makes a guest for each game."""
    module = _module(Path(words[0]), words[1]) if len(words) > 1 else _file(Path(words[0]))
    kind = getattr(module, "Agent", None)
    if isinstance(kind, type) and callable(getattr(kind, "choose", None)):
        return lambda: kind().choose
    choose = getattr(module, "choose", None)
    if callable(choose):
        return lambda: choose
    player = getattr(module, "Player", None)
    if is_course_class(player):
        return lambda: CoursePlayer(player)
    raise PlygroundError(
        f"{Path(words[-1]).name} has no agent: expected a function choose(position, clock), "
        "a class Agent with a method choose(self, position, clock), or a class Player with the "
        "methods action(self, turns) and update(self, action)"
    )


def _file(path: Path) -> ModuleType:
    """Run a file, whatever its name."""
    sys.path.insert(0, str(path.parent))
    found = importlib.util.spec_from_file_location("agent", path)
    if found is None or found.loader is None:
        raise PlygroundError(f"{path.name} is not a Python file; expected one that ends in .py")
    module = importlib.util.module_from_spec(found)
    sys.modules["agent"] = module
    found.loader.exec_module(module)
    return module


def _module(folder: Path, name: str) -> ModuleType:
    """Import a module by its name, as its neighbours do."""
    sys.path.insert(0, str(folder))
    return importlib.import_module(name)


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
