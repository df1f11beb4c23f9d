"""``plyground rate``: ratings from stored games."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from plyground.arena.rating.plots import plot_cross_table, plot_ratings
from plyground.arena.rating.ratings import Ratings
from plyground.arena.rating.ratings import rate as rate_points
from plyground.arena.rating.statistics import cross_table
from plyground.arena.running.ledger import Ledger
from plyground.arena.running.report import cross_table_text, standings_text
from plyground.cli.arena.games import Database, Game, Run, existing
from plyground.cli.arena.tournament import PLOT
from plyground.cli.arena.view import plain_estimate
from plyground.cli.shared.options import Json
from plyground.cli.shared.output import say, say_json, tell, terminal_width
from plyground.errors import PlygroundError, shown

if TYPE_CHECKING:
    from plyground.arena.running.store import Store

_ROUNDS = 1 << 20  # more than a run has: keeps the games of different runs apart


def rate(
    store: Database,
    game: Game = None,
    run: Run = None,
    anchor: Annotated[
        str | None,
        typer.Option(metavar="PLAYER=ELO", help="Fix the rating of this player"),
    ] = None,
    plot: Annotated[Path | None, PLOT] = None,
    as_json: Json = False,
) -> None:
    """Rate the players of stored games.

    Example: plyground rate games.db --anchor greedy=1000 --plot ratings.png
    """
    with existing(store) as games:
        name, points = _points(games, game, run)
    ratings = rate_points(points, anchor=_anchor(anchor))
    if as_json:
        for one in ratings:
            plain = {"player": one.player, "games": one.games, "points": one.points}
            say_json(plain | {"elo": plain_estimate(one.elo)})
    else:
        tell(_text(name, points, ratings, terminal_width()))
    if plot is not None:
        table = plot.with_name(f"{plot.stem}-table{plot.suffix}")
        plot_ratings(ratings, plot, f"{name}: ratings")
        plot_cross_table(points, [r.player for r in ratings], table, f"{name}: who beat whom")
        if not as_json:
            say(f"wrote {plot}\nwrote {table}")


def _text(game: str, points: Ledger, ratings: Ratings, line: int | None) -> str:
    order = [rating.player for rating in ratings]
    scores = {player: points.score(player) for player in order}
    return "\n".join([
        f"{game}, {len(points)} games",
        standings_text(order, scores, ratings, line),
        "\nPoints of each player (row) against each other (column, by rank):",
        cross_table_text(order, cross_table(points), line),
    ])  # fmt: skip


def _points(store: Store, game: str | None, run: int | None) -> tuple[str, Ledger]:
    """Return the game's name and all points; runs have rounds of their own."""
    runs = [store.run(run)] if run is not None else store.runs()
    runs = [one for one in runs if one.games and game in (None, one.settings.get("game"))]
    names = sorted({str(one.settings.get("game")) for one in runs})
    if not names:
        raise PlygroundError(f"{store.name} holds no matching games; see plyground games list")
    if len(names) > 1:
        raise PlygroundError(f"{store.name} holds {', '.join(names)}; choose one with --game")
    points = Ledger()
    for one in runs:
        for pairing, gained in store.points(one.id).items():
            points.enter(replace(pairing, round=one.id * _ROUNDS + pairing.round), gained)
    return names[0], points


def _anchor(text: str | None) -> tuple[str, float] | None:
    if text is None:
        return None
    player, _, elo = text.rpartition("=")
    try:
        return player, float(elo)
    except ValueError:
        raise PlygroundError(
            f"{shown(text)} is not an anchor; expected PLAYER=ELO, e.g. greedy=1000"
        ) from None
