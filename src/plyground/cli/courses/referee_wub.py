"""``plyground referee wub``: a server for Watch Your Back! over the network."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from contextlib import ExitStack
from typing import Annotated

import typer

from plyground.adapters import wub as protocol
from plyground.adapters.wub_server import Patience, Server
from plyground.arena.running.result import GameResult, Pairing, Reason
from plyground.arena.running.spec import arena_start
from plyground.errors import PlygroundError, shown


def wub(
    host: Annotated[
        str, typer.Option(help="The address to listen on; 0.0.0.0 lets other machines in.")
    ] = "127.0.0.1",
    port: Annotated[
        int, typer.Option(min=0, max=65535, help="The port; 0 lets the system choose.")
    ] = protocol.PORT,
    seconds: Annotated[
        float, typer.Option("--time", min=0.1, help="Seconds for each action, by the wall clock.")
    ] = Patience.action,
    save: Annotated[
        str | None, typer.Option(metavar="FILE", help="Keep the games: a file or a database URL.")
    ] = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Print only results.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object a game.")] = False,
) -> None:
    """Serve Watch Your Back! to clients of the course's network protocol, until Ctrl-C.

    Whoever comes waits for the next one with the same key. With --save, 'plyground games list FILE'
    and 'plyground rate FILE' tell the rest.

    Example: plyground referee wub --host 0.0.0.0 --save class.db
    """

    def say(text: str) -> None:
        if not quiet and not as_json:
            print(text, flush=True)

    with ExitStack() as stack:
        keep = _keeper(save, stack) if save is not None else None

        def on_result(result: GameResult) -> None:
            if keep is not None:
                keep(result)
            print(json.dumps(result.to_dict()) if as_json else _line(result), flush=True)

        server = Server(on_result, say, Patience(action=seconds))
        ready = lambda given: say(f"listening on {shown(host)}:{given}; Ctrl-C ends it")  # noqa: E731
        try:
            asyncio.run(server.serve(host, port, ready))
        except KeyboardInterrupt:
            say("stopped")


def _keeper(where: str, stack: ExitStack) -> Callable[[GameResult], None]:
    """Open a store; returns what writes a game to it."""
    from plyground.arena.running.store import Store

    store = stack.enter_context(Store(where))
    run = store.start("wub", {"game": arena_start("watch-your-back").game})
    stack.callback(store.finish, run)
    number = 0

    def keep(result: GameResult) -> None:
        nonlocal number
        white, black = result.players
        if not store.save(run, Pairing(white, black, number), result):
            raise PlygroundError(f"{store.name}: another server writes to the same run")
        number += 1

    return keep


def _line(result: GameResult) -> str:
    white, black = result.players
    verdict = "draw" if result.winner is None else f"{result.winner} has won"
    how = "" if result.reason == Reason.END else f" ({result.reason}: {result.note})"
    return f"{white} – {black}: {verdict} after {len(result.moves)} actions{how}"
