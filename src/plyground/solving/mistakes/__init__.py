"""Why a move was bad: one sentence, which says only what was proven.

>>> import plyground as ply
>>> rows = "......./......./......./....R../....R../Y.YYRR."
>>> reason(ply.position("connect-four", f"{rows} yellow"), "5", "2")
'Column 2 wins at once.'
"""

from plyground.solving.mistakes.reasons import reason

__all__ = ["reason"]
