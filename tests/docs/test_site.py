"""The documentation site: no warning, no broken link, every command and public name."""

from __future__ import annotations

import inspect
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import parse_qs, unquote, urldefrag, urlsplit

import pytest
from playwright.sync_api import expect

import plyground as ply
from plyground.web.site import export
from plyground.web.site.engine import compiled
from tests.support.browser import SCREENS, Visit, chromium
from tests.support.host import Host

ROOT = Path(__file__).parents[2]
API = ROOT / "docs" / "api"


class Page(HTMLParser):
    """The links of a page, and the places in it that a link can name."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.links: set[str] = set()
        self.places: set[str] = set()
        self.boards: set[str] = set()
        self.feed(path.read_text("utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name == "id" and value:
                self.places.add(value)
            elif name in ("href", "src") and value:
                live = tag in ("a", "iframe") and value.lstrip("./").startswith("play/")
                (self.boards if live else self.links).add(value)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    pytest.importorskip("sphinx")
    out = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", "-b", "html"]
    done = subprocess.run(
        [*command, str(ROOT / "docs"), str(out)], capture_output=True, text=True, cwd=ROOT
    )
    assert done.returncode == 0, done.stderr
    assert not done.stderr, done.stderr
    return out


def broken(site: Path) -> list[str]:
    """Return the links that lead nowhere."""
    pages = {path: Page(path) for path in site.rglob("*.html")}
    found = []
    for path, page in pages.items():
        for link in page.links:
            target, place = urldefrag(link)
            if urlsplit(link).scheme or link.startswith("//"):
                continue
            to = (path.parent / unquote(urlsplit(target).path)).resolve() if target else path
            if not to.is_file():
                found.append(f"{path.name}: {link}")
            elif place and to in pages and unquote(place) not in pages[to].places:
                found.append(f"{path.name}: {link} (no such place)")
    return sorted(found)


def test_the_site_builds_without_a_warning_and_without_a_broken_link(site: Path) -> None:
    assert len(list(site.rglob("*.html"))) > 30
    assert broken(site) == []


def test_broken_links_are_found(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text('<a href="b.html">b</a><a id="x" href="#y">y</a>', "utf-8")
    assert broken(tmp_path) == ["a.html: #y (no such place)", "a.html: b.html"]


def test_every_command_has_a_section(site: Path) -> None:
    from plyground.cli.main import Program

    places = Page(site / "commands.html").places
    for entries in Program.topics.values():
        assert {f"plyground-{name}" for name in entries} <= places
    text = (site / "commands.html").read_text("utf-8")
    assert "-h, --help" in text
    assert "\x1b" not in text


def boards(site: Path) -> dict[Path, set[str]]:
    """Return the addresses of live boards by page."""
    found = {path: Page(path).boards for path in site.rglob("*.html")}
    return {path: addresses for path, addresses in found.items() if addresses}


def test_live_boards_show_games_that_can_be_played(site: Path) -> None:
    assert len(boards(site)) >= 3
    for page, addresses in boards(site).items():
        for address in addresses:
            where, query = urlsplit(address).path, parse_qs(urlsplit(address).query)
            assert (page.parent / where).resolve() == site / "play" / "analyse.html"
            game = ply.game(query["game"][0])
            for move in query.get("moves", [""])[0].split(","):
                if move:
                    game.push(move)


@pytest.mark.parametrize("screen", SCREENS)
def test_live_boards_play_from_a_plain_file_server(site: Path, screen: str) -> None:
    if not (site / "play").exists():
        export.write(site / "play", compiled())
    host = Host(site)
    with chromium() as chrome:
        visit = Visit(chrome.new_context(**SCREENS[screen]))
        visit.go(f"{host.url}start/hobbyist.html")
        frame = visit.page.locator(".live-board iframe")
        frame.scroll_into_view_if_needed()
        inside = frame.content_frame
        expect(inside.locator("svg.board")).to_be_visible()
        expect(inside.locator(".site-header")).to_be_hidden()
        expect(inside.locator("#lines li").first).to_contain_text(re.compile(r"\d"))
        visit.close()
    host.close()


PAGES = "\n".join(path.read_text("utf-8") for path in sorted(API.glob("*.md")))
MODULES = {"books", "testing", "connect_four", "kalah", "squatter", "watch_your_back"}


@pytest.mark.parametrize("name", sorted(set(ply.__all__) - MODULES))
def test_every_public_name_is_documented_with_an_example(name: str) -> None:
    thing = getattr(ply, name)
    assert re.search(rf"^\.\. auto\w+:: plyground\.{name}$", PAGES, re.MULTILINE), (
        f"add {name} to a page in docs/api"
    )
    in_pages = re.search(rf"^(?:>>>|\.\.\.) .*\bply\.{name}\b", PAGES, re.MULTILINE)
    assert ">>>" in (inspect.getdoc(thing) or "") or in_pages, f"add an example to {name}"
    if inspect.isclass(thing) and thing.__module__.startswith("plyground."):
        for member, value in vars(thing).items():
            if not member.startswith("_") and (callable(value) or isinstance(value, property)):
                assert inspect.getdoc(value), f"{name}.{member} has no docstring"


@pytest.mark.parametrize("name", sorted(MODULES))
def test_every_public_module_is_documented(name: str) -> None:
    module = getattr(ply, name)
    assert inspect.getdoc(module)
    where = module.__name__
    assert re.search(rf"^\.\. automodule:: {where}(\.position)?$", PAGES, re.MULTILINE), where
