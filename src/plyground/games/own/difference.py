"""What a move changes: the difference of the boards before and after it, for animations."""

from __future__ import annotations

from typing import Any

from plyground.games.effects import Change
from plyground.games.own.diagram import Diagram


def difference(before: Diagram | None, after: Diagram | None, move: Any, *, again: bool) -> Change:
    """Return which pieces were moved, placed, turned into others, or taken off.

    >>> from plyground.games.own.diagram import Diagram
    >>> boards = [Diagram.grid([row], {"w": "white", "b": "black"}) for row in ("wb.", ".w.")]
    >>> difference(*boards, ("a1", "b1"), again=False)
    Change(at=('a1', 'b1'), moved=(('a1', 'b1'),), placed=(), turned=(), gone=(), again=False)
    """
    if before is None or after is None:
        return Change((), (), (), (), (), again)
    was = {cell.name: cell.stands for cell in before.cells}
    now = {cell.name: cell.stands for cell in after.cells}
    changed = [name for name in now if was.get(name) != now[name]]
    gone = [name for name in was if was[name] is not None and now.get(name) is None]
    click = before.click(move)
    at = () if click is None else tuple(click.cells)
    moved: list[tuple[str, str]] = []
    for end in sorted((n for n in changed if now[n] is not None), key=lambda n: n not in at):
        starts = [start for start in gone if was[start] == now[end]]
        start = next((s for s in starts if s in at), starts[0] if len(starts) == 1 else None)
        if start is not None:
            moved.append((start, end))
            gone.remove(start)
    arrived = {end for _, end in moved}
    new = [name for name in changed if now[name] is not None and name not in arrived]
    return Change(
        at=at,
        moved=tuple(moved),
        placed=tuple(name for name in new if was.get(name) is None),
        turned=tuple(name for name in new if was.get(name) is not None),
        gone=tuple(gone),
        again=again,
    )
