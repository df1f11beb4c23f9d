"""A class in a box: teams, uploads, a ladder, rounds, and what staff need around them."""
