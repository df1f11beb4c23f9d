"""Games written in Python, for people: the board they describe, its pictures, how a page shows it.

``diagram`` is what a game's author writes, ``guess`` what stands in where there is none; ``svg``
and ``text`` draw it, ``difference`` compares two; ``view`` and ``entry`` are for the server.
"""
