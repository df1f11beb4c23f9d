"""Uses an installed plyground once: python scripts/smoke.py."""

from __future__ import annotations

import subprocess
import sys

import plyground as ply


def main() -> None:
    """Search in every game, and play a match from the command line."""
    for game in ("kalah(6,4)", "squatter(6)", "watch-your-back", "connect-four"):
        found = ply.PVS(table_mb=1).search(ply.position(game), ply.Limit(nodes=5000))
        sys.stdout.write(f"{game}: {found.move}, {found.score_text}\n")
    if ply.solve(ply.position("kalah(4,3)")).margin != 6:
        raise SystemExit("kalah(4,3) is not solved right")
    match = ["match", "pvs:depth=3", "random", "--game", "kalah(4,3)", "--pairs", "2"]
    subprocess.run([sys.executable, "-m", "plyground", *match], check=True)


if __name__ == "__main__":
    main()
