"""All learning methods by name."""

from __future__ import annotations

from plyground.learn.menace import Menace
from plyground.learn.method import Method
from plyground.learn.tdleaf import TDLeaf

_ALL: tuple[type[Method], ...] = (TDLeaf, Menace)
METHODS = {method.name: method for method in _ALL}
