"""Beasts that end, or break, themselves."""

from __future__ import annotations

import builtins
import ctypes
import os
import signal
import sys
import threading
import time
from typing import Any

from tests.support.beasts.common import NAP, beast, first, offence


@beast("crash", "exit code 0")
def exits(_position: Any, _clock: Any) -> Any:
    """Leaves properly."""
    offence()
    sys.exit(0)


@beast("crash", "exit code 0")
def exits_at_once(_position: Any, _clock: Any) -> Any:
    """Leaves without telling the interpreter."""
    offence()
    os._exit(0)


@beast("end")
def exits_in_a_thread(position: Any, _clock: Any) -> Any:
    """Ends a thread of its own, which is nobody's business."""
    other = threading.Thread(target=sys.exit)
    other.start()
    other.join()
    return first(position)


@beast("crash", "exit code 7")
def exits_from_a_thread(_position: Any, _clock: Any) -> Any:
    """Ends everything from a thread."""
    offence()
    threading.Thread(target=os._exit, args=(7,)).start()
    time.sleep(NAP)


@beast("crash", "exit code 1", seen="RecursionError")
def recurses(position: Any, clock: Any) -> Any:
    """Calls itself without end."""
    offence() if not hasattr(recurses, "begun") else None
    recurses.begun = True
    return recurses(position, clock)


@beast("crash", "signal 11")
def overflows_the_stack(_position: Any, _clock: Any) -> Any:
    """Has Python call itself, in C, until the machine's stack is used up."""
    deep: tuple[Any, ...] = ()
    for _ in range(400_000):
        deep = (deep,)
    offence()
    hash(deep)


@beast("crash", "signal 11")
def reads_from_nowhere(_position: Any, _clock: Any) -> Any:
    """Reads from address 0."""
    offence()
    return ctypes.string_at(0)


@beast("crash", "signal 6")
def aborts(_position: Any, _clock: Any) -> Any:
    """Aborts, as a failed assertion in C does."""
    offence()
    os.abort()


@beast("crash", "signal 15")
def ends_itself_by_a_signal(_position: Any, _clock: Any) -> Any:
    """Sends itself SIGTERM."""
    offence()
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(NAP)


@beast("time", "", move_time=0.2)
def stops_itself(_position: Any, clock: Any) -> Any:
    """Stops itself, so that it is there and does nothing."""
    offence(clock.seconds)
    os.kill(os.getpid(), signal.SIGSTOP)


@beast("crash", "signal 2")
def raises_an_interrupt(_position: Any, _clock: Any) -> Any:
    """Raises what Ctrl-C raises."""
    offence()
    raise KeyboardInterrupt


@beast("crash", "exit code 1", seen="\\x1b[2J", unseen="\x1b")
def raises_escapes(_position: Any, _clock: Any) -> Any:
    """Raises an error whose text clears the screen."""
    offence()
    raise ValueError("\x1b[2J\x1b]0;owned\x07")


@beast("crash")
def forgets_python(position: Any, _clock: Any) -> Any:
    """Removes all that Python itself brings."""
    offence()
    move = first(position)
    builtins.__dict__.clear()
    return move


@beast("startup", "exit code 1", kind="text", seen="nested too deeply")
def nests_too_deeply() -> str:
    """Has an expression that is too deep for Python's parser."""
    return f"class Player:\n    x = {'-' * 100_000}1\n"


@beast("startup", "exit code 1", kind="text", seen="SyntaxError")
def is_no_python() -> str:
    """Is a text in another language."""
    return "public class Agent {\n"


@beast("startup", "exit code 1", kind="text", seen="null bytes")
def is_binary() -> str:
    """Is no text at all."""
    return "\0\x01\x02\xff" * 1000


@beast("startup", "exit code 1", kind="text", seen="has no agent")
def is_empty() -> str:
    """Is an empty file."""
    return ""


@beast("startup", "exit code 0", kind="load")
def exits_when_loaded() -> None:
    """Leaves before it was asked anything."""
    offence()
    os._exit(0)


@beast("startup", "", kind="load", limits={"startup_seconds": 1.0})
def loads_for_ever() -> None:
    """Never finishes loading."""
    offence(1.0)
    while True:
        pass


@beast("startup", "signal 11", kind="load")
def breaks_when_loaded() -> None:
    """Dies while it is loaded."""
    offence()
    ctypes.string_at(0)
