"""``plyground match``: two players, many openings, each played with both sides."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from plyground.arena.running.match import MatchResult, play_match
from plyground.arena.running.run import Progress
from plyground.cli.arena.options import Common, arena_command
from plyground.cli.arena.view import ArenaView, arena_view, check_started, plain_score
from plyground.cli.shared.completion import complete_players
from plyground.cli.shared.output import say_json

A, B = (
    typer.Argument(
        metavar=name, autocompletion=complete_players,
        help=f"{which} player: pvs:nodes=1000, file:agent.py, NAME=SPEC",
    )
    for name, which in (("A", "First"), ("B", "Second"))
)  # fmt: skip


def headline(progress: Progress) -> str:
    """Return the score of the first player so far."""
    a, b = progress.players
    score = progress.ledger.score(a, b)
    return f"+{score.wins} ={score.draws} -{score.losses}, {score.elo} Elo"


@arena_command
def match(
    a: Annotated[str, A],
    b: Annotated[str, B],
    common: Common,
    pairs: Annotated[
        int, typer.Option(metavar="N", min=1, help="Game pairs: each opening with both sides")
    ] = 100,
) -> None:
    """Play a match between two players.

    The result is the Elo difference between A and B with its 95 % interval.
    Ctrl-C stops the match.
    With --save PATH (a file or a database URL) it can be resumed.

    Example: plyground match pvs:nodes=1000 mcts:sims=500 --pairs 50
    """
    with arena_view(common, headline) as view:
        result = play_match(common.spec([a, b], pairs=pairs), view.on_progress)
    print_match(result, view)


def print_match(result: MatchResult, view: ArenaView) -> None:
    """Print how a match ended; one in which a player never started is a failure."""
    if view.is_json:
        _print_json(result)
    else:
        view.console.print(str(result))
    check_started(result.reports.of(player) for player in (result.a, result.b))


def _print_json(result: MatchResult) -> None:
    plain: dict[str, Any] = {"event": "result", "a": result.a, "b": result.b, "game": result.game}
    plain |= plain_score(result.score)
    plain["reports"] = [result.reports.of(player).to_dict() for player in (result.a, result.b)]
    if result.test is not None:
        plain |= {"llr": result.test.llr, "decision": str(result.test.decision)}
    say_json(plain)
