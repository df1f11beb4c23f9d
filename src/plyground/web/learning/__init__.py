"""Puzzles and tutorials."""
