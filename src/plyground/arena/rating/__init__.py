"""What results say about players: scores, ratings, sequential tests."""
