"""The games: their positions, names, records and pictures."""
