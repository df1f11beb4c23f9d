"""Positions and moves as messages to draw."""

from plyground.web.shared.views.position import (
    SIDES,
    cell_of,
    end_result,
    end_text,
    move_entry,
    move_view,
    position_view,
)

__all__ = ["SIDES", "cell_of", "end_result", "end_text", "move_entry", "move_view", "position_view"]
