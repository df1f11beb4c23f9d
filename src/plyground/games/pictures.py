"""Pictures of positions, and of whole games: an SVG that plays by itself, without any script."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from difflib import SequenceMatcher

from plyground.errors import PlygroundError
from plyground.games.record import Game as Record

MOST_FRAMES = 401
_HELD = 4  # frames that the last position stays

_TAG = re.compile(r"<(/?)[a-z]+[^>]*?(/?)>")  # a > inside a text is written &gt;


@dataclass
class _Part:
    """A part of the picture and the frames that show it."""

    text: str
    frames: list[int] = field(default_factory=list)


def picture(record: Record) -> str:
    """Draw the last position of a record, its last move marked.

    >>> import plyground as ply
    >>> picture(ply.game("squatter(5)")).startswith("<svg")
    True
    """
    return record.picture(len(record.moves))


def animated(record: Record, pause: float) -> str:
    """Draw a whole game: each part of the picture is there once, and says when it is shown.

    Where nothing can move, the last position is shown.
    """
    count = len(record.moves) + 1
    if count > MOST_FRAMES:
        raise PlygroundError(f"The game is too long to draw. The limit is {MOST_FRAMES - 1} moves.")
    parts: list[_Part] = []
    for ply in range(count):
        opening, children = _taken_apart(record.picture(ply))
        parts = _merged(parts, children, ply)
    return f"{opening}{''.join(_timed(part, count, pause) for part in parts)}</svg>"


def _taken_apart(svg: str) -> tuple[str, list[str]]:
    """Return the opening tag of a picture of ours, and the elements in it.

    >>> _taken_apart('<svg><g><a/></g><b/></svg>')
    ('<svg>', ['<g><a/></g>', '<b/>'])
    """
    opening, children, depth, began = "", [], 0, 0
    for tag in _TAG.finditer(svg):
        closes, is_empty = tag[1] == "/", tag[2] == "/"
        if not opening:
            opening = tag[0]
            continue
        if depth == 0 and not closes:
            began = tag.start()
        depth += -1 if closes else 0 if is_empty else 1
        if depth == 0:
            children.append(svg[began : tag.end()])
    return opening, children


def _merged(parts: list[_Part], texts: list[str], frame: int) -> list[_Part]:
    """Add a frame: parts of the one before go on, others come in between, in their order."""
    shown = [at for at, part in enumerate(parts) if frame and part.frames[-1] == frame - 1]
    matcher = SequenceMatcher(None, [parts[at].text for at in shown], texts, autojunk=False)
    merged: list[_Part] = []
    done = 0  # parts before this are in the merged list
    for _, old, old_end, new, new_end in matcher.get_opcodes():
        is_same = texts[new:new_end] == [parts[at].text for at in shown[old:old_end]]
        if is_same:
            for at in shown[old:old_end]:
                merged += parts[done : at + 1]
                done = at + 1
                parts[at].frames.append(frame)
        else:
            merged += [_Part(text, [frame]) for text in texts[new:new_end]]
    return merged + parts[done:]


def _timed(part: _Part, count: int, pause: float) -> str:
    """Return a part with the times at which it is shown."""
    if len(part.frames) == count:
        return part.text
    total = count - 1 + _HELD
    first, end = part.frames[0], part.frames[-1] + 1
    times, values = [0.0], ["inline" if first == 0 else "none"]
    if first > 0:
        times.append(first / total)
        values.append("inline")
    if end < count:
        times.append(end / total)
        values.append("none")
    shown = "inline" if end == count else "none"
    return (
        f'<g display="{shown}"><animate attributeName="display" dur="{total * pause:g}s" '
        f'repeatCount="indefinite" calcMode="discrete" values="{";".join(values)}" '
        f'keyTimes="{";".join(f"{time:.5f}" for time in times)}"/>{part.text}</g>'
    )
