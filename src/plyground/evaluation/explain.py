"""Explain a static evaluation: value × weight = contribution, for every feature.

Where a network corrects the features, each place of the board contributes by how much less the
network would add if it did not see what stands there.

>>> import plyground as ply
>>> explanation = explain(ply.position("kalah(6,4)").play("3"))
>>> row = explanation.rows[0]
>>> row.name, row.own, row.opponent
('stores', 1, 0)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from plyground.errors import PlygroundError
from plyground.evaluation.own_features import OwnEvaluation, features
from plyground.evaluation.terms import ACTIONS, featured, terms_of
from plyground.evaluation.value_net import ValueNet, net_for
from plyground.evaluation.weights import Weights, load_for
from plyground.games.native import is_native
from plyground.games.position import Position, move_text

UNIT = 100  #: the core counts hundredths of a seed, cell or piece


@dataclass(frozen=True)
class Row:
    """One feature: its values for both sides and its weight in this phase."""

    name: str
    meaning: str
    own: float
    opponent: float
    weight: float

    @property
    def contribution(self) -> float:
        """Its part of the evaluation, from the view of the side to move."""
        return self.weight * (self.own - self.opponent)


@dataclass(frozen=True)
class PlaceRow:
    """One cell of the board, and its part of what the network adds for the side to move."""

    cell: str
    contribution: float


@dataclass(frozen=True)
class ActionRow:
    """One legal move with its action score and the feature values behind it."""

    move: str
    score: float
    values: dict[str, int]
    after: float | None  #: static evaluation after the move, for its player; None at the end


@dataclass(frozen=True)
class Explanation:
    """The static evaluation of a position, feature by feature, and its action scores.

    >>> import plyground as ply
    >>> explanation = ply.explain(ply.position("kalah(5,3)").play("3"))
    >>> explanation.side, [row.name for row in explanation.rows][:2]
    ('south', ['stores', 'captures_now'])
    """

    game: str
    side: str  #: the name of the side to move
    phase: str
    value: float  #: from the view of the side to move, in seeds, cells or pieces
    rows: tuple[Row, ...]
    moves: tuple[ActionRow, ...]
    correction: float | None = None  #: what the network adds; None without one
    places: tuple[PlaceRow, ...] = ()  #: what the network sees, place by place

    def to_dict(self) -> dict[str, Any]:
        """Return plain values, for JSON."""
        data = asdict(self)
        for row, plain in zip(self.rows, data["rows"], strict=True):
            plain["contribution"] = round(row.contribution, 4)
        return data


Numbers = Sequence[float]
Source = str | Path | Weights | ValueNet


def evaluate(position: Position, weights: Source = "default") -> float:
    """Return the static evaluation for the side to move, in seeds, cells or pieces.

    ``weights`` is ``default`` for what players use by default, ``material``, or a file of weights
    or of a network.

    >>> import plyground as ply
    >>> position = ply.position("kalah(5,3)").play("3")
    >>> round(evaluate(position, "material"), 2)
    1.0
    """
    return _value(position, _knowledge(position, weights)) / UNIT


def _knowledge(position: Position, source: Source) -> Weights | ValueNet:
    """Return what is to evaluate positions of a game."""
    terms_of(position)  # or nothing can be explained
    net = net_for("auto", source, position)
    if net is not None:
        return net
    assert not isinstance(source, ValueNet)  # which would be the network itself
    return load_for(source, position)


def _value(position: Position, knowledge: Weights | ValueNet) -> float:
    if position.is_over:
        raise PlygroundError("the game is over: use its margin instead of an evaluation")
    if isinstance(knowledge, ValueNet):
        return knowledge.evaluate(position)
    if is_native(position):
        return position._evaluate(knowledge.native)
    return OwnEvaluation(knowledge)(position)


def values_of(position: Position) -> tuple[Numbers, Numbers, tuple[int, int, float]]:
    """Return the features of the mover and of the opponent, and which phases they lie between."""
    if is_native(position):
        return position._features()
    own, opponent = zip(*features(position).values(), strict=True)
    return own, opponent, (0, 0, 0.0)


def explain(position: Position, weights: Source = "default") -> Explanation:
    """Explain the static evaluation and the action scores by their features.

    >>> import plyground as ply
    >>> explain(ply.position("kalah(6,4)").play("3")).to_dict()["side"]
    'south'
    """
    knowledge = _knowledge(position, weights)
    value = _value(position, knowledge) / UNIT
    chosen = knowledge.weights if isinstance(knowledge, ValueNet) else knowledge
    named = terms_of(position)
    own, opponent, (phase, later, part) = values_of(position)
    here, there = chosen[named.phases[phase]], chosen[named.phases[later]]
    rows = tuple(
        Row(name, meaning, mine, theirs, here[name] + part * (there[name] - here[name]))
        for (name, meaning), mine, theirs in zip(named.features.items(), own, opponent, strict=True)
    )
    moves = _action_rows(position, chosen, knowledge)
    correction, places = _places(position, knowledge)
    return Explanation(
        position.game, position.turn_name, _phase_name(named.phases, phase, later, part),
        value, rows, moves, correction, places,
    )  # fmt: skip


def _places(
    position: Position, knowledge: Weights | ValueNet
) -> tuple[float | None, tuple[PlaceRow, ...]]:
    if not isinstance(knowledge, ValueNet) or not is_native(position):
        return None, ()
    whole, parts = knowledge.contributions(position)
    cells = featured(position).view.board(position)["cells"]
    rows = tuple(PlaceRow(cells[place]["id"], points / UNIT) for place, points in parts)
    return whole / UNIT, rows


def _action_rows(
    position: Position, weights: Weights, knowledge: Weights | ValueNet
) -> tuple[ActionRow, ...]:
    if not is_native(position):
        return _own_action_rows(position, knowledge)
    names, values = weights[ACTIONS], position._action_values()
    rows = [
        ActionRow(
            move,
            sum(weight * value for weight, value in zip(names.values(), of_move, strict=True)),
            dict(zip(names, of_move, strict=True)),
            _after(position, move, knowledge),
        )
        for move, of_move in zip(position.legal_moves, values, strict=True)
    ]
    return tuple(sorted(rows, key=lambda row: -row.score))


def _own_action_rows(position: Position, knowledge: Weights | ValueNet) -> tuple[ActionRow, ...]:
    """Return the moves of a game in Python, which has no action scores: by what they lead to."""
    afters = [(move_text(move), _after(position, move, knowledge)) for move in position.legal_moves]
    rows = [ActionRow(move, after or 0.0, {}, after) for move, after in afters]
    return tuple(sorted(rows, key=lambda row: -row.score))


def _after(position: Position, move: Any, knowledge: Weights | ValueNet) -> float | None:
    after = position.play(move)
    if after.is_over:
        return None
    value = _value(after, knowledge) / UNIT
    return value if after.turn == position.turn else -value


def _phase_name(phases: tuple[str, ...], phase: int, later: int, part: float) -> str:
    if part == 0 or phase == later:
        return phases[phase]
    if part == 1:
        return phases[later]
    return f"{1 - part:.0%} {phases[phase]}, {part:.0%} {phases[later]}"
