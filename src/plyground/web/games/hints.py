"""A hint: a good move, and what it does."""

from __future__ import annotations

from functools import partial

from plyground._core import StopToken
from plyground.games.position import Position
from plyground.players.engines import PVS
from plyground.players.limits import Limit
from plyground.web.shared.scores import score_view
from plyground.web.shared.thinking import Pool
from plyground.web.shared.views import Json, move_view

_SECONDS = 0.3


async def hint(pool: Pool, visitor: str, position: Position) -> Json:
    """Return a move for the side to move, with the line behind it."""
    stop = StopToken()
    work = partial(PVS(table_mb=4).search, position, Limit(time=_SECONDS), stop=stop)
    found = await pool.run(visitor, work, stop.stop)
    return {
        "move": str(found.move),
        "line": [str(move) for move in found.line],
        "score": score_view(position, found.score),
        "why": move_view(position, str(found.move), 0)["announce"],
    }
