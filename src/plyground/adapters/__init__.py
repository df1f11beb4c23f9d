"""Adapters: plyground at home in other people's referees, protocols and libraries."""
