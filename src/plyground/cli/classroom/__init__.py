"""Commands that run a class."""
