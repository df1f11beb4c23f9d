"""Games whose members run as machine code: ``@ply.compiled`` on a game written in Python.

People handle the plain Python positions. An engine or solver gets the compiled form of its root,
and calls machine code from there on. numba compiles at the first search and is an optional extra;
without it such a game runs as plain Python.
"""

from __future__ import annotations

import dataclasses
import threading
import warnings
from typing import Any, TypeVar, cast

from plyground import _core
from plyground.errors import PlygroundError
from plyground.games.compiled.shape import (
    MOST_MOVE,
    CompileError,
    Shape,
    position_of,
    shape_of,
    words_of,
)
from plyground.games.position import Position

_Kind = TypeVar("_Kind", bound=type[Position])

_MARK = "_plyground_compiled"


def compiled(kind: _Kind) -> _Kind:
    """Mark a game as one to compile; the class itself stays as it is.

    It is a frozen dataclass whose fields are ``int``, ``bool``, ``ply.Side`` or tuples of them, and
    its moves are whole numbers from 0 to 65,534. See "Compiled games" in the documentation.

    >>> import plyground as ply
    >>> from dataclasses import dataclass
    >>> @ply.compiled
    ... @dataclass(frozen=True)
    ... class Nim(ply.Position):
    ...     heap: int = 7
    ...     turn: ply.Side = ply.Side.FIRST
    """
    frozen = getattr(getattr(kind, "__dataclass_params__", None), "frozen", False)
    if not frozen or "__dataclass_fields__" not in vars(kind):
        raise CompileError(
            f"{kind.__name__} cannot be compiled: it is not a frozen dataclass; "
            "write @dataclass(frozen=True) below @ply.compiled"
        )
    if any(not field.init for field in dataclasses.fields(kind)):  # type: ignore[arg-type]
        raise CompileError(f"{kind.__name__} cannot be compiled: a field has init=False")
    if hasattr(kind, "__post_init__"):
        raise CompileError(f"{kind.__name__} cannot be compiled: it has __post_init__")
    setattr(kind, _MARK, True)
    return kind


def is_compiled(kind: type) -> bool:
    """Whether a class is marked; a subclass has to be marked itself."""
    return _MARK in vars(kind)


def core_form(position: Position) -> Position:
    """Return what a search of the core takes: the compiled form if there is one."""
    if not is_compiled(type(position)):
        return position
    return cast("Position", compiled_form(position)) or position


_told_about_features: set[type] = set()


def compiles_features(position: Position) -> bool:
    """Whether machine code can ask for a game's features; warns once where only Python can."""
    kind = type(position)
    if not is_compiled(kind) or compiled_form(position) is None:
        return False
    problem = _codes[kind, shape_of(position)][1]
    if problem is not None and kind not in _told_about_features:
        _told_about_features.add(kind)
        warnings.warn(f"{problem}; so this search runs as plain Python", stacklevel=2)
    return problem is None


def compiled_form(position: Position) -> _core.CompiledPosition | None:
    """Return the compiled form of a position; None where numba is missing."""
    words = words_of(position)
    code = _code(type(position), shape_of(position), len(words))
    return None if code is None else _core.CompiledPosition(code, words)


_Code = tuple[_core.CompiledCode, CompileError | None]  # and why features() is not in it
_codes: dict[tuple[type[Position], tuple[Shape, ...]], _Code] = {}
_kept: list[Any] = []  # what owns the machine code
_compiling = threading.Lock()


def _code(
    kind: type[Position], shape: tuple[Shape, ...], num_words: int
) -> _core.CompiledCode | None:
    known = _codes.get((kind, shape))
    if known is not None:
        return known[0]
    with _compiling:
        if (kind, shape) not in _codes:
            made = _compile(kind, shape)
            if made is None:
                return None
            functions, problem = made
            _kept.append(functions)
            code = _core.CompiledCode.at(
                num_words,
                [functions[name].address if name in functions else 0 for name in _NAMES],
                _Failures(kind, shape).explain,
            )
            _codes[kind, shape] = code, problem
        return _codes[kind, shape][0]


# As the core takes them.
_NAMES = ("look", "play", "legal_moves", "margin", "evaluate", "features")
_told_about_numba = False


def _compile(kind: type[Position], shape: tuple[Shape, ...]) -> Any:
    global _told_about_numba
    try:
        from plyground.games.compiled import code
    except ImportError as error:
        if error.name is None or error.name.split(".")[0] not in ("numba", "llvmlite"):
            raise
        if not _told_about_numba:
            _told_about_numba = True
            warnings.warn(
                f"numba is not installed, so {kind.__name__} runs as plain Python; to compile it: "
                "pip install 'plyground[compiled]'",
                stacklevel=2,
            )
        return None
    return code.compile_game(kind, shape)


@dataclasses.dataclass(frozen=True)
class _Failures:
    """Makes Python errors of the failures of machine code."""

    kind: type[Position]
    shape: tuple[Shape, ...]

    def explain(self, member: str, words: list[int], move: int | None, status: int) -> None:
        """Raise what the plain form raises in the same place, or say what is wrong."""
        position = position_of(self.kind, self.shape, words)
        where = f"{self.kind.__name__}.{member} in {position!r}"
        if move is not None:
            where += f" with move {move}"
        if status == -2 and member != "legal_moves":
            raise ValueError(f"{where}: turn is not 0 or 1; expected a ply.Side")
        if status in _PROBLEMS:
            raise ValueError(f"{where}: {_PROBLEMS[status]}")
        for name in (member, "turn", "is_over"):
            value = getattr(position, name)
            if name == "play":
                position = value(move)
            elif callable(value):
                value()
        raise PlygroundError(
            f"{where} fails when compiled, but not as plain Python; "
            f"ply.testing.check_game({self.kind.__name__}) compares the two"
        )


_PROBLEMS = {
    -2: f"a move is not a whole number from 0 to {MOST_MOVE}",
    -3: "a game may have at most 1024 moves a position",
    -10: "a position that is not over has no legal move",
    -11: "the margin is too large; expected a number from -250000000 to 250000000",
    -12: "the evaluation is nan; expected a number",
    -13: "features() names other features than before",
}
