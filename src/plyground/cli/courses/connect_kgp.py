"""``plyground connect kgp``: play on a server that speaks the Kalah Game Protocol."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Annotated

import typer

from plyground.cli.shared.options import Json, Player, Quiet
from plyground.cli.shared.output import say, say_json, warn
from plyground.errors import PlygroundError, visible

if TYPE_CHECKING:
    from plyground.adapters.kgp.client import Answer, Identity, Totals
    from plyground.adapters.kgp.connection import Address
    from plyground.adapters.kgp.verification import Rejection


def kgp(
    url: Annotated[
        str, typer.Argument(metavar="URL", help="HOST[:PORT], kgp://…, ws://… or wss://…")
    ],
    player: Player = "pvs",
    name: Annotated[str | None, typer.Option(metavar="NAME", help="Name to play under")] = None,
    token: Annotated[
        str | None,
        typer.Option(
            metavar="TOKEN", envvar="PLYGROUND_KGP_TOKEN",
            help="Identifies you to the server (or $PLYGROUND_KGP_TOKEN)",
        ),
    ] = None,
    states: Annotated[
        int, typer.Option(metavar="N", min=1, max=64, help="Boards to search at the same time")
    ] = 4,
    verify: Annotated[bool, typer.Option("--verify", help="Let the server test our rules")] = False,
    problems: Annotated[
        int, typer.Option(metavar="N", min=1, help="Problems to solve with --verify")
    ] = 100,
    quiet: Quiet = False,
    as_json: Json = False,
) -> None:  # fmt: skip
    """Play Kalah on a server that speaks the Kalah Game Protocol.

    A first move is sent at once, and every better one as it is found.
    A player without a limit of its own searches until the server stops it.
    It plays until the server says goodbye; Ctrl-C leaves before.
    With --verify the exit code is 1 if the server calls a solution wrong.

    Example: plyground connect kgp wss://kalah.example.org/socket --name Ada
    """
    from plyground.adapters.kgp.client import Identity
    from plyground.adapters.kgp.connection import Address

    address = Address.parse(url)
    if token is not None and not token:
        raise PlygroundError("--token must not be empty; leave it out to play anonymously")
    if token is not None and not address.is_private:
        warn("plyground: anybody on the way can read the token; wss:// hides it")
    view = _View(quiet=quiet, as_json=as_json)
    totals = asyncio.run(
        _play(address, (player, states), Identity(name, token), view, problems if verify else None)
    )
    view.end(totals)
    if totals.rejected:
        raise typer.Exit(1)


async def _play(
    address: Address,
    players: tuple[str, int],
    identity: Identity,
    view: _View,
    problems: int | None,
) -> Totals:
    from plyground.adapters.kgp.client import Client
    from plyground.adapters.kgp.connection import connect as open_connection
    from plyground.adapters.kgp.thinking import Thinking
    from plyground.adapters.kgp.verification import Verification

    thinking = Thinking(*players)
    try:
        connection = await open_connection(address)
        view.note(f"connected to {address.text}")
        client = Client(
            connection, thinking, mode="freeplay" if problems is None else "verify",
            identity=identity, on_answer=view.on_answer,
            verification=Verification(problems, view.on_rejected),
        )  # fmt: skip
        return await client.run()
    finally:
        thinking.close()


class _View:
    """What is printed: a line for each board."""

    def __init__(self, *, quiet: bool, as_json: bool) -> None:
        self._is_still = quiet or as_json
        self._json = as_json
        self._answered = 0

    def note(self, text: str) -> None:
        """Print a line for people."""
        if not self._is_still:
            say(text)

    def on_answer(self, answer: Answer) -> None:
        """Show a board that was answered."""
        self._answered += 1
        if self._json:
            say_json(_plain(answer))
        found = answer.found
        why = f"{found.score_text}, depth {found.depth}" if found else "no search"
        self.note(
            f"{self._answered:5}  house {answer.move:<2}  {why:<24}  {answer.seconds:6.2f} s"
            + ("  stopped" if answer.was_stopped else "")
        )
        if answer.problem:
            warn(f"plyground: {answer.problem}")

    def on_rejected(self, rejection: Rejection) -> None:
        """Show a solution that the server did not accept."""
        solution, said = rejection.solution, visible(rejection.said, keep="")
        if self._json:
            plain = {"event": "rejected", "board": solution.board.text, "move": solution.move}
            ours = {"solution": solution.after.text, "again": solution.again}
            say_json(plain | ours | {"said": said, "misread": rejection.misread or None})
        else:
            why = f" (no mistake: {rejection.misread})" if rejection.misread else ""
            say(f"rejected: {solution.text}; the server says: {said}{why}")

    def end(self, totals: Totals) -> None:
        """Print what it came to."""
        if self._json:
            plain = {"event": "end", "server": totals.server, "version": totals.version}
            counts = {"states": totals.states, "problems": totals.problems}
            known = {"moves_count_from": totals.base, "errors": totals.errors}
            plain_end = plain | counts | {"rejected": totals.rejected} | known
            say_json(plain_end)
        if totals.problems:
            self.note(f"goodbye; problems solved: {totals.problems}, wrong: {totals.rejected}")
            base = "1 or 0; no problem told" if totals.base is None else totals.base
            self.note(f"moves of problems count from {base}{_found_by(totals)}")
        else:
            self.note(f"goodbye; boards answered: {totals.states}")
        for error in totals.errors[-3:]:
            warn(f"plyground: the server says: {visible(error, keep='')}")


def _found_by(totals: Totals) -> str:
    return f", found {totals.base_found_by}" if totals.base_found_by else ""


def _plain(answer: Answer) -> dict[str, object]:
    found = None if answer.found is None else answer.found.to_dict()
    return {
        "event": "answer",
        "board": answer.board.text,
        "move": answer.move,
        "seconds": round(answer.seconds, 4),
        "stopped": answer.was_stopped,
        "found": found,
    }
