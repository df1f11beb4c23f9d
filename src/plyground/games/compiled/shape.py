"""Positions of compiled games as rows of 64-bit words: what shape they have, there and back."""

from __future__ import annotations

import dataclasses
from functools import cache
from types import CodeType
from typing import Any, get_args, get_origin, get_type_hints

from plyground._core import COMPILED_WORDS, Side
from plyground.errors import PlygroundError
from plyground.games.position import Position

MOST_MOVE = 65_534  #: the core keeps moves in 16 bits, and one value means none
MOST_FEATURES = 200  #: the core has room for them

#: What a field holds: "int", "bool" or "side", or (how many, what) for a tuple.
Shape = str | tuple[int, "Shape"]

_LEAVES: dict[object, str] = {int: "int", bool: "bool", Side: "side"}


class CompileError(PlygroundError):
    """A game cannot be compiled; the message names the member and the line.

    >>> import plyground as ply
    >>> from dataclasses import dataclass
    >>> @ply.compiled
    ... @dataclass
    ... class Nim(ply.Position):
    ...     heap: int = 7  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    plyground.games.compiled.shape.CompileError: Nim cannot be compiled: it is not a frozen ...
    """


def replaced(values: tuple[Any, ...], index: int, value: Any) -> tuple[Any, ...]:
    """Return a tuple with one value changed; works in compiled games, too.

    >>> replaced((1, 2, 3), 1, 7)
    (1, 7, 3)
    """
    changed = list(values)
    changed[index] = value
    return tuple(changed)


@cache
def leaves(kind: type) -> dict[str, str]:
    """Return what the fields of a class are made of; raises CompileError for other types."""
    try:
        hints = get_type_hints(kind)
    except NameError:  # classes inside functions
        hints = {}
    return {
        field.name: _leaf(kind, field, hints.get(field.name, field.type))
        for field in dataclasses.fields(kind)
    }


def _leaf(kind: type, field: dataclasses.Field[Any], hint: Any) -> str:
    while get_origin(hint) is tuple:
        hint = get_args(hint)[0]
    if isinstance(hint, str):  # not resolved: its last word is enough
        words = {"int": int, "bool": bool, "Side": Side, "ply.Side": Side}
        inner = hint.replace("tuple[", "").split(",")[0].strip(" ]")
        hint = words.get(inner, hint)
    if hint not in _LEAVES:
        raise CompileError(
            f"{kind.__name__}.{field.name} cannot be compiled: its type is {field.type!r}; "
            "expected int, bool, ply.Side or a tuple of them, as in tuple[int, ...]"
        )
    return _LEAVES[hint]


def shape_of(position: Any) -> tuple[Shape, ...]:
    """Return the shape of a position: all that decides how it is laid out."""
    kind: type = type(position)
    return tuple(_shape(getattr(position, name), leaf, name) for name, leaf in leaves(kind).items())


def _shape(value: Any, leaf: str, name: str) -> Shape:
    if not isinstance(value, tuple):
        return leaf
    inner = {_shape(one, leaf, name) for one in value}
    if len(inner) != 1:
        problem = "is empty" if not inner else "mixes tuples of different lengths"
        raise CompileError(f"{name} cannot be compiled: the tuple {problem}")
    return len(value), inner.pop()


def words_of(position: Any) -> list[int]:
    """Return the numbers of a position in the order of its fields.

    >>> from dataclasses import make_dataclass
    >>> kind = make_dataclass("Heaps", [("heaps", tuple[int, ...]), ("turn", Side)])
    >>> words_of(kind((3, 4), Side.SECOND))
    [3, 4, 1]
    """
    words: list[int] = []
    kind: type = type(position)
    for name in leaves(kind):
        _append(words, getattr(position, name), name)
    if len(words) > COMPILED_WORDS:
        raise CompileError(
            f"{type(position).__name__} has {len(words)} numbers per position; "
            f"compiled games may have {COMPILED_WORDS}"
        )
    return words


def _append(words: list[int], value: Any, name: str) -> None:
    if isinstance(value, tuple):
        for one in value:
            _append(words, one, name)
    elif isinstance(value, int) and -(1 << 63) <= value < 1 << 63:
        words.append(int(value))
    else:
        raise CompileError(f"{name} is {value!r}; expected a whole number of at most 64 bits")


def position_of(kind: type, shape: tuple[Shape, ...], words: list[int]) -> Any:
    """Return the position with these words: the opposite of ``words_of``."""
    left = iter(words)

    def value(of: Shape) -> Any:
        if isinstance(of, tuple):
            return tuple(value(of[1]) for _ in range(of[0]))
        word = next(left)
        return Side(word) if of == "side" else bool(word) if of == "bool" else word

    return kind(*[value(of) for of in shape])


def members(kind: type) -> dict[str, Any]:
    """Return what a class and its bases define, without fields and what Python itself defines."""
    fields = {field.name for field in dataclasses.fields(kind)}
    return {
        name: value
        for base in reversed(kind.__mro__)
        if base not in Position.__mro__
        for name, value in vars(base).items()
        if not (name.startswith(("__", "_abc")) or name in fields)
    }


def names_in(code: CodeType) -> set[str]:
    """Return the global names and attributes that code uses, also inside comprehensions."""
    inner = [names_in(one) for one in code.co_consts if isinstance(one, CodeType)]
    return set(code.co_names).union(*inner)
