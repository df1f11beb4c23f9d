"""What was to be played and how it ended: pairings, results, and the points they give.

Two forms of one truth: a ``GameResult`` is the whole record of a game and goes to the store;
``Points`` (a number for each pairing) is all that schedules, statistics and ratings need.
"""

from __future__ import annotations

import json
import math
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from plyground._core import Side
from plyground.errors import PlygroundError, shown, visible


class Reason(StrEnum):
    """Why a game ended; all but ``end`` and ``adjudicated`` are the loser's fault."""

    END = "end"  #: by the rules of the game, its draw rules included
    TIME = "time"
    MEMORY = "memory"
    ILLEGAL = "illegal"
    CRASH = "crash"
    OUTPUT = "output"
    STARTUP = "startup"
    ADJUDICATED = "adjudicated"  #: by the referee, before the end; the note says how

    @property
    def is_fault(self) -> bool:
        """Whether the loser broke a limit or a rule, rather than being outplayed."""
        return self not in (Reason.END, Reason.ADJUDICATED)


@dataclass(frozen=True, slots=True)
class Pairing:
    """One game to be played: ``a`` is the first side unless ``swapped``.

    The two games of a pair differ in ``swapped`` only, and start from the same opening.

    >>> game = Pairing("greedy", "random", opening=3)
    >>> game.players, game.partner.players
    (('greedy', 'random'), ('random', 'greedy'))
    """

    a: str
    b: str
    opening: int = 0
    swapped: bool = False
    round: int = 0

    @property
    def players(self) -> tuple[str, str]:
        """The first side's and the second side's player."""
        return (self.b, self.a) if self.swapped else (self.a, self.b)

    @property
    def partner(self) -> Pairing:
        """The other game of the pair."""
        return replace(self, swapped=not self.swapped)

    @property
    def key(self) -> str:
        """A text that no other pairing of a run has; ``from_key`` reads it.

        >>> Pairing("a", "b", 7).key
        '[0,"a","b",7,false]'
        """
        parts = [self.round, self.a, self.b, self.opening, self.swapped]
        return json.dumps(parts, separators=(",", ":"))

    @classmethod
    def from_key(cls, key: str) -> Pairing:
        """Read a key.

        >>> Pairing.from_key('[0,"a","b",7,true]').players
        ('b', 'a')
        """
        try:
            number, a, b, opening, swapped = json.loads(key)
        except (ValueError, TypeError, RecursionError):
            raise PlygroundError("this is not the key of a game") from None
        is_sound = (
            type(a) is type(b) is str and type(swapped) is bool
            and type(number) is int and type(opening) is int and 0 <= opening < MOST_OPENINGS
        )  # fmt: skip
        if not is_sound:
            raise PlygroundError(f"this is not the key of a game: {shown(key)}")
        return cls(a, b, opening, swapped, number)

    def points(self, result: GameResult) -> float:
        """Return what ``a`` got out of the game: 0, 0.5 or 1."""
        return 1 - result.score if self.swapped else result.score


MOST_OPENINGS = 1 << 22  #: of a run; a ledger keeps two bytes for each
_NONE = type(None)

Points = Mapping[Pairing, float]  # what player a got, for each game that is over


@dataclass(frozen=True)
class View:
    """A game as one of its players saw it."""

    player: str
    opponent: str
    side: Side
    score: float
    margin: int | None
    seconds: float
    peak_mb: float | None
    stderr: str
    lost_by: Reason | None  #: set only where the player lost


@dataclass(frozen=True)
class GameResult:
    """A game that is over, with all that is kept of it; pairs are (first side, second side).

    >>> won = GameResult("kalah(6,4)", ("greedy", "random"), 1.0, margin=12)
    >>> won.winner, won.view("random").score, won.view("random").margin
    ('greedy', 0.0, -12)
    >>> GameResult.from_json(won.to_json()) == won
    True
    """

    game: str
    players: tuple[str, str]
    score: float  #: of the first side: 0, 0.5 or 1
    start: str | None = None  #: the text of the first position, None for the game's own start
    moves: tuple[str, ...] = ()
    margin: int | None = None  #: of the first side, where the game was played to its end
    reason: Reason = Reason.END
    loser: Side | None = None
    seconds: tuple[float, float] = (0.0, 0.0)
    peak_mb: tuple[float | None, float | None] = (None, None)
    stderr: tuple[str, str] = ("", "")  #: the last lines
    note: str = ""  #: what an adjudication was based on, or a fault consisted in

    def __post_init__(self) -> None:
        # An agent wrote these. Every screen, log, store and page gets them from here.
        object.__setattr__(self, "note", visible(self.note, keep=""))
        object.__setattr__(self, "stderr", tuple(map(visible, self.stderr)))
        check_score(self.score)
        lost = {0: Side.FIRST, 0.5: None, 1: Side.SECOND}[self.score]
        if self.loser is None:
            object.__setattr__(self, "loser", lost)
        elif self.loser != lost:
            raise PlygroundError(f"{self.loser.name} cannot have lost with score {self.score}")
        if self.reason.is_fault and lost is None:
            raise PlygroundError(f"a game that ended by {self.reason} has a loser; score 0 or 1")

    @property
    def is_draw(self) -> bool:
        """Whether nobody won."""
        return self.loser is None

    @property
    def winner(self) -> str | None:
        """The winning player, or None for a draw."""
        return None if self.loser is None else self.players[1 - self.loser]

    @property
    def faulty(self) -> str | None:
        """The player who lost by a fault of its own, if that is how the game ended."""
        if self.loser is None or not self.reason.is_fault:
            return None
        return self.players[self.loser]

    def on(self, side: Side) -> View:
        """Return the game as a side saw it."""
        first = side == Side.FIRST
        margin = self.margin if first or self.margin is None else -self.margin
        return View(
            player=self.players[side],
            opponent=self.players[1 - side],
            side=side,
            score=self.score if first else 1 - self.score,
            margin=margin,
            seconds=self.seconds[side],
            peak_mb=self.peak_mb[side],
            stderr=self.stderr[side],
            lost_by=self.reason if self.loser == side else None,
        )

    def view(self, player: str) -> View:
        """Return the game as a player saw it; of a game against itself, as the first side."""
        if player not in self.players:
            raise PlygroundError(
                f"{shown(player)} did not play; {shown(self.players[0])} and "
                f"{shown(self.players[1])} did"
            )
        return self.on(Side(self.players.index(player)))

    def to_dict(self) -> dict[str, Any]:
        """Return the result as plain values, as JSON knows them."""
        plain = {
            key: list(value) if isinstance(value, tuple) else value
            for key, value in vars(self).items()
        }
        loser = None if self.loser is None else self.loser.name.lower()
        return plain | {"reason": str(self.reason), "loser": loser}

    @classmethod
    def from_dict(cls, plain: Mapping[str, Any]) -> GameResult:
        """Read what ``to_dict`` wrote."""
        try:
            given: dict[str, Any] = {
                k: tuple(v) if isinstance(v, list) else v for k, v in plain.items()
            }
            _check_kinds(given)
            given["reason"] = Reason(given["reason"])
            loser = given["loser"]
            given["loser"] = None if loser is None else Side[loser.upper()]
            return cls(**given)
        except (KeyError, TypeError, AttributeError, ValueError) as error:
            cause = visible(str(error), keep="")
            raise PlygroundError(f"this is not the result of a game: {cause}") from None

    def to_json(self) -> str:
        """Return the result as one line of JSON, in ASCII: agents print what no database takes."""
        return json.dumps(self.to_dict(), separators=(",", ":"))

    @classmethod
    def from_json(cls, text: str) -> GameResult:
        """Read what ``to_json`` wrote."""
        try:
            plain = json.loads(text)
        except (ValueError, TypeError, RecursionError) as error:
            raise PlygroundError(f"this is not the result of a game: {error}") from None
        if not isinstance(plain, dict):
            raise PlygroundError("this is not the result of a game: expected a JSON object")
        return cls.from_dict(plain)


def _check_kinds(plain: Mapping[str, Any]) -> None:
    """Refuse values of the wrong kind, which would only be noticed by whoever uses them."""
    kinds: dict[str, tuple[tuple[type, ...], int | None]] = {  # and how many, where it is a list
        "players": ((str,), 2), "moves": ((str,), None), "stderr": ((str,), 2),
        "seconds": ((int, float), 2), "peak_mb": ((int, float, _NONE), 2),
    }  # fmt: skip
    for name, (kind, count) in kinds.items():
        values = plain[name]
        if not isinstance(values, tuple) or count not in (None, len(values)):
            raise PlygroundError(f"{name} is {values!r}")
        if any(type(value) not in kind or not _is_finite(value) for value in values):
            raise PlygroundError(f"{name} is {values!r}")
    single = {"game": (str,), "note": (str,), "start": (str, _NONE), "score": (int, float),
              "margin": (int, _NONE)}  # fmt: skip
    for name, kind in single.items():
        if type(plain[name]) not in kind:
            raise PlygroundError(f"{name} is {plain[name]!r}")


def _is_finite(value: object) -> bool:
    return not isinstance(value, float) or math.isfinite(value)


@dataclass(frozen=True, slots=True)
class Meeting:
    """A pair of games, or one whose partner was not played: the unit that is independent.

    The two games of a pair share an opening, so that their results hang together.
    """

    a: str
    b: str
    scores: tuple[float, ...]  #: of player a, in two games or one

    @property
    def games(self) -> int:
        """How many games were played: 2, or 1 for half a pair."""
        return len(self.scores)

    @property
    def points(self) -> float:
        """What player a got together."""
        return sum(self.scores)

    @property
    def turned(self) -> Meeting:
        """The same games as player b saw them."""
        return Meeting(self.b, self.a, tuple(1 - score for score in self.scores))


def check_score(score: object) -> None:
    """Refuse anything but a win, a draw or a loss: ratings are computed from scores."""
    if type(score) not in (int, float) or score not in (0, 0.5, 1):
        raise PlygroundError(f"a score of {score!r} is not valid; expected 0, 0.5 or 1")


def meetings(points: Points) -> Iterator[Meeting]:
    """Put the games of each pair together; halves of pairs come by themselves.

    Games of a player against itself say nothing about anybody and are left out.

    >>> game = Pairing("greedy", "random")
    >>> next(meetings({game: 1.0, game.partner: 0.5}))
    Meeting(a='greedy', b='random', scores=(1.0, 0.5))
    """
    for pairing, gained in points.items():
        check_score(gained)
        partner = points.get(pairing.partner)
        if pairing.a == pairing.b:
            continue
        if partner is None:
            yield Meeting(pairing.a, pairing.b, (gained,))
        elif not pairing.swapped:
            yield Meeting(pairing.a, pairing.b, (gained, partner))


def by_players(points: Points) -> dict[tuple[str, str], list[Meeting]]:
    """Gather the meetings of every two players, under their names in the order of the alphabet.

    >>> list(by_players({Pairing("z", "a"): 1.0}))
    [('a', 'z')]
    """
    together: dict[tuple[str, str], list[Meeting]] = defaultdict(list)
    for met in meetings(points):
        one = met if met.a < met.b else met.turned
        together[one.a, one.b].append(one)
    return dict(together)
