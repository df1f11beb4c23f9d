"""What the page shows of a move leads to the board that the server sends after it."""

from __future__ import annotations

import json
import random
import subprocess
from collections.abc import Iterator
from pathlib import Path

import plyground as ply
from plyground.web.shared.views import move_view, position_view

REPLAY = Path(__file__).parent / "javascript" / "replay.js"
GAMES = {
    "kalah(6,4)": 4,
    "kalah-manchester": 3,
    "kalah(2,12)": 2,  # sows several laps
    "squatter(6)": 4,
    "squatter(9)": 1,
    "watch-your-back": 2,
}


def moves_of(name: str, rng: random.Random) -> Iterator[str]:
    position = ply.position(name)
    for number in range(1, 400):
        if position.is_over:
            return
        move = str(rng.choice(position.legal_moves))
        after = position.play(move)
        shown = move_view(position, move, after, number).model_dump(by_alias=True)
        yield json.dumps(
            {
                "game": name,
                "move": move,
                "before": position_view(position).board.model_dump(by_alias=True),
                "events": shown["events"],
                "after": position_view(after).board.model_dump(by_alias=True),
            }
        )
        position = after


def test_the_page_shows_what_the_server_says() -> None:
    rng = random.Random(7)
    lines = [
        line for name, games in GAMES.items() for _ in range(games) for line in moves_of(name, rng)
    ]
    found = subprocess.run(
        ["node", str(REPLAY)], input="\n".join(lines), capture_output=True, text=True, timeout=120
    )
    assert found.returncode == 0, found.stdout + found.stderr
    assert int(found.stdout) == len(lines) > 500
