"""All learning methods by name."""

from __future__ import annotations

from plyground.learn.actor_critic import ActorCritic
from plyground.learn.menace import Menace
from plyground.learn.method import Method
from plyground.learn.tdleaf import TDLeaf
from plyground.learn.tuning.cmaes import CmaesSearch
from plyground.learn.tuning.grid import GridSearch
from plyground.learn.tuning.knockout import KnockoutSearch
from plyground.learn.tuning.spsa import SpsaSearch
from plyground.learn.value_net import ValueNetMethod

_ALL: tuple[type[Method], ...] = (
    TDLeaf, GridSearch, KnockoutSearch, CmaesSearch, SpsaSearch, ValueNetMethod,
    ActorCritic, Menace,
)  # fmt: skip
METHODS = {method.name: method for method in _ALL}
