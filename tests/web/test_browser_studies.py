"""Studies, files of games and sharing on the analysis page."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import expect

from tests.conftest import Visiting
from tests.support.browser import Visit

GAME = "/analyse?game=kalah(6,4)&moves=1,1,2&ply=0&first=Ann&second=Bob"


def comment_and_vary(visit: Visit) -> None:
    visit.go(GAME)
    expect(visit.find("#moves .move")).to_have_count(3)
    visit.find("#comment").fill("the start\nof all")
    visit.tap("s2")
    expect(visit.find(".variation .move")).to_have_text(["2"])
    visit.find("#comment").fill("better?")
    expect(visit.find(".variation .comment")).to_have_text("better?")


def check_whole(visit: Visit) -> None:
    """Everything that the study holds is there."""
    expect(visit.find("#moves .move")).to_have_count(4)
    expect(visit.find(".variation .move")).to_have_text(["2"])
    expect(visit.find(".variation .comment")).to_have_text("better?")
    expect(visit.find("#moves li.comment")).to_have_text(["the start\nof all"])
    expect(visit.find("#player-near")).to_contain_text("Ann")


def test_a_study_is_saved_renamed_deleted_and_had_back(visiting: Visiting) -> None:
    visit = visiting("desk")
    comment_and_vary(visit)
    visit.tab_to("#studies summary")
    visit.press("Enter")
    visit.tab_to("#study-name")
    visit.page.keyboard.type("Opening")
    visit.press("Enter")
    expect(visit.find(".study-open b")).to_have_text(["Opening"])
    visit.check_access()
    visit.go("/analyse?game=squatter(6)")
    expect(visit.find("svg.board")).to_be_visible()
    visit.find("#studies summary").click()
    visit.find(".study-open").click()
    check_whole(visit)
    # Saving again changes the study, and does not add one.
    visit.find("#study-name").fill("Openings")
    visit.find("#studies button[type=submit]").click()
    expect(visit.find(".study-open b")).to_have_text(["Openings"])
    visit.tab_to(".study-rename")
    visit.press("Enter")
    visit.page.keyboard.type("Endings")
    visit.press("Enter")
    expect(visit.find(".study-open b")).to_have_text(["Endings"])
    expect(visit.find(".study-rename")).to_be_focused()
    visit.tab_to(".study-delete")
    visit.press("Enter", "Enter")  # Undo has the focus
    expect(visit.find(".study-open b")).to_have_text(["Endings"])
    visit.find(".study-delete").click()
    expect(visit.find(".study")).to_contain_text("Endings: deleted")
    visit.check_access()
    visit.page.reload()
    visit.find("#studies summary").click()
    expect(visit.find("#study-name")).to_be_visible()
    expect(visit.find(".study")).to_have_count(0)


def test_a_study_is_downloaded_and_opened_again_as_a_file(
    visiting: Visiting, tmp_path: Path
) -> None:
    visit = visiting("phone")
    comment_and_vary(visit)
    visit.find("#studies summary").click()
    visit.find("#study-name").fill("Ann's")
    with visit.page.expect_download() as waiting:
        visit.find("#studies button", has_text="Download").click()
    assert waiting.value.suggested_filename == "Ann_s.games"
    file = tmp_path / "study.games"
    waiting.value.save_as(file)
    other = visiting("desk")
    other.go("/analyse?game=squatter(6)")
    expect(other.find("svg.board")).to_be_visible()
    other.find("#open summary").click()
    other.find("#open-file").set_input_files(file)
    check_whole(other)


def test_a_file_with_many_games_lets_one_choose(visiting: Visiting, tmp_path: Path) -> None:
    visit = visiting("desk")
    file = tmp_path / "games.txt"
    games = [f"Game: squatter(6)\nFirst: Ann {n}\nSecond: Bob\n\nc3 d4\n" for n in range(900)]
    file.write_text("\n".join([*games, "Game: kalah(6,4)\nFirst: Cleo\nSecond: Dan\n\n3 6 2\n"]))
    visit.go("/analyse?game=squatter(6)")
    expect(visit.find("svg.board")).to_be_visible()
    visit.find("#open summary").click()
    visit.find("#open-file").set_input_files(file)
    expect(visit.find("#open-list")).to_contain_text("901 games. Choose one.")
    visit.check_access()
    visit.find("#open-list input").fill("cleo")
    expect(visit.find(".open-games button")).to_have_text(
        ["901. Cleo – Dan · kalah(6,4) · 3 moves"]
    )
    visit.tab_to(".open-games button")
    visit.press("Enter")
    expect(visit.find("#moves .move")).to_have_text(["3", "6", "2"])
    expect(visit.find("#player-near")).to_contain_text("Cleo")
    expect(visit.find("#open-list")).to_be_empty()


def test_what_was_deleted_can_be_had_back(visiting: Visiting) -> None:
    visit = visiting("desk")
    visit.go(GAME.replace("ply=0", "ply=2"))
    expect(visit.find("#moves .move")).to_have_count(3)
    expect(visit.find("#undo")).to_be_hidden()
    visit.tab_to("#remove")
    visit.press("Enter")
    expect(visit.find("#moves .move")).to_have_count(1)
    expect(visit.find("#undo")).to_be_focused()
    visit.check_access()
    visit.press("Enter")
    expect(visit.find("#moves .move")).to_have_count(3)
    expect(visit.find("#moves .move.current")).to_have_text("1")


def test_the_whole_game_is_shared(visiting: Visiting) -> None:
    visit = visiting("desk")
    comment_and_vary(visit)
    visit.find("#share").click()
    expect(visit.find(".share-dialog")).not_to_contain_text("left out")
    link = visit.find("#share-link").input_value()
    with visit.page.expect_download() as waiting:
        visit.find(".share-dialog .controls > *", has_text="Record").click()
    assert (
        waiting.value.path().read_text().startswith("Game: kalah(6,4)\nFirst: Ann\nSecond: Bob\n")
    )
    visit.press("Escape")
    visit.go(link)
    check_whole(visit)
    visit.find("#comment").fill("x" * 1000)
    visit.find("#go-first").click()
    visit.find("#comment").fill("ÄÖ" * 400)
    visit.find("#share").click()
    expect(visit.find(".share-dialog")).to_contain_text("left out")
    visit.check_access()
    assert len(visit.find("#share-link").input_value()) < 2200
