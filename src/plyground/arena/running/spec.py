"""The description of a run: what is to be played, by whom, under which rules, and where it goes.

One object travels from the command line, through the run, to the workers and into the store.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypedDict

from plyground.arena.agents.agents import check_player, cores_per_game
from plyground.arena.rating.sprt import Sprt
from plyground.arena.referee.adjudication import Adjudicator
from plyground.arena.referee.clock import UNTIMED, Control
from plyground.arena.referee.referee import Competitor
from plyground.arena.running.openings import Openings, openings
from plyground.arena.running.schedule import Gauntlet, Knockout, RoundRobin, Schedule, Swiss
from plyground.arena.sandbox.limits import Limits
from plyground.errors import PlygroundError, shown
from plyground.games.names import competition_name, default_game
from plyground.games.names import position as named_position
from plyground.games.position import Position

if TYPE_CHECKING:
    from plyground.arena.running.seats import Seats
    from plyground.arena.running.store import Store

DEFAULT_GAME = default_game()

MATCHES = ("match", "sprt")
TOURNAMENTS = ("round-robin", "gauntlet", "swiss", "knockout")


class Options(TypedDict, total=False):
    """What can be given to a match or tournament besides its players; see ``RunSpec``."""

    control: Control | str
    limits: Limits
    openings: str | Openings
    plies: int | None
    adjudicators: tuple[Adjudicator, ...]
    seed: int
    workers: int | str | None
    store: str | Path | Store | None
    resume: bool
    boards: bool
    keep_games: bool


@dataclass(frozen=True)
class RunSpec:
    """A match or tournament that is to be played.

    It can be sent to other processes if the players are given as text, and ``settings`` is what
    the store keeps of it.

    >>> RunSpec(entries(["greedy", "random"]), "watch-your-back").start.game
    'watch-your-back(max_turns=320,double_pass_draws=yes)'
    """

    players: Mapping[str, Competitor]  #: by the name that they have in results
    game: str | Position = DEFAULT_GAME
    kind: str = "match"  #: one of MATCHES or TOURNAMENTS
    pairs: int = 1  #: of games that two players play when they meet
    rounds: int | None = None  #: of a Swiss; None: as many as find a winner
    heroes: int = 1  #: players of a gauntlet who meet all others
    test: Sprt | None = None  #: what ends a match before all its pairs are played
    control: Control | str = UNTIMED  #: how long to think; as text, a time like ``60+0.5``
    limits: Limits = field(default_factory=Limits)  #: of external players
    openings: str | Openings = "random"  #: ``random``, ``start``, ``fair``, ``book``, …
    plies: int | None = None  #: how many moves random openings have
    adjudicators: tuple[Adjudicator, ...] = ()  #: what ends games early
    seed: int = 0  #: the same seed gives the same openings, and the same chance
    workers: int | str | None = None  #: processes, or ``ray[:ADDRESS]``; None: one per core
    store: str | Path | Store | None = None  #: a file or database for the games
    resume: bool = False  #: continue the last run in the store with the same settings
    boards: bool = False  #: whether progress shows the boards
    keep_games: bool = True  #: whether a match without a store has its games in the result

    @cached_property
    def start(self) -> Position:
        """The start of the game; in competitions, plain games that may be endless have an end."""
        return arena_start(self.game)

    @cached_property
    def time(self) -> Control:
        """The time control."""
        return Control.parse(self.control) if isinstance(self.control, str) else self.control

    @cached_property
    def opening_source(self) -> Openings:
        """The openings."""
        if isinstance(self.openings, str):
            return openings(self.openings, self.start, plies=self.plies, seed=self.seed)
        return self.openings

    @cached_property
    def schedule(self) -> Schedule:
        """Who meets whom, and how often."""
        names = tuple(self.players)
        if self.rounds is not None and self.kind != "swiss":
            raise PlygroundError(f"a {self.kind} has no number of rounds; only a swiss has")
        if self.kind in MATCHES:
            return RoundRobin(names, self.pairs)
        if self.kind == "round-robin":
            return RoundRobin(names, self.pairs, self.seed)
        if self.kind == "gauntlet":
            return Gauntlet(names, self.pairs, self.heroes)
        if self.kind == "knockout":
            return Knockout(names, self.pairs)
        if self.kind == "swiss":
            rounds = self.rounds or max(1, math.ceil(math.log2(max(len(names), 2))))
            return Swiss(names, rounds, self.pairs, self.seed)
        raise PlygroundError(
            f"{shown(self.kind)} is not a kind of tournament; expected {', '.join(TOURNAMENTS)}"
        )

    @property
    def games(self) -> int | None:
        """How many games there are, where that is known before they are played."""
        return None if self.test is not None else getattr(self.schedule, "games", None)

    @property
    def settings(self) -> dict[str, Any]:
        """What makes this run and no other, as plain values for the store."""
        own: dict[str, Any] = {"pairs": self.pairs}
        if self.kind in MATCHES:
            own["test"] = repr(self.test)
        else:
            own |= {"rounds": self.rounds, "heroes": self.heroes, "order": list(self.players)}
        return own | {
            "game": self.start.game,
            "players": {
                name: given if isinstance(given, str) else repr(given)
                for name, given in self.players.items()
            },
            "control": self.time.settings,
            "limits": self.limits.settings,
            "openings": self.openings if isinstance(self.openings, str) else "given",
            "plies": self.plies,
            "adjudication": [repr(one) for one in self.adjudicators],
        }

    def checked(self) -> RunSpec:
        """Return the spec that can be played; raises PlygroundError for what cannot be."""
        size, needed = self.opening_source.size, self._openings_needed
        if size is not None and size < needed and self.test is None:
            raise PlygroundError(
                f"there are {size} openings, and {needed} are needed; give more, or fewer pairs"
            )
        for name, given in self.players.items():
            check_player(name, given, self.opening_source[0], self.limits)
        if size is not None and self.test is not None:
            return replace(self, pairs=min(self.pairs, size))
        return self

    @property
    def _openings_needed(self) -> int:
        if isinstance(self.schedule, Swiss):
            return self.schedule.rounds * self.pairs
        return self.pairs + (self.schedule.extra if isinstance(self.schedule, Knockout) else 0)

    # What workers ask.

    @property
    def is_portable(self) -> bool:
        """Whether other processes can make the players: they are given as text."""
        return all(isinstance(one, str) for one in self.players.values())

    @property
    def is_known_game(self) -> bool:
        """Whether other processes know the game: one written in Python is known only here."""
        try:
            named_position(self.start.game)
        except PlygroundError:
            return False
        return True

    @property
    def cores(self) -> int:
        """The cores that a game needs."""
        return cores_per_game(self.players.values())

    def open(self) -> Seats:
        """Return seats for the players, in the process that this is called in."""
        from plyground.arena.running.seats import Seats

        return Seats(self)

    def __getstate__(self) -> dict[str, Any]:
        """Return what goes to workers: every job brings its opening, and they store nothing."""
        state = {name: vars(self)[name] for name in self.__dataclass_fields__}
        return state | {"store": None, "openings": "start"}


def arena_start(game: str | Position) -> Position:
    """Return where games begin in competitions; plain games that may be endless have an end.

    >>> arena_start("kalah(6,4)").game
    'kalah(6,4)'
    """
    return named_position(competition_name(game)) if isinstance(game, str) else game


def entries(given: Iterable[Any]) -> dict[str, Any]:
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
