"""The rounds that are being played: what is ready, and what came of it."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from plyground.arena.running.result import GameResult, Pairing, Reason
from plyground.arena.running.store import Store, StoredRun
from plyground.classroom.register import Register, Version
from plyground.classroom.rounds import freeze, ready, result_of, running
from plyground.classroom.settings import KINDS, RoundPlan, Settings
from plyground.errors import PlygroundError

NOBODY = "nobody"  #: the kind of a round that was due when there were no two teams to play


@dataclass
class _Match:
    """A round in progress."""

    run: StoredRun
    versions: dict[str, Version]
    points: dict[Pairing, float]
    ready: list[Pairing] = field(default_factory=list)

    def look(self) -> None:
        """Find out what can be played now."""
        self.ready = ready(self.run, self.points)


class Matches:
    """All rounds in progress."""

    def __init__(self, settings: Settings, register: Register, store: Store) -> None:
        self._settings, self._register, self._store = settings, register, store
        self._matches: dict[int, _Match] = {}
        self._winners: dict[int, str | None] = {}  # of rounds that are over
        held = {one.run for one in register.rounds()}
        for run in running(store, KINDS):
            if run.id not in held:  # the server was killed while it began the round
                store.delete(run.id)

    def begin(self, plan: RoundPlan, versions: Sequence[Version], when: str | None) -> int:
        """Begin a round; raises PlygroundError where no two teams can play."""
        due = when or datetime.now().isoformat(" ", "milliseconds")
        seed = secrets.randbits(31)
        try:
            frozen = freeze(self._settings, plan, versions, seed)
        except PlygroundError:
            if when is not None:
                self._register.begin_round(plan.name, due, 0)
                return 0
            raise
        run = self._store.start(plan.kind, frozen, seed)
        if not self._register.begin_round(plan.name, due, run):
            self._store.delete(run)  # it was begun already
            return 0
        self.refresh()
        return run

    def refresh(self) -> None:
        """Take up rounds that were begun, and leave those that were ended."""
        runs = {run.id: run for run in running(self._store, KINDS)}
        held = {one.run for one in self._register.rounds()}
        for number in set(self._matches) - set(runs):
            del self._matches[number]
        for number, run in runs.items():
            if number not in self._matches and number in held:
                self._take_up(run)
        self._forfeit()

    def winner(self, run: StoredRun) -> str | None:
        """Return who alone has won a round that is over."""
        if run.status != "finished":
            return None
        if run.id not in self._winners:
            table = result_of(run, self._store.points(run.id))
            first = [place.player for place in table if place.rank == 1]
            self._winners[run.id] = first[0] if len(first) == 1 else None
        return self._winners[run.id]

    def reload(self) -> None:
        """Read all rounds again."""
        self._matches.clear()
        self._winners.clear()
        self.refresh()

    def _take_up(self, run: StoredRun) -> None:
        wanted = set(run.settings["versions"].values())
        versions = {one.label: one for one in self._register.versions() if one.id in wanted}
        match = _Match(run, versions, self._store.points(run.id))
        self._matches[run.id] = match
        self._go_on(match)

    def ready(self) -> Iterator[tuple[int, Pairing, dict[str, Version]]]:
        """Yield the games that can be played, those of the oldest round first."""
        for match in list(self._matches.values()):
            for pairing in match.ready:
                yield match.run.id, pairing, match.versions

    def enter(self, run: int, pairing: Pairing, result: GameResult) -> None:
        """Write a game down; when none is left, the round is over."""
        match = self._matches.get(run)
        if match is None:
            return  # it was stopped meanwhile
        self._store.save(run, pairing, result)
        match.points[pairing] = pairing.points(result)
        self._go_on(match)

    def stop(self, run: int, problem: str | None = None) -> None:
        """End a round before its time; what was played stays."""
        if self._store.run(run).status == "running":
            self._store.finish(run, "stopped", problem)
        self._matches.pop(run, None)

    def _go_on(self, match: _Match) -> None:
        match.look()
        if not match.ready:
            self._store.finish(match.run.id)
            self._matches.pop(match.run.id, None)

    def _forfeit(self) -> None:
        """Enter the games of teams that were stopped as lost."""
        banned = {team.id for team in self._register.teams() if team.banned}
        for match in list(self._matches.values()):
            out = {name for name, one in match.versions.items() if one.team in banned}
            while lost := [game for game in match.ready if out & set(game.players)]:
                for game in lost:
                    self._forfeit_game(match, game, out)
                if match.run.id not in self._matches:
                    break

    def _forfeit_game(self, match: _Match, game: Pairing, out: set[str]) -> None:
        if game in match.points:
            return
        score = 0.0 if game.players[0] in out else 1.0
        if out >= set(game.players):
            score = 0.5
        self.adjudicate(match.run.id, game, score, "staff have stopped a team")

    def adjudicate(
        self, run: int, game: Pairing, score: float = 0.5, why: str = "staff have stopped the game"
    ) -> None:
        """Enter a result that staff have brought about; ``score`` is the first side's."""
        name, reason = self._settings.start.game, Reason.ADJUDICATED
        self.enter(run, game, GameResult(name, game.players, score, reason=reason, note=why))
