"""A PostgreSQL server of the tests' own, on a socket in a folder."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

DEBIANS = sorted(map(str, Path("/usr/lib/postgresql").glob("*/bin")), reverse=True)


@contextmanager
def postgresql_server() -> Iterator[str]:
    """Start a server (which refuses to be root's); yields its URL."""
    pytest.importorskip("psycopg")
    # Debian keeps the server's programs off the path.
    postgres = shutil.which("postgres", path=os.pathsep.join([os.environ["PATH"], *DEBIANS]))
    if postgres is None:
        pytest.skip("there is no PostgreSQL here; scripts/system-packages slow installs it")
    programs = Path(postgres).resolve().parent
    user = "postgres" if os.geteuid() == 0 else None
    with tempfile.TemporaryDirectory(prefix="pg") as folder:
        if user:
            shutil.chown(folder, user)
        data = f"{folder}/data"
        subprocess.run(
            [programs / "initdb", "-D", data, "-U", "me", "-A", "trust"],
            check=True, stdout=subprocess.DEVNULL, user=user, cwd=folder,
        )  # fmt: skip
        command = [str(programs / "postgres"), "-D", data, "-k", folder, "-h", "", "-F"]
        with subprocess.Popen(command, user=user, cwd=folder, stderr=subprocess.DEVNULL) as server:
            try:
                end = time.monotonic() + 30
                while not Path(folder, ".s.PGSQL.5432").exists() and time.monotonic() < end:
                    time.sleep(0.05)
                yield f"postgresql+psycopg://me@/postgres?host={folder}"
            finally:
                server.send_signal(signal.SIGINT)
