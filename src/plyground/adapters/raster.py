"""Our SVG pictures as arrays of pixels: as much of SVG as our boards use, and no more."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any
from xml.etree import ElementTree

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from plyground.games.position import Position

Point = tuple[float, float]
Style = dict[str, str]
Pixels = NDArray[np.uint8]

_SMOOTH = 2  # drawn so many times larger, and made small again
_CURVE = 12  # straight pieces of a curve
_PAPER, _INK = "#fdfcf9", "#2f2a26"
_MARGIN, _LINE = 12, 20


def picture(position: Position, last_move: str | None = None) -> Pixels:
    """Draw a position, height × width × 3; one without a picture of its own as text.

    >>> import plyground as ply
    >>> picture(ply.position("squatter(3)")).shape
    (388, 380, 3)
    """
    svg = getattr(position, "svg", None)
    return rasterised(svg(last_move)) if svg is not None else _text_picture(str(position))


def rasterised(svg: str) -> Pixels:
    """Draw an SVG picture of ours."""
    root = ElementTree.fromstring(svg)
    width, height = (round(float(root.attrib[name])) for name in ("width", "height"))
    image = Image.new("RGB", (width * _SMOOTH, height * _SMOOTH), "#ffffff")
    pen = ImageDraw.Draw(image, "RGBA")
    for element in root:
        _draw(pen, element, dict(root.attrib))
    return np.asarray(image.reduce(_SMOOTH))


def _text_picture(text: str) -> Pixels:
    lines = text.splitlines() or [""]
    font = _font(14)
    width = round(max(font.getlength(line) for line in lines)) + 2 * _MARGIN
    image = Image.new("RGB", (width, _LINE * len(lines) + 2 * _MARGIN), _PAPER)
    pen = ImageDraw.Draw(image)
    for row, line in enumerate(lines):
        pen.text((_MARGIN, _MARGIN + row * _LINE), line, _INK, font)
    return np.asarray(image)


@cache
def _font(size: float) -> Any:
    return ImageFont.load_default(size)


def _draw(pen: ImageDraw.ImageDraw, element: ElementTree.Element, inherited: Style) -> None:
    style = inherited | element.attrib
    match element.tag.rpartition("}")[2]:
        case "g":
            for child in element:
                _draw(pen, child, style)
        case "rect":
            _draw_rect(pen, style)
        case "circle":
            x, y, radius = (_number(style, name) for name in ("cx", "cy", "r"))
            box = (x - radius, y - radius, x + radius, y + radius)
            pen.ellipse(box, _colour(style, "fill"), _colour(style, "stroke"), _width(style))
        case "line":
            ends = [_number(style, name) for name in ("x1", "y1", "x2", "y2")]
            _draw_dots(pen, (ends[0], ends[1]), (ends[2], ends[3]), style)
        case "path":
            for points, is_closed in _outlines(style["d"]):
                if is_closed:
                    pen.polygon(points, _colour(style, "fill"))
                elif colour := _colour(style, "stroke"):
                    pen.line(points, colour, _width(style), joint="curve")
        case "text":
            place = (_number(style, "x"), _number(style, "y"))
            font = _font(_number(style, "font-size"))
            pen.text(place, element.text or "", _colour(style, "fill"), font, anchor="ms")


def _draw_rect(pen: ImageDraw.ImageDraw, style: Style) -> None:
    x, y, width, height = (_number(style, name) for name in ("x", "y", "width", "height"))
    # Other than in a circle, what is inherited may be the size of the picture.
    radius = min(_number(style, "rx"), width / 2, height / 2)
    box = (x, y, x + width, y + height)
    colours = _colour(style, "fill"), _colour(style, "stroke")
    pen.rounded_rectangle(box, radius, *colours, _width(style))


def _draw_dots(pen: ImageDraw.ImageDraw, start: Point, end: Point, style: Style) -> None:
    """Draw a dotted line: none of our lines is solid."""
    steps = max(round(np.hypot(end[0] - start[0], end[1] - start[1]) / (6 * _SMOOTH)), 1)
    radius = _width(style) / 2
    for step in range(steps + 1):
        x = start[0] + (end[0] - start[0]) * step / steps
        y = start[1] + (end[1] - start[1]) * step / steps
        pen.ellipse((x - radius, y - radius, x + radius, y + radius), _colour(style, "stroke"))


def _number(style: Style, name: str) -> float:
    return float(style.get(name, 0)) * _SMOOTH


def _width(style: Style) -> int:
    return max(round(_number(style, "stroke-width")), 1)


def _colour(style: Style, name: str) -> tuple[int, int, int, int] | None:
    """Return a colour with its opacity; None draws nothing."""
    value = style.get(name, "none")
    if value == "none":
        return None
    red, green, blue = bytes.fromhex(value.removeprefix("#"))
    opacity = float(style.get("opacity", 1)) * float(style.get(f"{name}-opacity", 1))
    return red, green, blue, round(255 * opacity)


def _outlines(path: str) -> Iterator[tuple[list[Point], bool]]:
    """Yield the lines that a path consists of, and whether each is closed."""
    points: list[Point] = []
    control: Point | None = None
    for command, text in re.findall(r"([A-Za-z])([^A-Za-z]*)", path):
        numbers = [float(n) * _SMOOTH for n in re.findall(r"-?[0-9.]+", text)]
        x, y = points[-1] if points else (0.0, 0.0)
        match command:
            case "M":
                if len(points) > 1:
                    yield points, False
                points = [(numbers[0], numbers[1])]
            case "Z" | "z":
                yield points, True
                points = points[:1]
            case "Q" | "T":
                near = numbers[:2] if command == "Q" else _mirrored(control, (x, y))
                control = (near[0], near[1])
                points += _curve((x, y), control, (numbers[-2], numbers[-1]))
            case _:
                points.append(_straight(command, (x, y), numbers))
    if len(points) > 1:
        yield points, False


def _straight(command: str, here: Point, numbers: list[float]) -> Point:
    x, y = here
    ends = {
        "H": lambda: (numbers[0], y),
        "V": lambda: (x, numbers[0]),
        "L": lambda: (numbers[0], numbers[1]),
        "h": lambda: (x + numbers[0], y),
        "v": lambda: (x, y + numbers[0]),
        "l": lambda: (x + numbers[0], y + numbers[1]),
    }
    return ends[command]()


def _mirrored(control: Point | None, here: Point) -> list[float]:
    if control is None:
        return list(here)
    return [2 * here[0] - control[0], 2 * here[1] - control[1]]


def _curve(start: Point, control: Point, end: Point) -> list[Point]:
    parts = np.linspace(0, 1, _CURVE + 1)[1:, None]
    a, b, c = (np.array(point) for point in (start, control, end))
    curve = (1 - parts) ** 2 * a + 2 * parts * (1 - parts) * b + parts**2 * c
    return [(float(x), float(y)) for x, y in curve]
