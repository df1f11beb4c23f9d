"""How positions look: pure functions from plain data to text boards and SVG pictures.

Nothing here knows the rules. This folder holds what the games share; each game has a module
``drawing`` of its own with

- ``text_board(...) -> str``: a Unicode board of at most 80 columns, with a line of status;
- ``svg_board(...) -> str``: a self-contained picture, for notebooks and documents.

Both take a ``status``, a few words such as "south to move", that the caller chooses.
"""
