"""Games as clients send them, a name with moves, and as they get them back."""

from __future__ import annotations

from collections.abc import Sequence

from fastapi import Response

from plyground.errors import PlygroundError
from plyground.games.names import position as named_position
from plyground.games.record import Game as Record
from plyground.web.analysis.models import Branch
from plyground.web.shared.models import Entry, Line
from plyground.web.shared.views import move_entry


def replay(line: Line) -> Record:
    """Return the record of a line; raises PlygroundError where it cannot be."""
    record = Record(named_position(line.game, line.start))
    for move in line.moves:
        record.push(move)
    return record


def unusual_start(record: Record) -> str | None:
    """Return the text of a record's start, None for the game's own."""
    start = record.start
    return None if start == named_position(start.game) else start.text


def entries(record: Record) -> list[Entry]:
    """Return the moves of a record for a list."""
    played = zip(record.positions, record.moves, strict=False)
    return [move_entry(before, move, ply) for ply, (before, move) in enumerate(played, 1)]


def branches(record: Record, wished: Sequence[Branch]) -> list[list[Entry]]:
    """Return the moves of variations for a list; each may begin after any move listed before."""
    places = list(enumerate(record.positions))  # after each move: how many led there, and where
    found: list[list[Entry]] = []
    for branch in wished:
        if branch.at >= len(places):
            raise PlygroundError(
                f"A variation begins after move {branch.at}, but only {len(places) - 1} moves come "
                "before it."
            )
        ply, position = places[branch.at]
        found.append([])
        for text in branch.moves:
            move = position.parse_move(text)
            ply += 1
            found[-1].append(move_entry(position, move, ply))
            position = position.play(move)
            places.append((ply, position))
    return found


def download(text: str, name: str) -> Response:
    """Return a text as a file to keep."""
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    content = text.encode("utf-8", errors="replace")
    return Response(content, media_type="text/plain; charset=utf-8", headers=headers)
