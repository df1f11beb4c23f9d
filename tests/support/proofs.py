"""For `make test-slow`: say at the end what was proved; a proof that was skipped is a failure."""

from __future__ import annotations

from collections import defaultdict

import pytest


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    cases: dict[tuple[str, str], list[float]] = defaultdict(list)
    for report in terminalreporter.stats.get("passed", []):
        file, _, test = report.nodeid.partition("::")
        area = file.removeprefix("tests/").rpartition("/")[0]
        name = test.partition("[")[0].removeprefix("test_").replace("_", " ")
        cases[area, name].append(report.duration)
    terminalreporter.section("proved")
    for (area, name), seconds in sorted(cases.items()):
        times = f" in {len(seconds)} cases" if len(seconds) > 1 else ""
        terminalreporter.write_line(f"{area}: {name}{times} ({sum(seconds):.0f} s)")


def pytest_sessionfinish(session: pytest.Session) -> None:
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if reporter is not None and reporter.stats.get("skipped"):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
