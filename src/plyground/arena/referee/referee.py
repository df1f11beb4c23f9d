"""The referee: plays one game between two agents, and says how it ended and why."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, cast

from plyground._core import Side
from plyground.arena.agents.agents import Agent, BuiltIn, agent, is_agent
from plyground.arena.referee.adjudication import Adjudicator, Ruling
from plyground.arena.referee.clock import UNTIMED, Control, GameClock
from plyground.arena.running.result import GameResult, Reason
from plyground.arena.sandbox.limits import Failure, Limits
from plyground.errors import IllegalMove, PlygroundError, shown
from plyground.games.names import position as named_position
from plyground.games.position import Position
from plyground.players.specs import Player

Competitor = str | Agent | Player
OnMove = Callable[[Position, Any], None]  # the position after a move, and the move

_LONGEST_MOVE = 40


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
    made them. ``seed`` makes the chance of built-in players repeatable.

    >>> import plyground as ply
    >>> result = play_game(ply.position("kalah(4,3)"), ("pvs:depth=4", "random"), seed=1)
    >>> result.reason, len(result.moves) > 4
    (<Reason.END: 'end'>, True)
    """
    with _opened(players, limits, seed) as agents:
        game = _Game(start, agents, GameClock(control), on_move)
        return game.run([adjudicator.judge() for adjudicator in adjudicators])


@contextmanager
def _opened(
    players: tuple[Competitor, Competitor], limits: Limits | None, seed: int | None
) -> Iterator[tuple[Agent, Agent]]:
    """Make agents of the players, and close those again that were made here."""
    made: list[Agent] = []

    def opened(competitor: Competitor, own_seed: int | None) -> Agent:
        if is_agent(competitor):
            return competitor
        if isinstance(competitor, str):
            made.append(agent(competitor, limits, own_seed))
        else:
            in_process = cast("Player", competitor)
            made.append(BuiltIn(in_process, type(competitor).__name__.lower()))
        return made[-1]

    try:
        # Two random players with the same seed would not be two players.
        seeds = (None, None) if seed is None else (2 * seed, 2 * seed + 1)
        yield opened(players[0], seeds[0]), opened(players[1], seeds[1])
    finally:
        for one in made:
            one.close()


@dataclass
class _Verdict:
    """How a game ended; who has lost by a fault, or what was ruled."""

    reason: Reason = Reason.END
    note: str = ""
    at_fault: Side | None = None
    ruling: Ruling | None = None


@dataclass
class _Game:
    """A game that is being played."""

    start: Position
    agents: tuple[Agent, Agent]
    clock: GameClock
    on_move: OnMove | None
    moves: list[Any] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.position = self.start

    def run(self, judges: Sequence[Callable[[Position, int], Ruling | None]]) -> GameResult:
        """Play to the end, or to a fault or ruling that comes before it."""
        return self._result(self._begin() or self._play(judges))

    def _begin(self) -> _Verdict | None:
        for side in (Side.FIRST, Side.SECOND):
            try:
                self.agents[side].begin(self.start)
            except Failure as failure:
                return _Verdict(failure.reason, failure.note, side)
        return None

    def _play(self, judges: Sequence[Callable[[Position, int], Ruling | None]]) -> _Verdict:
        while not self.position.is_over:
            side = self.position.turn
            try:
                self._move(side)
            except Failure as failure:
                return _Verdict(failure.reason, failure.note, side)
            for judge in judges:
                ruling = None if self.position.is_over else judge(self.position, len(self.moves))
                if ruling is not None:
                    return _Verdict(Reason.ADJUDICATED, ruling.note, ruling=ruling)
        return _Verdict()

    def _move(self, side: Side) -> None:
        """Let a side make its move; raises Failure for whatever is wrong with it."""
        allowed = self.clock.allowed(side)
        answer, seconds = self.agents[side].answer(self.position, self.moves, self.clock)
        if not self.clock.charge(side, seconds):
            raise Failure(Reason.TIME, f"took {seconds:.3f} s; {allowed:.3f} s were left")
        try:
            move = self.position.parse_move(str(answer))
        except IllegalMove as error:
            what = shown(str(answer)[:_LONGEST_MOVE])
            raise Failure(Reason.ILLEGAL, f"played {what}: {str(error)[:500]}") from None
        self.position = self.position.play(move)
        self.moves.append(move)
        if self.on_move is not None:
            self.on_move(self.position, move)

    def _result(self, verdict: _Verdict) -> GameResult:
        first, second = self.agents
        margin = None
        if verdict.at_fault is not None:
            score = float(verdict.at_fault == Side.SECOND)
        elif verdict.ruling is not None:
            score = verdict.ruling.score
        else:
            margin = self.position.margin_for(Side.FIRST)
            score = 0.5 if margin == 0 else float(margin > 0)
        peaks = first.measure(), second.measure()
        return GameResult(
            game=self.start.game,
            players=(first.name, second.name),
            score=score,
            start=start_text(self.start),
            moves=tuple(map(str, self.moves)),
            margin=margin,
            reason=verdict.reason,
            seconds=(self.clock.used[0], self.clock.used[1]),
            peak_mb=peaks,
            stderr=(first.last_errors, second.last_errors),
            note=verdict.note,
        )


def start_text(start: Position) -> str | None:
    """Return the text of a position; None for a game's usual start."""
    try:
        is_usual = named_position(start.game) == start
    except PlygroundError:  # a game in Python, which has no name to find it by
        is_usual = False
    return None if is_usual else start.text
