"""Our games in OpenSpiel: ``register()``, and ``pyspiel.load_game`` knows them.

>>> import pyspiel
>>> from plyground.adapters import openspiel
>>> openspiel.register()
>>> game = pyspiel.load_game("plyground_kalah(houses=6,seeds=4)")
>>> state = game.new_initial_state()
>>> state.apply_action(2)  # the third house, which ends in the store
>>> state.current_player()
0

The parameters are those of our names, with the same defaults; ``load("kalah(6,4)")`` takes such a
name, and ``load("my_game.py")`` a game in Python, by its file, class or start. Watch Your Back!
must end here: ``max_turns`` is 320 unless you say otherwise, and 0 means none. Returns are 1 for
the winner, -1 for the loser, 0 for a draw.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import chain, count
from typing import Any

import numpy as np

from plyground._core import Side
from plyground.adapters.encoding import Encoding, Source, encoding, start_of
from plyground.errors import PlygroundError
from plyground.games.family import Family, Parameter
from plyground.games.names import competition_name, families, parse_name, play_of
from plyground.games.names import position as named_position
from plyground.games.native import is_native
from plyground.games.position import Position
from plyground.games.python_file import names_file

try:
    import pyspiel
    from open_spiel.python.observation import IIGObserverForPublicInfoGame
except ImportError:
    raise PlygroundError(
        "OpenSpiel is missing; install it with pip install 'plyground[openspiel]'"
    ) from None

_FAMILIES = {f"plyground_{family.name.replace('-', '_')}": family for family in families()}
# A position to begin with, as its text. OpenSpiel splits parameters at commas.
_START, _WRITTEN, _READ = "start", str.maketrans(", ", ";_"), str.maketrans(";_", ", ")

Values = Mapping[str, Any]
_own: dict[str, Position] = {}  # the starts of games in Python, by their names in OpenSpiel


def register() -> None:
    """Make our games known to OpenSpiel; once is enough, and more often does no harm."""
    known = set(pyspiel.registered_names())
    for name, family in _FAMILIES.items():
        if name not in known:
            parameters = _defaults(family) | {_START: ""}
            _register(name, family.face.title, parameters, _Named(family))


def load(game: Source, text: str | None = None) -> pyspiel.Game:
    """Load a game by our name for it, from its start or from the text of a position.

    A game in Python is given by its file, its class, or a position to start from.

    >>> load("squatter(5)").get_type().long_name
    'Squatter'
    """
    register()
    if isinstance(game, str) and not names_file(game):
        return pyspiel.load_game(game_string(game, text))
    start = start_of(game)
    if is_native(start):
        return load(start.game, start.text)
    if text is not None:
        raise PlygroundError(f"{start.game} is a game in Python; give the position instead of text")
    return pyspiel.load_game(_registered(start))


def _registered(start: Position) -> str:
    """Make a game in Python known to OpenSpiel by its class and start; returns its name there."""
    kind = type(start)
    known = [name for name, one in _own.items() if type(one) is kind and one == start]
    if known:
        return known[0]
    name = f"plyground_{''.join(c if c.isalnum() else '_' for c in start.game)}"
    taken = set(pyspiel.registered_names())
    name = next(n for n in chain([name], (f"{name}_{i}" for i in count(2))) if n not in taken)
    _own[name] = start
    _register(name, start.game, {}, lambda _: start)
    return name


def game_string(name: str, text: str | None = None) -> str:
    """Return what OpenSpiel calls a game, with the parameters that are not its defaults there.

    >>> game_string("kalah-manchester")
    'plyground_kalah(houses=7,seeds=7,swap=yes,first_extra_turn=no)'
    """
    family, values = parse_name(competition_name(name))
    defaults = _defaults(family)
    given = {p.name: _theirs(p, values[p.name]) for p in family.names.parameters}
    chosen = [
        f"{p.name}={given[p.name]}"
        for p in family.names.parameters
        if p.positional or given[p.name] != defaults[p.name]
    ]
    if text is not None:
        chosen.append(f"{_START}={text.translate(_WRITTEN)}")
    short = next(short for short, known in _FAMILIES.items() if known is family)
    return f"{short}({','.join(chosen)})" if chosen else short


def _theirs(parameter: Parameter, value: str) -> int | str:
    """Return the value of a parameter as OpenSpiel has it: each is a number or a word, not both."""
    if parameter.numbers:
        return 0 if value in parameter.words else int(value)
    return value


def _defaults(family: Family) -> dict[str, int | str]:
    _, values = parse_name(competition_name(family.name))
    return {p.name: _theirs(p, values[p.name]) for p in family.names.parameters}


def _register(
    name: str, title: str, parameters: Values, start: Callable[[Values], Position]
) -> None:
    kind = type(name, (Game,), {"type": _game_type(name, title, parameters), "start": start})
    pyspiel.register_game(kind.type, kind)  # type: ignore[attr-defined]


def _game_type(name: str, title: str, parameters: Values) -> pyspiel.GameType:
    return pyspiel.GameType(
        short_name=name,
        long_name=title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=dict(parameters),
    )


@dataclass(frozen=True)
class _Named:
    """Where games of a family begin, by their parameters."""

    family: Family

    def __call__(self, given: Values) -> Position:
        values = _defaults(self.family) | dict(given)
        text = str(values.pop(_START, ""))
        ours = [f"{p.name}={_ours(p, values[p.name])}" for p in self.family.names.parameters]
        name = f"{self.family.name}({','.join(ours)})"
        return named_position(name, text.translate(_READ) or None)


class Game(pyspiel.Game):  # type: ignore[misc]
    """One of our games, with its parameters."""

    type: pyspiel.GameType
    start: Callable[[Values], Position]

    def __init__(self, params: Values | None = None) -> None:
        given = dict(params or {})
        start = type(self).start(given)
        self.encoding = encoding(start)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.encoding.num_actions,
            max_chance_outcomes=0,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=play_of(start).most_moves(start),
        )
        super().__init__(self.type, info, given)

    def new_initial_state(self, state: None = None) -> State:  # noqa: ARG002
        """Return the start of a game."""
        return State(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        """Return what sees a state as a tensor or as text."""
        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return Observer(self)
        return IIGObserverForPublicInfoGame(iig_obs_type, params)


def _ours(parameter: Parameter, value: Any) -> str:
    return parameter.words[0] if parameter.numbers and parameter.words and not value else str(value)


@dataclass(frozen=True)
class _Here:
    """What a state holds; searches copy states all the time, and this never changes."""

    encoding: Encoding
    position: Position

    def __deepcopy__(self, memo: object) -> _Here:
        return self


class State(pyspiel.State):  # type: ignore[misc]
    """A position of ours; players are sides, so that the same one may move again."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self._here = _Here(game.encoding, game.encoding.start)

    @property
    def position(self) -> Position:
        """The position as ours."""
        return self._here.position

    def current_player(self) -> int:
        """Return who is to move."""
        return int(pyspiel.PlayerId.TERMINAL if self.position.is_over else self.position.turn)

    def _legal_actions(self, player: int) -> list[int]:  # noqa: ARG002
        return self._here.encoding.legal(self.position)

    def _apply_action(self, action: int) -> None:
        code = self._here.encoding
        self._here = _Here(code, self.position.play(self.position.parse_move(code.move(action))))

    def _action_to_string(self, player: int, action: int) -> str:  # noqa: ARG002
        return self._here.encoding.move(action)

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.position.is_over

    def returns(self) -> list[float]:
        """Return 1 for the winner and -1 for the loser, 0 for both before the end and in a draw."""
        winner = self.position.winner
        return [0.0, 0.0] if winner is None else [1.0 if s == winner else -1.0 for s in Side]

    def __str__(self) -> str:
        return self.position.text


class Observer:
    """What a player sees: as an array (see ``plyground.adapters.encoding``), or as text."""

    def __init__(self, game: Game) -> None:
        self._encoding = game.encoding
        self.tensor = np.zeros(int(np.prod(self._encoding.shape)), np.float32)
        self.dict = {"observation": self.tensor.reshape(self._encoding.shape)}

    def set_from(self, state: State, player: int) -> None:
        """Write what a player sees into the tensor."""
        self.dict["observation"][:] = self._encoding.observation(state.position, Side(player))

    def string_from(self, state: State, player: int) -> str:  # noqa: ARG002
        """Return the position as text: both players see everything."""
        return state.position.text
