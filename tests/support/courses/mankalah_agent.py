"""A ManKalah agent for a sandbox: a plain program, of nothing but Python's own library.

    python mankalah_agent.py [random SEED | FAULT]

A fault is what it says instead of its third move: see FAULTS.
"""

from __future__ import annotations

import random
import sys
import time

FAULTS = {
    "lower": "move;3\n",
    "crlf": "MOVE;3\r\n",
    "eight": "MOVE;8\n",
    "spaces": "MOVE; 3\n",
    "late-swap": "SWAP\n",
    "empty": "\n",
    "endless": "MOVE;3" * 100,
    "nothing": "",
}


def main() -> None:
    kind, seed = [*sys.argv[1:], "random", "0"][:2]
    chance = random.Random(int(seed) if kind == "random" else 0)
    seat, changes, answers = "", 0, 0
    for line in sys.stdin:
        head, *rest = line.strip().split(";")
        print(f"heard {line.strip()}", file=sys.stderr)
        if head == "END":
            break
        board = [7] * 7 + [0] + [7] * 7 + [0]
        if head == "START":
            seat, turn = rest[0], "YOU" if rest[0] == "South" else "OPP"
        else:
            changes += 1
            if rest[0] == "SWAP":
                seat = "South" if seat == "North" else "North"
            board, turn = [int(seeds) for seeds in rest[1].split(",")], rest[2]
        if turn != "YOU":
            continue
        answers += 1
        if kind != "random" and answers == 3:
            if kind == "sleeps":
                time.sleep(60)
            if kind == "ends":
                return
            sys.stdout.write(FAULTS[kind])
        elif seat == "North" and changes == 1 and kind == "random" and chance.random() < 0.4:
            seat = "South"
            sys.stdout.write("SWAP\n")
        else:
            houses = board[8:15] if seat == "South" else board[:7]
            full = [house for house, seeds in enumerate(houses, 1) if seeds]
            sys.stdout.write(f"MOVE;{chance.choice(full)}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
