"""Tries to talk to a server on this machine; its port stands in a file named after it."""

import socket
import sys
from pathlib import Path
from typing import Any


def choose(position: Any, _clock: Any) -> Any:
    port = int(Path(__file__).with_suffix(".txt").read_text())
    try:
        socket.create_connection(("127.0.0.1", port), 0.1).sendall(b"all your moves")
        print("connected", file=sys.stderr)
    except OSError as error:
        print(type(error).__name__, file=sys.stderr)
    return position.legal_moves[0]
