"""Commands that let players compete."""
