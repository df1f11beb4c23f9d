"""Fitting what scores mean: games between levels, searches of their positions, a monotone fit."""
