"""Players by name: ``random``, ``greedy``, ``pvs:time=1,table_mb=64``, ``mcts:sims=2000``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from difflib import get_close_matches
from typing import Any

from plyground._core import StopToken
from plyground.books.opening import Opening
from plyground.errors import PlygroundError
from plyground.games.position import Position
from plyground.players.book import BookPlayer
from plyground.players.engines import BY_ALGORITHM, Engine, OnReport
from plyground.players.handover import HandOver
from plyground.players.human import Human
from plyground.players.levels import Strength, strength
from plyground.players.limits import Limit
from plyground.players.menace import MenacePlayer
from plyground.players.net import NetPlayer
from plyground.players.options import (
    BOOK,
    BOOK_PLAYER,
    ENGINES,
    MENACE,
    NET_PLAYER,
    SEED,
    WEIGHTS,
    Option,
    unknown_option,
)
from plyground.players.phases import PhasePlayer
from plyground.players.result import SearchResult
from plyground.players.simple import Greedy, Player, Random
from plyground.players.traps import Traps, sets_traps

__all__ = ["KINDS", "EnginePlayer", "Greedy", "Kind", "Player", "Random", "player", "split"]


class EnginePlayer:
    """A player that searches where no book helps, and may think on the opponent's time."""

    def __init__(self, engine: Engine, opening: Opening | None = None) -> None:
        self.engine = engine
        self._opening = opening
        solves = engine.options.get("solver", False)
        self._solver = HandOver(engine.options["table_mb"]) if solves else None
        self._traps = Traps(engine)
        self.predicted = 0  #: how often the opponent played what was expected while pondering
        self.pondered = 0  #: how often it was thought on the opponent's time

    def begin_anew(self, seed: int | None) -> None:
        """Let all chance begin as in a player just made with this seed; the table stays."""
        self.engine.options["seed"] = seed
        self._traps.forget()
        if self._opening is not None:
            self._opening.begin_anew(seed)

    def check(self, position: Position) -> None:
        """Raise PlygroundError if the rating asked for is none in the game of this position."""
        strength(self.engine.options, position)

    def choose(
        self,
        position: Position,
        limit: Limit | None = None,
        on_report: OnReport | None = None,
        *,
        stop: StopToken | None = None,
    ) -> Any:
        """Search, or solve where that finishes in time; a single legal move needs neither.

        ``on_report`` is called, from the searching thread, with the result so far, and at last
        with that of the move; a move that was not searched for has no report. ``stop`` ends the
        search early, see `Engine.search`.
        """
        expected = self.engine.stop_pondering()
        if expected is not None:
            self.pondered += 1
            self.predicted += expected == position
        if len(position.legal_moves) == 1:
            return position.legal_moves[0]
        if self._opening is not None and (known := self._opening.choose(position)):
            return known
        limit = _within(limit or self.engine.limit, strength(self.engine.options, position))
        found = self._found(position, limit, on_report, stop)
        if found.interrupted:
            raise KeyboardInterrupt
        if on_report is not None:
            on_report(found)
        if self.engine.options.get("ponder"):
            self._ponder(position, found.line)
        return found.move

    def _found(
        self,
        position: Position,
        limit: Limit,
        on_report: OnReport | None,
        stop: StopToken | None,
    ) -> SearchResult:
        """Solve or search, with traps where this player sets any."""
        traps = self._traps if sets_traps(self.engine.options, position) else None
        if traps is not None:
            traps.meet(position)
        solved = None
        if self._solver is not None:
            solved, limit = self._solver.solve(position, limit, stop)
        if traps is None:
            return solved or self.engine.search(position, limit, on_report, stop=stop)
        if solved is None:
            found = traps.search(position, limit, on_report, stop)
        else:
            found = traps.among_solved(solved, position, limit, self._solver, stop)
        traps.leave(position, found.move)
        return found

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


def _within(limit: Limit, weak: Strength) -> Limit:
    """Add a level's limit to one that was given."""
    if weak.nodes is None:
        return limit
    if weak.nodes == 1:
        return replace(limit, depth=1)
    return replace(limit, nodes=min(weak.nodes, limit.nodes or weak.nodes))


@dataclass(frozen=True)
class Kind:
    """One kind of player: its name, meaning, options, and how it is made."""

    name: str
    meaning: str
    options: tuple[Option, ...]
    make: Callable[[dict[str, Any]], Player]
    first: str = ""  #: the option whose value may stand first, without its name: ``net:FILE``
    separator: str = ","  #: between options; a player made of others takes any, each a spec

    @property
    def is_made_of_others(self) -> bool:
        """Whether its options are the players that it is made of."""
        return self.separator != ","

    @property
    def needs_more(self) -> bool:
        """Whether the name alone makes no player."""
        return self.is_made_of_others or any(
            option.name == self.first and option.default is None for option in self.options
        )

    def spec(self, options: Mapping[str, str]) -> str:
        """Write a spec with these options."""
        joined = self.separator.join(f"{name}={value}" for name, value in options.items())
        return f"{self.name}:{joined}" if joined else self.name


def _engine_kind(algorithm: str) -> Kind:
    engine = BY_ALGORITHM[algorithm]

    def make(options: dict[str, Any]) -> Player:
        book, variety = (options.pop(option.name, option.default) for option in BOOK)
        opening = None if book == "none" else Opening(book, variety, options.get("seed"))
        return EnginePlayer(engine(**options), opening)

    meaning = (engine.__doc__ or "").strip().splitlines()[0]
    return Kind(algorithm, meaning, (*ENGINES[algorithm], *BOOK), make)


def _made_of_others(options: dict[str, Any]) -> Player:
    seed = options.pop("seed", None)
    parts = {name: player(spec, seed) for name, spec in options.items()}
    for name, part in parts.items():
        if isinstance(part, (Human, PhasePlayer)):
            raise PlygroundError(
                f"phases: {name}={options[name]} is not valid; expected a player "
                "other than human or phases"
            )
        if isinstance(part, EnginePlayer) and part.engine.options.get("ponder"):
            raise PlygroundError(
                f"phases: {name}={options[name]} cannot think on the opponent's time: another "
                "part may answer next; leave ponder out"
            )
    return PhasePlayer(parts)


_OTHERS = (
    Kind("human", "A person at the keyboard.", (), lambda _: Human()),
    Kind("random", "Every legal move with the same chance.", (SEED,),
         lambda options: Random(options.get("seed"))),
    Kind("greedy", "The move that looks best at once.", (SEED, WEIGHTS),
         lambda options: Greedy(options.get("seed"), options.get("weights", "default"))),
    Kind("book", "Moves of an opening book; outside it, the move that looks best at once.",
         BOOK_PLAYER, lambda options: BookPlayer(**options), first="file"),
    Kind("menace", "Matchboxes with beads for each move, as plyground train menace fills them.",
         MENACE, lambda options: MenacePlayer(**options), first="file"),
    Kind("net", "A network without search, as plyground train actor-critic makes it.",
         NET_PLAYER, lambda options: NetPlayer(**options), first="file"),
    Kind("phases", "Others by phase or by move number: phases:0-6=book;7-=pvs:time=1.",
         (), _made_of_others, separator=";"),
)  # fmt: skip
KINDS: dict[str, Kind] = {
    kind.name: kind for kind in (*_OTHERS, *(_engine_kind(name) for name in ENGINES))
}


def split(spec: str) -> tuple[Kind, dict[str, str]]:
    """Return the kind of a spec and its options as they stand there, by name.

    >>> kind, options = split("book:own.book,variety=0.2")
    >>> kind.name, options
    ('book', {'file': 'own.book', 'variety': '0.2'})
    """
    name, _, rest = spec.strip().partition(":")
    kind = KINDS.get(name)
    if kind is None:
        near = get_close_matches(name, KINDS, 1, 0.5)
        hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(KINDS)}"
        raise PlygroundError(f"no player {name!r}; {hint}")
    known = {option.name: option for option in kind.options}
    given: dict[str, str] = {}
    for part in filter(None, _parts(rest, kind.separator)):
        key, equals, value = (word.strip() for word in part.partition("="))
        if kind.first and not given and not equals and key not in known:
            key, equals, value = kind.first, "=", key
        if key not in known and not kind.is_made_of_others:
            raise PlygroundError(unknown_option(key, known, name))
        if not (equals and value):
            what = known[key].expected if key in known else "a player, e.g. pvs:time=1"
            raise PlygroundError(f"{name}: {key} needs a value, {key}=…; {what}")
        if key in given:
            raise PlygroundError(f"{name}: {key} is given twice; give it once")
        given[key] = value
    return kind, given


def _parts(text: str, separator: str) -> list[str]:
    """Split at separators outside of brackets: a comma in ``kalah(6,4)`` is part of a name.

    >>> _parts("a=kalah(6,4),b", ",")
    ['a=kalah(6,4)', 'b']
    """
    places, is_inside = [len(text)], False
    for place in range(len(text) - 1, -1, -1):
        if text[place] in "()":
            is_inside = text[place] == ")"
        elif text[place] == separator and not is_inside:
            places.append(place)
    starts = [0, *(place + 1 for place in places[:0:-1])]
    return [text[start:end] for start, end in zip(starts, reversed(places), strict=True)]


def player(spec: str, seed: int | None = None) -> Player:
    """Make a player from its spec; ``seed`` is used where the spec gives none.

    >>> import plyground as ply
    >>> player("pvs:depth=4").choose(ply.position("kalah(6,4)")) in "123456"
    True
    """
    kind, given = read_spec(spec)
    known = {option.name for option in kind.options}
    if seed is not None and ("seed" in known or kind.is_made_of_others):
        given.setdefault("seed", seed)
    return kind.make(given)


def file_options(spec: str) -> list[str]:
    """Return the options of a spec, and of the players in it, that are given as a file.

    >>> file_options("phases:0-6=book:own.book;7-=pvs:weights=default,book=../a.book")
    ['file', 'book']
    """
    kind, texts = split(spec)
    if kind.is_made_of_others:
        return [name for part in texts.values() for name in file_options(part)]
    given = {option: texts[option.name] for option in kind.options if option.name in texts}
    return [option.name for option, text in given.items() if option.names_file(text)]


def read_spec(spec: str) -> tuple[Kind, dict[str, Any]]:
    """Read a spec: the kind of player, and the values of the options that are given.

    >>> kind, options = read_spec("pvs:time=1,ponder=yes")
    >>> kind.name, options
    ('pvs', {'time': 1.0, 'ponder': True})
    """
    kind, texts = split(spec)
    known = {option.name: option for option in kind.options}
    given: dict[str, Any] = {
        name: known[name].read(text) if name in known else text for name, text in texts.items()
    }
    if kind.needs_more and kind.first and kind.first not in given:
        raise PlygroundError(f"{kind.name} needs {known[kind.first].meaning}: {kind.name}:FILE")
    return kind, given
