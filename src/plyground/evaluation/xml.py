"""Weights as XML, the form that course tools exchange.

    <weights game="kalah"><weight name="stores" phase="opening">1.5</weight> … </weights>

A weight without a phase holds in every phase; weights that the file leaves out are zero.
"""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree

from plyground.errors import PlygroundError
from plyground.evaluation.terms import ACTIONS, terms
from plyground.evaluation.weights import LARGEST_FILE, Weights, from_sections
from plyground.games.names import families

_DEEPEST = 2  # a weight among weights


def to_xml(weights: Weights) -> str:
    """Write every weight as one element."""
    root = ElementTree.Element("weights", game=weights.game)
    if weights.origin:
        root.set("origin", weights.origin)
    for section, values in weights.sections.items():
        for name, value in values.items():
            element = ElementTree.SubElement(root, "weight", name=name, phase=section)
            element.text = f"{value:.10g}"
    ElementTree.indent(root)
    return ElementTree.tostring(root, encoding="unicode") + "\n"


def from_xml(text: str, where: str, game: str | None = None) -> Weights:
    """Read weights; ``game`` says whose they are where the file does not."""
    if len(text) > LARGEST_FILE or "<!" in text.replace("<!--", ""):
        raise PlygroundError(f"{where}: declarations and long texts are not allowed")
    try:
        root = ElementTree.fromstring(text, ElementTree.XMLParser(target=_Shallow(where)))
    except (ElementTree.ParseError, UnicodeEncodeError) as error:
        raise PlygroundError(f"{where}: not XML: {error}") from None
    if root.tag != "weights":
        raise PlygroundError(f"{where}: expected <weights>, found <{root.tag}>")
    game = root.get("game", game)
    if game is None:
        example = f'<weights game="{families()[0].name}">'
        raise PlygroundError(f"{where}: the game is missing; expected {example}")
    sections: dict[str, dict[str, float]] = {
        section: dict.fromkeys(names, 0.0) for section, names in terms(game).sections.items()
    }
    for element in root:
        _add(element, sections, where)
    return from_sections(game, sections, root.get("origin", ""), where)


class _Shallow(ElementTree.TreeBuilder):
    """Builds the tree, and refuses elements in a weight."""

    def __init__(self, where: str) -> None:
        super().__init__()
        self._where = where
        self._depth = 0

    def start(self, tag: Any, attrs: Any, /) -> ElementTree.Element:
        self._depth += 1
        if self._depth > _DEEPEST:
            raise PlygroundError(f"{self._where}: a weight holds a number, found <{tag}>")
        return super().start(tag, attrs)

    def end(self, tag: Any, /) -> ElementTree.Element:
        self._depth -= 1
        return super().end(tag)


def _add(element: ElementTree.Element, sections: dict[str, dict[str, float]], where: str) -> None:
    name = element.get("name")
    if element.tag != "weight" or name is None:
        raise PlygroundError(f'{where}: expected <weight name="…">, found <{element.tag}>')
    try:
        value = float((element.text or "").strip())
    except ValueError:
        raise PlygroundError(f"{where}: weight {name} is {element.text!r}, not a number") from None
    phase = element.get("phase")
    phases = [phase] if phase else [section for section in sections if section != ACTIONS]
    for section in phases:
        sections.setdefault(section, {})[name] = value
