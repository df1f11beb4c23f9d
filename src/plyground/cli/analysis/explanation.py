"""An evaluation taken apart, as a table for the terminal."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from plyground.evaluation.explain import Explanation

_MOVES = 8  # the rest looks worse


def view(found: Explanation) -> RenderableType:
    """Show each feature's value × weight = contribution, largest first, and the action scores."""
    table = Table(box=None, header_style="bold", padding=(0, 1))
    table.add_column("feature", no_wrap=True)
    for name in ("own", "other", "weight", "adds"):
        table.add_column(name, justify="right", no_wrap=True)
    table.add_column("meaning")
    for row in sorted(found.rows, key=lambda row: -abs(row.contribution)):
        style = "" if row.contribution else "dim"
        table.add_row(
            row.name, str(row.own), str(row.opponent), f"{row.weight:.3g}",
            f"{row.contribution:+.2f}", row.meaning, style=style,
        )  # fmt: skip
    head = Text(f"{found.side} to move, {found.phase}: ", style="bold")
    head.append(f"{found.value:+.2f}")
    return Group(head, table, Text("moves by action score", style="bold"), _moves(found))


def _moves(found: Explanation) -> Table:
    table = Table(box=None, show_header=False, padding=(0, 1))
    for row in found.moves[:_MOVES]:
        reasons = ", ".join(f"{name} {value}" for name, value in row.values.items() if value)
        table.add_row(row.move, f"{row.score:+.2f}", reasons)
    if len(found.moves) > _MOVES:
        table.add_row("…", "", f"{len(found.moves) - _MOVES} more")
    return table
