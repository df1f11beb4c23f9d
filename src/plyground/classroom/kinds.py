"""What kind of agent an upload holds, and the spec that plays it.

| upload | played as |
|---|---|
| a Python file with ``choose``, a class ``Agent``, or the course's ``Player`` | ``file:`` |
| a program that speaks UGI | ``ugi:./program`` |
| one jar | ``ugi:java -jar …``; in the ManKalah course's game ``mankalah:java -jar …`` |
| anything else | as the team says: with the upload, or as ``run = "…"`` in ``agent.toml`` |

All paths are inside the upload. Nothing is run to find out.
"""

from __future__ import annotations

import os
import shlex
import sys
from pathlib import Path, PurePosixPath

from plyground.arena.agents.external import split_command
from plyground.arena.agents.own_files import AGENT_NAMES, names_in
from plyground.classroom.parcels import BadUpload
from plyground.errors import PlygroundError, shown
from plyground.extensions import MANKALAH_GAME, PLAYER_CLASSES, PLAYER_KINDS, load
from plyground.storage import read_text
from plyground.toml import read_toml

MANIFEST = "agent.toml"

_TAKEN = {"file", "ugi", *PLAYER_KINDS} - {"openspiel"}  # which is no upload
_PYTHONS = ("python", "python3")
_PROGRAMS = ("java", *_PYTHONS, "node", "perl", "ruby", "sh", "bash")
_MARKS = AGENT_NAMES | set(PLAYER_CLASSES)
_FIRST = ("agent.py", "player.py", "main.py", "__init__.py")  # of several, the one that is meant
_EXAMPLES = (
    "say how to run it, e.g. 'ugi:./engine', 'ugi:java -cp classes Main' or "
    "'mankalah:java -jar Agent.jar'"
)


def home_of(folder: Path, run: str = "") -> Path:
    """Return where the agent's paths begin: the only folder of a zip, unless that is a package.

    Nor is it where ``run``, or a spec, names a path that begins with that folder.
    """
    entries = list(folder.iterdir())
    if len(entries) != 1 or not entries[0].is_dir() or (entries[0] / "__init__.py").exists():
        return folder
    for place in _places(run):
        if (folder / place).exists() and not (entries[0] / place).exists():
            return folder
    return entries[0]


def _places(run: str) -> list[str]:
    """Return what may be paths in what says how to run an agent; a class path has several."""
    _, _, rest = run.strip().partition(":")
    return [
        place for word in rest.split() for place in word.strip("'\"").split(os.pathsep) if place
    ]


def on_this_machine(spec: str) -> str:
    """Return a spec with the Python that runs here: one on the path may not work in a sandbox.

    >>> on_this_machine("ugi:./engine --fast"), on_this_machine("file:agent.py")
    ('ugi:./engine --fast', 'file:agent.py')
    >>> on_this_machine("ugi:python agent.py") == f"ugi:{shlex.quote(sys.executable)} agent.py"
    True
    """
    kind, _, rest = spec.partition(":")
    program, _, others = rest.partition(" ")
    if kind in ("ugi", "mankalah") and program in _PYTHONS:
        return f"{kind}:{shlex.quote(sys.executable)} {others}"
    return spec


def spec_for(home: Path, game: str, run: str = "") -> str:
    """Return the spec of the agent in a folder, with paths that begin there."""
    manifest = home / MANIFEST
    if not run.strip() and manifest.is_file():
        given = read_toml(read_text(manifest, BadUpload), MANIFEST).get("run")
        if not isinstance(given, str):
            raise BadUpload(f'{MANIFEST} must say run = "…"; {_EXAMPLES}')
        run = given
    return _asked(home, run.strip()) if run.strip() else _found(home, game)


def _asked(home: Path, run: str) -> str:
    """Check what a team says about how to run its agent."""
    kind, colon, rest = run.partition(":")
    if not colon or kind not in _TAKEN:
        raise BadUpload(f"{shown(run)} does not say how to run the agent; {_EXAMPLES}")
    try:
        words = [rest.strip()] if kind == "file" else split_command(kind, rest)
    except PlygroundError as error:
        raise BadUpload(str(error)) from None
    if not words or "\0" in run:
        raise BadUpload(f"{shown(run)} does not name a program; {_EXAMPLES}")
    for word in words:
        for place in word.split(os.pathsep):  # a class path has several
            if place.startswith(("/", "~")) or ".." in PurePosixPath(place).parts:
                raise BadUpload(
                    f"{shown(place)} lies outside the upload; expected a path inside it"
                )
    if kind in ("ugi", "mankalah") and not (home / words[0]).is_file():
        if words[0] not in _PROGRAMS:
            raise BadUpload(
                f"there is no program {shown(words[0])} in the upload; besides its own files "
                f"there are {', '.join(_PROGRAMS)}"
            )
    elif kind in ("ugi", "mankalah") and "/" not in words[0]:
        rest = f"./{rest.strip()}"  # else one of the system's programs could be meant
    if kind == "file" and not (home / words[0]).is_file():
        raise BadUpload(f"there is no file {shown(words[0])} in the upload")
    return f"{kind}:{rest.strip()}"


def _found(home: Path, game: str) -> str:
    """Find the agent of an upload that does not say how to run it."""
    sources = sorted(home.glob("*.py")) or sorted(home.glob("*/*.py"))
    agents = [path for path in sources if _has_agent(path)]
    if len(agents) > 1:
        agents = [path for path in agents if path.name in _FIRST][:1] or agents
    if len(agents) == 1:
        return f"file:{agents[0].relative_to(home)}"
    if agents:
        names = ", ".join(shown(path.name) for path in agents)
        raise BadUpload(f"several files hold an agent: {names}; call one of them agent.py")
    jars = sorted(home.glob("*.jar"))
    if len(jars) == 1:
        kind = "mankalah" if game == load(MANKALAH_GAME) else "ugi"
        return f"{kind}:java -jar {shlex.quote(jars[0].name)}"
    programs = [path for path in sorted(home.iterdir()) if os.access(path, os.X_OK)]
    programs = [path for path in programs if path.is_file()]
    if len(programs) == 1:
        return f"ugi:./{shlex.quote(programs[0].name)}"
    if broken := [path for path in sources if names_in(path) is None]:
        raise BadUpload(f"{shown(broken[0].name)} is not valid Python")
    raise BadUpload(
        "no agent was found; expected a Python file with a function choose(position, clock), or a "
        f"class Player; or {_EXAMPLES}"
    )


def _has_agent(path: Path) -> bool:
    is_test = path.stem.startswith("test_") or path.stem == "conftest"
    return not is_test and bool((names_in(path, with_imports=False) or frozenset()) & _MARKS)
