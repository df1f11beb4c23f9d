"""Looks at the class of ``benchmarks.classroom`` while it runs, and judges it at the end."""

from __future__ import annotations

import json
import threading
import time
from collections import Counter
from typing import Any

import httpx

from benchmarks.classroom_agents import Upload
from tests.support.classroom import Caller, Class
from tests.support.server import PATIENCE, Server

_REST_SECONDS = 0.1  # between two looks
_SHOWN_SECONDS = 20.0  # between two lines of progress

# How a report begins, by the reason.
_SAYS = {
    "time": "It took longer", "memory": "It used more memory", "illegal": "It played a move",
    "crash": "Its process ended", "output": "It printed too much", "startup": "It did not start",
}  # fmt: skip


class Wrong:
    """What should not have happened."""

    def __init__(self) -> None:
        self.texts: list[str] = []

    def unless(self, is_so: bool, text: str) -> None:
        """Take down a text unless all is well."""
        if not is_so:
            self.texts.append(text)


class Watch:
    """Uploads the agents, and looks at the pages of the class and its teams in turn."""

    def __init__(self, server: Server, made: Class, uploads: dict[str, Upload]) -> None:
        self._uploads = uploads
        self._callers = {name: Caller(server, made.keys[name]) for name in uploads}
        self._staff = Caller(server, made.staff)
        self._pages = httpx.Client(base_url=server.url, timeout=PATIENCE)
        self.took: list[float] = []  #: seconds for a page or an answer
        self.began: dict[str, float] = {}
        self.rated: dict[str, float] = {}  #: when the ladder first showed a rating with error bars
        self.complete: dict[str, float] = {}  #: when all first games were played
        self.games = 0
        self.said = ""  #: all that teams can read

    def run(self, teams: list[str], seconds: float) -> None:
        """Upload everything at once, and look on for so long."""
        end = time.monotonic() + seconds
        uploading = threading.Thread(target=self._upload, args=(teams,))
        uploading.start()
        shown = time.monotonic()
        for number in range(10**9):
            if time.monotonic() > end:
                break
            self._look(teams[number % len(teams)])
            if time.monotonic() > shown + _SHOWN_SECONDS:
                shown = time.monotonic()
                self._tell(shown - (end - seconds))
            time.sleep(_REST_SECONDS)
        uploading.join()

    def _upload(self, teams: list[str]) -> None:
        for team in teams:
            one = self._uploads[team]
            self.began[team] = time.monotonic()
            self._callers[team].upload(one.content, "agent.py", one.run)

    def _look(self, team: str) -> None:
        view = self._timed(self._staff.http, "/api/class").json()
        self.games = view["games"]
        for row in view["ladder"]:
            elo = row["elo"] or {"low": None, "high": None}
            if row["rank"] is not None and None not in (elo["low"], elo["high"]):
                self.rated.setdefault(row["name"], time.monotonic())
                if not row["first"]:
                    self.complete.setdefault(row["name"], time.monotonic())
        self._timed(self._pages, "/class")
        self._timed(self._callers[team].http, "/api/class/team")

    def _timed(self, http: httpx.Client, path: str) -> httpx.Response:
        began = time.monotonic()
        answer = http.get(path)
        self.took.append(time.monotonic() - began)
        assert answer.status_code == 200, answer.text
        return answer

    def _tell(self, seconds: float) -> None:
        done = sum(name in self.rated for name in self._uploads)
        print(f"{seconds:4.0f} s: {self.games} games, {done} rated,", end=" ")
        print(f"{len(self.complete)} with all first games, p95 {1000 * self.page_p95():.0f} ms",
              flush=True)  # fmt: skip

    def waits(self, good: dict[str, Upload]) -> list[float]:
        """Return how long each honest team waited for its first rating."""
        never = float("inf")
        return [self.rated.get(team, never) - self.began[team] for team in good]

    def page_p95(self) -> float:
        """Return the seconds within which 95 % of the answers came."""
        return sorted(self.took)[int(0.95 * len(self.took))]

    def judge(self, wrong: Wrong) -> list[str]:
        """Compare what became of everybody with what should have; returns the ladder's order."""
        for team, one in self._uploads.items():
            view = self._callers[team].get("/team")
            self.said += json.dumps(view)
            self._judge(team, one, view, wrong)
        wrong.unless("STOLEN" not in self.said, "a spy has found something")
        wrong.unless(self._staff.get("")["problem"] is None, "the class has stopped")
        return [row["name"] for row in self._staff.get("")["ladder"] if row["rank"] is not None]

    def _judge(self, team: str, one: Upload, view: dict[str, Any], wrong: Wrong) -> None:
        [version] = view["versions"]
        problems = [case["problem"] for case in version["cases"] if case["problem"]]
        lost = Counter({each["reason"]: each["games"] for each in view["losses"]})
        faults = {reason for reason in lost if reason not in ("end", "adjudicated")}
        status, said = version["status"], f"{team}: {version['status']} {problems[:1]} {dict(lost)}"
        if not one.spec:
            print(f"{said[:150]} (expected {one.expected})")
        if one.expected == "end":
            wrong.unless(status == "valid" and not faults, said)
        elif one.expected.startswith("rated "):
            expected = one.expected.partition(" ")[2]
            wrong.unless(
                status == "valid" and faults <= {expected} and len(view["games"]) > 0, said
            )
        else:
            text = "".join(problems[:1])
            wrong.unless(status == "invalid" and text.startswith(_SAYS[one.expected]), said)
