"""The engine as WebAssembly: compiled from the C++ sources by ziglang, and kept."""

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
    "-target", "wasm32-wasi", "-mexec-model=reactor", "-std=c++20", "-Os", "-fno-rtti",
    "-fignore-exceptions", "-mcpu=generic+simd128+bulk_memory", "-Wl,--strip-all",
    "-mllvm", "-inline-threshold=15",
)  # fmt: skip


def sources() -> Path:
    """Return the folder with the sources: here, or above the installed package."""
    for folder in (Path.cwd(), *Path(__file__).resolve().parents):
        if (folder / SOURCE).is_file():
            return folder
    raise PlygroundError(
        "the engine is compiled from the sources, which are not here; run this in a clone of "
        "plyground (make site), or give a compiled engine with --engine"
    )


def compiled() -> bytes:
    """Return the engine, compiled now or at an earlier time from the same sources."""
    folder = sources()
    kept = folder / "build" / "wasm" / f"{_fingerprint(folder)}.wasm"
    if kept.is_file():
        return kept.read_bytes()
    if importlib.util.find_spec("ziglang") is None:
        raise PlygroundError(
            "compiling the engine needs ziglang; install it with pip install 'plyground[site]'"
        )
    kept.parent.mkdir(parents=True, exist_ok=True)
    fresh = kept.with_suffix(f".{os.getpid()}")
    command = [sys.executable, "-m", "ziglang", "c++", *FLAGS, str(SOURCE), "-o", str(fresh)]
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


def _fingerprint(folder: Path) -> str:
    """Return what stands for the sources and the flags."""
    found = hashlib.sha256(" ".join(FLAGS).encode())
    for part in ("wasm", "core"):
        for path in sorted((folder / part).rglob("*.[ch]pp")):
            found.update(path.relative_to(folder).as_posix().encode() + path.read_bytes())
    return found.hexdigest()[:24]
