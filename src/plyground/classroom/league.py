"""The engine of a class: checks uploads, plays the ladder and the rounds, one job after another.

What is to be done follows from what is stored: versions that wait for their check, first games of
new versions, games of rounds, games of the ladder; in this order. Nothing else is remembered, so
that the server may be killed at any moment: what was in progress is done again, what was stored is
not.
"""

from __future__ import annotations

import contextlib
import sys
import threading
import time
from collections import Counter, defaultdict, deque
from collections.abc import Iterator
from datetime import datetime
from functools import lru_cache, partial

from plyground.arena.running.result import GameResult, Pairing
from plyground.arena.running.store import Store
from plyground.arena.running.workers import LostJob, Workers
from plyground.classroom import table
from plyground.classroom.matches import Matches
from plyground.classroom.ongoing import Ongoing, Underway
from plyground.classroom.pace import Paces, room_for_slow
from plyground.classroom.pairings import Known, first_games, informative
from plyground.classroom.register import PAUSED, Register, Version
from plyground.classroom.rounds import due
from plyground.classroom.settings import RoundPlan, Settings
from plyground.classroom.uploads import in_turn, parcel_of
from plyground.classroom.work import (
    Broken,
    CheckJob,
    Entrant,
    GameJob,
    GivenUp,
    Job,
    Outcome,
    Report,
    Stopped,
    class_workers,
)
from plyground.errors import PlygroundError, visible
from plyground.games.position import Position

LADDER = "ladder"  #: the kind of the run with all games of the ladder

_LOOK_SECONDS = 0.2  # between two looks at what is to be done
_REFRESH_SECONDS = 2.0  # until what another process has written is seen
_HOUR = 3600.0
_KEPT_UPLOADS = 64  # in memory


class League:
    """A class whose games are played; ``close`` ends all of it."""

    def __init__(
        self, settings: Settings, workers: int | str | None = None, *, sandbox: bool = True
    ) -> None:
        self.settings = settings
        self.register = Register(settings.address)
        self.store = Store(settings.address)
        self._content = lru_cache(_KEPT_UPLOADS)(self.register.content)
        runs = self.store.runs(LADDER)
        self.ladder_run = (
            runs[0].id if runs else self.store.start(LADDER, {"game": settings.start.game})
        )
        self._points = self.store.points(self.ladder_run)
        self._counts = Counter((game.a, game.b) for game in self._points)
        self._openings = settings.openings.opening_source
        self._staff = {one.name: one.player for one in settings.staff}
        self._workers = partial(class_workers, settings, workers, sandbox=sandbox)
        self._jobs = Ongoing()
        self._paces = Paces()
        self._given_up: set[int] = set()  # versions whose hurried check was
        self._broken: Counter[object] = Counter()
        self.news: Counter[str] = Counter()  #: how often something came of a player's game
        self._recent: defaultdict[str, deque[float]] = defaultdict(deque)
        self._playing: list[Version] = []
        self._waiting: list[Version] = []
        self._is_paused = False
        self._refreshed = -_REFRESH_SECONDS
        self._lock = threading.RLock()
        self.matches = Matches(settings, self.register, self.store)
        self.rater = table.Rater(self._rate)
        self._wake, self._ended = threading.Event(), threading.Event()
        self._thread = threading.Thread(target=self._run, name="league", daemon=True)
        self.problem: str | None = None  #: why nothing is played any more

    def start(self) -> None:
        """Begin to play."""
        self.rater.start()
        self._thread.start()

    def close(self) -> None:
        """Give up what is being played, and let go of the database."""
        self._ended.set()
        self._wake.set()
        if self._thread.is_alive():
            self._thread.join()
        if self.rater.is_alive():
            self.rater.end()
        self.register.close()
        self.store.close()

    # What the pages ask for.

    def changed(self) -> None:
        """Say that something was written: it is looked at now."""
        self._refreshed = -_REFRESH_SECONDS
        self.rater.change()
        self._wake.set()

    @property
    def ladder(self) -> table.Ladder:
        """The ladder as it was computed last."""
        return self.rater.latest

    def jobs(self) -> list[Underway]:
        """List what is being done."""
        with self._lock:
            return self._jobs.underway()

    @property
    def is_paused(self) -> bool:
        """Whether staff have paused the ladder."""
        return self._is_paused

    @property
    def waiting(self) -> int:
        """How many uploads wait for their check."""
        return len(self._waiting)

    def playing(self) -> list[Version]:
        """List the versions that play now."""
        return list(self._playing)

    def games_left(self, version: Version) -> int:
        """Return how many of its first games a version still has to play."""
        with self._lock:
            return sum(game not in self._points for game in self._first(version))

    def hold(self, plan: RoundPlan, when: str | None = None) -> int:
        """Begin a round now; returns its run."""
        with self._lock:
            ranked = [one.id for one in self.ladder.versions]
            versions = self.register.playing()
            versions.sort(key=lambda one: ranked.index(one.id) if one.id in ranked else 10**6)
            run = self.matches.begin(plan, versions, when)
        self.changed()
        return run

    def rerun(self, game: int) -> None:
        """Have a game played again; the old one is gone."""
        with self._lock:
            found = self.store.discard(game)
            self.news.update(found.result.players)
            if found.run == self.ladder_run:
                self._points.pop(found.pairing, None)
                self._counts[found.pairing.a, found.pairing.b] -= 1
            else:
                self.matches.reload()
        self.changed()

    def stop_game(self, name: str) -> bool:
        """End a game in progress; returns whether there is one of this name.

        On the ladder it does not count. In a round it is drawn, until staff have it played again.
        """
        with self._lock:
            return self._jobs.stop(name)

    def stop_round(self, run: int) -> None:
        """End a round before its time."""
        with self._lock:
            self.matches.stop(run)
        self.changed()

    def check_again(self, version: int) -> None:
        """Have an upload checked once more."""
        with self._lock:
            self._broken.pop(("check", version), None)
            self.register.check_again(version)
        self.changed()

    # The engine.

    def _run(self) -> None:
        try:
            with contextlib.closing(self._workers()) as workers:
                workers.on_board = self._show
                while not self._ended.is_set():
                    self._look(workers)
        except Exception as error:  # nothing is played from here on, and staff must see why
            self.problem = visible(f"{type(error).__name__}: {error}", keep="")
            print(f"plyground: the class has stopped: {self.problem}", file=sys.stderr)
            if not isinstance(error, PlygroundError):
                raise

    def _look(self, workers: Workers[Job, Outcome]) -> None:
        """Give the workers what is to be done, and take in what has been."""
        self._refresh()
        while workers.free > 0 and (job := self._next(workers.free)) is not None:
            with self._lock:
                self._jobs.begin(job)
            workers.submit(job)
        self._stop_games(workers)
        if not self._jobs:
            self._wake.wait(_LOOK_SECONDS)
            self._wake.clear()
            return
        try:
            done = workers.poll(_LOOK_SECONDS)
        except LostJob as error:
            with self._lock:
                job = next(one for one in self._jobs if one.key == error.key)
                self._jobs.end(job)
                self._enter(job, Broken(str(error)))
            return
        if done is not None:
            with self._lock:
                self._pace(*done, self._jobs.end(done[0]))
                self._enter(*done)

    def _stop_games(self, workers: Workers[Job, Outcome]) -> None:
        """End the games that staff want to stop."""
        with self._lock:
            for job in self._jobs.stopped():
                if workers.cancel(job):
                    self._jobs.end(job)
                    self._enter(job, Stopped())

    def _pace(self, job: Job, outcome: Outcome, seconds: float) -> None:
        """Remember who has kept a worker waiting."""
        if isinstance(job, GameJob) and isinstance(outcome, GameResult):
            self._paces.enter(outcome, job.pairing.players, seconds)
        elif isinstance(job, CheckJob) and isinstance(outcome, GivenUp):
            self._given_up.add(job.version)
            self._paces.enter_slow(self.register.version(job.version).label)

    def _refresh(self) -> None:
        """Read again what others may have written; begin the rounds that are due."""
        if time.monotonic() - self._refreshed < _REFRESH_SECONDS:
            return
        self._refreshed = time.monotonic()
        with self._lock:
            self._playing = self.register.playing()
            self._waiting = in_turn(self.register.versions_to_check())
            self._is_paused = self.register.value(PAUSED) == "yes"
            self.matches.refresh()
        for plan, moment in list(due(self.settings, self.register, datetime.now())):
            self.hold(plan, moment)

    def _next(self, free: int) -> Job | None:
        """Return what is most urgent of what is not being done already.

        Slow agents get some of the workers only: what they keep waiting are not the others.
        """
        with self._lock:
            slow = sum(map(self._is_slow, self._jobs))
            ahead, behind = room_for_slow(len(self._jobs) + free, slow)
            job = self._most_urgent(with_slow=ahead)
            if job is None and behind and not ahead:
                job = self._most_urgent(with_slow=True)
            return job

    def _is_slow(self, job: Job) -> bool:
        if isinstance(job, CheckJob):
            return not job.hurried
        return any(map(self._paces.is_slow, job.pairing.players))

    def _most_urgent(self, *, with_slow: bool) -> Job | None:
        """Return a check, else a first game, else one of a round, else one of the ladder."""

        def is_wanted(game: Pairing) -> bool:
            return with_slow or not any(map(self._paces.is_slow, game.players))

        for version in sorted(self._waiting, key=lambda one: one.id in self._given_up):
            key = "check", version.id
            is_slow = version.id in self._given_up
            if key not in self._jobs and key not in self._broken and (with_slow or not is_slow):
                return self._check(version)
        for game in filter(is_wanted, self._next_first()):
            return self._ladder_game(game)
        for run, game, entrants in self.matches.ready():
            if (run, game) not in self._jobs and is_wanted(game):
                return self._game(run, game, entrants)
        return None if self._is_paused else self._next_of_ladder(with_slow=with_slow)

    def _check(self, version: Version) -> CheckJob:
        parcel = parcel_of(self.settings, version.file, self._content(version.id))
        start = self.settings.start
        anywhere = self.settings.ladder.openings != "start"
        hurried = version.id not in self._given_up
        return CheckJob(version.id, parcel, start.game, version.run, start, anywhere, hurried)

    def _first(self, version: Version) -> Iterator[Pairing]:
        return first_games(version.label, tuple(self._staff), self.settings.ladder.first)

    def _next_first(self) -> Iterator[Pairing]:
        """Yield a first game of each version, those first that have played the fewest of them."""
        found = []
        for version in self._playing:
            left = [game for game in self._first(version) if self._is_free(game)]
            if left:
                found.append((-len(left), version.id, left[0]))
        return (game for _, _, game in sorted(found))

    def _next_of_ladder(self, *, with_slow: bool) -> GameJob | None:
        versions = [
            one.label for one in self._playing if with_slow or not self._paces.is_slow(one.label)
        ]
        games = [job.pairing for job in self._jobs if isinstance(job, GameJob)]
        playing = Counter(name for game in games for name in game.players)
        counts = Counter((game.a, game.b) for game in games)
        counts.update(self._counts)
        known = Known(
            counts, lambda game: not self._is_free(game), playing, self.ladder.ratings, self._may
        )
        pairs = self.settings.ladder.pairs
        pairing = informative(versions, tuple(self._staff), pairs, known)
        if pairing is None:
            return None
        for name in pairing.players:
            self._recent[name].append(time.monotonic())
        return self._ladder_game(pairing)

    def _may(self, name: str) -> bool:
        """Whether a player's games of the last hour leave room for another one."""
        recent = self._recent[name]
        while recent and recent[0] < time.monotonic() - _HOUR:
            recent.popleft()
        return len(recent) < self.settings.ladder.games_per_hour

    def _is_free(self, game: Pairing) -> bool:
        """Whether a game of the ladder was not played, and is not being played."""
        is_begun = game in self._points or (self.ladder_run, game) in self._jobs
        return not is_begun and game not in self._broken

    def _ladder_game(self, pairing: Pairing) -> GameJob:
        return self._game(self.ladder_run, pairing, {one.label: one for one in self._playing})

    def _game(self, run: int, pairing: Pairing, versions: dict[str, Version]) -> GameJob:
        met = [versions[name] for name in pairing.players if name in versions]
        from_start = any(one.from_start for one in met)
        start = self.settings.start if from_start else self._openings[pairing.opening]
        first, second = (self._entrant(name, versions.get(name)) for name in pairing.players)
        return GameJob(run, pairing, start, (first, second), run != self.ladder_run)

    def _entrant(self, name: str, version: Version | None) -> Entrant:
        if version is None:
            return Entrant(name, self._staff[name])
        parcel = parcel_of(self.settings, version.file, self._content(version.id))
        return Entrant(name, version.spec, parcel)

    def _enter(self, job: Job, outcome: Outcome) -> None:
        """Write down what came of a job."""
        if isinstance(job, GameJob):
            self.news.update(job.pairing.players)
        if isinstance(outcome, Broken):
            print(f"plyground: {job.title}: {visible(outcome.why)}", file=sys.stderr)
        if isinstance(outcome, GivenUp):
            return  # it comes again, behind the others
        if isinstance(job, CheckJob):
            self._enter_check(job, outcome)
        elif isinstance(outcome, GameResult) and job.run == self.ladder_run:
            self.store.save(job.run, job.pairing, outcome)
            self._points[job.pairing] = job.pairing.points(outcome)
            self._counts[job.pairing.a, job.pairing.b] += 1
            self.rater.change()
        elif isinstance(outcome, GameResult):
            self.matches.enter(job.run, job.pairing, outcome)
        elif job.run == self.ladder_run:
            self._broken[job.pairing] += 1
        elif isinstance(outcome, Stopped):
            self.matches.adjudicate(job.run, job.pairing)
        else:
            self.matches.stop(job.run, "A game could not be played. The server's log says why.")

    def _enter_check(self, job: CheckJob, outcome: Outcome) -> None:
        if not isinstance(outcome, Report):
            text = "The server could not check this upload. Ask staff to have it checked again."
            case = {"case": "the server can check the upload", "problem": text, "details": ""}
            outcome = Report([case])
        spec, from_start = outcome.spec, outcome.from_start
        self.register.enter_report(job.version, outcome.cases, spec, from_start=from_start)
        self.changed()

    def _show(self, key: tuple[int, Pairing], position: Position) -> None:
        self.store.show(key[0], key[1], position)

    def _rate(self) -> table.Ladder:
        with self._lock:
            points = dict(self._points)
        return table.ladder(self.register, self.settings, points)
