"""Playing a schedule: hands games to workers, and writes each result down at once.

What has been stored decides what is still to be played. So a run that was stopped, or killed at any
moment, goes on where it was: a game is in the store as a whole, or is played again.
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypedDict

from plyground.arena.referee.adjudication import Adjudicator
from plyground.arena.referee.clock import UNTIMED, Control
from plyground.arena.referee.referee import Competitor
from plyground.arena.running.ledger import Ledger
from plyground.arena.running.openings import Openings, openings
from plyground.arena.running.result import GameResult, Pairing
from plyground.arena.running.schedule import Schedule
from plyground.arena.running.seats import Conditions, Job, check_player
from plyground.arena.running.workers import Workers, make_workers
from plyground.arena.sandbox.limits import Limits
from plyground.errors import PlygroundError, shown
from plyground.games.names import competition_name, default_game
from plyground.games.names import position as named_position
from plyground.games.position import Position

if TYPE_CHECKING:
    from plyground.arena.running.store import Store

DEFAULT_GAME = default_game()


class Options(TypedDict, total=False):
    """What can be said about a match or tournament besides its players; see ``Terms``."""

    control: Control | str
    limits: Limits
    openings: str | Openings
    plies: int | None
    adjudicators: tuple[Adjudicator, ...]
    seed: int
    workers: int | str | None
    store: str | Path | Store | None
    resume: bool
    on_progress: OnProgress | None
    boards: bool
    keep_games: bool


@dataclass(frozen=True)
class Terms:
    """The terms of a match or tournament, with their defaults.

    >>> Terms("watch-your-back").start.game
    'watch-your-back(max_turns=320,double_pass_draws=yes)'
    """

    game: str | Position = DEFAULT_GAME
    control: Control | str = UNTIMED  #: how long to think; as text, a time like ``60+0.5``
    limits: Limits = field(default_factory=Limits)  #: of players in processes of their own
    openings: str | Openings = "random"  #: ``random``, ``start``, ``book``, ``file:FILE``, …
    plies: int | None = None  #: how many moves random openings have
    adjudicators: tuple[Adjudicator, ...] = ()  #: what ends games early
    seed: int = 0  #: the same seed gives the same openings, and the same chance
    workers: int | str | None = None  #: processes, or ``ray[:ADDRESS]``; None: by the cores
    store: str | Path | Store | None = None  #: a file or database for the games
    resume: bool = False  #: go on with the last run of the same kind and terms
    on_progress: OnProgress | None = None  #: told after every game
    boards: bool = False  #: whether progress shows the boards
    keep_games: bool = True  #: whether a match without a store has its games in the result

    @property
    def start(self) -> Position:
        """The start of the game; in competitions, plain games that may be endless have an end."""
        if not isinstance(self.game, str):
            return self.game
        return named_position(competition_name(self.game))

    @property
    def time(self) -> Control:
        """The time control."""
        return Control.parse(self.control) if isinstance(self.control, str) else self.control

    def opening_source(self, start: Position) -> Openings:
        """Return the openings."""
        if isinstance(self.openings, str):
            return openings(self.openings, start, plies=self.plies, seed=self.seed)
        return self.openings


@dataclass
class Progress:
    """How far a run has come."""

    players: tuple[str, ...]
    ledger: Ledger
    total: int | None  #: games in all, where that is known
    began: float = field(default_factory=time.monotonic)
    before: int = 0  #: games that were there when the run began
    last: tuple[Pairing, GameResult] | None = None
    boards: dict[Pairing, Position] = field(default_factory=dict)  #: of the games going on

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


@dataclass(frozen=True)
class Plan:
    """What is to be played: a schedule of named players."""

    kind: str
    players: Mapping[str, Competitor]
    schedule: Schedule
    settings: Mapping[str, Any]  #: what else makes this plan, and not another one
    is_decided: Callable[[Ledger], bool] | None = None  #: whether the rest need not be played

    @property
    def games(self) -> int | None:
        """How many games there are, where that is known."""
        return None if self.is_decided else getattr(self.schedule, "games", None)


def run(plan: Plan, terms: Terms, on_game: OnGame | None = None) -> Ledger:
    """Play a plan to its end, or until it is decided; returns all points.

    ``on_game`` is told of every game, those included that were stored before.
    """
    start = terms.start
    source = terms.opening_source(start)
    for name, given in plan.players.items():
        check_player(name, given, source[0], terms.limits)
    conditions = Conditions(
        plan.players, terms.time, terms.limits, tuple(terms.adjudicators), terms.seed, terms.boards
    )
    workers = make_workers(terms.workers if _can_travel(start) else 0, conditions)
    try:
        # Last of all: a mistake must not leave an empty run in the store.
        with closing(_Keeper(plan, terms)) as keeper:
            running = _Run(plan, keeper, source, on_game)
            running.on_progress = terms.on_progress
            workers.on_board = running.on_board
            running.play(workers)
    finally:
        workers.close()
    return running.ledger


class _Run:
    """A run that is going on."""

    def __init__(
        self, plan: Plan, keeper: _Keeper, source: Openings, on_game: OnGame | None
    ) -> None:
        self._plan, self._keeper, self._source, self._on_game = plan, keeper, source, on_game
        self.on_progress: OnProgress | None = None
        self.ledger = Ledger()
        for pairing, result in keeper.stored():
            self.ledger.enter(pairing, pairing.points(result))
            if on_game is not None:
                on_game(result)
        self._playing: set[Pairing] = set()
        self._ready = plan.schedule.ready(self.ledger)
        there = len(self.ledger)
        self._progress = Progress(tuple(plan.players), self.ledger, plan.games, before=there)

    def play(self, workers: Workers[Job, GameResult]) -> None:
        """Keep the workers busy until there is nothing to play."""
        self._tell()
        is_decided = self._plan.is_decided
        while is_decided is None or not is_decided(self.ledger):
            while workers.free > 0 and (pairing := self._next()) is not None:
                self._playing.add(pairing)
                workers.submit(Job(pairing, self._source[pairing.opening]))
            if not self._playing:
                break
            job, result = workers.finished()
            self._playing.remove(job.pairing)
            self._note(job.pairing, result)
        self._keeper.finish()

    def _next(self) -> Pairing | None:
        """Return the next game; at the end of the list, games that ended may have made others."""
        for _ in range(2):
            for pairing in self._ready:
                if pairing not in self._playing:
                    return pairing
            self._ready = self._plan.schedule.ready(self.ledger)
        return None

    def _note(self, pairing: Pairing, result: GameResult) -> None:
        self._progress.boards.pop(pairing, None)
        if not self._keeper.save(pairing, result):
            result = self._keeper.saved(pairing)  # somebody else resumed the same run
        self.ledger.enter(pairing, pairing.points(result))
        if self._on_game is not None:
            self._on_game(result)
        self._progress.last = pairing, result
        self._tell()

    def on_board(self, pairing: Pairing, position: Position) -> None:
        """Take note of how a game stands."""
        self._progress.boards[pairing] = position
        self._keeper.show(pairing, position)
        self._tell()

    def _tell(self) -> None:
        if self.on_progress is not None:
            self.on_progress(self._progress)


class _Keeper:
    """Writes games to a store, if there is one."""

    def __init__(self, plan: Plan, terms: Terms) -> None:
        self._store: Store | None = None
        self._is_ours = False
        self.run = 0
        if terms.store is None:
            return
        self._store, self._is_ours = _opened(terms.store)
        settings = dict(plan.settings) | described(plan, terms)
        found = _same_run(self._store, plan.kind, settings, terms.seed) if terms.resume else None
        self.run = found or self._store.start(plan.kind, settings, terms.seed)

    def stored(self) -> Iterator[tuple[Pairing, GameResult]]:
        """Yield the games that are there already."""
        if self._store is not None:
            from plyground.arena.running.store import Filter

            for game in self._store.games(Filter(run=self.run)):
                yield game.pairing, game.result

    def save(self, pairing: Pairing, result: GameResult) -> bool:
        """Write a game; returns False if it is there already."""
        return self._store is None or self._store.save(self.run, pairing, result)

    def show(self, pairing: Pairing, position: Position) -> None:
        """Write how a game stands, for those who watch the store."""
        if self._store is not None:
            self._store.show(self.run, pairing, position)

    def saved(self, pairing: Pairing) -> GameResult:
        """Return what is stored of a game."""
        return next(result for stored, result in self.stored() if stored == pairing)

    def finish(self) -> None:
        """Say that nothing is left to be played."""
        if self._store is not None:
            self._store.finish(self.run)

    def close(self) -> None:
        """Let go of the store, if we have opened it."""
        if self._store is not None and self._is_ours:
            self._store.close()


def _same_run(store: Store, kind: str, settings: Mapping[str, Any], seed: int) -> int | None:
    """Return the run to go on with; None if the store is new.

    One that is finished will do if no other is left: it has all its games, and they are not played
    again.
    """
    unfinished = store.unfinished(kind, settings, seed)
    if unfinished is not None:
        return unfinished
    runs, wanted = store.runs(kind), json.loads(json.dumps(dict(settings)))
    same = [run.id for run in runs if (run.settings, run.seed) == (wanted, seed)]
    if runs and not same:
        raise PlygroundError(
            f"{store.name}: no {kind} there has these players and terms; "
            "to begin one, leave out the resuming"
        )
    return same[-1] if same else None


def _opened(where: str | Path | Store) -> tuple[Store, bool]:
    from plyground.arena.running.store import Store

    return (where, False) if isinstance(where, Store) else (Store(where), True)


def described(plan: Plan, terms: Terms) -> dict[str, Any]:
    """Return what was asked for as plain values, for the store."""
    return {
        "game": terms.start.game,
        "players": {name: _text(given) for name, given in plan.players.items()},
        "control": asdict(terms.time),
        "limits": asdict(terms.limits),
        "openings": terms.openings if isinstance(terms.openings, str) else "given",
        "plies": terms.plies,
        "adjudication": [repr(one) for one in terms.adjudicators],
    }


def _text(given: Competitor) -> str:
    return given if isinstance(given, str) else repr(given)


def _can_travel(start: Position) -> bool:
    """Whether other processes know the game: those written in Python are known only here."""
    try:
        named_position(start.game)
    except PlygroundError:
        return False
    return True


def entries(given: Iterator[Any] | tuple[Any, ...] | list[Any]) -> dict[str, Any]:
    """Name the players: ``NAME=SPEC`` names one; others are called by their spec.

    >>> entries(["random", "old=pvs:nodes=100", "random"])
    {'random': 'random', 'old': 'pvs:nodes=100', 'random (2)': 'random'}
    """
    players: dict[str, Any] = {}
    for one in given:
        name = spec = one.strip() if isinstance(one, str) else type(one).__name__.lower()
        if isinstance(one, str) and (alias := re.match(r"([^:=]+)=(.+)", name)):
            name, spec = alias[1].strip(), alias[2].strip()
            if name in players:
                raise PlygroundError(f"two players are called {shown(name)}; name each differently")
        unique, number = name, 2
        while unique in players:
            unique, number = f"{name} ({number})", number + 1
        players[unique] = spec if isinstance(one, str) else one
    return players


def with_options(game: str | Position, options: Options) -> Terms:
    """Return the terms for options given by keyword."""
    return replace(Terms(game), **options)
