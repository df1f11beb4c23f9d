"""What a game counts, as a row of numbers, although ``features()`` returns a dictionary.

A dictionary of texts would cost more than all the rest of a game. The names are the same in every
position, so machine code returns the pairs alone, in the order of their names.
"""

from __future__ import annotations

from typing import Any

from numba.core import cgutils, ir, types
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import FunctionPass, register_pass
from numba.core.errors import TypingError
from numba.core.ir_utils import build_definitions
from numba.core.untyped_passes import IRProcessing
from numba.extending import intrinsic

from plyground.games.compiled.moves import returned
from plyground.games.compiled.shape import MOST_FEATURES

_EXPECTED = "expected return {'name': (mine, theirs), ...}"


@register_pass(mutates_CFG=False, analysis_only=False)
class _PairsWithoutNames(FunctionPass):
    _name = "plyground_pairs_without_names"

    def __init__(self) -> None:
        FunctionPass.__init__(self)

    def run_pass(self, state: Any) -> bool:
        blocks = state.func_ir.blocks.values()
        wanted, named = returned(blocks), set()
        for block in blocks:
            for step in block.find_insts(ir.Assign):
                is_map = isinstance(step.value, ir.Expr) and step.value.op == "build_map"
                if is_map and step.target.name in wanted:
                    pairs = {_name(state.func_ir, key): pair for key, pair in step.value.items}
                    named.add(tuple(sorted(pairs)))
                    in_order = [pairs[name] for name in sorted(pairs)]
                    step.value = ir.Expr.build_tuple(in_order, step.loc)
        if len(named) > 1:
            raise TypingError("plyground: it names other features in other places")
        state.func_ir._definitions = build_definitions(state.func_ir.blocks)
        return True


def _name(function: Any, key: Any) -> str:
    value = getattr(function.get_definition(key), "value", None)
    if not isinstance(value, str):
        raise TypingError(f"plyground: a name is not a plain text; {_EXPECTED}")
    return value


class FeaturesCompiler(CompilerBase):
    """Numba's compiler, with the step above."""

    def define_pipelines(self) -> list[Any]:
        """Return numba's own pipeline with one pass more."""
        passes = DefaultPassBuilder.define_nopython_pipeline(self.state)
        passes.add_pass_after(_PairsWithoutNames, IRProcessing)
        passes.finalize()
        return [passes]


@intrinsic
def differences(context: Any, pairs: Any, result: Any) -> Any:  # noqa: ARG001
    """Write what each pair differs by, and return how many there are."""
    kinds = list(pairs.types) if isinstance(pairs, types.BaseTuple) else []
    numbers = types.Integer | types.Float | types.Boolean | types.IntEnumMember
    for pair in kinds:
        is_pair = isinstance(pair, types.BaseTuple) and len(pair) == 2
        if not is_pair or not all(isinstance(one, numbers) for one in pair.types):
            raise TypingError(f"plyground: it gives {pair}; {_EXPECTED}")
    if not 1 <= len(kinds) <= MOST_FEATURES:
        raise TypingError(f"plyground: it gives {pairs}; {_EXPECTED}")

    def write(context: Any, builder: Any, _types: Any, given: Any) -> Any:
        for i, pair in enumerate(kinds):
            both = builder.extract_value(given[0], i)
            own, other = (_number(context, builder, both, k, pair.types[k]) for k in (0, 1))
            builder.store(builder.fsub(own, other), cgutils.gep(builder, given[1], i))
        return context.get_constant(types.int64, len(kinds))

    return types.int64(pairs, result), write


def _number(context: Any, builder: Any, pair: Any, place: int, of: Any) -> Any:
    value = builder.extract_value(pair, place)
    given = types.int64 if isinstance(of, types.IntEnumMember) else of
    return context.cast(builder, value, given, types.float64)
