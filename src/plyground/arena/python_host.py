"""The process in which a Python agent lives: loads its file, and speaks UGI for it.

    python -m plyground.arena.python_host agent.py

The file has a function ``choose(position, clock)`` that returns a move, or a class ``Agent`` with a
method of that name, which is made anew for every game. What it prints goes to standard error, and
its standard input is empty: the referee's lines are none of its business.
"""

from __future__ import annotations

import importlib.util
import sys
import traceback
from collections.abc import Callable
from pathlib import Path

from plyground.arena.host import Choose, serve
from plyground.errors import PlygroundError


def load(path: Path) -> Callable[[], Choose]:
    """Load an agent's file; returns what makes a ``choose`` for each game."""
    sys.path.insert(0, str(path.parent))
    found = importlib.util.spec_from_file_location("agent", path)
    if found is None or found.loader is None:
        raise PlygroundError(f"{path.name} is not a Python file; expected one that ends in .py")
    module = importlib.util.module_from_spec(found)
    sys.modules["agent"] = module
    found.loader.exec_module(module)
    kind = getattr(module, "Agent", None)
    if isinstance(kind, type) and callable(getattr(kind, "choose", None)):
        return lambda: kind().choose
    choose = getattr(module, "choose", None)
    if callable(choose):
        return lambda: choose
    raise PlygroundError(
        f"{path.name} has no agent: expected a function choose(position, clock), "
        "or a class Agent with a method choose(self, position, clock)"
    )


def _print_error(error: Exception, path: Path) -> None:
    """Print an error as the agent's author would see it: from the agent's own lines on."""
    found = error.__traceback__
    while found is not None and found.tb_frame.f_code.co_filename != str(path):
        found = found.tb_next
    traceback.print_exception(type(error), error, found)


def main() -> None:
    """Serve the agent whose file is the only argument."""
    path = Path(sys.argv[1])
    try:
        serve(path.stem, lambda: load(path))
    except Exception as error:
        _print_error(error, path)
        sys.exit(1)


if __name__ == "__main__":
    main()
