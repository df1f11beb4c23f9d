"""``plyground sprt``: play until it is clear whether one player is better."""

from __future__ import annotations

from typing import Annotated, Literal, cast

import typer

from plyground.arena.rating.sprt import Sprt
from plyground.arena.running.match import MOST_PAIRS, play_match
from plyground.arena.running.run import Progress
from plyground.cli.arena.match import A, B, headline, print_match
from plyground.cli.arena.options import Common, arena_command
from plyground.cli.arena.view import arena_view

ELO0 = typer.Option(metavar="ELO", help="H0 Elo bound")
ELO1 = typer.Option(metavar="ELO", help="H1 Elo bound")


@arena_command
def sprt(
    a: Annotated[str, A],
    b: Annotated[str, B],
    common: Common,
    elo0: Annotated[float, ELO0] = 0.0,
    elo1: Annotated[float, ELO1] = 10.0,
    alpha: Annotated[float, typer.Option(metavar="P", help="False-positive rate (alpha)")] = 0.05,
    beta: Annotated[float, typer.Option(metavar="P", help="False-negative rate (beta)")] = 0.05,
    model: Annotated[
        str, typer.Option(metavar="MODEL", help="Elo model: normalised or logistic")
    ] = "normalised",
) -> None:
    """Test whether a player is stronger (SPRT).

    Games are played until the test accepts H0 or H1.
    H0 says that A is stronger than B by elo0, H1 that it is stronger by elo1.
    Normalised Elo counts standard deviations of a game's result.

    Example: plyground sprt new=pvs:nodes=2000 old=pvs:nodes=1500
    """
    test = Sprt(elo0, elo1, alpha, beta, cast('Literal["normalised", "logistic"]', model))

    def with_ratio(progress: Progress) -> str:
        one, other = progress.players
        state = test.state(progress.ledger.score(one, other).pentanomial)
        return f"{headline(progress)}, LLR {state.llr:+.2f} ({test.lower:+.2f}, {test.upper:+.2f})"

    with arena_view(common, with_ratio) as view:
        spec = common.spec([a, b], "sprt", pairs=MOST_PAIRS, test=test)
        result = play_match(spec, view.on_progress)
    print_match(result, view)
