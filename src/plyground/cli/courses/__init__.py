"""Commands that connect to courses and other programs."""
