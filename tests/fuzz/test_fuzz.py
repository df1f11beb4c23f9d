"""Every parser and constructor, fuzzed: a moment of each here, minutes in the slow tests."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from tests.fuzz.all_targets import TARGETS
from tests.fuzz.driver import fuzz

QUICK = 0.25  # seconds for each target
SLOW = 600.0  # seconds for all of them


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", TARGETS)
def test_a_few_cases_do_no_harm(name: str) -> None:
    end, number = time.process_time() + QUICK, 0
    while time.process_time() < end or number < 3:
        TARGETS[name].try_case(TARGETS[name].case(1, number))
        number += 1


@pytest.mark.slow
def test_minutes_of_fuzzing_find_nothing(tmp_path: Path) -> None:
    failures = fuzz(list(TARGETS), SLOW, int(time.time()), tmp_path, print)
    assert [failure.text for failure in failures] == []
