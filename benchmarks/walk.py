"""How many functions of ours one thing passes through: a move at the terminal, a click, a match.

    python -m benchmarks.walk                   # from the project's folder; all three, as counts
    python -m benchmarks.walk match --list      # one of them, with its functions

Each walk is run for real, with every Python process traced, and with every script of the page.

on the path: a function of ours that stands on the call stack when the move, or the request for it,
  or the result is handed on: printed, sent, received, put into the database, read by the core,
  drawn on the board; or when a process, thread or task is started that will carry it. Who formats,
  checks or looks something up on the way is not on the path.
all: every function of ours that was called at all.

What counts are distinct (file, function) pairs of src/plyground, in all processes together: not
comprehensions, lambdas (unnamed functions of JavaScript), properties, or what runs while a module
is being imported; and of the path, not getting ready, watching and cleaning up (walk_trace.py has
the lists).

play: `plyground play`, from the command to the engine's reply to one move on the screen.
click: from a click on the board of a running game to the engine's reply on the board.
match: `plyground match file:agent.py random --pairs 1 --workers 1 --save FILE`, from the command to
  the result on the screen, with the worker's process and the agent's.

Functions in files, in 0.1.0 and now; by hand, somebody else counted 0.1.0 with looser rules:

             0.1.0: path    all          by hand      now: path    all
    play     18 in 7        84 in 23     32 in 16     13 in 8      109 in 33
    click    47 in 20       202 in 52    45 in 22     28 in 14     199 in 53
    match    50 in 16       256 in 41    50 in 24     32 in 16     334 in 55
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path

HERE = Path(__file__).resolve().parent
PACKAGE = HERE.parent / "src" / "plyground"
FOLDER = "PLYGROUND_WALK"  #: the variable that tells traced processes where to write
SWITCH, BY_SWITCH = "recording", "by-switch"  #: files there: whether to record, and only then

Walk = tuple[set[str], set[str]]  # on the path, all; each as "file:function"


def traced(folder: Path) -> dict[str, str]:
    """Return the environment for Python processes that are to be traced, theirs included."""
    hook = folder / "hook"
    hook.mkdir()
    (hook / "sitecustomize.py").write_text(
        f"import sys\nsys.path.append({str(HERE)!r})\nimport walk_trace\nwalk_trace.start()\n"
    )
    path = os.pathsep.join(filter(None, [str(hook), os.environ.get("PYTHONPATH", "")]))
    return os.environ | {"PYTHONPATH": path, FOLDER: str(folder), "PYTHONUNBUFFERED": "1"}


def properties() -> set[str]:
    """Return the properties of the package, which look like attributes to whoever reads a walk."""
    found = set()
    for path in PACKAGE.rglob("*.py"):
        for kind in ast.walk(ast.parse(path.read_text("utf-8"))):
            for node in ast.iter_child_nodes(kind) if isinstance(kind, ast.ClassDef) else ():
                if isinstance(node, ast.FunctionDef) and any(
                    "property" in ast.unparse(decorator) for decorator in node.decorator_list
                ):
                    found.add(f"{path.relative_to(PACKAGE)}:{kind.name}.{node.name}")
    return found


def collected(folder: Path, told: Iterable[list[str]] = ()) -> Walk:
    """Gather what all processes have written; what an agent could only print is ``told``."""
    lines = [
        *told,
        *(
            line.split(" ")
            for path in folder.glob("*.calls")
            for line in path.read_text("utf-8").splitlines()
        ),
    ]
    path, everything = set(), set()
    hidden = properties()
    for how, name in lines:
        if name not in hidden:
            everything.add(name)
            if how == "path":
                path.add(name)
    return path, everything


def command(folder: Path, *words: str, lines: str = "") -> str:
    """Run plyground, traced; returns what it prints."""
    program = "from plyground.cli.main import main; main()"
    ended = subprocess.run(
        [sys.executable, "-c", program, *words], input=lines, env=traced(folder), cwd=folder,
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    if ended.returncode not in (0, 1):
        sys.exit(f"plyground {' '.join(words)} failed:\n{ended.stdout}{ended.stderr}")
    return ended.stdout


def play(folder: Path) -> Walk:
    """Make one move at the terminal, and see the reply."""
    command(folder, "play", "--second", "pvs:depth=4", lines="2\nquit\n")
    return collected(folder)


def match(folder: Path) -> Walk:
    """Play a match of two games with one external player, which prints its own part of the walk."""
    agent = folder / "agent"
    agent.mkdir()
    (agent / "walk_trace.py").write_text((HERE / "walk_trace.py").read_text("utf-8"))
    (agent / "agent.py").write_text(AGENT)
    words = ["match", "file:agent/agent.py", "random", "--game", "kalah(4,3)", "--pairs", "1"]
    command(folder, *words, "--workers", "1", "--save", "games.db")
    with sqlite3.connect(folder / "games.db") as store:
        records = [json.loads(text) for (text,) in store.execute("select record from games")]
    told = "".join("".join(record["stderr"]).replace("\n", "") for record in records)
    lines = [part.split(" ") for part in told.split(";") if " " in part]
    if not lines:
        sys.exit(f"the agent did not play: {records}")
    return collected(folder, lines)


AGENT = """
import sys

import walk_trace

walk_trace.start(in_sandbox=True)


def choose(position, clock):
    for line in walk_trace.summary():
        print(line, file=sys.stderr)
    return position.legal_moves[0]
"""


# Notes the functions on the stack whenever the page sends, whenever it hands something on to a
# later task, and whenever it changes the board.
_PAGE = """
(() => {
  Error.stackTraceLimit = 200;
  const seen = (globalThis.walked = new Set());
  const note = () => {
    const stack = new Error().stack.split("\\n").slice(2);
    if (/\\.finish /.test(stack.join("\\n"))) return; // cleaning up
    for (const line of stack) {
      const found = line.match(
        /at (?:async )?(?:new )?([\\w.$#<>]+)(?: \\[.*\\])? \\(.*\\/static\\/\\w+\\/([^:?]+)/);
      if (found && !found[1].includes("<anonymous>")) seen.add(`static/${found[2]}:${found[1]}`);
    }
  };
  const watch = (kind, name, counts) => {
    const asked = kind.prototype[name];
    kind.prototype[name] = function (...given) {
      if (counts(this)) note();
      return asked.apply(this, given);
    };
  };
  watch(WebSocket, "send", () => true);
  watch(Promise, "then", () => true);
  const drawn = (element) => element.isConnected && element.closest("svg.board") !== null;
  for (const name of ["append", "replaceChildren", "setAttribute", "remove"]) {
    watch(Element, name, drawn);
  }
})();
"""


def click(folder: Path) -> Walk:
    """Click on the board, and wait for the reply."""
    from tests.support.browser import SCREENS, Visit, chromium
    from tests.support.server import served

    (folder / BY_SWITCH).touch()
    os.environ |= traced(folder)
    with served(folder / "data.db") as server, chromium() as browser:
        visit = Visit(browser.new_context(base_url=server.url, **SCREENS["desk"]))
        visit.page.add_init_script(_PAGE)
        visit.begin("kalah(6,4)", second="pvs:depth=4")
        visit.make_a_move()  # so that the game is running, and its engine is made
        visit.wait_for_moves(2)
        visit.wait_for_turn()
        before = len(visit.moves())
        profiler = visit.context.new_cdp_session(visit.page)
        profiler.send("Profiler.enable")
        visit.page.wait_for_timeout(1000)  # for what loading still does
        visit.page.evaluate("walked.clear()")
        profiler.send("Profiler.startPreciseCoverage", {"callCount": True, "detailed": False})
        (folder / SWITCH).touch()
        visit.make_a_move()
        visit.wait_for_moves(before + 2)
        visit.wait_for_turn()
        (folder / SWITCH).unlink()
        ran = profiler.send("Profiler.takePreciseCoverage")["result"]
        seen = visit.page.evaluate("[...walked]")
        visit.close()
    called = set()
    for script in ran:
        _, found, file = script["url"].partition("/static/")
        called |= {
            f"web/static/{file.partition('/')[2]}:{function['functionName']}"
            for function in script["functions"]
            if found and function["functionName"] and function["ranges"][0]["count"]
        }
    # A stack names methods with their class, and guesses a name for unnamed functions.
    stood = {
        f"web/{file}:{name.rpartition('.')[2]}"
        for file, _, name in (one.partition(":") for one in seen)
    }
    names = [["path" if name in stood else "all", name] for name in called]
    path, everything = collected(folder, names)
    waiting = {name for name in everything if name.startswith("cli/")}  # who runs the server
    return path - waiting, everything - waiting


WALKS: dict[str, Callable[[Path], Walk]] = {"play": play, "click": click, "match": match}


def main() -> None:
    """Run the walks that were asked for, and print their lengths."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("walks", nargs="*", help=f"some of {', '.join(WALKS)} [default: all]")
    parser.add_argument("--list", action="store_true", help="print the functions, too")
    given = parser.parse_args()
    for name in given.walks or WALKS:
        with tempfile.TemporaryDirectory() as folder:
            path, everything = WALKS[name](Path(folder))
        for title, walk in (("on the path", path), ("all", everything)):
            files = {function.partition(":")[0] for function in walk}
            print(f"{name}: {len(walk)} functions in {len(files)} files {title}")
        for function in sorted(everything) if given.list else ():
            print(f"  {'*' if function in path else ' '} {function}")


if __name__ == "__main__":
    main()
