"""Writes the static site: pages, modules, the engine and its data, with relative links only."""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path

from plyground.errors import PlygroundError
from plyground.storage import write_whole
from plyground.web.pages import api, files
from plyground.web.site import data

# The modules of pages that only a server has.
_SERVER_ONLY = (
    "classroom/", "editor/", "embed/", "join/", "learn/", "puzzles/", "tournaments/",
)  # fmt: skip
_SERVER_PAGES = r'(?:editor|tournaments|puzzles|learn|join|class)[^"]*'
_LATER = ".net"  # files that are fetched when they are needed, and kept then

_HEAD = """<link rel="manifest" href="manifest.json">
<script type="module" src="static/site/boot.js"></script>"""
_NOSCRIPT = '<noscript><p class="notice bad">These pages need JavaScript.</p></noscript>'


def write(folder: Path, engine: bytes) -> list[str]:
    """Write the site into a folder, which is made if it is not there; returns the files."""
    made = {name: content.encode() for name, content in _pages().items()}
    made |= {
        f"static/{name}": file.content
        for name, file in files.files().items()
        if not name.startswith(_SERVER_ONLY) and name != "robots.txt"
    }
    made |= {f"data/{name}": content for name, content in data.files().items()}
    made["data/engine.wasm"] = engine
    made["manifest.json"] = _manifest()
    made["sw.js"] = _service_worker(made)
    for name, content in made.items():
        path = folder / name
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as failure:
            raise PlygroundError(f"{path.parent}: cannot write: {failure.strerror}") from None
        write_whole(path, content)
    return sorted(made)


def _pages() -> dict[str, str]:
    rules = {f"rules-{family.name}": f"rules/{family.name}" for family in data.site_families()}
    named = {"index": "start", "game": "game", "analyse": "analyse"} | rules
    return {f"{name}.html": _page(source) for name, source in named.items()}


def _page(source: str) -> str:
    """Return a page of the server as a file: without what only the server can do."""
    text = api.filled(source).replace(f'"/static/{files.version()}/', '"static/')
    text = text.replace("<html ", '<html data-site="" ', 1)
    text = text.replace("</head>", f"{_HEAD}\n</head>", 1)
    text = re.sub(r"(<main [^>]*>)", rf"\1\n{_NOSCRIPT}", text, count=1)
    # Links to pages that are not here go, with the list entry that they are in.
    text = re.sub(rf'\s*<li><a href="/{_SERVER_PAGES}">.*?</li>', "", text)
    text = re.sub(rf'\s*<a href="/{_SERVER_PAGES}">[^<]*</a>', "", text)
    text = re.sub(
        r'<div class="field">(\s*<label for="clock">)', r'<div class="field" hidden>\1', text
    )
    text = text.replace('<details id="other">', '<details id="other" hidden>')
    text = re.sub(r'<label class="choice">(<input [^>]*value="(?:watch|invite)">)',
                  r'<label class="choice" hidden>\1', text)  # fmt: skip
    text = text.replace('href="/rules"', f'href="rules-{data.site_families()[0].name}.html"')
    text = re.sub(r'href="/rules/([a-z-]+)"', r'href="rules-\1.html"', text)
    text = text.replace('href="/analyse"', 'href="analyse.html"').replace(
        'href="/"', 'href="index.html"'
    )
    return text.replace("plyground runs on this computer.", "The engine runs in this browser.")


def _manifest() -> bytes:
    icon = {"src": "static/common/icon.svg", "sizes": "any", "type": "image/svg+xml"}
    return json.dumps({
        "name": "plyground", "short_name": "plyground", "start_url": "index.html", "scope": "./",
        "display": "standalone", "background_color": "#ffffff", "theme_color": "#2b6777",
        "description": "Two-player board games to play and analyse.", "icons": [icon],
    }).encode()  # fmt: skip


def _service_worker(made: dict[str, bytes]) -> bytes:
    """Return the script that keeps all files for visits without a network, by their version."""
    first = sorted(name for name in made if not name.endswith(_LATER))
    version = hashlib.sha256(b"".join(made[name] for name in sorted(made))).hexdigest()[:16]
    script = files.files()["site/keeper.js"].content.decode()
    return script.replace('"VERSION"', json.dumps(version)).replace(
        '["FILES"]', json.dumps(["./", *first])
    ).encode()  # fmt: skip
