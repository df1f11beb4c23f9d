"""A picture of what every move does to the evaluation: blue marks gain, orange ones lose."""

from __future__ import annotations

from plyground.evaluation.explain import Explanation
from plyground.evaluation.terms import featured
from plyground.games.drawing import svg
from plyground.games.family import Place
from plyground.games.native import NativePosition


def heat_map(position: NativePosition, explanation: Explanation) -> str:
    """Draw the position with a mark on the target of every move; of several, the best counts.

    >>> import plyground as ply
    >>> from plyground.evaluation.explain import explain
    >>> start = ply.position("squatter(5)")
    >>> heat_map(start, explain(start)).count("<circle")
    25
    """
    mark = featured(position).mark
    best: dict[Place, float] = {}
    for row in explanation.moves:
        place = mark(position, row.move)
        if place is not None and row.after is not None:
            gain = row.after - explanation.value
            best[place] = max(gain, best.get(place, gain))
    marks = svg.Element("g", class_="heat")
    largest = max((abs(gain) for gain in best.values()), default=0.0)
    for place, gain in best.items():
        _add_mark(marks, place, gain, largest)
    return position.svg().removesuffix("</svg>") + str(marks) + "</svg>"


def _add_mark(marks: svg.Element, place: Place, gain: float, largest: float) -> None:
    x, y, radius = place
    strength = abs(gain) / largest if largest else 0.0
    colour = svg.BLUE if gain >= 0 else svg.ORANGE
    marks.add("circle", cx=x, cy=y, r=radius, fill=colour, opacity=0.15 + 0.75 * strength)
    ink = "#ffffff" if strength > 0.5 else svg.INK
    svg.label(marks, f"{gain:+.1f}", x, y, font_size=0.7 * radius, fill=ink)
