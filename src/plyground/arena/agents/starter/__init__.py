"""What ``plyground agent new`` writes: an agent to begin with, and its test."""
