"""The conversation: greets, answers states while they are open, and never keeps the server waiting.

Everything here runs in one thread, the event loop's. Thinking happens in others, which come back
by ``call_soon_threadsafe``; so a ``ping`` is answered whatever goes on.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from plyground.adapters.kgp.boards import position_of
from plyground.adapters.kgp.connection import Connection
from plyground.adapters.kgp.thinking import ServerClock, Thinking, Thought
from plyground.adapters.kgp.verification import Verification
from plyground.adapters.kgp.wire import Argument, Board, Command, KgpError, Word, read_command
from plyground.errors import PlygroundError, bounded, shown, visible
from plyground.players.result import SearchResult

VERSION = 1  # the major one that is spoken here
MODES = ("freeplay", "verify")

_SHOWN = 1000  # characters of a greeting that is not one
_GREETING_SECONDS = 20.0
_GOODBYE_SECONDS = 1.0
_MOST_UNSENT = 4096  # lines: a server that does not read so many will read no more
_MOST_OPEN = 256  # states: whatever comes on top of them is answered without thinking
_MOST_ERRORS = 100  # of the server that are kept
_PROBLEM_SECONDS = 30.0  # after a solution, for the next problem
_LAST_SECONDS = 5.0  # for what the server has to say to the last solutions
_MOST_MISTAKES = 100  # after so many lines that are no KGP, nobody there speaks it


@dataclass(frozen=True)
class Identity:
    """Who plays; a token lets the server know a client again."""

    name: str | None = None
    token: str | None = None


@dataclass(frozen=True)
class Answer:
    """One state that was answered."""

    board: Board
    move: str
    found: SearchResult | None  #: what the move rests on, if it was searched for
    seconds: float
    was_stopped: bool
    problem: str = ""


@dataclass
class Totals:
    """What a conversation came to."""

    server: str = ""
    version: str = ""
    states: int = 0
    problems: int = 0
    rejected: int = 0  #: solutions that the server called wrong
    base: int | None = None  #: what the first house is called in problems, if that is known
    base_found_by: str = ""
    errors: list[str] = field(default_factory=list)  #: what the server complained about last


@dataclass
class _State:
    board: Board
    sent: str
    thought: Thought = field(default_factory=Thought)
    began: float = field(default_factory=time.perf_counter)
    stopped: asyncio.Event = field(default_factory=asyncio.Event)


class Client:
    """One connection to a server."""

    def __init__(
        self,
        connection: Connection,
        thinking: Thinking,
        *,
        mode: str = "freeplay",
        identity: Identity | None = None,
        on_answer: Callable[[Answer], None] = lambda _: None,
        verification: Verification | None = None,
    ) -> None:
        if mode not in MODES:
            raise PlygroundError(f"mode {shown(mode)} is unknown; expected {' or '.join(MODES)}")
        self.totals = Totals()
        self._connection = connection
        self._thinking = thinking
        self._mode = mode
        self._verification = verification or Verification()
        self._identity = identity or Identity()
        self._on_answer = on_answer
        self._clock = ServerClock()
        self._open: dict[int | None, _State] = {}
        self._serving: set[asyncio.Task[None]] = set()
        self._unsent: asyncio.Queue[str | None] = asyncio.Queue(_MOST_UNSENT)
        # Done when we leave, or have to: the end of what is received is the other way to end.
        self._left: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting: asyncio.TimerHandle | None = None  # for a problem
        self._is_over = False
        self._mistakes = 0
        self._commands: dict[str, Callable[[Command], None]] = {
            "kgp": self._refuse_greeting,
            "ping": lambda command: self._say("pong", reference=command.id),
            "goodbye": self._end,
            "ok": self._note_ok,
            "error": self._note_error,
            "set": self._take_hint,
            "state": self._open_state,
            "stop": self._stop_state,
            "problem": self._solve,
        }

    # The whole conversation.

    async def run(self) -> Totals:
        """Play until the server says goodbye; raises PlygroundError if it ends in another way."""
        sending = asyncio.create_task(self._send_all())
        receiving = asyncio.create_task(self._receive_all())
        try:
            await asyncio.wait({receiving, self._left}, return_when=asyncio.FIRST_COMPLETED)
            (self._left if self._left.done() else receiving).result()
        finally:
            receiving.cancel()
            self._take_totals()
            await self._stop_all()
            await self._hang_up(sending)
        if not self._is_over and not self._left.done():
            raise PlygroundError("the server closed the connection without a goodbye")
        if self.totals.errors and not (self.totals.states or self.totals.problems):
            raise PlygroundError(f"the server refused: {self.totals.errors[-1]}")
        return self.totals

    async def _receive_all(self) -> None:
        lines = self._connection.lines()
        try:
            async with asyncio.timeout(_GREETING_SECONDS):
                first = await anext(lines, "")
        except TimeoutError:
            raise PlygroundError(
                f"no message for {_GREETING_SECONDS:g} seconds; is this a KGP server?"
            ) from None
        self._greet(first)
        async for line in lines:
            if line.strip():
                self._obey(line)
            if self._is_over:
                return
            if self._unsent.qsize() > _MOST_UNSENT // 2:  # many lines came at once
                await asyncio.sleep(0)

    def _greet(self, line: str) -> None:
        try:
            command = read_command(line)
        except KgpError:
            command = Command("")
        if command.name != "kgp" or not command.arguments:
            heard = shown(bounded(line, _SHOWN)) if line else "nothing"
            raise PlygroundError(f"not a KGP server: it began with {heard} instead of kgp 1 0 1")
        self.totals.version = ".".join(map(str, command.arguments))
        if command.arguments[0] != VERSION:
            self._say("error", "unsupported version")
            raise PlygroundError(
                f"the server speaks KGP {self.totals.version}; expected version {VERSION}"
            )
        if self._identity.token is not None:
            self._say("set", Word("auth:token"), self._identity.token)
        if self._identity.name is not None:
            self._say("set", Word("info:name"), self._identity.name)
        self._say("mode", Word(self._mode))
        self._wait_for_problem()

    async def _send_all(self) -> None:
        """Send what is to be sent, in a task of its own: a slow server must not stop us reading."""
        with suppress(ConnectionError):  # the end of what is received tells that, too
            while (line := await self._unsent.get()) is not None:
                await self._connection.send(line)

    async def _stop_all(self) -> None:
        for state in self._open.values():
            state.stopped.set()
        self._open.clear()
        if self._serving:
            await asyncio.wait(self._serving)

    async def _hang_up(self, sending: asyncio.Task[None]) -> None:
        with suppress(asyncio.QueueFull):
            if not self._is_over:
                self._unsent.put_nowait(Command("goodbye").text)
            self._unsent.put_nowait(None)
        await asyncio.wait({sending}, timeout=_GOODBYE_SECONDS)
        sending.cancel()
        await self._connection.close()

    def _say(
        self, name: str, *arguments: Argument,
        id: int | None = None, reference: int | None = None,  # noqa: A002 - the protocol's noun
    ) -> None:  # fmt: skip
        try:
            self._unsent.put_nowait(Command(name, arguments, id, reference).text)
        except asyncio.QueueFull:
            self._fail(PlygroundError("the server reads nothing any more"))

    def _leave(self) -> None:
        """End the conversation: there is nothing more to be done."""
        if not self._left.done():
            self._left.set_result(None)

    def _fail(self, error: BaseException) -> None:
        if not self._left.done():
            self._left.set_exception(error)

    # Commands of the server.

    def _obey(self, line: str) -> None:
        try:
            self._follow(read_command(line))
        except KgpError as error:
            self._mistakes += 1
            if self._mistakes > _MOST_MISTAKES:
                raise PlygroundError(f"the server does not speak KGP: {error}") from None
            self._say("error", str(error), reference=error.about)

    def _follow(self, command: Command) -> None:
        """Do what a command says; later versions of the protocol may have more of them."""
        try:
            if command.name in self._commands:
                self._commands[command.name](command)
        except KgpError as error:
            error.about = command.id
            raise

    def _refuse_greeting(self, command: Command) -> None:  # noqa: ARG002
        raise KgpError("kgp is only allowed once, at the beginning")

    def _end(self, command: Command) -> None:  # noqa: ARG002
        self._is_over = True

    def _note_error(self, command: Command) -> None:
        said = " ".join(str(a) for a in command.arguments) or "error"
        self.totals.errors = [*self.totals.errors[1 - _MOST_ERRORS :], said]
        if self._mode != "verify":
            return
        if command.reference is None and not self._verification.solved:
            raise PlygroundError(f"the server refused: {visible(said, keep='')}")
        self._verification.hear_error(command.reference, said)
        self._follow_verdict()

    def _note_ok(self, command: Command) -> None:
        if self._mode == "verify":
            self._verification.hear_ok(command.reference)
            self._follow_verdict()

    def _take_hint(self, command: Command) -> None:
        """Take a hint; those that are unknown, or that make no sense, are ignored."""
        match command.arguments:
            case ("info:name", str(name)):
                self.totals.server = name
            case ("time:mode", str(mode)):
                self._clock.mode = mode
            case ("time:clock", int() | float() as seconds):
                self._clock.seconds = seconds

    def _open_state(self, command: Command) -> None:
        match command.arguments:
            case (Board() as board,):
                pass
            case _:
                raise KgpError("state: expected a board")
        if self._mode != "freeplay":
            raise KgpError("state: this client is not in freeplay mode")
        if command.id in self._open:
            raise KgpError("state: the previous state with this id is still open")
        self._begin(command.id, board)

    def _stop_state(self, command: Command) -> None:
        # It may cross with our yield, and is then about a state that is closed already.
        state = self._open.pop(command.reference, None)
        if state is not None:
            state.stopped.set()

    def _solve(self, command: Command) -> None:
        match command.arguments:
            case (Board() as board, int(move)):
                pass
            case _:
                raise KgpError("problem: expected a board and a move")
        if self._mode != "verify":
            raise KgpError("problem: verification was not requested")
        if self._verification.is_done:
            return  # this many are enough
        number, solution = self._verification.solve(board, move)
        arguments = self._verification.arguments(solution)
        self._say("solution", *arguments, id=number, reference=command.id)
        self._wait_for_problem()

    def _wait_for_problem(self) -> None:
        """See to it that a server that sends no more problems does not keep us for ever."""
        if self._mode != "verify":
            return
        if self._waiting is not None:
            self._waiting.cancel()
        loop = asyncio.get_running_loop()
        if self._verification.is_done:
            self._waiting = loop.call_later(_LAST_SECONDS, self._leave)
        else:
            self._waiting = loop.call_later(_PROBLEM_SECONDS, self._give_up)

    def _give_up(self) -> None:
        solved, rejected = self._verification.solved, self._verification.rejected
        self._fail(
            PlygroundError(
                f"the server sent no problem for {_PROBLEM_SECONDS:g} seconds; "
                f"problems solved: {solved}, wrong: {rejected}"
            )
        )

    def _follow_verdict(self) -> None:
        if self._verification.is_done and self._verification.is_told_all:
            self._leave()

    def _take_totals(self) -> None:
        if self._waiting is not None:
            self._waiting.cancel()
        self.totals.problems = self._verification.solved
        self.totals.rejected = self._verification.rejected
        self.totals.base = self._verification.base
        self.totals.base_found_by = self._verification.found_by

    # Answers to a state.

    def _begin(self, key: int | None, board: Board) -> None:
        position = position_of(board)
        loop = asyncio.get_running_loop()
        sent = self._thinking.at_once(position)
        self._say("move", int(sent), reference=key)  # should the server stop us at once
        if len(self._open) >= _MOST_OPEN:
            self._say("yield", reference=key)
            return

        state = self._open[key] = _State(board, sent)

        def on_move(move: str, found: SearchResult | None) -> None:
            loop.call_soon_threadsafe(self._offer, key, state, move, found)

        self._thinking.begin(state.thought, position, self._clock.limit, on_move)
        task = asyncio.create_task(self._serve(key, state))
        self._serving.add(task)
        task.add_done_callback(self._note_end)

    def _note_end(self, task: asyncio.Task[None]) -> None:
        self._serving.discard(task)
        if not task.cancelled() and (error := task.exception()):
            self._fail(error)

    def _offer(self, key: int | None, state: _State, move: str, found: SearchResult | None) -> None:
        """Send a move if it is a new one, and somebody still wants it."""
        if self._open.get(key) is not state or move == state.sent:
            return
        if found is not None:
            self._say("set", Word("info:comment"), f"{found.score_text}, depth {found.depth}")
        self._say("move", int(move), reference=key)
        state.sent = move

    async def _serve(self, key: int | None, state: _State) -> None:
        """See a state through, from the first thought to the last."""
        result = asyncio.wrap_future(state.thought.result)
        stopped = asyncio.create_task(state.stopped.wait())
        either: set[asyncio.Future[Any]] = {result, stopped}
        await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
        stopped.cancel()
        state.thought.stop()
        await asyncio.wait({result})
        found, problem = None, ""
        try:
            move, found = result.result()
            self._offer(key, state, move, found)
        except Exception as error:
            problem = f"{type(error).__name__}: {error}"
        was_stopped = self._open.get(key) is not state
        if not was_stopped:
            del self._open[key]
            self._say("yield", reference=key)
        self.totals.states += 1
        seconds = time.perf_counter() - state.began
        self._on_answer(Answer(state.board, state.sent, found, seconds, was_stopped, problem))
