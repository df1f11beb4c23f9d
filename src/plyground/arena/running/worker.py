"""The process of a worker: does the jobs that come in until there are no more, or nobody waits.

python -P -m plyground.arena.running.worker DESCRIPTOR PARENT
"""

from __future__ import annotations

import ctypes
import os
import select
import signal
import sys
import threading
import traceback
import warnings
from collections.abc import Hashable
from contextlib import suppress
from functools import partial
from multiprocessing.connection import Connection
from typing import TYPE_CHECKING, Any

from plyground.errors import PlygroundError
from plyground.games.position import Position

if TYPE_CHECKING:
    from plyground.arena.running.workers import Work

_SET_PARENT_DEATH_SIGNAL = 1


def _work(connection: Connection) -> None:
    """Be a worker: play what comes in until there is nothing more, or nobody to play for."""
    threading.Thread(target=_end_with, args=(connection,), daemon=True).start()
    warnings.simplefilter("ignore")  # whoever started us has warned already
    work: Work[Any, Any] = connection.recv()
    seat = work.open()

    def tell(key: Hashable, position: Position) -> None:
        connection.send(("board", key, position))

    while (job := connection.recv()) is not None:
        try:
            result = seat.play(job, partial(tell, job.key) if work.boards else None)
        except PlygroundError as error:
            connection.send(("error", PlygroundError(str(error))))
        except Exception:
            connection.send(("error", RuntimeError(f"in a worker:\n{traceback.format_exc()}")))
        else:
            connection.send(("result", result))
    seat.close()


def _end_with(connection: Connection) -> None:
    """End this process as soon as nobody waits for its games any more; agents end with it."""
    poll = select.poll()
    poll.register(connection.fileno(), 0)  # nothing but its end
    poll.poll()
    os._exit(0)


def _die_with(parent: int) -> None:
    """Have the system kill us with whoever started us, even while something holds Python's lock."""
    with suppress(OSError, AttributeError):  # elsewhere than on Linux
        ctypes.CDLL(None).prctl(_SET_PARENT_DEATH_SIGNAL, signal.SIGKILL, 0, 0, 0)
    if os.getppid() != parent:
        os._exit(0)  # it has died already


def main() -> None:
    """Work for the process at the other end of a connection."""
    connection, parent = map(int, sys.argv[1:])
    _die_with(parent)
    code = 1
    try:
        _work(Connection(connection))
        code = 0
    except (EOFError, ConnectionError):
        code = 0  # nobody waits for us any more
    except BaseException:
        traceback.print_exc()
    finally:
        # Not by the interpreter's way out: threads that still search can keep it from its end.
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


if __name__ == "__main__":
    main()
