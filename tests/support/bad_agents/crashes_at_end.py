"""Plays a whole game and dies of its last move, when nobody waits for it any more."""

import os
import threading
import time
from typing import Any


class Agent:
    def choose(self, position: Any, _clock: Any) -> Any:
        move = position.legal_moves[0]
        if position.play(move).is_over or len(position.legal_moves) == 1:
            threading.Thread(target=self.die).start()
        return move

    def die(self) -> None:
        time.sleep(0.05)
        os.kill(os.getpid(), 11)
