"""The engines as WebAssembly: compiled from the C++ sources by ziglang, and kept.

Boards of more than 64 bits have an engine of their own, which only those who play them load.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import shlex
import subprocess
import sys
from pathlib import Path

from plyground.errors import PlygroundError
from plyground.storage import write_whole

SOURCE = Path("wasm") / "engine.cpp"
# Exceptions are compiled as traps: nothing in the engine catches any.
FLAGS = (
    "-target", "wasm32-wasi", "-mexec-model=reactor", "-std=c++20", "-fno-rtti",
    "-fignore-exceptions", "-Wl,--strip-all",
    "-mcpu=generic+simd128+bulk_memory+sign_ext+nontrapping_fptoint",
)  # fmt: skip
# By the file of the engine. The usual one is as fast as its size allows (docs/static-site.md).
ENGINES = {
    "engine.wasm": ("-O2", "-mllvm", "-inline-threshold=75"),
    "wide.wasm": ("-Os", "-DPLY_WIDE"),
}


def sources() -> Path:
    """Return the folder with the sources: here, or above the installed package."""
    for folder in (Path.cwd(), *Path(__file__).resolve().parents):
        if (folder / SOURCE).is_file():
            return folder
    raise PlygroundError(
        "the engine is compiled from the sources, which are not here; run this in a clone of "
        "plyground (make site), or give the folder of compiled engines with --engines"
    )


def compiled() -> dict[str, bytes]:
    """Return the engines, compiled now or at an earlier time from the same sources."""
    return {name: _compiled(sources(), (*FLAGS, *more)) for name, more in ENGINES.items()}


def _compiled(folder: Path, flags: tuple[str, ...]) -> bytes:
    kept = folder / "build" / "wasm" / f"{_fingerprint(folder, flags)}.wasm"
    if kept.is_file():
        return kept.read_bytes()
    if importlib.util.find_spec("ziglang") is None:
        raise PlygroundError(
            "compiling the engine needs ziglang; install it with pip install 'plyground[site]'"
        )
    kept.parent.mkdir(parents=True, exist_ok=True)
    fresh = kept.with_suffix(f".{os.getpid()}")
    command = [sys.executable, "-m", "ziglang", "c++", *flags, str(SOURCE), "-o", str(fresh)]
    # Libraries that zig compiles for itself are kept there as well.
    environment = {"ZIG_GLOBAL_CACHE_DIR": str(kept.parent / "zig")} | os.environ
    made = subprocess.run(
        command, cwd=folder, capture_output=True, text=True, check=False, env=environment
    )
    if made.returncode:
        reason = next(iter(made.stderr.strip().splitlines()), "no reason given")
        raise PlygroundError(f"the engine did not compile ({shlex.join(command[1:4])}): {reason}")
    content = fresh.read_bytes()
    fresh.unlink()
    write_whole(kept, content)
    return content


def _fingerprint(folder: Path, flags: tuple[str, ...]) -> str:
    """Return what stands for the sources and the flags."""
    found = hashlib.sha256(" ".join(flags).encode())
    for part in ("wasm", "core"):
        for path in sorted((folder / part).rglob("*.[ch]pp")):
            found.update(path.relative_to(folder).as_posix().encode() + path.read_bytes())
    return found.hexdigest()[:24]
