"""A seat at the board for every player: plays single games, wherever a worker runs.

Players are kept from game to game where that is safe: a game must not depend on which games the
same worker has played before, so that a run gives the same games with any number of workers.
"""

from __future__ import annotations

import hashlib
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from plyground.arena.agents.agents import Agent, BuiltIn, agent, is_agent
from plyground.arena.agents.external import (
    External,
    external_player,
    is_external,
    keep_apart,
)
from plyground.arena.referee.referee import Competitor, OnMove, play_game
from plyground.arena.running.result import GameResult, Pairing
from plyground.arena.running.spec import RunSpec
from plyground.games.native import is_native
from plyground.games.own.slow import watch
from plyground.games.position import Position
from plyground.players.engines import Engine
from plyground.players.specs import EnginePlayer, Player, player, split

_KEPT_MB = 256  # of tables that a worker keeps between games
_SMALL_MB = 1  # what an engine takes that has no table
_BOARD_SECONDS = 0.25  # between two boards of a game


@dataclass(frozen=True)
class Job:
    """A game to be played, and where it begins."""

    pairing: Pairing
    start: Position

    @property
    def key(self) -> Pairing:
        """What tells it from the other games of a run."""
        return self.pairing

    @property
    def title(self) -> str:
        """What it is called in messages."""
        return f"the game of {' and '.join(self.pairing.players)}"


def game_seed(seed: int, pairing: Pairing) -> int:
    """Return the seed of one game of a run.

    >>> game_seed(1, Pairing("a", "b")) == game_seed(1, Pairing("a", "b"))
    True
    """
    digest = hashlib.blake2b(f"{seed} {pairing.key}".encode(), digest_size=6).digest()
    return int.from_bytes(digest, "big")


class Seats:
    """The players of one worker."""

    def __init__(self, spec: RunSpec) -> None:
        self._spec = spec
        self._external: dict[str, External] = {}
        self._kept: dict[str, EnginePlayer] = {}  # the one used longest ago comes first

    def play(self, job: Job, tell: Callable[[Position], None] | None = None) -> GameResult:
        """Play one game; a fault of a player is part of the result.

        ``tell`` is told now and then how the game stands.
        """
        spec, names = self._spec, job.pairing.players
        if not is_native(job.start):
            watch(job.start, lambda line: print(f"plyground: {line}", file=sys.stderr, flush=True))
        for name in [name for name in self._external if name not in names]:
            self._external.pop(name).close()  # nobody computes beside a game of others
        seed = game_seed(spec.seed, job.pairing)
        agents = (self._seated(names[0], 2 * seed), self._seated(names[1], 2 * seed + 1))
        try:
            return play_game(
                job.start, agents, spec.time,
                adjudicators=spec.adjudicators, on_move=tell and teller(tell),
            )  # fmt: skip
        finally:
            for one in agents:
                if isinstance(one, BuiltIn):
                    one.close()

    def close(self) -> None:
        """Leave nothing running."""
        for one in self._external.values():
            one.close()
        self._external.clear()
        self._kept.clear()

    def _seated(self, name: str, seed: int) -> Agent:
        given = self._spec.players[name]
        if not isinstance(given, str):
            return named(given, name)
        if name in self._external:
            return self._external[name]
        made = self._kept_player(name, given, seed)
        if made is not None:
            return BuiltIn(made, name)
        one = agent(given, self._spec.limits, seed)
        one.name = name
        if isinstance(one, External):
            self._external[name] = one
            keep_apart([one], self._rivals)
        return one

    @cached_property
    def _rivals(self) -> list[External]:
        """All external players of the run, which are hidden from each other; none is started."""
        given = [one for one in self._spec.players.values() if isinstance(one, str)]
        return [external_player(one, self._spec.limits) for one in given if is_external(one)]

    def _kept_player(self, name: str, spec: str, seed: int) -> Player | None:
        """Return a player with a table that is used again; None for others.

        The referee has it forget the game before. Only what it does by chance (the errors of
        a level, the choice among book moves) depends on the seed, and begins anew. A tree search
        draws from the seed inside the core, and is made anew for every game.
        """
        kept = self._kept.pop(name, None)
        if kept is None:
            if is_external(spec):
                return None
            made = player(spec)
            if not isinstance(made, EnginePlayer) or made.engine.algorithm == "mcts":
                return None
            kept = made
            while self._kept and self._size() + _megabytes(kept) > _KEPT_MB:
                del self._kept[next(iter(self._kept))]
        self._kept[name] = kept
        kept.begin_anew(kept.engine.options["seed"] if _gives_seed(spec) else seed)
        return kept

    def _size(self) -> int:
        return sum(map(_megabytes, self._kept.values()))


def _megabytes(kept: EnginePlayer) -> int:
    return int(kept.engine.options.get("table_mb", _SMALL_MB))


def _gives_seed(spec: str) -> bool:
    return "seed" in split(spec)[1]


def named(given: Competitor | Engine, name: str) -> Agent:
    """Return an agent of our own process under a name."""
    if is_agent(given):
        given.name = name
        return given
    if isinstance(given, Engine):
        return BuiltIn(EnginePlayer(given), name)
    assert not isinstance(given, str)
    in_process: Player = given  # type: ignore[assignment]  # neither a spec nor an agent
    return BuiltIn(in_process, name)


def teller(tell: Callable[[Position], None]) -> OnMove:
    """Return what a game tells of its moves: its board, now and then."""
    last = 0.0

    def on_move(position: Position, _: Any) -> None:
        nonlocal last
        if time.monotonic() - last > _BOARD_SECONDS:
            last = time.monotonic()
            tell(position)

    return on_move
