"""What the pages say about the games: cards to choose from, and links to the rules."""

from __future__ import annotations

from html import escape

from plyground.games.family import Entry
from plyground.games.names import entries, title


def words(shown: Entry | None = None) -> dict[str, str]:
    """Return what stands in a page for ``{{word}}``; ``shown`` is the game whose rules it has.

    >>> words()["games"]
    'Kalah, Squatter, Watch Your Back! or Connect Four'
    """
    first, *_ = entries()
    family, game = shown or first, first.canonical({})
    *most, last = (each.face.title for each in entries())
    found = {
        "games": f"{', '.join(most)} or {last}" if most else last,
        "family": family.name,
        "title": family.face.title,
        "game": game,
        "game title": title(game),
    }
    return {name: escape(text) for name, text in found.items()} | {
        "cards": "\n".join(map(_card, entries())),
        "rules links": "\n".join(_rules_link(each, is_here=each == family) for each in entries()),
    }


def _card(family: Entry) -> str:
    name, face = escape(family.name), family.face
    kind = family.view.board(family.start(family.names.complete({})))["kind"]
    checked = " checked" if family == entries()[0] else ""
    return f"""      <label class="game-card">
        <input type="radio" name="family" value="{name}"{checked}>
        <span class="game-picture {escape(kind)}" data-picture="{name}"></span>
        <span class="game-name">{escape(face.title)}</span>
        <span class="soft small">{escape(face.summary)}</span>
      </label>"""


def _rules_link(family: Entry, *, is_here: bool) -> str:
    style, mark = ("button primary", ' aria-current="page"') if is_here else ("button", "")
    name, text = escape(family.name), escape(family.face.title)
    return f'  <a class="{style}" href="/rules/{name}"{mark}>{text}</a>'
