"""``plyground levels``: the ratings of weakened play, shown and measured."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table

from plyground.arena.rating.statistics import Score
from plyground.arena.running.levels import Fit, ladders_text
from plyground.cli.shared.command import App
from plyground.cli.shared.options import NODES, SAVE, Json, Quiet, Seed, Source, Workers, shown
from plyground.cli.shared.output import console, say, say_json
from plyground.cli.shared.start import game_or_start
from plyground.errors import PlygroundError
from plyground.games.names import position as named_position
from plyground.games.position import Position
from plyground.players.levels import FULL, Ladder, file_of, ladder, read_file
from plyground.storage import write_whole

app = App("Show and measure the ratings of weaker play.")


@app.command()
def show(game: Source, as_json: Json = False) -> None:
    """Show what each level is rated, and the range of elo=.

    Example: plyground levels show squatter
    """
    found = ladder(_start(game))
    if not found.is_rated:
        raise PlygroundError(
            f"{game} has no ratings yet; measure them: plyground levels fit {game}"
        )
    rows = [_row(found, level) for level in range(1, FULL)]
    references = dict(found.references)
    if as_json:
        say_json({"lowest": found.lowest, "highest": found.highest, "references": references})
        for row in rows:
            say_json(row)
        return
    table = Table("level", "elo", "nodes", "blur", "overlook", box=None, header_style="bold")
    for column in table.columns:
        column.justify = "right"
    for row in rows:
        table.add_row(*map(str, row.values()))
    console().print(table)
    say(f"elo={found.lowest} to elo={found.highest}; level 10 is full strength")
    say("for comparison: " + ", ".join(f"{name} {elo:.0f}" for name, elo in references.items()))


def _row(found: Ladder, level: int) -> dict[str, Any]:
    elo = found.of_level(level)
    strength = found.at(elo)
    return {"level": level, "elo": round(elo), **asdict(strength)}


@app.command()
def fit(
    game: Source,
    pairs: Annotated[
        int, typer.Option(metavar="N", min=1, help="Game pairs between neighbours")
    ] = 100,
    nodes: Annotated[int, NODES] = 100_000,
    seed: Seed = 0,
    workers: Workers = None,
    save: Annotated[Path | None, shown(SAVE, "with the game")] = None,
    quiet: Quiet = False,
) -> None:
    """Measure how strong weaker play is, for elo= in this game.

    Plays matches between weakened players, the strongest with --nodes per move.
    After Ctrl-C the same command resumes.

    Example: plyground levels fit examples/nim.py --pairs 50 --nodes 2000
    """
    start = _start(game)
    path = save or file_of(start)
    if path is None:
        raise PlygroundError(f"{start.game} has no file of its own; say where with --save FILE")

    def on_match(one: str, other: str, score: Score) -> None:
        if not quiet:
            say(f"{one} – {other}: {score}")

    own = game_or_start(game)
    name = start.game if isinstance(own, str) else start
    matches = path.with_suffix(".matches")
    found = Fit(name, pairs, nodes, seed, workers, matches, on_match).run()
    # Read late: a fit of another variant may have ended meanwhile.
    ladders = read_file(path) if path.is_file() else {}
    ladders[start.game] = found
    write_whole(path, ladders_text(ladders).encode())
    matches.unlink(missing_ok=True)
    say(f"wrote {path}: elo={found.lowest} to elo={found.highest}, from {found.games} games")


def _start(game: str) -> Position:
    own = game_or_start(game)
    return named_position(own) if isinstance(own, str) else own
