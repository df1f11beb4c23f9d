"""The engines: one class per search algorithm, all based on the native core.

>>> import plyground as ply
>>> engine = ply.PVS(table_mb=1)
>>> found = engine.search(ply.position("kalah(4,3)"), ply.Limit(depth=8))
>>> found.depth, found.move in ply.position("kalah(4,3)").legal_moves
(8, True)
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any, ClassVar

from plyground import _core
from plyground._core import StopToken
from plyground.errors import PlygroundError
from plyground.evaluation.net import Net
from plyground.evaluation.own_features import OwnEvaluation
from plyground.evaluation.terms import featured
from plyground.evaluation.value_net import net_for
from plyground.evaluation.weights import judges_features, load, load_for
from plyground.games.compiled.forms import compiles_features, core_form
from plyground.games.names import play_of
from plyground.games.native import is_native
from plyground.games.position import Position
from plyground.games.tables import ready
from plyground.players.interrupts import stopped_by_ctrl_c
from plyground.players.levels import strength
from plyground.players.limits import Limit
from plyground.players.options import ENGINES, complete
from plyground.players.result import SearchResult, from_report

OnReport = Callable[[SearchResult], None]

_MOST_LINES = 65_536
_BUSY = "this engine is already searching; create one engine per thread"

# Options that say how long to think; the rest makes the engine.
_THINKING = {"time", "depth", "nodes", "sims", "cpu", "ponder", "level", "elo", "solver", "traps"}

_WEAK_MB = 2  # of a table: weakened play looks at few positions


class Engine:
    """A search algorithm with its table or tree, which is kept from one search to the next.

    >>> import plyground as ply
    >>> engine = ply.PVS(table_mb=1)
    >>> isinstance(engine, ply.Engine), engine
    (True, ply.PVS(table_mb=1))
    """

    algorithm: ClassVar[str] = ""

    def __init__(self, *, lines: int = 1, **options: Any) -> None:
        if not (type(lines) is int and 1 <= lines <= _MOST_LINES):
            raise PlygroundError(
                f"lines={lines!r} is not valid; expected a whole number 1 to {_MOST_LINES}"
            )
        self.lines = lines
        self.options = complete(ENGINES[self.algorithm], options, self.algorithm)
        self._engine: _core.Search | None = None
        self._asks_python = False  # networks and features see a game in Python as it is
        self._made_for: tuple[object, ...] | None = None
        self._is_searching = threading.Lock()
        self._running: StopToken | None = None
        self._is_changing = threading.Lock()  # who ponders
        self._pondering: tuple[threading.Thread, StopToken, Position] | None = None

    @property
    def limit(self) -> Limit:
        """The limit from the engine's options; one second if they have none."""
        nodes = self.options.get("nodes") or self.options.get("sims")
        limit = Limit(
            depth=self.options.get("depth"),
            nodes=nodes,
            time=self.options["time"],
            cpu=self.options["cpu"],
        )
        return Limit(time=1.0, cpu=limit.cpu) if limit.is_open else limit

    def search(
        self,
        position: Position,
        limit: Limit | None = None,
        on_report: OnReport | None = None,
        *,
        stop: StopToken | None = None,
    ) -> SearchResult:
        """Search a position until a limit, ``stop`` or Ctrl-C; return the result so far.

        ``on_report`` is called from the search thread whenever there is a better result. Any
        thread may stop the token, even before the search has started. This stops only the searches
        that the token was given to.
        """
        if position.is_over:
            raise PlygroundError("the game is over: there is no move to search for")
        limit = limit or self.limit
        self._check(limit)
        core_form(position)  # compiling happens once, and before the clock starts
        began = limit.now()
        self.stop_pondering()
        self._claim()
        try:
            self._prepare(position)
            # Allocating a large table takes time, which counts as part of the search.
            limits = limit.native(position, limit.now() - began)
            token = StopToken() if stop is None else stop.child()
            return self._run(position, limits, token, on_report)
        finally:
            self._is_searching.release()

    def stop(self) -> None:
        """Stop the search that is running now, if any; to stop a certain search, use a token."""
        running = self._running
        if running is not None:
            running.stop()

    def clear(self) -> None:
        """Clear the table or tree; raises PlygroundError while another thread searches."""
        self.stop_pondering()
        self._claim()
        try:
            if self._engine is not None:
                self._engine.clear()
        finally:
            self._is_searching.release()

    def ponder(self, position: Position) -> None:
        """Search a position in the background until the next search starts.

        Where the system has no more threads, the engine does not ponder.
        """
        self.stop_pondering()
        if position.is_over:
            return
        self._claim()
        stop = StopToken()
        thread = threading.Thread(
            target=self._ponder, args=(position, stop), name="ponder", daemon=True
        )
        with self._is_changing:
            self._pondering = thread, stop, position
            try:
                thread.start()
            except RuntimeError:  # no more threads
                self._pondering = None
                self._is_searching.release()

    def _ponder(self, position: Position, stop: StopToken) -> None:
        try:
            with suppress(Exception):  # a game in Python fails again when it is searched in earnest
                self._prepare(position)
                self._run(position, _core.Limits(), stop)
        finally:
            self._is_searching.release()

    def stop_pondering(self) -> Position | None:
        """Stop the background search; returns its position, or None."""
        with self._is_changing:
            if self._pondering is None:
                return None
            thread, stop, position = self._pondering
            if thread is threading.current_thread():
                raise PlygroundError(_BUSY)
            self._pondering = None
        stop.stop()
        thread.join()
        return position

    def _claim(self) -> None:
        """Take the engine for one search; whoever took it releases ``_is_searching``."""
        if not self._is_searching.acquire(blocking=False):
            raise PlygroundError(_BUSY)

    def _run(
        self,
        position: Position,
        limits: _core.Limits,
        stop: StopToken,
        on_report: OnReport | None = None,
    ) -> SearchResult:
        def result(report: dict[str, Any]) -> SearchResult:
            return from_report(report, self.lines, position, is_tree=self.algorithm == "mcts")

        live = None
        if on_report is not None:
            tell = on_report

            def live(report: dict[str, Any]) -> None:
                tell(result(report))

        self._running = stop
        try:
            with stopped_by_ctrl_c(stop) as was_interrupted:
                engine = self._prepare(position)
                report = engine.search(self._root(position), limits, live, stop)
            report["interrupted"] |= was_interrupted()
            return result(report)
        finally:
            self._running = None

    def _check(self, limit: Limit) -> None:
        if self.algorithm == "mcts" and limit.only_depth:
            raise PlygroundError(
                f"mcts has no depth to limit (depth={limit.depth}); give it nodes or a time"
            )

    def _prepare(self, position: Position) -> _core.Search:
        """Return the native engine for this game; another game gets another one.

        So does another seed where play is weakened, as it decides what is misjudged.
        """
        if self.options.get("endings"):
            ready(position)
        weak = strength(self.options, position)
        errors = {
            name: value
            for name in ("blur", "overlook")
            if (value := max(getattr(weak, name), self.options.get(name, 0)))
        }
        seed = self.options["seed"] if errors else None
        made_for = (type(position), position.game, *errors.items(), seed)
        if self._engine is None or self._made_for != made_for:
            chosen = {k: v for k, v in self.options.items() if k not in _THINKING} | errors
            if self.algorithm not in ("minimax", "mcts"):
                chosen["lines"] = self.lines
            if weak.nodes is not None:  # weaker levels see less
                chosen |= {"endings": False, "table_mb": min(chosen.get("table_mb", 1), _WEAK_MB)}
            if self.algorithm == "alphabeta":
                chosen["table_mb"] = 1  # it does not use it, and has no option to say so
            try:
                settings = _settings(position, chosen)
                self._asks_python = "encode" in settings
                config = _core.SearchConfig(self.algorithm, **settings)
                self._engine = _native_engine(self._root(position), config)
            except MemoryError:
                size = "memory_mb" if self.algorithm == "mcts" else "table_mb"
                raise PlygroundError(
                    f"there is not enough memory for {size}={self.options.get(size)}; "
                    "give a smaller number"
                ) from None
            self._made_for = made_for
        return self._engine

    def _root(self, position: Position) -> Position:
        return position if self._asks_python else core_form(position)

    def __reduce__(self) -> tuple[object, ...]:
        # A copy has the same options and a table or tree of its own.
        return _remade, (type(self), self.lines, self.options)

    def __repr__(self) -> str:
        changed = {
            option.name: self.options[option.name]
            for option in ENGINES[self.algorithm]
            if self.options[option.name] != option.default
        }
        arguments = ", ".join(f"{name}={value!r}" for name, value in changed.items())
        return f"ply.{type(self).__name__}({arguments})"


def _remade(engine: type[Engine], lines: int, options: dict[str, Any]) -> Engine:
    """Make an engine again: for pickles and copies."""
    return engine(lines=lines, **options)


def _native_engine(root: Position, config: _core.SearchConfig) -> _core.Search:
    return root._search(config) if is_native(root) else _core.python_search(root, config)


def _settings(position: Position, options: dict[str, Any]) -> dict[str, Any]:
    """Return an engine's options as the core takes them: weights and networks as numbers."""
    weights = options.pop("weights")
    if (file := options.pop("net", None)) is not None:
        options.pop("evaluator", None)
        return options | _net_settings(Net.load(file), position)
    for name in {"reductions", "pruning"} & options.keys():
        auto = getattr(play_of(position), name)
        options[name] = {"yes": True, "no": False, "auto": auto}[options[name]]
    return options | _evaluation(options.pop("evaluator"), weights, position)


def _evaluation(evaluator: str, weights: Any, position: Position) -> dict[str, Any]:
    """Return the options of the core's search that say how it evaluates."""
    if evaluator == "hashed":
        return {"evaluator": evaluator}
    if (net := net_for(evaluator, weights, position)) is not None:
        return net.config
    if is_native(position):
        return {"weights": load(weights, featured(position).name).native}
    if judges_features(evaluator, weights, position):
        judge = OwnEvaluation(load_for(weights, position))
        if compiles_features(position):
            return {"feature_weights": judge.in_order(position)}
        return {"encode": judge}
    return {}


def _net_settings(net: Net, position: Position) -> dict[str, Any]:
    """Return the options of a tree search that takes its priors and values from a network."""
    net.check(position)
    encode = {} if is_native(position) else {"encode": net.encoding}
    return {"net": net.native, **encode}


class Minimax(Engine):
    """Plain minimax without any pruning: the reference in the tests.

    >>> import plyground as ply
    >>> found = ply.Minimax().search(ply.position("kalah(3,2)"), ply.Limit(depth=4))
    >>> found.move, found.depth
    ('2', 4)
    """

    algorithm = "minimax"


class AlphaBeta(Engine):
    """Alpha-beta with move ordering, without a table.

    >>> import plyground as ply
    >>> found = ply.AlphaBeta().search(ply.position("kalah(3,2)"), ply.Limit(depth=4))
    >>> found.move, found.depth
    ('2', 4)
    """

    algorithm = "alphabeta"


class Negamax(Engine):
    """Alpha-beta with a transposition table.

    >>> import plyground as ply
    >>> found = ply.Negamax(table_mb=1).search(ply.position("kalah(3,2)"), ply.Limit(depth=4))
    >>> found.move, found.depth
    ('2', 4)
    """

    algorithm = "negamax"


class PVS(Engine):
    """Principal variation search (negascout): null windows, aspiration, reductions.

    >>> import plyground as ply
    >>> found = ply.PVS(table_mb=1).search(ply.position("kalah(4,3)"), ply.Limit(depth=6))
    >>> found.move, found.line[:3]
    ('2', ('2', '3', '1'))
    """

    algorithm = "pvs"


class MTDf(Engine):
    """MTD(f): null windows only, converging on the score.

    >>> import plyground as ply
    >>> ply.MTDf(table_mb=1).search(ply.position("kalah(3,2)"), ply.Limit(depth=20)).score_text
    'win by 4'
    """

    algorithm = "mtdf"


class MCTS(Engine):
    """Monte-Carlo tree search.

    >>> import plyground as ply
    >>> found = ply.MCTS(sims=500, seed=1).search(ply.position("kalah(3,2)"))
    >>> found.move
    '2'
    """

    algorithm = "mcts"


BY_ALGORITHM: dict[str, type[Engine]] = {
    engine.algorithm: engine for engine in (Minimax, AlphaBeta, Negamax, PVS, MTDf, MCTS)
}
