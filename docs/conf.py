"""The documentation site: `make docs` builds it into build/docs.

The pages are Markdown (MyST), the Python reference comes from the docstrings, and the command
reference from the commands themselves, so that neither can differ from the program.
"""

from __future__ import annotations

import os
import sys
from html import escape
from typing import Any, ClassVar
from urllib.parse import urlencode

import typer
from docutils import nodes
from docutils.parsers.rst import directives
from rich.text import Text
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

import plyground
from plyground.cli.main import Program
from plyground.cli.main import app as program

project = "plyground"
copyright = "the plyground developers"  # noqa: A001 - Sphinx's name
release = version = plyground.__version__

extensions = ["myst_parser", "sphinx.ext.autodoc"]
nitpicky = False  # types such as Any have no page; the links in texts are checked by tests/docs
myst_heading_anchors = 4
myst_enable_extensions = ["colon_fence"]

autodoc_member_order = "bysource"
autodoc_typehints = "description"
autodoc_class_signature = "mixed"
autodoc_default_options = {"members": True}
autodoc_preserve_defaults = True
add_module_names = False
toc_object_entries_show_parents = "hide"

html_theme = "furo"
html_title = f"plyground {release}"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_favicon = "../src/plyground/web/static/common/icon.svg"
html_theme_options = {"navigation_with_keys": True}
html_show_sphinx = False
html_copy_source = False
pygments_dark_style = "github-dark"

# The same bytes from the same sources.
os.environ["COLUMNS"] = "80"
sys.dont_write_bytecode = True


class CommandReference(SphinxDirective):
    """One section for each command of a topic, with the help that the command prints."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """Return the sections."""
        root: Any = typer.main.get_command(program)
        context = typer.Context(root, info_name="plyground", **root.context_settings)
        found: list[nodes.Node] = []
        for name in Program.topics[self.arguments[0]]:
            found += self._sections(root.get_command(context, name), context, name)
        return found

    def _sections(self, command: Any, above: Any, name: str) -> list[nodes.Node]:
        context = typer.Context(command, parent=above, info_name=name)
        section = nodes.section(ids=[nodes.make_id(context.command_path)])
        section += nodes.title("", context.command_path.removeprefix("plyground "))
        text = Text.from_ansi(command.get_help(context)).plain
        section += nodes.literal_block("", text, language="text")
        for inner in command.list_commands(context) if hasattr(command, "list_commands") else ():
            found = command.get_command(context, inner)
            if found is not None and not found.hidden:
                section += self._sections(found, context, inner)
        return [section]


class LiveBoard(SphinxDirective):
    """A game in the analysis page of the static site, which `make docs` writes beside this one."""

    required_arguments = 1  # the game
    final_argument_whitespace = True
    has_content = True  # what it shows
    option_spec: ClassVar = {"moves": directives.unchanged, "height": directives.positive_int}

    def run(self) -> list[nodes.Node]:
        """Return the frame, and below it what it shows."""
        moves = ",".join(self.options.get("moves", "").split())
        query = {"game": self.arguments[0], "moves": moves}
        above = "../" * self.env.docname.count("/")
        address = f"{above}play/analyse.html?{urlencode(query)}"
        link, said = escape(address), escape(" ".join(self.content))
        height = self.options.get("height", 760)
        frame = (
            '<figure class="live-board">'
            f'<iframe src="{link}" height="{height}" loading="lazy" title="{said}"></iframe>'
            f'<figcaption>{said} <a href="{link}" target="_blank">Open it by itself</a>'
            "</figcaption></figure>"
        )
        return [nodes.raw("", frame, format="html")]


# Pages of this site that hold a file from elsewhere in the sources. Links in the texts name the
# file, so that they also work where the sources are read.
ELSEWHERE = {
    "../SECURITY.md": "security.md",
    "../CHANGELOG.md": "changes.md",
    "../core/README.md": "core.md",
    "../examples)": "examples.md)",
}


def _link_pages(_app: Sphinx, _name: str, source: list[str]) -> None:
    for file, page in ELSEWHERE.items():
        source[0] = source[0].replace(f"]({file}", f"]({page}")


def setup(app: Sphinx) -> None:
    """Register the directives and the links."""
    app.connect("source-read", _link_pages)
    app.add_directive("command-reference", CommandReference)
    app.add_directive("live-board", LiveBoard)
