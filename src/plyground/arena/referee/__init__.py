"""Playing one game: the loop, the clock, when a game ends early."""
