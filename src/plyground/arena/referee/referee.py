"""The referee: the one loop in which every refereed game is played, and the verdict at its end.

A ``RefereedGame`` knows whose turn it is, the clocks, and what ends a game; how a side is asked is
not its business. Whoever runs it asks the sides that ``turns`` yields and enters the answers, with
or without waiting for several games at once:

    for side in game.turns():
        with game.blaming(side):
            game.enter(*ask(side))              # or: game.enter(*await ask(side))
    game.result()
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import Any, cast

from plyground._core import Side
from plyground.arena.agents.agents import Agent, BuiltIn, agent, is_agent
from plyground.arena.agents.external import keep_apart
from plyground.arena.referee.adjudication import Adjudicator, Ruling
from plyground.arena.referee.clock import UNTIMED, Control, GameClock
from plyground.arena.running.result import GameResult, Reason
from plyground.arena.sandbox.limits import Failure, Limits
from plyground.errors import IllegalMove, PlygroundError, bounded, shown
from plyground.games.names import position as named_position
from plyground.games.native import is_native
from plyground.games.own.honest import demand_honest, played
from plyground.games.position import Position, move_text
from plyground.players.specs import Player

Competitor = str | Agent | Player
OnMove = Callable[[Position, Any], None]  # the position after a move, and the move


@dataclass(frozen=True)
class _Verdict:
    """How a game ended: who lost by a fault, or what was ruled."""

    reason: Reason = Reason.END
    note: str = ""
    at_fault: Side | None = None
    ruling: Ruling | None = None


class RefereedGame:
    """A game in progress.

    >>> import plyground as ply
    >>> game = RefereedGame(ply.position("kalah(4,3)"), ("ann", "bob"))
    >>> for side in game.turns():
    ...     with game.blaming(side):
    ...         game.enter("9", seconds=0.1)
    >>> game.result().reason, game.result().winner
    (<Reason.ILLEGAL: 'illegal'>, 'bob')
    """

    def __init__(
        self,
        start: Position,
        players: tuple[str, str],
        control: Control = UNTIMED,
        adjudicators: Sequence[Adjudicator] = (),
        on_move: OnMove | None = None,
    ) -> None:
        self.start = self.position = start
        self.players = players
        self.clock = GameClock(control)
        self.moves: list[Any] = []
        self._adjudications = [adjudicator.for_game() for adjudicator in adjudicators]
        self._on_move = on_move
        self._verdict: _Verdict | None = None

    def turns(self) -> Iterator[Side]:
        """Yield the side to move until the game has ended, by the rules or by a verdict."""
        while self._verdict is None:
            if self.position.is_over:
                self._verdict = _Verdict()
            else:
                yield self.position.turn

    @contextmanager
    def blaming(self, side: Side) -> Iterator[None]:
        """End the game as lost for a side where something inside raises Failure."""
        try:
            yield
        except Failure as failure:
            self.lose(side, failure)

    def lose(self, side: Side, failure: Failure) -> None:
        """End the game as lost for a side, by its own fault; a broken game is nobody's."""
        if not is_native(self.position):
            demand_honest(self.position)
        self._verdict = _Verdict(failure.reason, failure.note, side)

    @property
    def has_verdict(self) -> bool:
        """Whether the game has ended, also before its first move."""
        return self._verdict is not None

    def enter(self, answer: Any, seconds: float) -> None:
        """Play what the side to move has answered; raises Failure for whatever is wrong with it."""
        side = self.position.turn
        allowed = self.clock.allowed(side)
        if not self.clock.charge(side, seconds):
            raise Failure(Reason.TIME, f"took {seconds:.3f} s; {allowed:.3f} s were left")
        try:
            move = self.position.parse_move(str(answer))
        except IllegalMove as error:
            what = bounded(shown(answer))
            raise Failure(Reason.ILLEGAL, f"played {what}: {bounded(str(error))}") from None
        self.position = played(self.position, move)
        if not is_native(self.position):
            demand_honest(self.position)
        self.moves.append(move)
        if self._on_move is not None:
            self._on_move(self.position, move)
        for adjudicate in self._adjudications:
            ruling = None if self.position.is_over else adjudicate(self.position, len(self.moves))
            if ruling is not None:
                self._verdict = _Verdict(Reason.ADJUDICATED, ruling.note, ruling=ruling)
                return

    def result(
        self,
        peak_mb: tuple[float | None, float | None] = (None, None),
        stderr: tuple[str, str] = ("", ""),
    ) -> GameResult:
        """Return how the game ended; what the players used and printed is told from outside."""
        verdict, margin = self._verdict or _Verdict(), None
        if verdict.at_fault is not None:
            score = float(verdict.at_fault == Side.SECOND)
        elif verdict.ruling is not None:
            score = verdict.ruling.score
        else:
            margin = self.position.margin_for(Side.FIRST)
            score = 0.5 if margin == 0 else float(margin > 0)
        return GameResult(
            game=self.start.game,
            players=self.players,
            score=score,
            start=start_text(self.start),
            moves=tuple(map(move_text, self.moves)),
            margin=margin,
            reason=verdict.reason,
            seconds=(self.clock.used[0], self.clock.used[1]),
            peak_mb=peak_mb,
            stderr=stderr,
            note=verdict.note,
        )


def play_game(
    start: Position,
    players: tuple[Competitor, Competitor],
    control: Control = UNTIMED,
    *,
    limits: Limits | None = None,
    adjudicators: Sequence[Adjudicator] = (),
    seed: int | None = None,
    on_move: OnMove | None = None,
) -> GameResult:
    """Play one game; the first player is the side that moves first.

    Players are specs, which live for this game only, or agents and players that stay with whoever
    made them. ``seed`` makes the game of built-in players reproducible.

    >>> import plyground as ply
    >>> result = play_game(ply.position("kalah(4,3)"), ("pvs:depth=4", "random"), seed=1)
    >>> result.reason, len(result.moves) > 4
    (<Reason.END: 'end'>, True)
    """
    with ExitStack() as made:
        # Two random players with the same seed would not be two players.
        seeds = (None, None) if seed is None else (2 * seed, 2 * seed + 1)
        first, second = (
            _agent(given, limits, own, made) for given, own in zip(players, seeds, strict=True)
        )
        agents = first, second
        keep_apart(agents)
        game = RefereedGame(start, (first.name, second.name), control, adjudicators, on_move)
        for side in (Side.FIRST, Side.SECOND):
            with game.blaming(side):
                if not game.has_verdict:
                    game.clock.spend(side, agents[side].begin(start) or 0.0)
        for side in game.turns():
            try:  # not `blaming`, which costs a microsecond that built-in players would feel
                game.enter(*agents[side].answer(game.position, game.moves, game.clock))
            except Failure as failure:
                game.lose(side, failure)
        peaks = first.measure(), second.measure()
        return game.result(peaks, (first.last_errors, second.last_errors))


def _agent(given: Competitor, limits: Limits | None, seed: int | None, made: ExitStack) -> Agent:
    """Return the agent that plays; one that is made here ends with the game."""
    if is_agent(given):
        return given
    if isinstance(given, str):
        one = agent(given, limits, seed)
    else:
        one = BuiltIn(cast("Player", given), type(given).__name__.lower())
    made.callback(one.close)
    return one


def start_text(start: Position) -> str | None:
    """Return the text of a position; None for a game's usual start."""
    try:
        is_usual = named_position(start.game) == start
    except PlygroundError:  # a game in Python, which has no name to find it by
        is_usual = False
    return None if is_usual else start.text
