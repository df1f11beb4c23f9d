"""Solve games and record the results that `plyground solved` shows.

    python benchmarks/solved.py 'kalah(4,4)' 'squatter(4)' --memory 512
    python benchmarks/solved.py --again 'kalah(4,4)'      # games that are there already, too

Each game is solved twice: the start position with the endgame tables that are there and a table
of --memory MB; then every first move, without endgame tables and with half the memory. Both must
agree, and the best line must lead to the result. Games that are there already are left out, so a
run that was stopped continues.
"""

from __future__ import annotations

import argparse
import csv
import time
from datetime import UTC, datetime
from pathlib import Path

import plyground as ply
from plyground.games import tables
from plyground.games.tables import suspended
from plyground.solving.solved import FIELDS
from plyground.solving.tables import listed
from plyground.storage import write_whole

FILE = Path(ply.__file__).parent / "solving" / "solved.csv"


def solved(game: str, memory: int) -> dict[str, object]:
    """Solve a game twice; return its row."""
    start = ply.position(game)
    began = time.process_time()
    found = ply.solve(start, table_mb=memory)
    end = start
    for move in found.line:
        end = end.play(move)
    endless = found.margin == 0 and not end.is_over
    if not endless and end.margin_for(start.turn) != found.margin:
        raise SystemExit(f"{game}: the line does not lead to the result")
    with suspended():
        moves = ply.solve_moves(start, table_mb=max(memory // 2, 1))
    values = [margin for margin in moves.values() if margin is not None]
    if max(values) != found.margin or len(values) < len(moves):
        raise SystemExit(f"{game}: {found.margin} and {moves} contradict each other")
    return {
        "game": start.game,
        "margin": found.margin,
        "moves": " ".join(f"{move}:{margin}" for move, margin in moves.items()),
        "nodes": found.nodes,
        "cpu_seconds": f"{time.process_time() - began:.2f}",
        "table_seeds": _table_seeds(start),
        "date": datetime.now(UTC).strftime("%Y-%m-%d"),
    }


def _table_seeds(start: ply.Position) -> int:
    kind = tables.kind_of(start)
    game = None if kind is None else kind.game(start)
    sizes = [one.size for one in listed() if not isinstance(one, Exception) and one.game == game]
    return sizes[0] if sizes else 0


def main() -> None:
    """Solve the games that the command line names."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="+")
    parser.add_argument("--memory", type=int, default=256)
    parser.add_argument("--again", action="store_true")
    options = parser.parse_args()
    rows = {}
    if FILE.exists():
        with FILE.open(encoding="utf-8") as file:
            rows = {row["game"]: dict(row) for row in csv.DictReader(file)}
    for game in options.games:
        if options.again or ply.position(game).game not in rows:
            row = {name: str(value) for name, value in solved(game, options.memory).items()}
            rows[row["game"]] = row
            write_whole(FILE, _text(rows).encode())
            print(row["game"], row["margin"], f"{row['cpu_seconds']} s", flush=True)


def _text(rows: dict[str, dict[str, str]]) -> str:
    lines = [",".join(FIELDS)]
    lines += [",".join(_quoted(row[name]) for name in FIELDS) for _, row in sorted(rows.items())]
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    return f'"{text}"' if "," in text else text


if __name__ == "__main__":
    main()
