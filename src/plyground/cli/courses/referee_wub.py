"""``plyground referee wub``: a server for Watch Your Back! over the network."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import ExitStack
from typing import Annotated

import typer

from plyground.adapters import wub as protocol
from plyground.adapters.wub_server import MOST_PER_ADDRESS, Patience, Server
from plyground.arena.running.result import GameResult, Pairing, Reason
from plyground.arena.running.spec import arena_start
from plyground.cli.shared.options import TIME, Json, Quiet, Save
from plyground.cli.shared.output import say, say_either
from plyground.errors import PlygroundError, shown


def wub(
    host: Annotated[
        str, typer.Option(metavar="ADDRESS", help="Address; 0.0.0.0 admits other machines")
    ] = "127.0.0.1",
    port: Annotated[
        int, typer.Option(metavar="PORT", min=0, max=65535, help="Port; 0 chooses a free one")
    ] = protocol.PORT,
    time: Annotated[float, TIME] = Patience.action,
    per_address: Annotated[
        int, typer.Option(metavar="N", min=1, help="Connections per address")
    ] = MOST_PER_ADDRESS,
    save: Save = None,
    quiet: Quiet = False,
    as_json: Json = False,
) -> None:
    """Serve Watch Your Back! to clients of the course.

    Two clients with the same key play each other; Ctrl-C stops the server.
    With --save PATH, 'plyground games list' and 'plyground rate' read the games.

    Example: plyground referee wub --host 0.0.0.0 --save class.db
    """

    def tell(text: str) -> None:
        if not quiet and not as_json:
            say(text)

    with ExitStack() as stack:
        keep = _keeper(save, stack) if save is not None else None

        def on_result(result: GameResult) -> None:
            if keep is not None:
                keep(result)
            say_either(result.to_dict() if as_json else _line(result))

        server = Server(on_result, tell, Patience(action=time), per_address)
        ready = lambda given: tell(f"listening on {shown(host)}:{given}; Ctrl-C stops it")  # noqa: E731
        try:
            asyncio.run(server.serve(host, port, ready))
        except KeyboardInterrupt:
            tell("stopped")


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
