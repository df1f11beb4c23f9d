"""Players: whatever answers a position with a move."""
