"""Boards as arrays of pixels: SVG pictures drawn by resvg, other games as their text."""

from __future__ import annotations

import io
import tempfile
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont
from resvg_py import svg_to_bytes

from plyground.games.position import Position

Pixels = NDArray[np.uint8]

_PAPER, _INK = "#fdfcf9", "#2f2a26"
_MARGIN, _LINE = 12, 20
_FAMILY = "Aileron"  # of Pillow's own font


def picture(position: Position, last_move: str | None = None) -> Pixels:
    """Draw a position, height × width × 3; one without a picture of its own as text.

    >>> import plyground as ply
    >>> picture(ply.position("squatter(3)")).shape
    (388, 380, 3)
    """
    svg = getattr(position, "svg", None)
    return _rasterised(svg(last_move)) if svg is not None else _text_picture(str(position))


def _rasterised(svg: str) -> Pixels:
    """Draw an SVG picture, with the same font and so the same pixels on every machine."""
    png = svg_to_bytes(
        svg_string=svg, background="#ffffff", skip_system_fonts=True, font_files=[_font_file()],
        font_family=_FAMILY, sans_serif_family=_FAMILY,
    )  # fmt: skip
    return np.asarray(Image.open(io.BytesIO(bytes(png))).convert("RGB"))


@cache
def _font_file() -> str:
    """Write Pillow's own font to a file, which is how resvg takes fonts."""
    font = ImageFont.load_default(14)
    assert isinstance(font, ImageFont.FreeTypeFont)
    _folder.append(tempfile.TemporaryDirectory(prefix="plyground-"))
    path = Path(_folder[0].name, "font.ttf")
    path.write_bytes(font.font_bytes)
    return str(path)


_folder: list[tempfile.TemporaryDirectory[str]] = []  # removed when the program ends


def _text_picture(text: str) -> Pixels:
    lines = text.splitlines() or [""]
    font = ImageFont.load_default(14)
    width = round(max(font.getlength(line) for line in lines)) + 2 * _MARGIN
    image = Image.new("RGB", (width, _LINE * len(lines) + 2 * _MARGIN), _PAPER)
    pen = ImageDraw.Draw(image)
    for row, line in enumerate(lines):
        pen.text((_MARGIN, _MARGIN + row * _LINE), line, _INK, font)
    return np.asarray(image)
