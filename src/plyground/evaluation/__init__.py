"""Evaluation that people can read and change: named features, and files of weights for them."""
