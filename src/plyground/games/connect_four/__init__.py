"""Connect Four: drop stones into columns; four in a line win."""

from plyground.games.connect_four.position import FAMILY, PARAMETERS, Game, Position

__all__ = ["FAMILY", "PARAMETERS", "Game", "Position"]
