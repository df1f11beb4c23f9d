"""Players by name: ``random``, ``greedy``, ``pvs:time=1,table_mb=64``, ``mcts:sims=2000``."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, replace
from difflib import get_close_matches
from typing import Any, Protocol

from plyground.books.opening import Opening
from plyground.errors import PlygroundError
from plyground.evaluation.terms import family_of
from plyground.evaluation.weights import Weights, load
from plyground.games.native import is_native
from plyground.games.position import Position
from plyground.players.engines import BY_ALGORITHM, Engine, OnReport
from plyground.players.human import Human
from plyground.players.levels import FULL, Level, level
from plyground.players.limits import Limit
from plyground.players.options import BOOK, ENGINES, SEED, WEIGHTS, Option, unknown_option


class Player(Protocol):
    """Anything that answers a position with a move; whoever asked checks that it is legal."""

    def choose(self, position: Position, limit: Limit | None = None) -> Any:
        """Answer with a move; ``limit``, if given, overrides the player's own."""
        ...


class Random:
    """Every legal move with the same chance; the same seed plays the same moves."""

    def __init__(self, seed: int | None = None) -> None:
        self._random = random.Random(seed)

    def choose(self, position: Position, limit: Limit | None = None) -> Any:  # noqa: ARG002
        """Draw a legal move."""
        return self._random.choice(position.legal_moves)


class Greedy:
    """Looks one move ahead, and draws among the moves that look best."""

    def __init__(self, seed: int | None = None, weights: str | Weights = "default") -> None:
        self._random = random.Random(seed)
        self._weights = weights

    def choose(self, position: Position, limit: Limit | None = None) -> Any:  # noqa: ARG002
        """Take a move with the highest action score."""
        moves = position.legal_moves
        if is_native(position):
            weights = load(self._weights, family_of(position))
            scores: list[float] = list(position._action_scores(weights.native))
        else:
            scores = [_after(position, move) for move in moves]
        best = max(scores)
        return self._random.choice([m for m, s in zip(moves, scores, strict=True) if s == best])


class EnginePlayer:
    """A player that searches where no book helps, and may think on the opponent's time."""

    def __init__(self, engine: Engine, opening: Opening | None = None) -> None:
        self.engine = engine
        self._opening = opening
        self._chance = random.Random(engine.options.get("seed"))
        self.predicted = 0  #: how often the opponent played what was expected while pondering
        self.pondered = 0  #: how often it was thought on the opponent's time

    def begin_anew(self, seed: int | None) -> None:
        """Let all chance begin as in a player just made with this seed; the table stays."""
        self.engine.options["seed"] = seed
        self._chance = random.Random(seed)
        if self._opening is not None:
            self._opening.begin_anew(seed)

    def choose(
        self, position: Position, limit: Limit | None = None, on_report: OnReport | None = None
    ) -> Any:
        """Search; a single legal move needs none.

        ``on_report`` is called, from the searching thread, with what is found so far, and at last
        with what the move rests on; a move that was not searched for has no report.
        """
        expected = self.engine.stop_pondering()
        if expected is not None:
            self.pondered += 1
            self.predicted += expected == position
        if len(position.legal_moves) == 1:
            return position.legal_moves[0]
        here = level(self.engine.options.get("level", FULL), position)
        if self._chance.random() < here.haste:
            return self._chance.choice(position.legal_moves)
        if self._opening is not None and (known := self._opening.choose(position)):
            return known
        limit = _within(limit or self.engine.limit, here)
        found = self.engine.search(position, limit, on_report)
        if found.interrupted:
            raise KeyboardInterrupt
        if on_report is not None:
            on_report(found)
        if self.engine.options.get("ponder"):
            self._ponder(position, found.line)
        return found.move

    def _ponder(self, position: Position, line: tuple[Any, ...]) -> None:
        """Think about the position after the own move and the reply that is expected.

        A reply may be several moves, where the opponent moves again.
        """
        after = position.play(line[0])
        if after.turn == position.turn:
            return
        for move in line[1:]:
            after = after.play(move)
            if after.turn == position.turn:
                break
        self.engine.ponder(after)

    def close(self) -> None:
        """End thinking in the background."""
        self.engine.stop_pondering()


def _within(limit: Limit, level: Level) -> Limit:
    """Add a level's limit to one that was given."""
    if level.nodes is None:
        return limit
    return replace(limit, nodes=min(level.nodes, limit.nodes or level.nodes))


@dataclass(frozen=True)
class Kind:
    """One kind of player: its name, meaning, options, and how it is made."""

    name: str
    meaning: str
    options: tuple[Option, ...]
    make: Callable[[dict[str, Any]], Player]


def _engine_kind(algorithm: str) -> Kind:
    engine = BY_ALGORITHM[algorithm]

    def make(options: dict[str, Any]) -> Player:
        book, variety = (options.pop(option.name, option.default) for option in BOOK)
        return EnginePlayer(engine(**options), Opening(book, variety, options.get("seed")))

    meaning = (engine.__doc__ or "").strip().splitlines()[0]
    return Kind(algorithm, meaning, (*ENGINES[algorithm], *BOOK), make)


_SIMPLE = (
    Kind("human", "A person at the keyboard.", (), lambda _: Human()),
    Kind("random", "Every legal move with the same chance.", (SEED,),
         lambda options: Random(options.get("seed"))),
    Kind("greedy", "The move that looks best at once.", (SEED, WEIGHTS),
         lambda options: Greedy(options.get("seed"), options.get("weights", "default"))),
)  # fmt: skip
KINDS: dict[str, Kind] = {
    kind.name: kind for kind in (*_SIMPLE, *(_engine_kind(name) for name in ENGINES))
}


def player(spec: str, seed: int | None = None) -> Player:
    """Make a player from its spec; ``seed`` is used where the spec gives none.

    >>> import plyground as ply
    >>> player("pvs:depth=4").choose(ply.position("kalah(6,4)")) in "123456"
    True
    """
    kind, given = read_spec(spec)
    if seed is not None and any(option.name == "seed" for option in kind.options):
        given.setdefault("seed", seed)
    return kind.make(given)


def read_spec(spec: str) -> tuple[Kind, dict[str, Any]]:
    """Read a spec: the kind of player, and the options that are given.

    >>> kind, options = read_spec("pvs:time=1,ponder=yes")
    >>> kind.name, options
    ('pvs', {'time': 1.0, 'ponder': True})
    """
    name, _, rest = spec.strip().partition(":")
    kind = KINDS.get(name)
    if kind is None:
        near = get_close_matches(name, KINDS, 1, 0.5)
        hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(KINDS)}"
        raise PlygroundError(f"no player {name!r}; {hint}")
    known = {option.name: option for option in kind.options}
    given: dict[str, Any] = {}
    for part in filter(None, rest.split(",")):
        key, equals, value = (word.strip() for word in part.partition("="))
        if key not in known:
            raise PlygroundError(unknown_option(key, known, name))
        if not equals:
            raise PlygroundError(f"{name}: {key} needs a value, {key}=…; {known[key].expected}")
        if key in given:
            raise PlygroundError(f"{name}: {key} is given twice; give it once")
        given[key] = known[key].read(value)
    return kind, given


def _after(position: Position, move: Any) -> float:
    """How a position looks after a move, for games in Python: won, lost, or in between."""
    after = position.play(move)
    if after.is_over:
        return 1e6 * after.margin_for(position.turn)
    evaluate = getattr(after, "evaluate", None)
    value = float(evaluate()) if evaluate is not None else 0.0
    return value if after.turn == position.turn else -value
