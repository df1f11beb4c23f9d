"""All learning methods by name."""

from __future__ import annotations

from plyground.learn.menace import Menace
from plyground.learn.method import Method

_ALL: tuple[type[Method], ...] = (Menace,)
METHODS = {method.name: method for method in _ALL}
