"""What is wrong with an agent, in plain words: one case after the other, from start to restart."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

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
Case = Callable[[Agent, Position], Problem | None]


def check_agent(spec: str, game: str, limits: Limits | None = None) -> Iterator[Finding]:
    """Play an agent through all cases; if it does not start, nothing else is tried.

    >>> [finding.problem for finding in check_agent("greedy", "kalah(3,2)")][:2]
    [None, None]
    """
    start = named_position(game)
    one = agent(spec, limits)
    try:
        for name, case in _cases(one, start).items():
            problem, details = case(one, start) or (None, "")
            yield Finding(name, problem, details)
            if problem is not None and case is _starts:
                return
    finally:
        one.close()


def _cases(one: Agent, start: Position) -> dict[str, Case]:
    cases: dict[str, Case] = {
        "it starts and is ready for a game": _starts,
        "it plays whole games by the rules, on both sides": _plays,
        "it starts a new game in the middle of another": _begins_again,
    }
    if not _plays_one_game(one):
        cases["it answers from any position"] = _answers_anywhere
        cases["it keeps to 0.1 s per move"] = lambda one, start: _game(one, start, _FAST)
        cases["it keeps to 3 s per game"] = lambda one, start: _game(one, start, _CLOCK)
        if play_of(start).only_pass is not None:
            cases["it passes when it can do nothing else"] = _passes
    if isinstance(one, External):
        cases["it can be started again"] = _restarts
        cases["it survives nonsense and impossible positions"] = _survives_nonsense
    return cases


def _plays_one_game(one: Agent) -> bool:
    """Whether it cannot be asked about a position, nor be told a clock."""
    return isinstance(one, External) and one.only is not None


def _starts(one: Agent, start: Position) -> Problem | None:
    try:
        one.begin(start)
    except Failure as failure:
        return f"{_MEANING[failure.reason]} ({failure.note})", one.last_errors
    return None


def _plays(one: Agent, start: Position) -> Problem | None:
    control = _UNTOLD if _plays_one_game(one) else _MOVE
    first = _game(one, start, control)
    return first or _game(one, start, control, as_second=True)


def _answers_anywhere(one: Agent, start: Position) -> Problem | None:
    chance = random.Random(1)
    for number in range(_POSITIONS):
        reached = _reached(start, chance, _OPENING * number // _POSITIONS)
        if (found := _moves(one, reached, 1)) is not None:
            return found
    return None


def _passes(one: Agent, start: Position) -> Problem | None:
    return _moves(one, named_position(start.game, play_of(start).only_pass), 1)


def _begins_again(one: Agent, start: Position) -> Problem | None:
    return _moves(one, start, 1) or _moves(one, start, 4) or _moves(one, start, 1)


def _restarts(one: Agent, start: Position) -> Problem | None:
    one.close()
    return _moves(one, start, 1)


def _survives_nonsense(one: Agent, start: Position) -> Problem | None:
    if (found := _starts(one, start)) is not None:
        return found
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
    return _moves(one, start, 1)


def _reached(start: Position, chance: random.Random, plies: int) -> Position:
    """Return a position that random play leads to, before the end of the game."""
    position = start
    for _ in range(plies):
        after = position.play(chance.choice(list(position.legal_moves)))
        position = start if after.is_over else after
    return position


def _moves(one: Agent, position: Position, moves: int) -> Problem | None:
    """Let it play the first moves of a game, and no more."""
    as_second = position.turn == Side.SECOND
    control = _UNTOLD if _plays_one_game(one) else _MOVE
    return _game(one, position, control, as_second=as_second, length=moves)


def _game(
    one: Agent, start: Position, control: Control, *, as_second: bool = False, length: int = 400
) -> Problem | None:
    """Play against random; says in plain words what went wrong, if the agent is to blame."""
    players: tuple[Agent | str, Agent | str] = ("random", one) if as_second else (one, "random")
    result = play_game(start, players, control, seed=7, adjudicators=[ByLength(length)])
    if not result.reason.is_fault or result.loser != Side(as_second):
        return None
    where = f" In {result.game}"
    if result.start is not None:
        where += f" from '{result.start}'"
    if result.moves:
        where += f" after the moves {' '.join(result.moves)}"
    note = f"{_MEANING[result.reason]}{where}: {result.note}."
    return note, result.stderr[as_second]
