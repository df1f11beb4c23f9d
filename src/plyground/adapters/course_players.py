"""Players as a course's referee is given them: by a module's name, a file, or a command."""

from __future__ import annotations

import os
from pathlib import Path

import plyground
from plyground.adapters import mankalah
from plyground.arena.agents.agents import Agent, agent
from plyground.arena.agents.external import External, is_external, python_player
from plyground.arena.sandbox.limits import Limits
from plyground.errors import PlygroundError, shown
from plyground.players.specs import KINDS

HOST_MB = 20.0  #: what our own part of a player's process takes, besides the player


def watch_your_back_agent(text: str, limits: Limits) -> Agent:
    """Return the agent for a module in this folder, a module of ours, a file, or a spec."""
    if text.endswith(".py") and not is_external(text):
        return agent(f"file:{text}", limits)
    folders = [Path.cwd()]
    if text.startswith("plyground."):
        folders.append(Path(plyground.__file__).parent.parent)
    for folder in folders:
        if _is_module(folder, text):
            program, only = python_player(folder, text)
            return External(program, text, limits, only)
    if _is_spec(text):  # after the modules: somebody's player may be called random
        return agent(text, limits)
    raise PlygroundError(
        f"there is no module {shown(text)} here; expected a module in this folder with a class "
        "Player, a file that ends in .py, or a player's spec"
    )


def _is_module(folder: Path, name: str) -> bool:
    """Whether a folder has a module of this name, without importing anything."""
    parts = name.split(".")
    place = folder.joinpath(*parts)
    files = (place.with_suffix(".py"), place / "__init__.py")
    # As the import statement's function takes them, which also knows names with a hyphen.
    are_names = all(part and os.path.basename(part) == part for part in parts)
    return are_names and any(file.is_file() for file in files)


def mankalah_agent(text: str, limits: Limits) -> Agent:
    """Return the agent for a command that speaks the ManKalah protocol, or for a spec."""
    return agent(text if _is_spec(text) else f"{mankalah.KIND}:{text}", limits)


def _is_spec(text: str) -> bool:
    return is_external(text) or text.strip().partition(":")[0] in KINDS
