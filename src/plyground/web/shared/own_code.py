"""The code of games in Python, run apart from everything else.

Such a game is somebody's program: it may raise anything, or not return. So it runs in threads of
its own, never where requests are answered. What it raises becomes one line, for the visitor and at
the terminal. What takes too long is interrupted, and given up if that does not help: then its
thread is left behind, and a game that has left too many behind is not asked any more.
"""

from __future__ import annotations

import asyncio
import contextlib
import ctypes
import logging
import sys
import threading
import traceback
from collections import Counter
from collections.abc import Callable
from typing import Any, Generic, TypeVar

from plyground.arena.sandbox.limits import Failure
from plyground.errors import PlygroundError, bounded, visible
from plyground.games.names import is_own_name
from plyground.games.own.diagram import DiagramError
from plyground.games.own.faults import fault_line, place_in
from plyground.games.own.honest import BrokenGame
from plyground.web.shared.mistakes import Mistake
from plyground.web.shared.tasks import noticed

Found = TypeVar("Found")

CALL_SECONDS = 3.0  # for what a click needs
JOB_SECONDS = 20.0  # for a search, which has a limit of its own
_STOPPING_SECONDS = 1.0  # between asking a search to stop and interrupting it
_MOST_STUCK = 8  # threads of one game that did not return
_MOST_TOLD = 100  # different lines at the terminal
_LONGEST = 300


class GameFault(Mistake):
    """A game in Python failed; the line says where."""

    code, status = "game_fault", 422


class _TooSlow(BaseException):
    """Interrupts code that does not return; no ``except Exception`` holds it up."""


_stuck: Counter[str] = Counter()
_told: set[str] = set()


async def apart(
    game: str,
    work: Callable[[], Found],
    seconds: float = CALL_SECONDS,
    stop: Callable[[], None] | None = None,
) -> Found:
    """Return what some work on a game gives; that of a native game is done here and now.

    Raises GameFault where the game's code fails, or does not return in so many seconds after which
    ``stop`` has been called.
    """
    if not is_own_name(game):
        return work()
    if _stuck[game] >= _MOST_STUCK:
        raise GameFault(f"{game} does not respond. Fix its code and restart the server.")
    thread = _Thread(game, work)
    try:
        with contextlib.suppress(TimeoutError):
            return await thread.wait(seconds)
        if stop is not None:
            stop()
            with contextlib.suppress(TimeoutError):
                return await thread.wait(_STOPPING_SECONDS)
    except asyncio.CancelledError:
        thread.interrupt(later=stop)
        raise
    where = thread.place()
    thread.interrupt()
    raise _fault(f"{game} took longer than {seconds:g} s{where}; it was stopped")


def explained(game: str, error: BaseException) -> BaseException:
    """Return an error as what it means to people: a game's own mistake, or what it was."""
    if isinstance(error, Failure):
        cause = error.__cause__
        is_games = cause is not None and not isinstance(cause, PlygroundError)
        return explained(game, cause) if is_games and cause is not None else error
    if isinstance(error, BrokenGame | DiagramError):
        return _fault(f"{game}: {error}")
    if isinstance(error, PlygroundError):
        return error
    # Also what is no Exception: a game's SystemExit would end the server.
    return _fault(fault_line(error, game) or str(error))


def _fault(text: str) -> GameFault:
    """Tell the terminal, once for each line."""
    line = bounded(visible(" ".join(text.split()), keep=""), _LONGEST)
    if line not in _told and len(_told) < _MOST_TOLD:
        _told.add(line)
        logging.getLogger("uvicorn.error").error("%s", line)
    return GameFault(line)


class _Thread(Generic[Found]):
    """A thread that does one piece of work; it never keeps the server from ending."""

    def __init__(self, game: str, work: Callable[[], Found]) -> None:
        self._game = game
        self._loop = asyncio.get_running_loop()
        self._done: asyncio.Future[Found] = self._loop.create_future()
        self._is_left = False
        self._thread = threading.Thread(target=self._run, args=(work,), daemon=True, name=game)
        self._thread.start()

    async def wait(self, seconds: float) -> Found:
        """Return what the work gives, or raise TimeoutError."""
        return await asyncio.wait_for(asyncio.shield(self._done), seconds)

    def place(self) -> str:
        """Say in which line of a game the thread is now."""
        frame = sys._current_frames().get(self._thread.ident or 0)
        where = None if frame is None else place_in(traceback.extract_stack(frame))
        return "" if where is None else f" in {where}"

    def interrupt(self, later: Callable[[], None] | None = None) -> None:
        """Make the work end; with ``later``, it is asked first and has a moment for it."""
        self._done.add_done_callback(noticed)
        if later is not None:
            later()
            self._loop.call_later(_STOPPING_SECONDS, self.interrupt)
        elif self._thread.is_alive() and not self._is_left:
            self._is_left = True
            _stuck[self._game] += 1
            ident = ctypes.c_ulong(self._thread.ident or 0)
            ctypes.pythonapi.PyThreadState_SetAsyncExc(ident, ctypes.py_object(_TooSlow))

    def _run(self, work: Callable[[], Any]) -> None:
        result, problem = None, None
        try:
            result = work()
        except BaseException as error:
            problem = error
        with contextlib.suppress(RuntimeError):  # the server has ended meanwhile
            self._loop.call_soon_threadsafe(self._finish, result, problem)

    def _finish(self, result: Any, problem: BaseException | None) -> None:
        if self._is_left:
            _stuck[self._game] -= 1
        if self._done.done():
            return
        if problem is None:
            self._done.set_result(result)
        elif isinstance(problem, _TooSlow):
            self._done.cancel()
        else:
            self._done.set_exception(explained(self._game, problem))
