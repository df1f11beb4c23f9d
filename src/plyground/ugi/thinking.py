"""A built-in player whose options can be changed, and whose limits are kept with those given."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from plyground.errors import PlygroundError, shown
from plyground.players.engines import Engine
from plyground.players.limits import Limit
from plyground.players.options import Option, unknown_option
from plyground.players.phases import parts_of
from plyground.players.specs import KINDS, EnginePlayer, Player, player, split

EMPTY = "<empty>"  # how UCI and UGI write that there is no value
MOST_LINES = 64

# What an answer costs besides the search: it must arrive before the flag falls.
_OVERHEAD = 0.01


def combined(engine: Engine, limit: Limit | None) -> Limit | None:
    """Return a limit together with the engine's own; None leaves the engine to its own.

    A player that was told ``nodes=1000`` keeps to that on a clock, too.

    >>> from plyground.players.engines import PVS
    >>> combined(PVS(nodes=1000), Limit(clock=60.0)).nodes
    1000
    """
    own = engine.options
    nodes = own.get("nodes") or own.get("sims")
    # A tree search has no depth to limit.
    depth = None if limit is None or engine.algorithm == "mcts" else limit.depth
    if limit is None or replace(limit, depth=depth).is_open:
        return None
    return Limit(
        depth=_least(own.get("depth"), depth),
        nodes=_least(nodes, limit.nodes),
        time=_least(own["time"], in_time(limit.time)),
        clock=limit.clock,
        increment=limit.increment,
        cpu=bool(own["cpu"] or limit.cpu),
    )


def in_time(seconds: float | None) -> float | None:
    """Return how long to think so that the answer is there in time."""
    return None if seconds is None else max(seconds - _OVERHEAD, seconds / 2)


def _least(own: Any, given: Any) -> Any:
    return min((value for value in (own, given) if value is not None), default=None)


class Thinker:
    """A player by its kind and options; made again when one of them has changed."""

    def __init__(self, spec: str) -> None:
        self._lines = 1
        self._player: Player | None = None
        self.kind, self._options = "", dict[str, str]()
        self.choose_player(spec)

    @property
    def player(self) -> Player:
        """The player as its options now say."""
        if self._player is None:
            self._player = player(self.spec)
            for engine in self.engines:
                engine.lines = self._lines
        return self._player

    @property
    def engines(self) -> list[Engine]:
        """The searches that the player is made of: one, none, or several by phases."""
        return [one.engine for one in parts_of(self.player) if isinstance(one, EnginePlayer)]

    @property
    def spec(self) -> str:
        """The player's spec."""
        return KINDS[self.kind].spec(self._options)

    def choose_player(self, spec: str) -> None:
        """Change to another player; raises PlygroundError and changes nothing if there is none."""
        kind, options = split(spec)
        if kind.name == "human":
            raise PlygroundError("human cannot play here; choose another player")
        player(spec)
        self.kind, self._options = kind.name, options
        self.close()

    def set_option(self, name: str, value: str) -> None:
        """Change an option; raises PlygroundError with what was expected."""
        if name == "player":
            self.choose_player(value)
        elif name == "multipv":
            self._set_lines(value)
        else:
            self._set_own(name, value)
        self.close()

    def close(self) -> None:
        """End thinking in the background; the player is made anew when it is needed."""
        if isinstance(self._player, EnginePlayer):
            self._player.close()
        self._player = None

    def _set_lines(self, value: str) -> None:
        if not (value.isascii() and value.isdigit() and 1 <= int(value[:9]) <= MOST_LINES):
            raise PlygroundError(f"multipv={shown(value)} is not valid; expected 1 to {MOST_LINES}")
        self._lines = int(value)

    def _set_own(self, name: str, value: str) -> None:
        known = {option.name: option for option in KINDS[self.kind].options}
        if name not in known:
            raise PlygroundError(unknown_option(name, known, self.kind))
        if value in ("", EMPTY):
            self._options.pop(name, None)
            return
        if known[name].kind is bool:
            value = {"true": "yes", "false": "no"}.get(value, value)
        known[name].read(value)
        self._options[name] = value

    def option_lines(self) -> list[str]:
        """List the player's options as UGI announces them, the chosen values as defaults."""
        alone = [kind.name for kind in KINDS.values() if not kind.needs_more]
        kinds = " ".join(f"var {name}" for name in alone if name != "human")
        lines = [
            f"option name player type combo default {self.kind} {kinds}",
            f"option name multipv type spin default {self._lines} min 1 max {MOST_LINES}",
        ]
        return lines + [
            option_line(option, self._options.get(option.name))
            for option in KINDS[self.kind].options
        ]


def option_line(option: Option, chosen: str | None = None) -> str:
    """Write one option as UGI announces it; what UGI has no type for is a string.

    >>> from plyground.players.options import SEED, THREADS
    >>> option_line(THREADS)
    'option name threads type spin default 1 min 1 max 64'
    """
    default: Any = option.default if chosen is None else option.read(chosen)
    head = f"option name {option.name} type"
    if option.kind is bool:
        return f"{head} check default {'true' if default else 'false'}"
    if not option.is_any:
        return f"{head} combo default {default} {' '.join(f'var {w}' for w in option.words)}"
    if option.kind is int and default is not None and option.most is not None:
        return f"{head} spin default {default} min {option.least} max {option.most}"
    return f"{head} string default {EMPTY if default is None else default}"
