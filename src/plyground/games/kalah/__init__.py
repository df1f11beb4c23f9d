"""Kalah: sow seeds around the board, and gather more than half of them in your store."""

from plyground.games.kalah.position import FAMILY, MANCHESTER, PARAMETERS, Game, Position

__all__ = ["FAMILY", "MANCHESTER", "PARAMETERS", "Game", "Position"]
