"""Games in Python whose members run as machine code."""
