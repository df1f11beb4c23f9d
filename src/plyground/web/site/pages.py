"""The pages of the server as files: with relative links, and without what only a server can do."""

from __future__ import annotations

import re

from plyground.solving.tutorial import tutorial
from plyground.web.pages import api, files
from plyground.web.site import data

_SERVER_PAGES = r'(?:editor|tournaments|join|class)[^"]*'
_HEAD = """<link rel="manifest" href="manifest.json">
<script type="module" src="static/site/boot.js"></script>"""
_NOSCRIPT = '<noscript><p class="notice bad">These pages need JavaScript.</p></noscript>'
_ADDRESS = re.compile(r'href="/(?!/)([a-z]*)(?:/([a-z-]+))?([?#][^"]*)?"')


def pages() -> dict[str, str]:
    """Return all pages by the names of their files."""
    families = [family.name for family in data.site_families()]
    named = {"index": "start", "game": "game", "analyse": "analyse", "puzzles": "puzzles"}
    named |= {f"rules-{name}": f"rules/{name}" for name in families}
    named |= {f"learn-{name}": f"learn/{name}" for name in families if tutorial(name)}
    return {f"{name}.html": _page(source) for name, source in named.items()}


def _page(source: str) -> str:
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
    text = re.sub(r'<form class="card tight row" id="join"', r"\g<0> hidden", text)
    return _ADDRESS.sub(_address, text)


def _address(found: re.Match[str]) -> str:
    """Return where a page of the server is here, as ``common/links.js`` has it."""
    kind, name, rest = found.groups(default="")
    if kind == "rules" and not name:
        name = data.site_families()[0].name
    file = f"{kind}-{name}" if name else kind or "index"
    return f'href="{file}.html{rest}"'
