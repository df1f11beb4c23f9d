"""A hint: a good move, and what it does."""

from __future__ import annotations

from typing import Any

from plyground._core import StopToken
from plyground.games.position import Position, move_text
from plyground.players.engines import PVS
from plyground.players.limits import Limit
from plyground.web.games.models import Hint
from plyground.web.shared.scores import score_view
from plyground.web.shared.sockets import Socket
from plyground.web.shared.thinking import Pool
from plyground.web.shared.views import move_view

_SECONDS = 0.3


async def hint(pool: Pool, socket: Socket, position: Position, about: dict[str, Any]) -> None:
    """Send a move for the side to move, with its principal variation."""
    stop = StopToken()

    def work() -> Hint:
        found = PVS(table_mb=4).search(position, Limit(time=_SECONDS), stop=stop)
        return Hint(
            move=move_text(found.move),
            line=[move_text(one) for one in found.line],
            score=score_view(found, found.lines[0]),
            why=move_view(position, found.move, position.play(found.move), 0).announce,
            **about,
        )

    socket.send(await pool.run(socket.asker, work, stop.stop, game=position.game))
