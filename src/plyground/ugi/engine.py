"""Plyground as a UGI engine: answers at once, whatever it is thinking about."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import IO, Any

from plyground._core import StopToken
from plyground.errors import PlygroundError, bounded, shown
from plyground.games.position import Position
from plyground.players.limits import Limit
from plyground.players.phases import part_at
from plyground.players.result import Line, SearchResult
from plyground.players.specs import EnginePlayer
from plyground.ugi.session import DEFAULT_GAME, Go, UgiError, UgiSession, read_go, read_option
from plyground.ugi.thinking import Thinker, combined

NAME, AUTHOR = "plyground", "the plyground developers"
NO_MOVE = "none"  # what bestmove says when the game is over

_LONGEST_LINE = 1 << 20
_SHOWN = 10_000  # characters of a complaint
_STOP_SECONDS = 0.012  # a search that takes longer to end is answered for


class UgiEngine:
    """One conversation: reads commands, thinks in a thread of its own, writes answers.

    Scores are ``cp``, hundredths of a seed, cell or piece from the view of the side to move; a
    proven result is 20000 plus its margin, or 32000 less the moves to it. ``wdl`` are the chances
    to win, draw and lose in thousandths, and ``margin`` is the expected margin in hundredths.
    """

    def __init__(
        self,
        write: Callable[[str], None],
        *,
        game: str = DEFAULT_GAME,
        player: str = "pvs",
    ) -> None:
        self._write = write
        self._writing = threading.Lock()
        self._session = UgiSession(game)
        self._thinker = Thinker(player)
        self._thread: threading.Thread | None = None
        self._stop = StopToken()  # of the search that runs, or ran last
        self._stopped = threading.Event()
        self._best_yet: Any = NO_MOVE  # the best move so far
        self._is_answered = True
        self._commands: dict[str, Callable[[list[str]], None]] = {
            "ugi": self._greet,
            "isready": lambda _: self._say("readyok"),
            "uginewgame": self._new_game,
            "position": self._session.set_position,
            "go": self._go,
            "stop": lambda _: self.stop(),
            "query": self._query,
            "setoption": self._set_option,
        }

    def obey(self, line: str) -> bool:
        """Follow one line; returns False when the conversation is over."""
        words = line.split()
        if not words:
            return True
        if words[0] == "quit":
            self.close()
            return False
        command = self._commands.get(words[0])
        try:
            if command is None:
                raise UgiError(
                    f"{shown(bounded(words[0], _SHOWN))} is not a command; there are {self._known}"
                )
            command(words[1:])
        except PlygroundError as error:
            self._say(f"info string {bounded(' '.join(str(error).split()), _SHOWN)}")
        return True

    def stop(self) -> None:
        """End thinking, if there is any; its ``bestmove`` has been said when this returns."""
        if self._thread is None:
            return
        self._stop.stop()
        self._stopped.set()
        self._thread.join(_STOP_SECONDS)
        self._answer(self._best_yet)

    def _finish(self) -> None:
        """End thinking and wait until it is over, so that another search can begin."""
        self.stop()
        thread, self._thread = self._thread, None
        if thread is not None:
            thread.join()

    def close(self) -> None:
        """End the conversation; nothing goes on in the background."""
        self._finish()
        self._thinker.close()

    @property
    def _known(self) -> str:
        return f"{', '.join(self._commands)}, quit"

    def _say(self, *lines: str) -> None:
        with self._writing:
            self._write("".join(f"{line}\n" for line in lines))

    def _greet(self, _: list[str]) -> None:
        game = f"option name game type string default {self._session.game}"
        options = [game, *self._thinker.option_lines()]
        self._say(f"id name {NAME} {self._thinker.spec}", f"id author {AUTHOR}", *options, "ugiok")

    def _new_game(self, _: list[str]) -> None:
        self._finish()
        self._session.choose_game(self._session.game)
        for engine in self._thinker.engines:
            engine.clear()
            engine.options["seed"] += 1  # a weaker player errs elsewhere in the next game

    def _query(self, words: list[str]) -> None:
        self._say(self._session.answer(" ".join(words)))

    def _set_option(self, words: list[str]) -> None:
        name, value = read_option(words)
        self._finish()
        if name == "game":
            self._session.choose_game(value)
        else:
            self._thinker.set_option(name, value)

    def _go(self, words: list[str]) -> None:
        go = read_go(words)
        self._finish()
        self._stop = StopToken()
        self._stopped.clear()
        position = self._session.position
        self._best_yet = NO_MOVE if position.is_over else position.legal_moves[0]
        self._is_answered = False
        _ = self._thinker.player  # made here: making it in two threads would make two
        self._thread = threading.Thread(
            target=self._think, args=(position, go), name="think", daemon=True
        )
        self._thread.start()

    def _think(self, position: Position, go: Go) -> None:
        """Answer a ``go``: always with exactly one ``bestmove``."""
        move = self._best_yet
        try:
            if position.is_over:
                raise UgiError("the game is over: there is no move")
            move = self._best(position, go)
        except Exception as error:  # whatever went wrong, the other side waits for an answer
            self._say(f"info string {' '.join(str(error).split())}")
        if go.infinite:
            self._stopped.wait()
        self._answer(move)

    def _answer(self, move: Any) -> None:
        """Say the move, unless it has been said."""
        with self._writing:
            if not self._is_answered:
                self._is_answered = True
                self._write(f"bestmove {move}\n")

    def _best(self, position: Position, go: Go) -> Any:
        player = part_at(self._thinker.player, position)
        if not isinstance(player, EnginePlayer):
            return player.choose(position)
        if not go.infinite:
            limit = combined(player.engine, go.limit(position.turn))
            return player.choose(position, limit, self._tell, stop=self._stop)
        # Whoever asks for that wants to know everything: no book, no level, no shortcut.
        found = player.engine.search(position, Limit(), self._tell, stop=self._stop)
        self._tell(found)
        return found.move

    def _tell(self, found: SearchResult) -> None:
        lines = info_lines(found)
        with self._writing:
            if lines and not self._is_answered:
                self._best_yet = found.move
                self._write("".join(f"{line}\n" for line in lines))


def info_lines(found: SearchResult) -> list[str]:
    """Write what a search has found as ``info`` lines, one for each line of play."""
    bounds = {"lower": " lowerbound", "upper": " upperbound"}
    work = (
        f"nodes {found.nodes} nps {found.nodes_per_second:.0f} time {found.seconds * 1000:.0f} "
        f"hashfull {found.table_fill * 1000:.0f}"
    )
    return [
        f"info depth {found.depth} seldepth {found.selective_depth} multipv {place} "
        f"score cp {line.score}{bounds.get(line.bound, '')} {_expected(found, line)} {work} "
        f"pv {' '.join(map(str, line.moves))}"
        for place, line in enumerate(found.lines, start=1)
        if line.bound != "none"
    ]


def _expected(found: SearchResult, line: Line) -> str:
    """Write the chances in thousandths, as UCI does, and the expected margin in hundredths."""
    margin, (win, _, loss) = found.expected(line)
    wins, losses = round(1000 * win), round(1000 * loss)
    wins = min(wins, 1000 - losses)  # both may have been rounded up
    told = "" if margin is None else f" margin {round(100 * margin)}"
    return f"wdl {wins} {1000 - wins - losses} {losses}{told}"


def run(source: IO[bytes], sink: int, *, game: str, player: str) -> None:
    """Hold a conversation until ``quit`` or the end of the input; ``sink`` is a descriptor."""

    def write(text: str) -> None:
        rest = memoryview(text.encode())
        with suppress(BrokenPipeError):  # nobody listens any more: the input will end, too
            while rest:
                rest = rest[os.write(sink, rest) :]

    engine = UgiEngine(write, game=game, player=player)
    try:
        while line := source.readline(_LONGEST_LINE):
            if len(line) == _LONGEST_LINE and not line.endswith(b"\n"):
                _skip_line(source)
                line = b"line-without-end"
            if not engine.obey(line.decode("utf-8", "replace")):
                return
    finally:
        engine.close()


def _skip_line(source: IO[bytes]) -> None:
    while (rest := source.readline(_LONGEST_LINE)) and not rest.endswith(b"\n"):
        pass
