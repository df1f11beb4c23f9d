"""Commands that train players, and for what they learned."""
