"""``plyground sprt``: play until it is clear whether one player is better."""

from __future__ import annotations

from typing import Annotated, Literal, cast

import typer

from plyground.arena.rating.sprt import Sprt
from plyground.arena.running.match import MOST_PAIRS, play_match
from plyground.arena.running.run import Progress
from plyground.cli.arena.match import Player, headline, print_match
from plyground.cli.arena.options import Common, arena_command
from plyground.cli.arena.view import arena_view


@arena_command
def sprt(
    a: Player,
    b: Player,
    common: Common,
    elo0: Annotated[float, typer.Option(help="The difference that is not enough.")] = 0.0,
    elo1: Annotated[float, typer.Option(help="The difference that is wanted.")] = 10.0,
    alpha: Annotated[float, typer.Option(help="Chance of a wrong yes.")] = 0.05,
    beta: Annotated[float, typer.Option(help="Chance of a wrong no.")] = 0.05,
    model: Annotated[str, typer.Option(help="Elo that is normalised or logistic.")] = "normalised",
) -> None:
    """Play until a sequential test has decided whether A is stronger by elo1, or only by elo0.

    Bounds are in normalised Elo, which counts what one game tells, whatever the share of draws.

    Example: plyground sprt new=pvs:nodes=2000 old=pvs:nodes=1500 --elo0 0 --elo1 10
    """
    test = Sprt(elo0, elo1, alpha, beta, cast('Literal["normalised", "logistic"]', model))

    def with_ratio(progress: Progress) -> str:
        one, other = progress.players
        state = test.state(progress.ledger.score(one, other).pentanomial)
        return f"{headline(progress)}, LLR {state.llr:+.2f} ({test.lower:+.2f}, {test.upper:+.2f})"

    with arena_view(common, with_ratio) as view:
        spec = common.spec([a, b], "sprt", pairs=MOST_PAIRS, test=test)
        result = play_match(spec, view.on_progress)
    print_match(result, as_json=common.json)
