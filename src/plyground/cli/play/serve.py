"""``plyground serve``: the browser board."""

from __future__ import annotations

import contextlib
import os
import secrets
import socket
import sys
import webbrowser
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from plyground.cli.shared.output import say
from plyground.errors import PlygroundError, shown
from plyground.games.own.entry import register
from plyground.games.python_file import start_in_file

if TYPE_CHECKING:
    from plyground.web.app import Settings

_PORT = 8765
_EVERYWHERE = ("0.0.0.0", "")  # hosts that stand for all addresses of a machine
_SWITCH_SECONDS = 0.001
_GAMES = typer.Argument(
    metavar="GAME.py", show_default=False, help="Offer this game written in Python",
)  # fmt: skip

# What every server takes.
Host = Annotated[
    str, typer.Option(metavar="ADDRESS", help="Address; 0.0.0.0 admits other machines")
]
Port = Annotated[
    int | None,
    typer.Option(
        metavar="PORT", min=0, max=65535, show_default=f"{_PORT} or a free one", help="Port"
    ),
]
Name = Annotated[list[str] | None, typer.Option(metavar="NAME", help="Host name of this machine")]
NoOpen = Annotated[bool, typer.Option("--no-open", help="Do not open a browser")]
Proxy = Annotated[
    list[str] | None,
    typer.Option(metavar="ADDRESS", help="Trust X-Forwarded-For from this proxy or network"),
]


def serve(
    games: Annotated[list[str] | None, _GAMES] = None,
    host: Host = "127.0.0.1",
    port: Port = None,
    no_open: NoOpen = False,
    data: Annotated[
        Path | None, typer.Option(metavar="FILE", help="File that stores the games")
    ] = None,
    token: Annotated[
        str | None,
        typer.Option(
            metavar="TOKEN", show_default="random", help="Required for players that run a program"
        ),
    ] = None,
    name: Name = None,
    watch: Annotated[
        list[Path] | None, typer.Option(metavar="FILE", help="Show this tournament store")
    ] = None,
    proxy: Proxy = None,
) -> None:
    """Play, watch and analyse in the browser.

    Games are stored: stop the server at any time and continue later.

    Only games named here are offered besides the built-in ones.

    Example: plyground serve reversi.py --port 8000 --no-open
    """
    from plyground.web.app import Settings

    _offer(games or [])

    settings = Settings(
        data=_data_file(data),
        token=token or secrets.token_urlsafe(12),
        hosts=tuple(name or ()),
        watch=tuple(watch or ()),
        proxies=tuple(proxy or ()),
    )
    lines = (
        f"games are stored in {shown(settings.data)}",
        f"token for players that run a program: {settings.token}",
    )
    run(listen(host, port), host, settings, lines, opens=not no_open and has_screen())


def _offer(games: list[str]) -> None:
    """Make games written in Python known."""
    if games:  # their searches run Python code: others must not wait long for the interpreter
        sys.setswitchinterval(_SWITCH_SECONDS)
    for game in games:
        entry = register(start_in_file(game))
        say(f"offers {entry.face.title}, as {entry.name}, from {shown(game)}")


def run(
    listener: socket.socket, host: str, settings: Settings, lines: Sequence[str], *,
    opens: bool, path: str = "",
) -> None:  # fmt: skip
    """Serve until Ctrl-C; say where once the server is there, and what else is to be known."""
    from plyground.web import server

    config = server.configured(settings)
    port = listener.getsockname()[1]
    address = f"http://{_shown_host(host)}:{port}/{path}"

    class Server(server.Server):
        """Says where it is once it is there."""

        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            say(f"plyground is at {address}")
            if host in _EVERYWHERE and (here := _network_address()):
                say(f"other devices open http://{here}:{port}/{path}")
            for line in lines:
                say(line)
            say("Ctrl-C stops the server")
            if opens:
                webbrowser.open(address)

    # Ctrl-C is how it is meant to end: it is passed on when everything is closed.
    with listener, contextlib.suppress(KeyboardInterrupt):
        Server(config).run(sockets=[listener])


def listen(host: str, port: int | None) -> socket.socket:
    """Open the port: the one asked for, or else the usual one, or else any that is free."""
    for wanted in (port,) if port is not None else (_PORT, 0):
        try:
            listener = socket.create_server((host, wanted), backlog=512)
        except OSError as error:
            problem = error
        else:
            # Moves are small messages in a row: none must wait for the other end's receipt.
            listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            return listener
    reason = problem.strerror or str(problem)
    raise PlygroundError(f"cannot listen on {shown(host)}, port {port or _PORT}: {reason}")


def _data_file(given: Path | None) -> Path:
    """Return the file for games; the usual one is where programs keep what they must not lose."""
    if given is not None:
        return given
    base = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    folder = Path(base) / "plyground"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise PlygroundError(
            f"{shown(folder)}: cannot be created: {error.strerror}; choose a file with --data"
        ) from None
    return folder / "games.db"


def _shown_host(host: str) -> str:
    """Return a host for an address: one that can be opened."""
    host = {"0.0.0.0": "127.0.0.1", "::": "::1", "": "127.0.0.1"}.get(host, host)
    return f"[{host}]" if ":" in host else host


def _network_address() -> str | None:
    """Return this machine's address in its network; None where there is no network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # kept for documentation; nothing is sent
        except OSError:
            return None
        found: str = probe.getsockname()[0]
    return found


def has_screen() -> bool:
    """Whether a browser can be shown."""
    if sys.platform in ("darwin", "win32"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
