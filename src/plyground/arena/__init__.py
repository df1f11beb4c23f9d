"""The arena: games between players, how they ended, and what that says about the players."""
