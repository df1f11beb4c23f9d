"""Files hold one idea and functions fit on a screen: at most 400 lines, and at most 50.

Functions in JavaScript are measured by eslint (see eslint.config.js).
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import lizard
import pytest

from tests.support.paths import ROOT

MOST_LINES, MOST_LINES_OF_A_FUNCTION = 400, 50

_ENDINGS = {".py", ".hpp", ".cpp", ".js", ".css", ".html", ".java"}
_FOLDERS = ("benchmarks", "bindings", "core", "examples", "src", "tests", "wasm")


def sources(*endings: str) -> Iterator[Path]:
    for folder in _FOLDERS:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in endings and "__pycache__" not in path.parts:
                yield path


def python_functions(path: Path) -> Iterator[tuple[str, int]]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            assert node.end_lineno is not None
            yield node.name, node.end_lineno - node.lineno + 1


def native_functions(path: Path) -> Iterator[tuple[str, int]]:
    for function in lizard.analyze_file(str(path)).function_list:
        yield function.long_name, function.length


def long_functions(path: Path) -> list[str]:
    measure = python_functions if path.suffix == ".py" else native_functions
    return [
        f"{path.name}: {name} has {lines} lines"
        for name, lines in measure(path)
        if lines > MOST_LINES_OF_A_FUNCTION
    ]


def test_no_file_is_too_long() -> None:
    lengths = {
        str(path.relative_to(ROOT)): path.read_text(encoding="utf-8").count("\n")
        for path in sources(*_ENDINGS)
    }
    assert len(lengths) > 300
    assert {name: lines for name, lines in lengths.items() if lines > MOST_LINES} == {}


def test_no_function_is_too_long() -> None:
    assert [
        problem for path in sources(".py", ".hpp", ".cpp") for problem in long_functions(path)
    ] == []


@pytest.mark.parametrize("lines", [MOST_LINES_OF_A_FUNCTION, MOST_LINES_OF_A_FUNCTION + 1])
def test_a_planted_function_is_measured(lines: int, tmp_path: Path) -> None:
    python, native = tmp_path / "a.py", tmp_path / "a.cpp"
    python.write_text("def f():\n" + "    x = 1\n" * (lines - 1))
    native.write_text("int f() {\n" + "    g();\n" * (lines - 2) + "}\n")
    too_long = lines > MOST_LINES_OF_A_FUNCTION
    assert bool(long_functions(python)) == too_long
    assert bool(long_functions(native)) == too_long
