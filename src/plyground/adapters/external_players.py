"""The external players of courses and other libraries: how their specs become programs to run."""

from __future__ import annotations

import importlib.util
import os
import shutil
from pathlib import Path
from typing import Any

from plyground.adapters import mankalah
from plyground.arena.agents.external import Found, command_program, hosted, split_command
from plyground.arena.agents.own_files import real_path
from plyground.arena.sandbox.bubblewrap import Program
from plyground.errors import PlygroundError, shown
from plyground.players.options import SEED, Option, complete, unknown_option


def mankalah_player(text: str) -> Found:
    """Return the program behind ``mankalah:COMMAND``."""
    program = command_program(mankalah.KIND, text)
    return hosted("plyground.adapters.mankalah_host", program), mankalah.GAME


def squatter_java_player(text: str) -> Found:
    """Return the program behind ``squatter-java:CLASSPATH CLASS``; it sees these, and Java."""
    words = split_command("squatter-java", text)
    if len(words) != 2:
        raise PlygroundError(
            f"squatter-java: {shown(text)} is not a class path and a class; "
            "expected e.g. squatter-java:build/classes aiproj.squatter.me.MyPlayer"
        )
    places = [real_path(place) for place in words[0].split(os.pathsep)]
    for place in places:
        if not place.exists():
            raise PlygroundError(
                f"squatter-java: there is no {shown(place)}; expected a class path"
            )
    java = shutil.which("java")
    if java is None:
        raise PlygroundError("squatter-java: there is no program java; install a JDK, 11 or later")
    home = Path(java).resolve().parents[1]
    folders = [*(place if place.is_dir() else place.parent for place in places), home]
    path = os.pathsep.join(map(str, places))
    seen = tuple(dict.fromkeys(folders))
    program = Program((java, path, words[1]), seen, entries=tuple(places))
    return hosted("plyground.adapters.squatter_java_host", program), "squatter"


# The bots of OpenSpiel that play here, and their options.
BOTS: dict[str, tuple[Option, ...]] = {
    "mcts": (
        Option("sims", 1000, "simulations for each move", int, 1),
        Option("uct", 2.0, "exploration constant", float, 0),
        Option("rollouts", 1, "games played out at each leaf", int, 1, 1_000_000),
        Option("solve", True, "back up proven results", bool),
        SEED,
    ),
    "random": (SEED,),
}


def read_bot(text: str) -> tuple[str, dict[str, Any]]:
    """Read what stands behind ``openspiel:``; raises PlygroundError with what was expected.

    >>> read_bot("mcts,sims=50")[1]["sims"]
    50
    """
    name, *parts = (part.strip() for part in text.split(","))
    if name not in BOTS:
        raise PlygroundError(
            f"openspiel: there is no bot {shown(name)}; expected one of {', '.join(BOTS)}"
        )
    options = {option.name: option for option in BOTS[name]}
    given: dict[str, Any] = {}
    for part in filter(None, parts):
        key, _, value = part.partition("=")
        if key not in options:
            raise PlygroundError(unknown_option(key, options, f"openspiel:{name}"))
        given[key] = options[key].read(value)
    return name, complete(BOTS[name], given, name)


def openspiel_player(text: str) -> Found:
    """Return the program behind ``openspiel:BOT``; it sees where OpenSpiel is installed."""
    read_bot(text)
    found = importlib.util.find_spec("pyspiel")
    if found is None or found.origin is None:
        raise PlygroundError(
            "openspiel: OpenSpiel is missing; install it with pip install 'plyground[openspiel]'"
        )
    program = Program((text.strip(),), (Path(found.origin).parent,))
    return hosted("plyground.adapters.openspiel_host", program), None
