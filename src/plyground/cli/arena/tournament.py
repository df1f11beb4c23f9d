"""``plyground tournament``: many players, one table."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from plyground.arena.rating.plots import SUFFIXES
from plyground.arena.running.report import record
from plyground.arena.running.run import Progress
from plyground.arena.running.spec import TOURNAMENTS
from plyground.arena.running.tournament import TournamentResult, play_tournament
from plyground.cli.arena.options import Common, arena_command
from plyground.cli.arena.view import arena_view, check_started, plain_estimate, plain_score
from plyground.cli.shared.command import OUTPUT
from plyground.cli.shared.completion import complete_players
from plyground.cli.shared.output import say, say_json, tell, terminal_width
from plyground.errors import PlygroundError, shown
from plyground.games.files import save as save_records

PLOT = typer.Option(
    metavar="FILE", rich_help_panel=OUTPUT, help="Draw ratings and cross table (.png, .svg)"
)


@arena_command
def tournament(
    players: Annotated[
        list[str],
        typer.Argument(
            metavar="PLAYER",
            autocompletion=complete_players,
            help="Players: pvs:nodes=1000, file:agent.py, NAME=SPEC",
        ),
    ],
    common: Common,
    kind: Annotated[str, typer.Option(metavar="KIND", help="Kind of tournament")] = TOURNAMENTS[0],
    pairs: Annotated[int, typer.Option(metavar="N", min=1, help="Game pairs per pairing")] = 1,
    rounds: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="Rounds of a swiss tournament")
    ] = None,
    heroes: Annotated[
        int, typer.Option(metavar="N", min=1, help="Players of a gauntlet who meet all others")
    ] = 1,
    plot: Annotated[Path | None, PLOT] = None,
    worst: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", rich_help_panel=OUTPUT, help="Write the worst losses to a record file"
        ),
    ] = None,
) -> None:
    """Play a tournament.

    Kinds are round-robin, gauntlet, swiss and knockout.
    Prints the standings, the ratings and the cross table.
    Ctrl-C stops the tournament.
    With --save PATH (a file or a database URL) it can be resumed.

    Example: plyground tournament random greedy pvs:nodes=200 --pairs 20
    """
    if plot is not None:
        _check_plot(plot)
    with arena_view(common, _leader) as view:
        spec = common.spec(players, kind, pairs=pairs, rounds=rounds, heroes=heroes)
        result = play_tournament(spec, view.on_progress)
    _print(result, as_json=common.json)
    written = [] if plot is None else result.plot(plot)
    if worst is not None:
        _save_worst(result, worst)
        written.append(worst)
    for path in () if common.json else written:
        say(f"wrote {path}")
    check_started(result.reports.of(player) for player in result.players)


def _leader(progress: Progress) -> str:
    best = max(progress.players, key=lambda player: progress.ledger.score(player).mean)
    score = progress.ledger.score(best)
    return f"first {shown(best)} with {100 * score.mean:.0f} %"


def _check_plot(path: Path) -> None:
    """Find out now, not after the last game, that no picture can be drawn."""
    try:
        import matplotlib  # noqa: F401
    except ImportError:
        raise PlygroundError("pictures need Matplotlib: pip install 'plyground[plots]'") from None
    if path.suffix.lower() not in SUFFIXES:
        raise PlygroundError(f"{shown(path)}: expected a file that ends in {' or '.join(SUFFIXES)}")
    if not path.parent.is_dir():
        raise PlygroundError(f"{shown(path)}: there is no folder {shown(path.parent)}")


def _print(result: TournamentResult, *, as_json: bool) -> None:
    if not as_json:
        tell(result.text(terminal_width()))
        return
    for standing in result.standings:
        plain = {"event": "standing", "rank": standing.rank} | plain_score(standing.score)
        plain["rating"] = plain_estimate(result.ratings.of(standing.player).elo)
        say_json(plain | result.reports.of(standing.player).to_dict())
    end = {"event": "result", "kind": result.spec.kind, "game": result.game}
    say_json(end | {"games": len(result.points), "winner": result.winner})


def _save_worst(result: TournamentResult, path: Path) -> None:
    lost = {id(g): g for name in result.players for g in result.reports.of(name).worst}
    for name in result.players:
        lost |= {id(g): g for g in result.reports.of(name).examples.values()}
    save_records(path, map(record, lost.values()))
