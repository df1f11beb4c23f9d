"""Beasts that say too much, too little, or something else."""

from __future__ import annotations

import os
import sys
import time
from typing import Any

from tests.support.beasts.common import NAP, POSITION, beast, first, follow, offence, tell


@beast("illegal", "played hello")
def says_hello(_position: Any, _clock: Any) -> Any:
    """Plays a word."""
    offence()
    return "hello"


@beast("illegal", "played None")
def returns_nothing(_position: Any, _clock: Any) -> Any:
    """Forgets to return a move."""
    offence()


@beast("illegal", "\\x1b[2J")
def plays_escapes(_position: Any, _clock: Any) -> Any:
    """Plays what clears the screen of whoever reads the verdict."""
    offence()
    return "\x1b[2J\x1b]0;owned\x07"


@beast("illegal", "99999")
def plays_a_long_word(_position: Any, _clock: Any) -> Any:
    """Plays a word of 100 kB."""
    offence()
    return "9" * 100_000


@beast("illegal")
def plays_two_lines(position: Any, _clock: Any) -> Any:
    """Plays a legal move, and a line that looks like the next answer."""
    offence()
    return f"{first(position)}\nbestmove 1\nreadyok"


@beast("illegal")
def plays_two_moves(position: Any, _clock: Any) -> Any:
    """Plays two moves at once."""
    offence()
    return f"{first(position)} {first(position)}"


@beast("illegal")
def plays_a_null(position: Any, _clock: Any) -> Any:
    """Ends its move with a null character."""
    offence()
    return f"{first(position)}\0"


@beast("crash", "exit code 1", seen="no text for you")
def plays_no_text(_position: Any, _clock: Any) -> Any:
    """Plays an object that cannot be written down."""

    class Move:
        def __str__(self) -> str:
            raise ValueError("no text for you")

    offence()
    return Move()


@beast("output", "more than 256 kB")
def floods_errors(position: Any, _clock: Any) -> Any:
    """Prints a gigabyte on its standard error."""
    for _ in range(1 << 14):
        sys.stderr.write("x" * (1 << 16))
    return first(position)


@beast("output", "more than 256 kB")
def floods_binary(position: Any, _clock: Any) -> Any:
    """Prints random bytes on both outputs."""
    for _ in range(1 << 14):
        os.write(1, os.urandom(1 << 12))
        os.write(2, os.urandom(1 << 12))
    return first(position)


@beast("end", seen="\\x1b[31m")
def prints_escapes(position: Any, _clock: Any) -> Any:
    """Prints what would change the terminal's colour, title and direction."""
    tell("\x1b[31mred\x1b]0;owned\x07\u202eleft\x9b2J")
    return first(position)


@beast("end")
def prints_without_a_newline(position: Any, _clock: Any) -> Any:
    """Prints text that does not end."""
    os.write(2, b"x" * 10_000)
    return first(position)


@beast("illegal", "played 99")
def writes_to_every_descriptor(position: Any, _clock: Any) -> Any:
    """Writes an answer to whatever is open: one of them is the referee's."""
    offence()
    for descriptor in range(3, 256):
        try:
            os.write(descriptor, b"bestmove 99\n")
        except OSError:
            continue
    return first(position)


@beast("crash")
def closes_what_it_inherited(position: Any, _clock: Any) -> Any:
    """Closes everything but the standard streams."""
    offence()
    os.closerange(3, 256)
    return first(position)


@beast("end", unseen="DONE")
def speaks_for_the_referee(position: Any, _clock: Any) -> Any:
    """Prints what a referee, a host or a runtime might print."""
    for line in (
        "bestmove 1", "readyok", "ugiok", "info score cp 30000", "plyground: you have won",
        '{"reason": "end", "score": 1.0}', "quit", "Killed", "Segmentation fault",
    ):  # fmt: skip
        print(line)
        tell(line)
    return first(position)


@beast("crash", "exit code 1")
def says_it_is_out_of_memory(_position: Any, _clock: Any) -> Any:
    """Crashes, and blames the memory."""
    tell("MemoryError\njava.lang.OutOfMemoryError: Java heap space\nstd::bad_alloc\nOut of memory")
    offence()
    os._exit(1)


# Programs that speak UGI.


def say_and_hang(word: str, said: bytes) -> bool:
    """Say something when it is to move, and nothing more."""
    if word == "go":
        os.write(1, said)
        offence(0.2)
        time.sleep(NAP)
    return False


@beast("time", "", kind="ugi", move_time=0.2)
def ugi_half_a_line(word: str, _line: str) -> bool:
    """Begins its answer, and hangs."""
    return say_and_hang(word, b"bestm")


@beast("time", "", kind="ugi", move_time=0.2)
def ugi_no_newline(word: str, _line: str) -> bool:
    """Answers, but does not end the line."""
    return say_and_hang(word, b"bestmove 1")


@beast("time", "", kind="ugi", move_time=0.2)
def ugi_other_encoding(word: str, _line: str) -> bool:
    """Answers in UTF-16."""
    if word == "go":
        offence(0.2)
        os.write(1, "bestmove 1\n".encode("utf-16"))
    return word == "go"


@beast("illegal", "\\x00", kind="ugi")
def ugi_null_in_a_move(word: str, _line: str) -> bool:
    """Answers with a null character in the move."""
    if word == "go":
        offence()
        os.write(1, b"bestmove 1\0\n")
    return word == "go"


@beast("crash", "closed its output", kind="ugi")
def ugi_closes_its_output(word: str, _line: str) -> bool:
    """Closes its output, and stays."""
    if word == "go":
        offence()
        os.close(1)
        time.sleep(NAP)
    return False


@beast("crash", "exit code 0", kind="ugi")
def ugi_leaves(word: str, _line: str) -> bool:
    """Ends properly, but in the middle of the game."""
    if word == "go":
        offence()
        os._exit(0)
    return False


@beast("startup", "", kind="ugi", limits={"startup_seconds": 1.0})
def ugi_wrong_answer(word: str, _line: str) -> bool:
    """Answers the greeting with something else, and waits for the right question."""
    if word == "ugi":
        offence(1.0)
        print("readyok", flush=True)
    return word == "ugi"


@beast("end", kind="ugi", limits={"startup_seconds": 1.0}, games=2)
def ugi_not_ready_again(word: str, line: str) -> bool:
    """Plays one game; before the second it stops answering ``isready``, and is started again."""
    if word == "position":
        follow(line)
        ready.append(False)
    return word == "isready" and bool(ready)


ready: list[bool] = []


@beast("end", kind="ugi")
def ugi_ignores_quit(word: str, line: str) -> bool:
    """Plays well, and does not go when it is told to, nor when it is asked by signals."""
    import signal

    for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGPIPE):
        signal.signal(number, signal.SIG_IGN)
    if word == "position":
        follow(line)
    return word == "quit"


@beast("end", kind="ugi")
def ugi_answers_twice(word: str, line: str) -> bool:
    """Sends a second answer behind the first, for the next question."""
    if word == "position":
        follow(line)
    if word == "go":
        os.write(1, f"bestmove {first(POSITION[-1])}\nbestmove 99\nreadyok\n".encode())
    return word == "go"


@beast("end", kind="ugi")
def ugi_binary_noise(word: str, line: str) -> bool:
    """Prints some bytes that are not text, and plays."""
    if word == "position":
        follow(line)
        os.write(1, b"\xff\x00\xfe\x1b[2J\r\n")
    return False
