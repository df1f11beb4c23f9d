"""A class in the browser, from the keys to the final."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.conftest import Visiting
from tests.support.browser import PATIENCE, Visit
from tests.support.classroom import FIRST, ILLEGAL, LAST, Class, set_up
from tests.support.server import Server, served
from tests.web.test_browser_friends import host, name_yourself, play_on

LONG = 6 * PATIENCE


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Class:
    return set_up(tmp_path_factory.mktemp("school") / "class", "Ants")


@pytest.fixture(scope="module")
def serving() -> tuple[str, ...]:
    return ("--workers", "2")


@pytest.fixture(scope="module")
def server(made: Class, serving: tuple[str, ...]) -> Iterator[Server]:
    with served(made.folder, *serving) as running:
        yield running


def upload(visit: Visit, content: bytes, name: str = "agent.py") -> None:
    visit.find("#file").set_input_files({"name": name, "mimeType": "", "buffer": content})
    visit.find("#form button").click()


def link_of(visit: Visit, team: str) -> str:
    text = visit.find("#keys pre").inner_text()
    return next(line for line in text.splitlines() if line.startswith(team)).partition(",")[2]


def both_upload(ants: Visit, bees: Visit) -> None:
    """Have two teams upload: one of them something illegal first."""
    for visit in (ants, bees):
        visit.page.wait_for_url("**/class/team")
    upload(ants, ILLEGAL)
    expect(ants.find("#versions .invalid")).to_be_visible(timeout=LONG)
    ants.find("#versions summary").click()
    expect(ants.find("#versions pre")).to_contain_text("woe")
    upload(ants, FIRST)
    upload(bees, LAST)
    for visit in (ants, bees):
        expect(visit.find("#versions .valid")).to_have_text("plays", timeout=LONG)
    bees.check_access()


def look_at_a_team(staff: Visit) -> None:
    """See a team as it sees itself, and have a game played again."""
    staff.go("/class/staff")
    staff.find("#teams a", has_text="Ants").click()
    expect(staff.find("#versions .invalid")).to_be_visible()
    expect(staff.find("#form")).to_be_hidden()
    for file in staff.find("#versions a").all():
        answer = staff.context.request.get(file.get_attribute("href") or "")
        assert answer.body() in (ILLEGAL, FIRST)
    staff.check_access()
    with staff.page.expect_response("**/rerun") as answered:
        staff.find("#games button", has_text="Play again").first.click()
    assert answered.value.status == 204
    staff.go("/class/staff")
    staff.find("#rounds a").first.click()
    expect(staff.find("#cup-status")).to_contain_text("finished", timeout=LONG)


def test_a_class_from_the_keys_to_the_final(
    made: Class, server: Server, visiting: Visiting
) -> None:
    staff = visiting()
    staff.go(f"/class/join#{made.staff}")
    staff.page.wait_for_url("**/class/staff")
    staff.find("#pause").click()
    expect(staff.find("#pause")).to_have_text("Resume the ladder")
    staff.find("#csv").fill("team,members\nBees,Bo")
    staff.find("#teams-form button").click()
    expect(staff.find("#keys pre")).to_contain_text("Bees,http")
    staff.check_access()

    ants, bees = visiting(), visiting("phone")
    ants.go(f"/class/join#{made.keys['Ants']}")
    bees.go(link_of(staff, "Bees"))
    both_upload(ants, bees)
    ants.go("/class")
    expect(ants.find("#ladder tr.own")).to_contain_text("±", timeout=LONG)
    expect(ants.find("#ladder tr.own")).not_to_contain_text("first games left", timeout=LONG)
    ants.check_access()
    staff.find("#round-kind").select_option("knockout")
    staff.find("#round-form button").click()
    staff.find("#rounds a").first.click()
    expect(staff.find("#cup-status")).to_contain_text("finished", timeout=LONG)
    expect(staff.find("#standings")).to_contain_text("Bees v1")
    staff.check_access()
    staff.find("#recent button").first.click()
    expect(staff.find("svg.board")).to_be_visible()
    expect(staff.find("#origin")).to_have_text("Back to the round")
    look_at_a_team(staff)
    ants.go("/class")
    expect(ants.find("#rounds")).to_contain_text("winner", timeout=LONG)
    ants.go("/class/team")
    expect(ants.find("#games tbody tr").first).to_contain_text("Round")
    ants.find("#games a").first.click()
    expect(ants.find("svg.board")).to_be_visible()
    expect(ants.find("#origin")).to_have_text("Back to your team")
    saved = staff.context.request.get("/api/class/staff/export/standings.csv")
    assert "Bees" in saved.text()
    for key in (made.staff, *made.keys.values()):
        assert key not in server.output
        assert key not in ants.page.url


def test_friends_play_on_the_server_of_a_class(visiting: Visiting) -> None:
    ann, bo = visiting("desk"), visiting("phone")
    link, _ = host(ann, "kalah(2,1)")
    bo.page.goto(link)
    name_yourself(bo, "Bo")
    expect(ann.find("#player-far")).to_contain_text("Bo")
    play_on([ann, bo], 100)
    for visit in (ann, bo):
        expect(visit.find("#ended")).to_be_visible()


def test_a_link_that_was_cut_off_leaves_a_form_to_join(visiting: Visiting) -> None:
    visit = visiting("phone")
    visit.expected = ["404", "403", "400"]
    visit.go("/class/join#%E0%A4%A")
    expect(visit.find("#problem")).not_to_be_empty()
    visit.check_access()
    visit.find("#key").fill("wrong")
    visit.find("#form button").click()
    expect(visit.find("#problem")).to_contain_text("not valid any more")
    visit.check_access()
