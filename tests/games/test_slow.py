"""A game in Python whose code does not come back is named, once."""

from __future__ import annotations

import queue
import threading
from pathlib import Path

from plyground.games.own.slow import watch
from plyground.games.python_file import start_in_file

_GAME = """
import threading
import plyground as ply
from dataclasses import dataclass

GOES_ON = threading.Event()

@dataclass(frozen=True)
class Slow(ply.Position):
    turn: ply.Side = ply.Side.FIRST
    legal_moves, is_over, margin = (0,), False, 0
    def play(self, move):
        GOES_ON.wait()
        return self
"""


def test_a_call_that_does_not_return_is_named_once(tmp_path: Path) -> None:
    file = tmp_path / "slow_game.py"
    file.write_text(_GAME)
    game = start_in_file(str(file))
    told: queue.Queue[str] = queue.Queue()
    watch(game, told.put, seconds=0.1)
    watch(game, told.put, seconds=0.1)
    playing = threading.Thread(target=game.play, args=(0,))
    playing.start()
    line = told.get(timeout=60)
    assert line == "slow_game.py, line 13 has not returned for 0.1 s. Ctrl-C stops it."
    type(game).play.__globals__["GOES_ON"].set()
    playing.join()
    assert told.empty()
