"""Exact results: solving positions."""
