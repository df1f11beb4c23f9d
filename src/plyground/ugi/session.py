"""What an engine knows between two lines: the game, the position, and how to read commands."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from plyground._core import Side
from plyground.errors import PlygroundError, shown
from plyground.games.names import default_game
from plyground.games.names import position as named_position
from plyground.games.position import Position
from plyground.players.limits import Limit

DEFAULT_GAME = default_game()

# A number that no clock or node count reaches; anything above is a mistake or an attack.
_MOST = 10**15
_NUMBERS = ("p1time", "p2time", "p1inc", "p2inc", "movetime", "depth", "nodes")
_DEEPEST = 100


class UgiError(PlygroundError):
    """A line that is not UGI, or that cannot be obeyed now."""


@dataclass(frozen=True)
class Go:
    """What a ``go`` command asks for; times are in milliseconds, as on the wire."""

    p1time: int | None = None
    p2time: int | None = None
    p1inc: int | None = None
    p2inc: int | None = None
    movetime: int | None = None
    depth: int | None = None
    nodes: int | None = None
    infinite: bool = False

    def limit(self, side: Side) -> Limit:
        """Return the limit for the side that is to move.

        >>> Go(p1time=60_000, p2time=5_000, movetime=250).limit(Side.SECOND)
        Limit(depth=None, nodes=None, time=0.25, clock=5.0, increment=0.0, cpu=False)
        """
        clock = (self.p1time, self.p2time)[side]
        increment = (self.p1inc, self.p2inc)[side]
        return Limit(
            depth=self.depth,
            nodes=self.nodes,
            time=None if self.movetime is None else self.movetime / 1000,
            clock=None if clock is None else clock / 1000,
            increment=(increment or 0) / 1000,
        )

    @property
    def text(self) -> str:
        """The command, as it is sent."""
        words = ["go"]
        for name in _NUMBERS:
            value = getattr(self, name)
            if value is not None:
                words += [name, str(value)]
        return " ".join([*words, *(["infinite"] if self.infinite else [])])


def read_go(words: Iterable[str]) -> Go:
    """Read what stands behind ``go``; raises UgiError with what was expected.

    >>> read_go(["depth", "5", "infinite"]).depth
    5
    """
    given: dict[str, int] = {}
    infinite = False
    rest = iter(words)
    for word in rest:
        if word == "infinite":
            infinite = True
            continue
        if word not in _NUMBERS:
            raise UgiError(
                f"go: {shown(word)} is unknown; expected {', '.join(_NUMBERS)}, infinite"
            )
        given[word] = _number(word, next(rest, ""))
    return Go(**given, infinite=infinite)


def _number(name: str, text: str) -> int:
    try:
        value = int(text) if len(text) < 20 else _MOST
    except ValueError:
        raise UgiError(f"go {name}: {shown(text)} is not a whole number") from None
    least = 1 if name in ("depth", "nodes") else 0
    # A clock below zero is what a late engine may be sent: it has no time left.
    return max(least, min(value, _DEEPEST if name == "depth" else _MOST))


class UgiSession:
    """One conversation's game and position; whoever owns it does the thinking."""

    def __init__(self, game: str = DEFAULT_GAME) -> None:
        self.start = self.position = named_position(game)
        self.moves: tuple[str, ...] = ()

    @property
    def game(self) -> str:
        """The name of the game that is played."""
        return self.start.game

    def choose_game(self, name: str) -> None:
        """Change to another game, at its start."""
        self.start = self.position = named_position(name)
        self.moves = ()

    def set_position(self, words: list[str]) -> None:
        """Obey ``position startpos|fen F [moves …]``; on an error nothing changes."""
        split = words.index("moves") if "moves" in words else len(words)
        head, moves = words[:split], tuple(words[split + 1 :])
        if head == ["startpos"]:
            start = named_position(self.game)
        elif head[:1] == ["fen"] and len(head) > 1:
            start = named_position(self.game, " ".join(head[1:]))
        else:
            raise UgiError("position: expected startpos or fen and the text of a position")
        known, reached = len(self.moves), start
        new = moves
        if start == self.start and moves[:known] == self.moves:
            reached, new = self.position, moves[known:]  # what is known is not played again
        for move in new:
            reached = reached.play(reached.parse_move(move))
        self.start, self.moves, self.position = start, moves, reached

    def answer(self, question: str) -> str:
        """Answer a ``query``."""
        answers: dict[str, Callable[[], str]] = {
            "gameover": lambda: _yes(self.position.is_over),
            "p1turn": lambda: _yes(self.position.turn == Side.FIRST),
            "result": lambda: result_word(self.position),
            "legalmoves": lambda: " ".join(map(str, self.position.legal_moves)),
            "fen": lambda: self.position.text,
        }
        if question not in answers:
            raise UgiError(f"query: {shown(question)} is unknown; expected {', '.join(answers)}")
        return f"response {answers[question]()}".rstrip()


def result_word(position: Position) -> str:
    """Return ``p1win``, ``p2win``, ``draw``, or ``none`` while the game runs."""
    if not position.is_over:
        return "none"
    return {None: "draw", Side.FIRST: "p1win", Side.SECOND: "p2win"}[position.winner]


def read_option(words: list[str]) -> tuple[str, str]:
    """Read what stands behind ``setoption``: a name and a value, which may hold blanks.

    >>> read_option("name game value kalah(6, 4)".split())
    ('game', 'kalah(6, 4)')
    """
    if words[:1] != ["name"]:
        raise UgiError("setoption: expected name NAME value VALUE")
    split = words.index("value") if "value" in words else len(words)
    return " ".join(words[1:split]), " ".join(words[split + 1 :])


def position_command(start: Position, moves: Iterable[object]) -> str:
    """Return the ``position`` command for a game that began with ``start``."""
    try:
        is_usual = start == named_position(start.game)
    except PlygroundError:
        is_usual = False
    head = "position startpos" if is_usual else f"position fen {start.text}"
    played = " ".join(map(str, moves))
    return f"{head} moves {played}" if played else head


def _yes(truth: bool) -> str:
    return "true" if truth else "false"
