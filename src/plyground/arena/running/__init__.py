"""Playing many games: schedules, workers, the store."""
