"""Positions and moves as JSON to draw."""

from plyground.web.shared.views.position import (
    SIDES,
    Json,
    cell_of,
    end_result,
    move_entry,
    move_view,
    position_view,
)

__all__ = ["SIDES", "Json", "cell_of", "end_result", "move_entry", "move_view", "position_view"]
