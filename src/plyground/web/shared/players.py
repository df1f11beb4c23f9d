"""Which players a visitor may ask for.

Whatever runs a program or names a file on the server needs the token; what a search may use is
bounded for everybody.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from pathlib import PurePath
from typing import Any

from plyground.arena.agents.agents import Agent, BuiltIn, agent
from plyground.arena.agents.external import is_external
from plyground.arena.sandbox.limits import Limits
from plyground.errors import PlygroundError
from plyground.players.engines import BY_ALGORITHM
from plyground.players.levels import FULL
from plyground.players.specs import Kind, file_options, read_spec
from plyground.web.shared.mistakes import TokenNeeded, without_paths

HUMAN = "human"
LONGEST_SPEC = 300

MOST_SECONDS = 10.0  # for a move
USUAL_SECONDS = 1.0  # where the spec says nothing
MOST_MB = 64
_USUAL_MB, _LEVEL_MB = 16, 1  # of tables: a level looks at few positions


@dataclass(frozen=True)
class Seat:
    """A player at a game: its spec, and what it is called."""

    spec: str

    @property
    def is_human(self) -> bool:
        """Whether a person plays."""
        return self.spec == HUMAN

    @property
    def title(self) -> str:
        """What to show to others.

        >>> Seat("pvs:level=3").title, Seat("pvs:elo=1200").title, Seat("file:/home/ann/a.py").title
        ('Level 3', 'Elo 1200', 'a.py')
        >>> Seat("phases:0-=menace:/home/ann/a.toml").title
        'phases:0-=menace:a.toml'
        """
        if self.is_human:
            return "Visitor"
        kind, _, options = self.spec.partition(":")
        if is_external(self.spec):  # its folder stays private
            return PurePath(options.split()[0]).name
        name, _, number = options.partition("=")
        if kind == "pvs" and name in ("level", "elo") and number.isdigit():
            return f"{name.capitalize()} {number}"
        return without_paths(self.spec)


def check_spec(spec: str, *, has_token: bool) -> str:
    """Return a spec that is allowed here; raises PlygroundError for any other."""
    spec = " ".join(spec.split())
    if len(spec) > LONGEST_SPEC:
        raise PlygroundError(f"The player is too long. Use at most {LONGEST_SPEC} characters.")
    what = _about_files(spec)
    if what is not None and not has_token:
        raise TokenNeeded(f"{what} requires the token that plyground serve printed.")
    if spec != HUMAN and not is_external(spec):
        read_spec(spec)
    return spec


async def admit(spec: str, *, has_token: bool) -> str:
    """Return a spec that is allowed here, and whose player can be made.

    Files that it names are read in another thread: a slow disk must hold nobody up.
    """
    spec = check_spec(spec, has_token=has_token)
    if _about_files(spec) is not None:
        await asyncio.to_thread(lambda: make_agent(spec, 0).close())
    elif spec != HUMAN:
        make_agent(spec, 0).close()
    return spec


def _about_files(spec: str) -> str | None:
    """Return what in a spec runs a program or reads a file of the server, None if nothing does."""
    if is_external(spec):
        return f"The player kind {spec.partition(':')[0]}"
    if spec == HUMAN:
        return None
    return next((f"The option {name} with a file" for name in file_options(spec)), None)


def make_agent(spec: str, seed: int) -> Agent:
    """Make the agent for a spec that was checked, within the limits for all."""
    if is_external(spec):
        return agent(spec, Limits(untimed_seconds=MOST_SECONDS))
    kind, options = read_spec(spec)
    return BuiltIn(kind.make(bounded(kind, options) | {"seed": options.get("seed", seed)}), spec)


def bounded(kind: Kind, given: dict[str, Any]) -> dict[str, Any]:
    """Return the options of a player within the limits for all.

    >>> bounded(*read_spec("pvs:time=100,threads=8"))
    {'time': 10.0, 'threads': 1, 'table_mb': 16}
    >>> bounded(*read_spec("phases:0-8=book;9-=pvs:time=100,ponder=yes"))
    {'0-8': 'book', '9-': 'pvs:time=10.0,ponder=no,table_mb=16'}
    """
    options = dict(given)
    if kind.is_made_of_others:
        return {name: _bounded_spec(part) for name, part in options.items()}
    if kind.name not in BY_ALGORITHM:
        return options
    is_open = not {"time", "depth", "nodes", "sims"} & set(options)
    options["time"] = min(
        options.get("time", USUAL_SECONDS if is_open else MOST_SECONDS), MOST_SECONDS
    )
    for name, value in (("threads", 1), ("ponder", False)):
        if name in options:
            options[name] = value
    is_full = options.get("level", FULL) == FULL and options.get("elo") is None
    usual = _USUAL_MB if is_full else _LEVEL_MB
    for option in kind.options:
        if option.name in ("table_mb", "memory_mb"):
            options[option.name] = min(options.get(option.name, usual), MOST_MB)
    return options


def _bounded_spec(spec: str) -> str:
    kind, options = read_spec(spec)
    words = {True: "yes", False: "no"}
    bound = bounded(kind, options).items()
    return kind.spec({k: words[v] if isinstance(v, bool) else str(v) for k, v in bound})
