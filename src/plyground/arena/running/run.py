"""Playing a run: hands games to workers, and writes each result down at once.

What has been stored decides what is still to be played. So a run that was stopped, or killed at any
moment, continues where it was: a game is in the store as a whole, or is played again.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from plyground.arena.running.ledger import Ledger
from plyground.arena.running.result import GameResult, Pairing
from plyground.arena.running.seats import Job
from plyground.arena.running.spec import RunSpec
from plyground.arena.running.workers import make_workers
from plyground.games.position import Position

if TYPE_CHECKING:  # SQLAlchemy takes its time to import, and a run without a store does not need it
    from plyground.arena.running.store import Store


@dataclass
class Progress:
    """How far a run has come."""

    players: tuple[str, ...]
    ledger: Ledger
    total: int | None  #: games in all, where that is known
    began: float = field(default_factory=time.monotonic)
    before: int = 0  #: games that were there when the run began
    last: tuple[Pairing, GameResult] | None = None
    boards: dict[Pairing, Position] = field(default_factory=dict)  #: of the games in progress

    @property
    def played(self) -> int:
        """Games that are over."""
        return len(self.ledger)

    @property
    def games_per_minute(self) -> float:
        """The speed since the run began, or was resumed."""
        return 60 * (self.played - self.before) / max(time.monotonic() - self.began, 1e-9)

    @property
    def seconds_left(self) -> float | None:
        """How long the rest will take at this speed, where that can be said."""
        if self.total is None or self.played == self.before:
            return None
        return 60 * (self.total - self.played) / self.games_per_minute


OnProgress = Callable[[Progress], None]
OnGame = Callable[[GameResult], None]


class Run:
    """A run in progress.

    ``on_game`` is told of every game, those included that were stored before; ``is_decided`` says
    when the rest need not be played.
    """

    def __init__(
        self,
        spec: RunSpec,
        on_game: OnGame,
        on_progress: OnProgress | None = None,
        is_decided: Callable[[Ledger], bool] | None = None,
    ) -> None:
        self.spec = spec.checked()
        self.ledger = Ledger()
        self._on_game, self._is_decided = on_game, is_decided
        self._tell = on_progress or (lambda _: None)
        self._progress = Progress(tuple(spec.players), self.ledger, self.spec.games)
        self._playing: set[Pairing] = set()
        self._ready = self.spec.schedule.ready(self.ledger)
        self._store: Store | None = None
        self._number = 0  # of the run in the store

    def play(self) -> Ledger:
        """Play to the end, or until it is decided; returns all points."""
        spec, is_decided = self.spec, self._is_decided
        with ExitStack() as stack:
            workers = make_workers(spec.workers if spec.is_known_game else 0, spec)
            stack.callback(workers.close)
            workers.on_board = self._show
            self._open_store(stack)  # last of all: a mistake must leave no empty run in the store
            self._tell(self._progress)
            while is_decided is None or not is_decided(self.ledger):
                while workers.free > 0 and (pairing := self._next()) is not None:
                    self._playing.add(pairing)
                    workers.submit(Job(pairing, spec.opening_source[pairing.opening]))
                if not self._playing:
                    break
                job, result = workers.finished()
                self._enter(job.pairing, result)
            if self._store is not None:
                self._store.finish(self._number)
        return self.ledger

    def _next(self) -> Pairing | None:
        """Return the next game; at the end of the list, games that ended may have made others."""
        for _ in range(2):
            for pairing in self._ready:
                if pairing not in self._playing:
                    return pairing
            self._ready = self.spec.schedule.ready(self.ledger)
        return None

    def _enter(self, pairing: Pairing, result: GameResult) -> None:
        """Write a game down, count it, and tell of it."""
        self._playing.remove(pairing)
        self._progress.boards.pop(pairing, None)
        if self._store is not None and not self._store.save(self._number, pairing, result):
            result = self._store.result(self._number, pairing)  # somebody else resumed the same run
        self.ledger.enter(pairing, pairing.points(result))
        self._on_game(result)
        self._progress.last = pairing, result
        self._tell(self._progress)

    def _show(self, pairing: Pairing, position: Position) -> None:
        """Take note of the board of a game in progress."""
        self._progress.boards[pairing] = position
        if self._store is not None:
            self._store.show(self._number, pairing, position)
        self._tell(self._progress)

    def _open_store(self, stack: ExitStack) -> None:
        """Open the store, and take in the games of a run that is resumed."""
        spec = self.spec
        if spec.store is None:
            return
        from plyground.arena.running.store import Filter, Store

        if isinstance(spec.store, Store):
            self._store = spec.store
        else:
            self._store = stack.enter_context(Store(spec.store))
        found = self._store.same_run(spec.kind, spec.settings, spec.seed) if spec.resume else None
        self._number = found or self._store.start(spec.kind, spec.settings, spec.seed)
        for stored in self._store.games(Filter(run=self._number)):
            self.ledger.enter(stored.pairing, stored.pairing.points(stored.result))
            self._on_game(stored.result)
        self._progress.before = len(self.ledger)
        self._ready = spec.schedule.ready(self.ledger)
