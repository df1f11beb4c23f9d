"""``plyground class serve``: pages, uploads, ladder and rounds of a class in one."""

from __future__ import annotations

import secrets
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from plyground.cli.classroom.options import Folder, link
from plyground.cli.classroom.teams import LINKS, write_links
from plyground.cli.play.serve import Host, Name, NoOpen, Port, Proxy, has_screen, listen, run
from plyground.cli.shared.options import NoSandbox, Workers
from plyground.cli.shared.output import say, warn
from plyground.errors import PlygroundError, shown
from plyground.storage import read_text

if TYPE_CHECKING:
    from plyground.classroom.league import League

_CONNECTIONS = 2400  # of one address: a class may sit behind one, each browser with six
_SWITCH_SECONDS = 0.001  # pages must not wait long while ratings are computed


def serve(
    folder: Folder,
    workers: Workers = None,
    host: Host = "127.0.0.1",
    port: Port = None,
    address: Annotated[
        str | None, typer.Option(metavar="URL", help="Address of the class for links")
    ] = None,
    name: Name = None,
    proxy: Proxy = None,
    no_open: NoOpen = False,
    no_sandbox: NoSandbox = False,
    trust_all: Annotated[
        bool, typer.Option("--trust-all", help="Together with --no-sandbox: really do so")
    ] = False,
) -> None:
    """Serve a class.

    Stop it at any time: nothing that was stored is lost.

    Example: plyground class serve games-2026 --host 0.0.0.0
    """
    from plyground.classroom.league import League
    from plyground.classroom.settings import read_settings
    from plyground.web.app import Settings
    from plyground.web.shared.security import Rates

    settings = read_settings(folder)
    _demand_sandbox(without=no_sandbox, trusted=trust_all)
    sys.setswitchinterval(_SWITCH_SECONDS)
    listener = listen(host, port)
    league = League(settings, workers, sandbox=not no_sandbox)
    public = address or f"http://{host}:{listener.getsockname()[1]}"
    _add_teams(league, public)
    served = Settings(
        data=settings.folder / "board.db", token=secrets.token_urlsafe(12),
        hosts=tuple(name or ()), proxies=tuple(proxy or ()), league=league,
        rates=Rates(connections=_CONNECTIONS),
    )  # fmt: skip
    lines = (f"{settings.name}: {len(league.register.teams())} teams",)
    run(listener, host, served, lines, opens=not no_open and has_screen(), path="class")


def _demand_sandbox(*, without: bool, trusted: bool) -> None:
    """Refuse to run what strangers upload without a sandbox, unless told twice."""
    from plyground.arena.sandbox.bubblewrap import problem

    why = problem()
    if not without and why is not None:
        raise PlygroundError(
            f"uploads run in a sandbox only, and {why}; install bubblewrap. If you trust every "
            "student with your account, give --no-sandbox --trust-all"
        )
    if without and not trusted:
        raise PlygroundError(
            "without a sandbox every upload can read, change and send whatever you can; "
            "give --trust-all as well if that is what you want"
        )
    if without:
        warn("plyground: NO SANDBOX: every upload can read and write files as you can")


def _add_teams(league: League, address: str) -> None:
    """Add the teams that were written into the file of teams since the last start."""
    from plyground.classroom.register import read_teams

    path: Path = league.settings.folder / league.settings.teams
    if not path.is_file():
        return
    keys = league.register.add_teams(read_teams(read_text(path)))
    if keys:
        links = league.settings.folder / LINKS
        write_links(links, {team: link(address, key) for team, key in keys.items()})
        say(f"{len(keys)} new teams; their links are in {shown(links)}")
