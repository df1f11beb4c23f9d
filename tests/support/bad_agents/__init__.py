"""The zoo: agents that break one rule each, and what the referee should say about them."""
