"""Tables of what was measured: a row an entry, with its date."""

from __future__ import annotations

import csv
from datetime import UTC, datetime
from pathlib import Path

from plyground.arena.rating.statistics import Score, interval


def append(name: str, row: dict[str, object]) -> None:
    """Append a row to a table beside this file; the first one brings the heads of the columns."""
    path = Path(__file__).with_name(name)
    dated = {"date": datetime.now(UTC).strftime("%Y-%m-%d %H:%M"), **row}
    new = not path.exists()
    with path.open("a", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, dated)
        if new:
            writer.writeheader()
        writer.writerow(dated)


def outcome(score: Score) -> dict[str, object]:
    """Return the columns that tell how a match went, with half the width of its 95 % interval."""
    mean, low, high = interval(score.counts)
    return {"games": score.games, "score": f"{mean:.4f}", "error95": f"{(high - low) / 2:.4f}"}
