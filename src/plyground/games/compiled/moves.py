"""Lists of moves as people write them: ``return []`` and ``tuple(...)`` compile, too.

Numba cannot tell what an empty list would hold, and has no tuples of a length that is only known
when the code runs. In ``legal_moves`` both mean a list of whole numbers.
"""

from __future__ import annotations

from typing import Any

from numba import njit
from numba.core import ir
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import FunctionPass, register_pass
from numba.core.ir_utils import build_definitions
from numba.core.untyped_passes import IRProcessing


@njit
def _no_moves() -> list[int]:
    return [number for number in range(0)]  # noqa: C416 - numba infers its type


@register_pass(mutates_CFG=False, analysis_only=False)
class _MovesAsLists(FunctionPass):
    _name = "plyground_moves_as_lists"

    def __init__(self) -> None:
        FunctionPass.__init__(self)

    def run_pass(self, state: Any) -> bool:
        blocks = state.func_ir.blocks.values()
        wanted = returned(blocks)
        for block in blocks:
            body = []
            for step in block.body:
                value = getattr(step, "value", None)
                if isinstance(value, ir.Global) and value.value is tuple:
                    step.value = ir.Global("list", list, value.loc)
                elif _is_empty(value) and step.target.name in wanted:
                    maker = ir.Var(block.scope, f"{step.target.name}.maker", step.loc)
                    body.append(
                        ir.Assign(ir.Global("_no_moves", _no_moves, step.loc), maker, step.loc)
                    )
                    step.value = ir.Expr.call(maker, (), (), step.loc)
                body.append(step)
            block.body = body
        state.func_ir._definitions = build_definitions(state.func_ir.blocks)
        return True


def _is_empty(value: Any) -> bool:
    return (
        isinstance(value, ir.Expr) and value.op in ("build_list", "build_tuple") and not value.items
    )


def returned(blocks: Any) -> set[str]:
    """Return the names of what a function returns and has not changed before."""
    steps = [step for block in blocks for step in block.body]
    assigned = [step for step in steps if isinstance(step, ir.Assign)]
    changed = {
        step.value.value.name
        for step in assigned
        if isinstance(step.value, ir.Expr) and step.value.op == "getattr"
    }
    names = {step.value.name for step in steps if isinstance(step, ir.Return)}
    size = 0
    while size < len(names):
        size = len(names)
        for step in assigned:
            if step.target.name in names:
                names |= _sources(step.value)
    return names - changed


def _sources(value: Any) -> set[str]:
    """Return the names that a value comes from as it is."""
    if isinstance(value, ir.Var):
        return {value.name}
    if isinstance(value, ir.Expr) and value.op == "cast":
        return {value.value.name}
    if isinstance(value, ir.Expr) and value.op == "phi":
        return {one.name for one in value.incoming_values if isinstance(one, ir.Var)}
    return set()


class MovesCompiler(CompilerBase):
    """Numba's compiler, with the step above."""

    def define_pipelines(self) -> list[Any]:
        """Return numba's own pipeline with one pass more."""
        passes = DefaultPassBuilder.define_nopython_pipeline(self.state)
        passes.add_pass_after(_MovesAsLists, IRProcessing)
        passes.finalize()
        return [passes]
