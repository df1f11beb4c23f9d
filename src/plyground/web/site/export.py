"""Writes the static site: pages, modules, the engine and its data, with relative links only.

What the first page needs are files of their own. All others are also in one file, the pack, which
the service worker takes apart: together they travel in fewer bytes.
"""

from __future__ import annotations

import hashlib
import json
import posixpath
import re
from pathlib import Path

from plyground.errors import PlygroundError
from plyground.storage import write_whole
from plyground.web.pages import files
from plyground.web.site import data, lean
from plyground.web.site.pages import pages

# Files that are kept when they are needed, or with a second page.
LATER = (".net", ".puzzles", "wide.wasm")
_STATIC = re.compile(r'"static/([^"]+)"')
# Modules that a module waits for; and also those that it may load later.
_IMPORTED = re.compile(r'(?:from|import) "(\.[^"]+\.js)"')
_LOADED = re.compile(r'(?:from |import |import\(|URL\()"(\.[^"]+\.js)"')


def write(folder: Path, engines: dict[str, bytes]) -> list[str]:
    """Write the site into a folder, which is made if it is not there; returns the files."""
    made = contents(engines)
    for name, content in made.items():
        path = folder / name
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as failure:
            raise PlygroundError(f"{path.parent}: cannot write: {failure.strerror}") from None
        write_whole(path, content)
    return sorted(made)


def contents(engines: dict[str, bytes]) -> dict[str, bytes]:
    """Return all files of the site by name."""
    written = pages()
    answers = _answers()
    made = {name: text.encode() for name, text in written.items()}
    named = {name for text in written.values() for name in _STATIC.findall(text)}
    made |= {f"static/{name}": _lean(name) for name in _reached(named | answers, _LOADED)}
    made |= {f"data/{name}": content for name, content in data.files().items()}
    made |= {f"data/{name}": content for name, content in engines.items()}
    made["manifest.json"] = _manifest()
    first = set(_STATIC.findall(written["index.html"])) | answers
    loaded = {f"static/{name}" for name in _reached(first, _IMPORTED)}
    loaded |= {"manifest.json", "data/engine.wasm", "data/games.json"}
    packed = sorted(name for name in made.keys() - loaded if not name.endswith(LATER))
    made["pack.json"] = _json({name: made[name].decode() for name in packed})
    made["sw.js"] = _service_worker(made, loaded | {"pack.json"})
    return made


def _lean(name: str) -> bytes:
    file = files.files()[name]
    if name.endswith(".svg"):
        return file.content
    shorter = lean.script if name.endswith(".js") else lean.style
    return shorter(file.content.decode()).encode()


def _answers() -> set[str]:
    """Return what gives the server's answers, and the modules of the games' boards."""
    views = [family.view.SITE[1] for family in data.site_families()]  # type: ignore[attr-defined]
    return {f"site/{name}.js" for name in ("boot", "server", *views)}


def _reached(names: set[str], links: re.Pattern[str]) -> list[str]:
    """Return these files, and the modules that they lead to."""
    found = sorted(names)
    for name in found:
        text = lean.script(files.files()[name].content.decode()) if name.endswith(".js") else ""
        for path in links.findall(text):
            module = posixpath.normpath(posixpath.join(posixpath.dirname(name), path))
            if module not in found:
                found.append(module)
    return found


def _manifest() -> bytes:
    icon = {"src": "static/common/icon.svg", "sizes": "any", "type": "image/svg+xml"}
    return _json({
        "name": "plyground", "short_name": "plyground", "start_url": "index.html", "scope": "./",
        "display": "standalone", "background_color": "#ffffff", "theme_color": "#2b6777",
        "description": "Two-player board games to play and analyse.", "icons": [icon],
    })  # fmt: skip


def _service_worker(made: dict[str, bytes], loaded: set[str]) -> bytes:
    """Return the script that keeps all files for visits without a network, by their version."""
    version = hashlib.sha256(b"".join(made[name] for name in sorted(made))).hexdigest()[:16]
    later = sorted(name for name in made if name.endswith(LATER))
    script = lean.script(files.files()["site/keeper.js"].content.decode())
    filled = {'"VERSION"': version, '["FILES"]': sorted(loaded), '["LATER"]': later}
    for name, value in filled.items():
        script = script.replace(name, json.dumps(value))
    return script.encode()


def _json(content: object) -> bytes:
    return json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()
