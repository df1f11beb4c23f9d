"""How environments show a position: on the terminal, as text, or as pixels."""

from __future__ import annotations

from typing import Any

from plyground.errors import PlygroundError
from plyground.games.position import Position

MODES = ("human", "ansi", "rgb_array")


def rendered(position: Position, mode: str | None, last_move: str | None) -> Any:
    """Print a position (``human``), or return it as text (``ansi``) or pixels (``rgb_array``)."""
    if mode == "human":
        print(position, flush=True)
        return None
    if mode == "ansi":
        return str(position)
    if mode != "rgb_array":
        raise PlygroundError(f"render_mode={mode} is not valid; expected one of {', '.join(MODES)}")
    try:
        from plyground.adapters.raster import picture
    except ImportError:
        raise PlygroundError(
            "pictures need Pillow and resvg; install them: pip install 'plyground[envs]'"
        ) from None
    return picture(position, last_move)
