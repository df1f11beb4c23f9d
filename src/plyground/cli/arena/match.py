"""``plyground match``: two players, many openings, each played with both sides."""

from __future__ import annotations

import json
from typing import Annotated, Any

import typer

from plyground.arena.running.match import MatchResult, play_match
from plyground.arena.running.run import Progress
from plyground.cli.arena.options import Common, arena_command
from plyground.cli.arena.view import arena_view, plain_score, wrapped

Player = Annotated[
    str, typer.Argument(help="A player: pvs:nodes=1000, file:agent.py, NAME=SPEC …", metavar="SPEC")
]


def headline(progress: Progress) -> str:
    """Return the score of the first player so far."""
    a, b = progress.players
    score = progress.ledger.score(a, b)
    return f"+{score.wins} ={score.draws} -{score.losses}, {score.elo} Elo"


@arena_command
def match(
    a: Player,
    b: Player,
    common: Common,
    pairs: Annotated[int, typer.Option(min=1, help="Openings, each played twice.")] = 100,
) -> None:
    """Play a match and say how much stronger the first player is.

    Each opening is played twice, with sides swapped. Ctrl-C ends it; with --save, --resume goes on.

    Example: plyground match pvs:nodes=1000 mcts:sims=500 --game 'kalah(7,7)' --pairs 50
    """
    with arena_view(common, headline) as view:
        result = play_match(common.spec([a, b], pairs=pairs), view.on_progress)
    print_match(result, as_json=common.json)


def print_match(result: MatchResult, *, as_json: bool) -> None:
    """Print how a match ended."""
    if not as_json:
        print(wrapped(str(result)))
        return
    plain: dict[str, Any] = {"event": "result", "a": result.a, "b": result.b, "game": result.game}
    plain |= plain_score(result.score)
    plain["reports"] = [result.reports.of(player).to_dict() for player in (result.a, result.b)]
    if result.test is not None:
        plain |= {"llr": result.test.llr, "decision": str(result.test.decision)}
    print(json.dumps(plain), flush=True)
