"""Language runtimes that manage memory themselves: told the limit, and understood when they end.

Java would take a quarter of the machine's memory as its limit, and print what it has to say about
its end on standard output, where it would be taken for a move.
"""

from __future__ import annotations

import re
import signal

from plyground.arena.sandbox.limits import OUT_OF_MEMORY

_JAVA = "JAVA_TOOL_OPTIONS"
_JAVA_SHARE, _JAVA_OWN_MB, _JAVA_LEAST_MB = 0.8, 32, 16  # of the limit; the rest is not heap
# How runtimes end that are refused memory: by an exit code, and with words of their own. Java has
# its own code; those of C++ and Rust abort.
_LAST_WORDS = {
    3: "^Terminating due to java.lang.OutOfMemoryError",
    -signal.SIGABRT: "std::bad_alloc|^memory allocation of [0-9]+ bytes failed",
}


def environment(memory_mb: float) -> dict[str, str]:
    """Return variables that tell runtimes their limits; what the command says itself comes first.

    >>> environment(memory_mb=1024)["JAVA_TOOL_OPTIONS"].split()[0]
    '-Xmx787m'
    """
    heap = max(int(memory_mb * _JAVA_SHARE - _JAVA_OWN_MB), _JAVA_LEAST_MB)
    options = (
        f"-Xmx{heap}m",
        "-XX:+ExitOnOutOfMemoryError",  # also in a thread whose end nobody would notice
        "-XX:+DisplayVMOutputToStderr",
        "-XX:-UsePerfData",
    )
    return {_JAVA: " ".join(options)}


def is_notice(line: str) -> bool:
    """Whether a runtime only repeats what it was told."""
    return line.startswith(f"Picked up {_JAVA}: ")


def ended_without_memory(code: int | None, errors: str) -> bool:
    """Whether a program's end means that it was refused memory.

    Words alone are not enough: anybody can print them.
    """
    if code is None or code == OUT_OF_MEMORY:
        return code is not None
    words = _LAST_WORDS.get(code if code < 128 else 128 - code)  # as shells call signals
    return words is not None and re.search(words, errors, re.MULTILINE) is not None
