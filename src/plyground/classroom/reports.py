"""What the check of an upload has found, in plain words."""

from __future__ import annotations

from typing import Any

from plyground.classroom.register import CHECKING, VALID, Version


def verdict(version: Version) -> str:
    """Return in one sentence what became of an upload."""
    if version.status == CHECKING:
        return f"Version {version.number} waits for its check."
    if version.status == VALID:
        return f"Version {version.number} is valid. It plays from now on."
    failed = [case for case in version.report if case["problem"] is not None]
    return f"Version {version.number} is not valid: {_lower(str(failed[0]['problem']))}"


def report_text(version: Version) -> str:
    """Return the whole report, with what the agent printed."""
    lines = [verdict(version), *map(_line, version.report)]
    printed: list[str] = []
    for case in version.report:
        if case["details"] and case["details"] not in printed:
            printed.append(case["details"])
    for text in printed:
        lines += ["", "It printed on its standard error:", *(f"    {x}" for x in text.splitlines())]
    return "\n".join(lines)


def _line(case: dict[str, Any]) -> str:
    mark = "✓" if case["problem"] is None else "✗"
    problem = "" if case["problem"] is None else f"\n    {case['problem']}"
    return f"{mark} {case['case']}{problem}"


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:]
