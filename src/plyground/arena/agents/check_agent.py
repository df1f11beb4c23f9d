"""What is wrong with an agent, in plain words: one case after the other, from start to restart."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from plyground._core import Side
from plyground.arena.agents.agents import Agent, agent
from plyground.arena.agents.external import External
from plyground.arena.referee.adjudication import ByLength
from plyground.arena.referee.clock import Control
from plyground.arena.referee.referee import play_game
from plyground.arena.running.result import Reason
from plyground.arena.sandbox.limits import Failure, Limits
from plyground.games.names import play_of
from plyground.games.names import position as named_position
from plyground.games.position import Position
from plyground.ugi.client import Client

_POSITIONS = 12
_OPENING = 40  # random moves at most before a position
_MOVE = Control(move_time=1.0)
_FAST = Control(move_time=0.1)
_CLOCK = Control(game_time=3.0, increment=0.02)
_UNTOLD = Control(game_time=60.0)  # of agents that are never told a clock
_ANSWER_SECONDS = 2.0

_NONSENSE = (
    "", "hello", "position", "position fen", "position fen no such position",
    "position startpos moves nowhere", "setoption", "setoption name", "query", "query nonsense",
    "setoption name no_such_option value 1", "go depth", "stop", "\x00\x01",
)  # fmt: skip

_MEANING = {
    Reason.TIME: "It took longer than it may, and lost on time.",
    Reason.MEMORY: "It used more memory than it may.",
    Reason.ILLEGAL: "It played a move that is not legal.",
    Reason.CRASH: "Its process ended or broke down in the middle of a game.",
    Reason.OUTPUT: "It printed too much.",
    Reason.STARTUP: "It did not start, or was not ready for a game in time.",
}


@dataclass(frozen=True)
class Finding:
    """What one case showed; no problem means that all is well."""

    case: str
    problem: str | None = None
    details: str = ""  #: what the agent printed on its standard error

    def __str__(self) -> str:
        return f"{self.case}: {self.problem or 'fine'}"


Problem = tuple[str, str]  # what is wrong, and what the agent printed


@dataclass(frozen=True)
class Checked:
    """An agent that is checked, and the game and time control of its games."""

    one: Agent
    start: Position
    control: Control
    anywhere: bool = True  #: whether its games begin at any position

    @property
    def plays_one_game(self) -> bool:
        """Whether it cannot be asked about a position, nor be told a clock."""
        return getattr(self.one, "only", None) is not None

    def game(
        self, start: Position, *, control: Control | None = None, as_second: bool = False,
        length: int = 400,
    ) -> Problem | None:  # fmt: skip
        """Play against random; says in plain words what went wrong, if the agent is to blame."""
        one = self.one
        players: tuple[Agent | str, Agent | str] = ("random", one) if as_second else (one, "random")
        adjudicators = [ByLength(length)]
        used = control or self.control
        result = play_game(start, players, used, seed=7, adjudicators=adjudicators)
        if not result.reason.is_fault or result.loser != Side(as_second):
            return None
        where = f" In {result.game}"
        if result.start is not None:
            where += f" from '{result.start}'"
        if result.moves:
            where += f" after the moves {' '.join(result.moves)}"
        note = f"{_MEANING[result.reason]}{where}: {result.note}."
        return note, result.stderr[as_second]

    def moves(self, position: Position, moves: int) -> Problem | None:
        """Let it play the first moves of a game, and no more."""
        return self.game(position, as_second=position.turn == Side.SECOND, length=moves)


Case = Callable[[Checked], Problem | None]


def check_agent(spec: str, game: str, limits: Limits | None = None) -> Iterator[Finding]:
    """Play an agent through all cases; if it does not start, nothing else is tried.

    >>> [finding.problem for finding in check_agent("greedy", "kalah(3,2)")][:2]
    [None, None]
    """
    one = agent(spec, limits)
    try:
        checked = Checked(one, named_position(game), _MOVE)
        if checked.plays_one_game:
            checked = replace(checked, control=_UNTOLD)
        yield from findings(checked, _cases(checked) | _harder_cases(checked))
    finally:
        one.close()


def check_for(checked: Checked) -> Iterator[Finding]:
    """Play an agent through what it will meet in games with its start and time control."""
    return findings(checked, _cases(checked))


def findings(checked: Checked, cases: dict[str, Case]) -> Iterator[Finding]:
    """Try the cases; if the agent does not start, nothing else is tried."""
    for name, case in cases.items():
        problem, details = case(checked) or (None, "")
        yield Finding(name, problem, details)
        if problem is not None and case is _starts:
            return


def _cases(checked: Checked) -> dict[str, Case]:
    cases: dict[str, Case] = {
        "it starts and is ready for a game": _starts,
        "it plays whole games by the rules, on both sides": _plays,
        "it starts a new game in the middle of another": _begins_again,
    }
    if checked.anywhere and not checked.plays_one_game:
        cases["it answers from any position"] = _answers_anywhere
        if play_of(checked.start).only_pass is not None:
            cases["it passes when it can do nothing else"] = _passes
    return cases


def _harder_cases(checked: Checked) -> dict[str, Case]:
    """Return the cases of an agent whose games are not known yet."""
    cases: dict[str, Case] = {}
    if not checked.plays_one_game:
        cases["it keeps to 0.1 s per move"] = lambda one: one.game(one.start, control=_FAST)
        cases["it keeps to 3 s per game"] = lambda one: one.game(one.start, control=_CLOCK)
    if isinstance(checked.one, External):
        cases["it can be started again"] = _restarts
        cases["it survives nonsense and impossible positions"] = _survives_nonsense
    return cases


def _starts(checked: Checked) -> Problem | None:
    try:
        checked.one.begin(checked.start)
    except Failure as failure:
        return f"{_MEANING[failure.reason]} ({failure.note})", checked.one.last_errors
    return None


def _plays(checked: Checked) -> Problem | None:
    return checked.game(checked.start) or checked.game(checked.start, as_second=True)


def _answers_anywhere(checked: Checked) -> Problem | None:
    chance = random.Random(1)
    for number in range(_POSITIONS):
        reached = _reached(checked.start, chance, _OPENING * number // _POSITIONS)
        if (found := checked.moves(reached, 1)) is not None:
            return found
    return None


def _passes(checked: Checked) -> Problem | None:
    start = checked.start
    return checked.moves(named_position(start.game, play_of(start).only_pass), 1)


def _begins_again(checked: Checked) -> Problem | None:
    start = checked.start
    return checked.moves(start, 1) or checked.moves(start, 4) or checked.moves(start, 1)


def _restarts(checked: Checked) -> Problem | None:
    checked.one.close()
    return checked.moves(checked.start, 1)


def _survives_nonsense(checked: Checked) -> Problem | None:
    if (found := _starts(checked)) is not None:
        return found
    one = checked.one
    assert isinstance(one, External)
    assert one.process is not None
    client = Client(one.process)
    last = ""
    try:
        for last in _NONSENSE:
            one.process.forget_lines()
            one.process.send(last)
            client.ready(time.perf_counter() + _ANSWER_SECONDS)
    except Failure as error:
        note = f"After the line {last!r} it no longer answers isready ({error})."
        return note, one.last_errors
    return checked.moves(checked.start, 1)


def _reached(start: Position, chance: random.Random, plies: int) -> Position:
    """Return a position that random play leads to, before the end of the game."""
    position = start
    for _ in range(plies):
        after = position.play(chance.choice(list(position.legal_moves)))
        position = start if after.is_over else after
    return position
