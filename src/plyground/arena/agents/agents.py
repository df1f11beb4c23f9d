"""Agents: whoever plays a game for the referee, built in or in a process of its own.

| spec | agent |
|---|---|
| ``pvs:time=1``, ``random``, … | a built-in player, see ``plyground players`` |
| ``file:agent.py`` | a Python file with ``choose(position, clock)``, or with a class ``Agent`` |
| ``ugi:COMMAND …`` | any program that speaks UGI on its standard input and output |

Other kinds of external players come from the adapters, see ``plyground.extensions``.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from typing import Any, Protocol, TypeGuard

from plyground._core import StopToken
from plyground.arena.agents.external import External, external_player, is_external
from plyground.arena.referee.clock import GameClock
from plyground.arena.running.result import Reason
from plyground.arena.sandbox import cgroup
from plyground.arena.sandbox.limits import Failure, Limits
from plyground.errors import PlygroundError, shown
from plyground.games.position import Position
from plyground.players.limits import Limit
from plyground.players.phases import part_at, parts_of
from plyground.players.specs import EnginePlayer, Player, player
from plyground.ugi.thinking import combined


class Agent(Protocol):
    """What the referee asks of a player; each of these raises Failure for a fault."""

    name: str

    def begin(self, start: Position) -> float | None:
        """Get ready for a new game; returns the seconds that it has wasted, if any."""
        ...

    def answer(
        self, position: Position, moves: Sequence[Any], clock: GameClock
    ) -> tuple[Any, float]:
        """Return a move for the position that ``moves`` led to, and the seconds it took."""
        ...

    @property
    def last_errors(self) -> str:
        """The last lines on standard error in this game."""
        ...

    def measure(self) -> float | None:
        """Return the most memory that the game took, in MB, where that can be said."""
        ...

    def close(self) -> None:
        """Leave nothing running."""
        ...


def is_agent(competitor: object) -> TypeGuard[Agent]:
    """Whether this is an agent, and not a player or a spec that one is made from."""
    return hasattr(competitor, "answer")


class BuiltIn:
    """A player in our own process: asked directly, so that a move costs next to nothing more."""

    last_errors = ""

    def __init__(self, made: Player, name: str) -> None:
        self.name = name
        self._player = made
        self._engines = [one.engine for one in parts_of(made) if isinstance(one, EnginePlayer)]
        self._told: tuple[Player, Limit, Limit | None] | None = None

    def begin(self, start: Position) -> None:  # noqa: ARG002
        """Forget the game before: a result must not depend on the order of games."""
        for engine in self._engines:
            engine.clear()

    def answer(
        self,
        position: Position,
        moves: Sequence[Any],  # noqa: ARG002
        clock: GameClock,
        *,
        stop: StopToken | None = None,
    ) -> tuple[Any, float]:
        """Ask the player; ``stop`` ends its search early with what it has found."""
        given = clock.limit(position.turn)
        now = time.process_time if clock.control.cpu else time.perf_counter
        began = now()
        try:
            one = part_at(self._player, position)
            limit = self._own_limit(one, given)
            if isinstance(one, EnginePlayer):
                move = one.choose(position, limit, stop=stop)
            else:
                move = one.choose(position, limit)
        except Exception as error:
            raise Failure(Reason.CRASH, f"{type(error).__name__}: {error}") from error
        return move, now() - began

    def _own_limit(self, one: Player, given: Limit) -> Limit | None:
        """Return the given limit together with a player's own; None leaves it to its own."""
        if self._told is None or self._told[0] is not one or self._told[1] is not given:
            if isinstance(one, EnginePlayer):
                own = combined(one.engine, given)
            else:
                own = None if given.is_open else given
            self._told = one, given, own
        return self._told[2]

    def measure(self) -> float | None:
        """Return None: its memory is ours."""
        return None

    def close(self) -> None:
        """End thinking in the background."""
        for engine in self._engines:
            engine.stop_pondering()


def agent(spec: str, limits: Limits | None = None, seed: int | None = None) -> Agent:
    """Make an agent from its spec; ``seed`` is for built-in players whose spec gives none.

    >>> agent("greedy").name
    'greedy'
    """
    if is_external(spec):
        return external_player(spec, limits)
    return BuiltIn(player(spec, seed), spec)


def check_player(name: str, given: object, start: Position, limits: Limits) -> None:
    """Find out now, not after a hundred lost games, that a player cannot play from a start."""
    if not isinstance(given, str):
        return
    made = agent(given, limits)
    try:
        if isinstance(made, External):
            cgroup.is_available()  # which warns, now and once, where there is none
            made.check_start(start)
            return
        if given.partition(":")[0].strip() == "human":
            raise PlygroundError("human cannot play in a match; use plyground play")
        whole = player(given)
        for one in (whole, *parts_of(whole)):
            one.choose(start, Limit(nodes=1))
    except PlygroundError as error:
        raise PlygroundError(f"{shown(name)}: {error}") from None
    finally:
        made.close()


def cores_per_game(players: Iterable[object]) -> int:
    """Return the cores that a game needs.

    Of two built-in players only one computes at a time; others may do so all the time.

    >>> cores_per_game(["pvs", "random"]), cores_per_game(["pvs:threads=2", "pvs:ponder=yes"])
    (1, 3)
    """
    needs = sorted((cores_of(one) for one in players), reverse=True)
    together = needs[:2] if any(always for _, always in needs) else needs[:1]
    return sum(cores for cores, _ in together)


def cores_of(given: object) -> tuple[int, bool]:
    """Return the cores that a player computes on, and whether also on the opponent's time."""
    if not isinstance(given, str) or is_external(given):
        return 1, True  # for all we know
    made = [one.engine.options for one in parts_of(player(given)) if isinstance(one, EnginePlayer)]
    threads = max((int(options.get("threads", 1)) for options in made), default=1)
    return threads, any(options.get("ponder") for options in made)
