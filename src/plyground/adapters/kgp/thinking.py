"""Players that think about several states at once, and tell about every better move."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass

from plyground._core import StopToken
from plyground.errors import PlygroundError
from plyground.games.names import position as named_position
from plyground.games.position import Position
from plyground.players.human import Human
from plyground.players.limits import Limit
from plyground.players.result import SearchResult
from plyground.players.specs import EnginePlayer, Player, player
from plyground.ugi.thinking import combined

# A server says when to stop. Should it never do that, a state is given back after so many seconds.
_PATIENCE = 60.0
_LEAST = 0.01

OnMove = Callable[[str, SearchResult | None], None]


@dataclass
class ServerClock:
    """What the server has said about time by ``set time:…``; nothing, as a rule.

    >>> ServerClock("relative", 5).limit
    Limit(depth=None, nodes=None, time=5, clock=None, increment=0.0, cpu=False)
    """

    mode: str = ""  #: ``none``, ``absolute`` (for all states) or ``relative`` (for each of them)
    seconds: float | None = None

    @property
    def limit(self) -> Limit | None:
        """The limit for one state; None leaves it to the player."""
        if self.mode == "none":
            return None
        if self.seconds is None or self.mode not in ("absolute", "relative"):
            return Limit(time=_PATIENCE)
        left = max(self.seconds, _LEAST)
        return Limit(clock=left) if self.mode == "absolute" else Limit(time=left)


class Thought:
    """What goes on in a thread about one state; its result is the move, with what it rests on."""

    def __init__(self) -> None:
        self.result: Future[tuple[str, SearchResult | None]] = Future()
        self._stop = StopToken()

    def stop(self) -> None:
        """End it soon, even if it has not begun."""
        self._stop.stop()

    def think(
        self, thinker: Player, position: Position, limit: Limit | None, on_move: OnMove
    ) -> tuple[str, SearchResult | None]:
        """Return a move, with what it rests on; called in a thread."""
        if self._stop.stopped:
            return str(position.legal_moves[0]), None
        if not isinstance(thinker, EnginePlayer):
            return str(thinker.choose(position)), None
        known: SearchResult | None = None

        def tell(found: SearchResult) -> None:
            nonlocal known
            if found.lines[0].bound != "none":
                known = found
                on_move(str(found.move), found)

        own = combined(thinker.engine, limit)
        return str(thinker.choose(position, own, tell, stop=self._stop)), known


class Thinking:
    """A few players of one kind, each of which thinks about one state at a time."""

    def __init__(self, spec: str, most: int) -> None:
        self._spec = spec
        self._idle: list[Player] = []
        self._threads = ThreadPoolExecutor(most, thread_name_prefix="think")
        self._quick = player("greedy")
        first = player(spec)
        if isinstance(first, Human):
            raise PlygroundError("human cannot play here; choose another player")
        # Weights and books are read with the first move: a mistake shows now, and not in a game.
        first.choose(named_position("kalah(6,4)"), Limit(nodes=1))
        self._idle.append(first)

    def at_once(self, position: Position) -> str:
        """Return a move that takes no time to find."""
        return str(self._quick.choose(position))

    def begin(
        self, thought: Thought, position: Position, limit: Limit | None, on_move: OnMove
    ) -> None:
        """Begin to think, as soon as one of the players is free; ``on_move`` hears what is found.

        It is called in another thread.
        """
        self._threads.submit(self._run, thought, position, limit, on_move)

    def _run(
        self, thought: Thought, position: Position, limit: Limit | None, on_move: OnMove
    ) -> None:
        try:
            thinker = self._idle.pop() if self._idle else player(self._spec)
            thought.result.set_result(thought.think(thinker, position, limit, on_move))
        except BaseException as error:  # whoever waits for the result must hear of it
            thought.result.set_exception(error)
        else:
            self._idle.append(thinker)

    def close(self) -> None:
        """Wait for the threads, which have nothing to do any more."""
        self._threads.shutdown(wait=True)
        for thinker in self._idle:
            if isinstance(thinker, EnginePlayer):
                thinker.close()
