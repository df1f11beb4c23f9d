"""All learning methods by name."""

from __future__ import annotations

from plyground.learn.actor_critic import ActorCritic
from plyground.learn.menace import Menace
from plyground.learn.method import Method
from plyground.learn.tdleaf import TDLeaf

_ALL: tuple[type[Method], ...] = (TDLeaf, ActorCritic, Menace)
METHODS = {method.name: method for method in _ALL}
