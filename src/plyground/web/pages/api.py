"""The pages: each is one shell, filled; the files that they name are under /static/."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from fastapi import APIRouter, Request, Response
from starlette.exceptions import HTTPException

from plyground.games.names import entries, known_names, parse_entry
from plyground.solving.tutorial import tutorial
from plyground.web.pages import files, games
from plyground.web.shared.state import state_of

_HTML = Path(__file__).parent / "html"
_MODULE = re.compile(r'<script type="module" (?:async )?src="/static/([^"]+)"')
_CLASS = '<a href="/class">Class</a>\n    '  # where the server is one of a class
router = APIRouter(include_in_schema=False)


def filled(name: str, *, with_class: bool = False) -> str:
    """Return a page: the shell with the page's own head, which ends at a blank line, and content.

    The page of a game's rules is ``rules/NAME``; their text is in the game's own folder.

    >>> "<title>Not found" in filled("missing").partition("</head>")[0]
    True
    """
    kind, _, family = name.partition("/")
    outside = "embed-shell.html" if kind.startswith("embed") else "shell.html"
    shell = (_HTML / outside).read_text(encoding="utf-8")
    shown = parse_entry(family)[0] if family else None
    source = (_HTML / f"{kind}.html").read_text(encoding="utf-8")
    head, _, content = source.partition("\n\n")
    scripts = _MODULE.findall(head)
    # Each once, and first what the first script waits for.
    modules = dict.fromkeys(module for script in scripts for module in files.modules(script))
    preloads = [f'<link rel="modulepreload" href="/static/{module}">' for module in modules]
    whole = shell.replace("<!-- head -->", "\n".join([head, *preloads]))
    whole = whole.replace("<!-- class -->", _CLASS if with_class else "")
    whole = whole.replace("<!-- content -->", content.rstrip())
    rules = {"rules": shown.rules.rstrip()} if shown else {}
    for word, text in (games.words(shown) | rules).items():
        whole = whole.replace(f"{{{{{word}}}}}", text)
    return whole.replace('"/static/', f'"/static/{files.version()}/')


@cache
def _file(name: str, with_class: bool) -> files.File:
    text = filled(name, with_class=with_class)
    return files.File(text.encode(), "text/html; charset=utf-8")


def page(name: str, request: Request, status: int = 200) -> Response:
    """Return a page, or 304 where the browser has it already."""
    with_class = getattr(request.app.state, "classroom", None) is not None
    return _file(name, with_class).reply(request, status)


def not_found(request: Request) -> Response:
    """Return the page that says that there is no such page."""
    return page("missing", request, 404)


@router.get("/static/{path:path}")
async def static(path: str, request: Request) -> Response:
    """Return a file of the pages."""
    found = files.reply(path, request)
    if found is None:
        raise HTTPException(404)
    return found


@router.get("/robots.txt")
async def robots(request: Request) -> Response:
    """Tell programs that collect pages that there are none for them."""
    return await static("robots.txt", request)


@router.get("/")
async def start(request: Request) -> Response:
    """Return the start page."""
    return page("start", request)


@router.get("/game/{game}")
async def game(game: str, request: Request) -> Response:
    """Return the page to play and watch."""
    store = state_of(request).desk.store
    is_there = game.isascii() and game.isalnum() and await store.write(store.exists, game)
    return page("game", request) if is_there else not_found(request)


@router.get("/join")
async def join(request: Request) -> Response:
    """Return the page that an invitation leads to; its secret stays in the browser."""
    return page("join", request)


@router.get("/analyse")
async def analyse(request: Request) -> Response:
    """Return the page of the analysis."""
    return page("analyse", request)


@router.get("/embed/board")
@router.get("/embed/replay")
async def embedded(request: Request) -> Response:
    """Return the page of a board or a game that stands on another site."""
    return page("embed", request)


@router.get("/embed/puzzle")
async def embedded_puzzle(request: Request) -> Response:
    """Return the page of a puzzle that stands on another site."""
    return page("embed-puzzle", request)


@router.get("/editor")
async def editor(request: Request) -> Response:
    """Return the page to set up positions."""
    return page("editor", request)


@router.get("/rules")
async def first_rules(request: Request) -> Response:
    """Return the rules of the game that comes first."""
    return page(f"rules/{entries()[0].name}", request)


@router.get("/rules/{family}")
async def rules(family: str, request: Request) -> Response:
    """Return the rules of a game."""
    if family not in known_names():
        return not_found(request)
    return page(f"rules/{parse_entry(family)[0].name}", request)


@router.get("/puzzles")
async def puzzles(request: Request) -> Response:
    """Return the page of puzzles."""
    return page("puzzles", request)


@router.get("/learn/{family}")
async def learn(family: str, request: Request) -> Response:
    """Return the tutorial of a game."""
    if family not in known_names() or not tutorial(family):
        return not_found(request)
    return page(f"learn/{parse_entry(family)[0].name}", request)


@router.get("/tournaments")
async def tournaments(request: Request) -> Response:
    """Return the page that lists tournaments."""
    return page("tournaments", request)


@router.get("/tournaments/{name}")
async def tournament(name: str, request: Request) -> Response:
    """Return the page to watch a tournament."""
    is_there = await state_of(request).tournaments.exists(name)
    return page("tournaments", request) if is_there else not_found(request)
