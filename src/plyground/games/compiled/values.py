"""Values of compiled games as numba sees them: positions, tuples, sides and whole numbers."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from types import MappingProxyType
from typing import Any

from numba.core import cgutils, types
from numba.core.datamodel import models
from numba.core.errors import TypingError
from numba.extending import intrinsic, overload, overload_attribute, overload_method

from plyground._core import COMPILED_WORDS, Side
from plyground.games.compiled.shape import Shape, replaced

SIDE = types.IntEnumMember(Side, types.int64)
SCALARS = {"int": types.int64, "bool": types.boolean, "side": SIDE}

#: The checks that keep compiled code from reading or writing where it must not.
CHECKED = MappingProxyType({"boundscheck": True, "error_model": "python", "nogil": True})


class PositionType(types.Type):
    """A position as numba sees it; each class has a type of its own below this one."""

    def __init__(self, members: tuple[tuple[str, Any], ...]) -> None:
        self.members = members
        layout = hashlib.sha256(repr(members).encode()).hexdigest()[:8]
        super().__init__(f"{type(self).__name__}_{layout}")


class PositionModel(models.StructModel):
    """A position in memory: a struct of its fields."""

    def __init__(self, manager: Any, of: PositionType) -> None:
        super().__init__(manager, of, of.members)


def type_of(shape: Shape) -> Any:
    """Return the numba type of a field."""
    if isinstance(shape, tuple):
        return types.UniTuple(type_of(shape[1]), shape[0])
    return SCALARS[shape]


# How values become words, and other values.


def read(context: Any, builder: Any, of: Any, words: Iterator[Any]) -> Any:
    """Make a value of a type from the next words in memory."""
    if isinstance(of, types.UniTuple):
        items = [read(context, builder, of.dtype, words) for _ in range(of.count)]
        return context.make_tuple(builder, of, items)
    word = builder.load(next(words))
    return word if of == SIDE else context.cast(builder, word, types.int64, of)


def write(context: Any, builder: Any, of: Any, value: Any, words: Iterator[Any]) -> None:
    """Write a value of a type to the next words in memory."""
    if isinstance(of, types.UniTuple):
        for i in range(of.count):
            write(context, builder, of.dtype, builder.extract_value(value, i), words)
    else:
        word = value if of == SIDE else context.cast(builder, value, of, types.int64)
        builder.store(word, next(words))


def places_in(builder: Any, words: Any) -> Iterator[Any]:
    """Return where the words of a position are, one after another."""
    for i in range(COMPILED_WORDS):
        yield cgutils.gep(builder, words, i)


def field_type(given: Any, leaf: str) -> Any:
    """Return the type that a field gets from a value."""
    if isinstance(given, types.Omitted):
        return _constant_type(given.value, leaf)
    if isinstance(given, types.BaseTuple):
        inner = {field_type(one, leaf) for one in given.types}
        return types.UniTuple(inner.pop(), len(given)) if len(inner) == 1 else None
    is_number = isinstance(given, types.Integer | types.Boolean) or given == SIDE
    return SCALARS[leaf] if is_number else None


def _constant_type(value: Any, leaf: str) -> Any:
    if isinstance(value, tuple):
        return types.UniTuple(_constant_type(value[0], leaf), len(value))
    return SCALARS[leaf]


def converted(context: Any, builder: Any, value: Any, given: Any, wanted: Any) -> Any:
    """Turn a value into one of the type that ``field_type`` found for it."""
    if isinstance(given, types.Omitted):
        return context.get_constant_generic(builder, wanted, given.value)
    if isinstance(wanted, types.UniTuple):
        items = [
            converted(context, builder, builder.extract_value(value, i), one, wanted.dtype)
            for i, one in enumerate(given.types)
        ]
        return context.make_tuple(builder, wanted, items)
    if given == SIDE:
        given = types.int64
    return context.cast(builder, value, given, types.int64 if wanted == SIDE else wanted)


# What numba is taught about all games.


@intrinsic
def _as_side(context: Any, number: Any) -> Any:  # noqa: ARG001 - numba's interface
    """Make a side of 0 or 1."""
    return SIDE(types.int64), lambda _context, _builder, _types, values: values[0]


@intrinsic
def whole(context: Any, number: Any) -> Any:  # noqa: ARG001
    """Make sure that something is a whole number."""
    if not isinstance(number, types.Integer | types.Boolean | types.IntEnumMember):
        raise TypingError(f"plyground: it gives {number}; expected whole numbers")

    def convert(context: Any, builder: Any, of_types: Any, values: Any) -> Any:
        return context.cast(builder, values[0], of_types.args[0], types.int64)

    return types.int64(number), convert


@overload_attribute(types.IntEnumMember, "other", strict=False)
def _other(side: Any) -> Any:
    if side.instance_class is Side:
        return lambda side: _as_side(1 - side.value)
    return None


@overload(int, strict=False)
def _number(side: Any) -> Any:
    if isinstance(side, types.IntEnumMember) and side.instance_class is Side:
        return lambda side: side.value
    return None


@overload(replaced, jit_options=CHECKED, strict=False)
def _replaced(values: Any, index: Any, value: Any) -> Any:  # noqa: ARG001 - numba's interface
    if not isinstance(values, types.UniTuple):
        return None

    def changed(values: Any, index: Any, value: Any) -> Any:
        if index < -len(values) or index >= len(values):
            raise IndexError("tuple index out of range")
        return _stored(values, index % len(values), value)

    return changed


@intrinsic
def _stored(context: Any, values: Any, index: Any, value: Any) -> Any:  # noqa: ARG001
    """Change one value of a tuple; the index has been checked."""

    def store(context: Any, builder: Any, of_types: Any, given: Any) -> Any:
        of, index_type, value_type = of_types.args
        memory = cgutils.alloca_once_value(builder, given[0])
        place = context.cast(builder, given[1], index_type, types.int64)
        new = converted(context, builder, given[2], value_type, of.dtype)
        zero = context.get_constant(types.int64, 0)
        builder.store(new, builder.gep(memory, [zero, place]))
        return builder.load(memory)

    return values(values, index, value), store


@overload_method(types.Integer, "bit_count", strict=False)
def _bit_count(number: Any) -> Any:  # noqa: ARG001
    return lambda number: _popcount(abs(number))


@intrinsic
def _popcount(context: Any, number: Any) -> Any:  # noqa: ARG001
    def count(_context: Any, builder: Any, _types: Any, values: Any) -> Any:
        return builder.ctpop(values[0])

    return types.int64(types.int64), count
