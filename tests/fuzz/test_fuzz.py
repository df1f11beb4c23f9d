"""Every parser and constructor, fuzzed: a moment of each here, minutes in the slow tests."""

from __future__ import annotations

import re
import time
from pathlib import Path
from typing import Any

import pytest

from tests.fuzz import driver
from tests.fuzz.all_targets import BAD, TARGETS
from tests.fuzz.driver import HANG, fuzz
from tests.fuzz.files_read import MENACE, weight_files

QUICK = 0.25  # seconds for each target
SLOW = 600.0  # seconds for all of them

FULL = "/".join(["XOOOOOOX", *["OOOOOOOO"] * 6, "XOOOOOOX"])
# What fuzzing has found: each of them crashed, hung or raised something else than our errors.
FOUND: tuple[tuple[str, Any], ...] = (
    ("control", "9" * 20_000 + "x"),
    ("spec", "mtdf:" + "," * 200_000),
    ("spec", "phases:0-6=random;=pvs"),
    ("spec", "phases:=pvs"),
    ("game-name", "squatter(11,fi\x1b[2Jrst=black)"),
    ("position-text", ("watch-your-back", f"{FULL} placing 0")),
    ("weights-toml", re.sub(r"= -?[0-9.]+ +#", f"= {'9' * 400} #", weight_files()[0])),
    ("menace-file", MENACE[0].replace("4,", f"{'4' * 400},")),
    ("weights-xml", "<weights>\ud800</weights>"),
    ("engine", ("mcts", {"net": 2**64})),
    ("engine", ("minimax", {"weights": "(" * 400})),
    ("engine", ("pvs", {"lines": 2**31 - 1})),
    ("engine", ("pvs", {"seed": 10**30})),
    ("limit", {"nodes": 10**30, "depth": 10**30}),
    ("limit", {"time": "1"}),
)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(("name", "case"), FOUND, ids=map(str, range(len(FOUND))))
def test_what_was_found_stays_mended(name: str, case: Any) -> None:
    began = time.process_time()
    TARGETS[name].try_case(case)
    assert time.process_time() - began < HANG


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", TARGETS)
def test_a_few_cases_do_no_harm(name: str) -> None:
    end, number = time.process_time() + QUICK, 0
    while time.process_time() < end or number < 3:
        TARGETS[name].try_case(TARGETS[name].case(1, number))
        number += 1


@pytest.mark.parametrize("kind", BAD)
def test_the_driver_keeps_what_raises_hangs_and_crashes(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(driver, "HANG", 0.3)
    failures = fuzz([kind], 0.05, 1, tmp_path, print)
    assert {failure.kind for failure in failures} == {kind}
    assert f"--again {kind} 1 0\n" in (tmp_path / f"{kind}-1-0.txt").read_text()


@pytest.mark.slow
def test_minutes_of_fuzzing_find_nothing(tmp_path: Path) -> None:
    failures = fuzz(list(TARGETS), SLOW, int(time.time()), tmp_path, print)
    assert [failure.text for failure in failures] == []
