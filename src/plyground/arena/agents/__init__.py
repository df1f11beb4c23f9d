"""Whoever plays for the referee, built in or in a process of its own."""
