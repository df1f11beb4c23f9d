"""Commands to play with."""
