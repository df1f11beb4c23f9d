"""Builds the Linux wheels and tries them: make wheel.

ziglang from PyPI compiles for old glibc and for aarch64. A Python 3.11 makes the wheel for 3.11, a
newer one the wheel that all later versions share (the stable interface). auditwheel checks each,
and those for this machine are installed and used where no compiler is.
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import platform
import shutil
import subprocess
import sys
import time
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]
WORK = ROOT / "build" / "wheels"
GLIBC = (2, 17)
SHARED = (3, 12)  # the first Python with everything that the stable interface needs
# Its baseline in zig's words; CMakeLists.txt has it in those of GCC.
BASELINES = {"x86_64": "-march=x86_64_v2", "aarch64": ""}
ASK = """
import os, sys, sysconfig
headers = os.path.join(sysconfig.get_paths()["include"], "Python.h")
print(*sys.version_info[:2], int(os.path.exists(headers)), sysconfig.get_config_var("SOABI"))
"""


@dataclass(frozen=True)
class Interpreter:
    """A Python that a wheel is built with."""

    program: str
    version: tuple[int, int]
    soabi: str

    @property
    def is_shared(self) -> bool:
        """Whether its wheel also serves later versions."""
        return self.version >= SHARED


def main() -> None:
    """Build, check and try the wheels."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--processor", choices=BASELINES, action="append", help="[default: all]")
    processors = parser.parse_args().processor or list(BASELINES)
    shutil.rmtree(WORK / "raw", ignore_errors=True)
    found = list(interpreters())
    if not any(one.is_shared for one in found):
        say("no Python 3.12 or later with headers: the wheel for it is left to cibuildwheel")
    for one in found:
        for processor in processors:
            wheel = repaired(built(one, processor), processor)
            if processor == platform.machine():
                use(wheel, one)


def interpreters() -> Iterator[Interpreter]:
    """Find a Python 3.11 and the first later one: this one, on PATH, or installed beside it."""
    beside = Path(sys.base_prefix).parent
    programs = [sys.executable]
    for minor in range(11, 20):
        programs += filter(None, [shutil.which(f"python3.{minor}")])
        programs += map(str, beside.glob(f"*3.{minor}*/bin/python3.{minor}"))
    seen: set[bool] = set()
    for program in programs:
        asked = subprocess.run([program, "-c", ASK], capture_output=True, text=True, check=False)
        if asked.returncode:  # a name that stands for no Python here
            continue
        *version, has_headers, soabi = asked.stdout.split()
        one = Interpreter(program, (int(version[0]), int(version[1])), soabi)
        if has_headers == "1" and one.version >= (3, 11) and one.is_shared not in seen:
            seen.add(one.is_shared)
            yield one


def built(python: Interpreter, processor: str) -> Path:
    """Compile a wheel for a processor with an old glibc."""
    name = f"{'cp312-abi3' if python.is_shared else 'cp311'}-{processor}"
    say(f"{name}: compiling")
    out = WORK / "raw" / name
    tools = {tool: str(_tool(tool, processor)) for tool in ("c++", "ar", "ranlib")}
    options = [f"-DCMAKE_AR={tools['ar']}", f"-DCMAKE_RANLIB={tools['ranlib']}"]
    options += [f"-DPLYGROUND_BASELINE={BASELINES[processor]}"]
    if processor != platform.machine():
        options += ["-DCMAKE_SYSTEM_NAME=Linux", f"-DCMAKE_SYSTEM_PROCESSOR={processor}"]
        options += [f"-DPLYGROUND_STUB={_stub()}"]
    suffix = f".{python.soabi.replace(platform.machine(), processor)}.so"
    environment = (
        {"ZIG_GLOBAL_CACHE_DIR": str(WORK / "zig")}
        | os.environ
        | {
            "CXX": tools["c++"],
            "CMAKE_ARGS": " ".join(options),
            "SKBUILD_BUILD_DIR": str(WORK / "cmake" / name),
            "SKBUILD_WHEEL_PY_API": "cp312",  # older ones ignore it
            "SETUPTOOLS_EXT_SUFFIX": suffix,
            "_PYTHON_HOST_PLATFORM": f"linux-{processor}",
        }
    )
    command = [python.program, "-m", "pip", "--quiet", "--disable-pip-version-check"]
    run([*command, "wheel", "--no-deps", "--wheel-dir", str(out), str(ROOT)], environment)
    return next(out.glob("*.whl"))


def _tool(name: str, processor: str) -> Path:
    """Write a program that CMake can call for a part of zig, also where pip hides our packages."""
    found = importlib.util.find_spec("ziglang")
    if found is None or found.origin is None:
        raise SystemExit("wheels are compiled by ziglang: pip install 'plyground[wheels]'")
    path = WORK / "tools" / f"{processor}-{name}"
    path.parent.mkdir(parents=True, exist_ok=True)
    target = f" -target {processor}-linux-gnu.{GLIBC[0]}.{GLIBC[1]}" if name == "c++" else ""
    zig = Path(found.origin).parent / "zig"
    path.write_text(f'#!/bin/sh\nexec "{zig}" {name}{target} "$@"\n', encoding="utf-8")
    path.chmod(0o755)
    return path


def _stub() -> Path:
    """Return the types of the core from a wheel for this machine: they do not differ."""
    wheel = next((WORK / "raw").glob(f"*-{platform.machine()}/*.whl"), None)
    if wheel is None:
        raise SystemExit(f"build the wheel for {platform.machine()} first: it has the types")
    with zipfile.ZipFile(wheel) as files:
        return Path(files.extract("plyground/_core.pyi", WORK / "types"))


def repaired(wheel: Path, processor: str) -> Path:
    """Have auditwheel check that nothing newer is needed, and name the wheel by it."""
    out = WORK / "repaired"
    shutil.rmtree(out, ignore_errors=True)
    environment = os.environ | {
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    }
    command = [sys.executable, "-m", "auditwheel", "repair", "--plat", "auto"]
    run([*command, "--wheel-dir", str(out), str(wheel)], environment, quiet=True)
    made = next(out.glob("*.whl"))
    if f"manylinux_{GLIBC[0]}_{GLIBC[1]}_{processor}" not in made.name:
        raise SystemExit(f"{made.name} is not a wheel for glibc {GLIBC[0]}.{GLIBC[1]}")
    final = ROOT / "dist" / made.name
    final.parent.mkdir(exist_ok=True)
    made.replace(final)
    say(f"dist/{final.name}: {final.stat().st_size / 1e6:.1f} MB")
    return final


def use(wheel: Path, interpreter: Interpreter) -> None:
    """Install a wheel where no compiler is, and play: as on a fresh machine, in seconds."""
    fresh = WORK / "fresh"
    shutil.rmtree(fresh, ignore_errors=True)
    run([interpreter.program, "-m", "venv", str(fresh)])
    environment = {"PATH": str(fresh / "bin"), "HOME": str(fresh)} | {
        name: value for name, value in os.environ.items() if name.startswith(("PIP_", "SSL_"))
    }
    if shutil.which("c++", path=environment["PATH"]):
        raise SystemExit("there is a compiler in the fresh environment")
    python = str(fresh / "bin" / "python")
    began = time.monotonic()
    run([python, "-m", "pip", "--quiet", "install", "--only-binary=:all:", str(wheel)], environment)
    installed = time.monotonic()
    run([python, str(ROOT / "scripts" / "smoke.py")], environment)
    used = time.monotonic()
    say(
        f"Python {interpreter.version[0]}.{interpreter.version[1]}, a fresh environment without a "
        f"compiler: installed in {installed - began:.1f} s, used for {used - installed:.1f} s"
    )


def run(
    command: list[str], environment: dict[str, str] | None = None, *, quiet: bool = False
) -> None:
    """Run a program far from the sources; what it prints is shown, or only if it fails."""
    done = subprocess.run(
        command, env=environment, cwd=WORK, capture_output=quiet, text=True, check=False
    )
    if done.returncode:
        raise SystemExit(f"{' '.join(command[:4])} failed\n{done.stderr or ''}".strip())


def say(text: str) -> None:
    """Print a line at once."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
