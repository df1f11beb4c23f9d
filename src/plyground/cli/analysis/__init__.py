"""Commands that look into positions."""
