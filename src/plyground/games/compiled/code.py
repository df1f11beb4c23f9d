"""Compile a game's members to machine code with numba.

A position becomes a numba type: its fields are the members of a struct, its properties and methods
are overloads, and calling the class builds a struct. So the members compile as they are written.
Six small functions around them are what the core calls: they read a position from a row of 64-bit
words, ask it, and report failures by a negative number, as nothing may be raised there.
"""

from __future__ import annotations

import dataclasses
import sys
from collections.abc import Callable
from inspect import signature
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

from numba import cfunc, njit
from numba.core import cgutils, types
from numba.core.errors import NumbaError, TypingError
from numba.extending import (
    intrinsic,
    make_attribute_wrapper,
    overload,
    overload_attribute,
    overload_method,
    register_model,
)

from plyground.games.compiled.cache import cache_file
from plyground.games.compiled.errors import compile_error
from plyground.games.compiled.features import FeaturesCompiler, differences
from plyground.games.compiled.moves import MovesCompiler
from plyground.games.compiled.shape import (
    MOST_MOVE,
    CompileError,
    Shape,
    leaves,
    members,
    names_in,
)
from plyground.games.compiled.source import SOURCE
from plyground.games.compiled.values import (
    CHECKED,
    PositionModel,
    PositionType,
    converted,
    field_type,
    places_in,
    read,
    type_of,
    whole,
    write,
)
from plyground.games.position import Position

_WORDS = types.CPointer(types.int64)

#: The functions that the core calls, in the order in which it takes them.
_SIGNATURES = {
    "look": types.int64(_WORDS),
    "play": types.int64(_WORDS, types.int64),
    "legal_moves": types.int64(_WORDS, types.CPointer(types.uint16), types.int64),
    "margin": types.int64(_WORDS, _WORDS),
    "evaluate": types.int64(_WORDS, types.CPointer(types.float64)),
    "features": types.int64(_WORDS, types.CPointer(types.float64)),
}


def flags(position: Any) -> int:
    """Return the side to move, plus 2 if the game is over."""
    side = int(position.turn)
    if side < 0 or side > 1:
        return -2
    return side + 2 if position.is_over else side


#: The functions by name, and why features() cannot be one of them.
Functions = tuple[dict[str, Any], CompileError | None]

# What numba is taught about one game.

_DEFINED: dict[type[Position], type[PositionType]] = {}


def _defined(kind: type[Position], name: str) -> type[PositionType]:
    """Return the numba type of a class."""
    if kind not in _DEFINED:
        of = type(name, (PositionType,), {})
        register_model(of)(PositionModel)
        for field in leaves(kind):
            make_attribute_wrapper(of, field, field)
        _define_constructor(kind, of)
        known: dict[FunctionType, Any] = {}
        for member, value in members(kind).items():
            _define_member(of, member, value, known)
        _DEFINED[kind] = of
    return _DEFINED[kind]


def _define_member(of: type, name: str, value: Any, known: dict[FunctionType, Any]) -> None:
    if isinstance(value, property) and isinstance(value.fget, FunctionType):
        got = _choice(value.fget, known)
        overload_attribute(of, name, jit_options=_options(name), strict=False)(got)
    elif isinstance(value, FunctionType):
        called = _choice(value, known)
        overload_method(of, name, jit_options=_options(name), strict=False)(called)
    elif isinstance(value, int | tuple):
        overload_attribute(of, name, strict=False)(lambda _self: lambda _self: value)


def _options(member: str) -> dict[str, Any]:
    compilers = {"legal_moves": MovesCompiler, "features": FeaturesCompiler}
    return CHECKED | ({"pipeline_class": compilers[member]} if member in compilers else {})


def _choice(function: FunctionType, known: dict[FunctionType, Any]) -> Callable[..., FunctionType]:
    """Return what numba asks for a function; what no search uses is never asked for."""

    def choose(*_types: Any, **_named: Any) -> FunctionType:
        if known.get(function) is None:
            _add_with_helpers(function, known)
        return known[function].py_func

    choose.__signature__ = signature(function)  # type: ignore[attr-defined]
    return choose


def _add_with_helpers(function: FunctionType, known: dict[FunctionType, Any]) -> None:
    """Add a copy of a function that numba can compile, and copies of those that it calls."""
    scope = dict(function.__globals__)
    copy = FunctionType(
        function.__code__, scope, function.__name__, function.__defaults__, function.__closure__
    )
    copy.__kwdefaults__ = function.__kwdefaults__
    copy.__qualname__ = function.__qualname__
    copy.__module__ = function.__module__
    known[function] = None  # until its helpers are known
    for name in names_in(function.__code__):
        value = scope.get(name)
        if isinstance(value, FunctionType) and not value.__module__.startswith("plyground."):
            if value not in known:
                _add_with_helpers(value, known)
            if known[value] is None:  # where Python raises RecursionError, machine code crashes
                code = value.__code__
                raise CompileError(
                    f"{value.__qualname__} cannot be compiled ({Path(code.co_filename).name}, "
                    f"line {code.co_firstlineno}): it calls itself; write a loop"
                )
            scope[name] = known[value]
    # Inlined: else a call would pass every number of a tuple by itself.
    known[function] = njit(forceinline=True, **CHECKED)(copy)


def _define_constructor(kind: type[Position], of: type) -> None:
    """Let compiled code make positions: positional and named values, and defaults."""
    fields = leaves(kind)

    @intrinsic
    def build(context: Any, values: Any) -> Any:  # noqa: ARG001
        given = [field_type(v, leaf) for v, leaf in zip(values, fields.values(), strict=True)]
        if None in given:
            return None
        made = of(tuple(zip(fields, given, strict=True)))

        def construct(context: Any, builder: Any, of_types: Any, given: Any) -> Any:
            struct = cgutils.create_struct_proxy(made)(context, builder)
            for i, (name, wanted) in enumerate(made.members):
                value = builder.extract_value(given[0], i)
                new = converted(context, builder, value, of_types.args[0][i], wanted)
                setattr(struct, name, new)
            return struct._getvalue()

        return made(values), construct

    defaults = {
        f.name: f.default if f.default_factory is dataclasses.MISSING else f.default_factory()
        for f in dataclasses.fields(kind)
    }
    scope = {"build": build, "__name__": kind.__module__} | {
        f"default_{name}": value for name, value in defaults.items()
    }
    parameters = ", ".join(
        name if value is dataclasses.MISSING else f"{name}=default_{name}"
        for name, value in defaults.items()
    )
    lines = (
        f"def constructor({parameters}):",
        f"    def construct({parameters}):",
        f"        return build(({', '.join(fields)},))",
        "    return construct",
    )
    exec("\n".join(lines), scope)
    overload(kind)(scope["constructor"])


# The functions that the core calls.


def compile_game(kind: type[Position], shape: tuple[Shape, ...]) -> Functions:
    """Return the functions of a game by name, and why features() cannot be one of them.

    They come from the disk if the same game was compiled before. What the game does not define is
    left out. Raises CompileError with the member and the line that cannot be compiled, but for
    features(): Python can ask for those.
    """
    return _compiled(kind, shape, cache_file(kind, shape, SOURCE))


def _compiled(kind: type[Position], shape: tuple[Shape, ...], file: Path | None) -> Functions:
    try:
        return _functions(kind, shape, file)
    except CompileError:
        raise
    except Exception as error:
        if file is None or isinstance(error, NumbaError):
            raise compile_error(kind, error) from None
        return _compiled(kind, shape, None)  # the file is damaged, or the disk is full


def _functions(kind: type[Position], shape: tuple[Shape, ...], file: Path | None) -> Functions:
    name = file.stem if file else f"game_{id(kind)}"
    of = _defined(kind, f"{kind.__name__}_{name}")
    fields = zip(leaves(kind), map(type_of, shape), strict=True)
    module = sys.modules.setdefault(name, ModuleType(name))  # what is kept on disk asks for it
    scope = vars(module)
    scope |= _scope(of(tuple(fields)))
    exec(compile(SOURCE, str(file or "<compiled game>"), "exec"), scope)
    options = {"cache": file is not None, "nopython": True, **CHECKED}
    del options["nogil"]  # the core has released the lock
    made, problem = {}, None
    for one, of_types in _SIGNATURES.items():
        if one in ("evaluate", "features") and not hasattr(kind, one):
            continue
        try:
            made[one] = cfunc(of_types, **options)(scope[one])
        except (CompileError, NumbaError) as error:
            if one != "features":
                raise
            is_told = isinstance(error, CompileError)
            problem = error if is_told else compile_error(kind, error)
    return made, problem


def _scope(position: Any) -> dict[str, Any]:
    """Return what the source of the functions uses."""

    @intrinsic
    def load(context: Any, words: Any) -> Any:  # noqa: ARG001
        def read_all(context: Any, builder: Any, _types: Any, given: Any) -> Any:
            places = places_in(builder, given[0])
            struct = cgutils.create_struct_proxy(position)(context, builder)
            for name, of in position.members:
                setattr(struct, name, read(context, builder, of, places))
            return struct._getvalue()

        return position(words), read_all

    @intrinsic
    def same(context: Any, value: Any) -> Any:  # noqa: ARG001
        if value != position:
            raise TypingError(
                f"plyground: it returns {value}; expected a {position} with the same shape"
            )
        return position(value), lambda _context, _builder, _types, given: given[0]

    @intrinsic
    def store(context: Any, words: Any, value: Any) -> Any:  # noqa: ARG001
        def write_all(context: Any, builder: Any, _types: Any, given: Any) -> Any:
            places = places_in(builder, given[0])
            struct = cgutils.create_struct_proxy(position)(context, builder, value=given[1])
            for name, of in position.members:
                write(context, builder, of, getattr(struct, name), places)
            return context.get_dummy_value()

        return types.void(words, value), write_all

    return {
        "load": load,
        "store": store,
        "same": same,
        "whole": whole,
        "differences": differences,
        "flags": njit(**CHECKED)(flags),
        "most_move": MOST_MOVE,
    }
