"""A small builder of SVG elements, and the colours that all boards share.

Pictures use presentation attributes only: a ``<style>`` inside a notebook would leak into the page.
"""

from xml.etree import ElementTree

# Okabe and Ito's palette: told apart by people with any kind of colour blindness.
BLUE, ORANGE = "#0072b2", "#d55e00"
PAPER, INK, FAINT = "#fdfcf9", "#2f2a26", "#746b62"
_FONT = "system-ui, 'Segoe UI', 'DejaVu Sans', Helvetica, Arial, sans-serif"

Value = str | int | float
Style = dict[str, Value]


class Element:
    """One SVG element. ``add`` returns the child, so that groups nest naturally.

    >>> picture = Element("svg")
    >>> _ = picture.add("text", "a < b", font_size=12.0, x=1 / 3)
    >>> str(picture)
    '<svg><text font-size="12" x="0.33">a &lt; b</text></svg>'
    """

    def __init__(self, tag: str, text: str | None = None, /, **attributes: Value) -> None:
        self._tree = ElementTree.Element(tag, _written(attributes))
        self._tree.text = text

    def add(self, tag: str, text: str | None = None, /, **attributes: Value) -> "Element":
        """Append a child; ``font_size=12`` is written ``font-size="12"``."""
        child = Element(tag, text, **attributes)
        self._tree.append(child._tree)
        return child

    def __str__(self) -> str:
        return ElementTree.tostring(self._tree, encoding="unicode")


def _written(attributes: Style) -> dict[str, str]:
    return {name.rstrip("_").replace("_", "-"): _text(attributes[name]) for name in attributes}


def _text(value: Value) -> str:
    """Write numbers with at most two decimals: no eye sees more, and the files stay small."""
    return f"{value:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)


def picture(width: float, height: float, title: str) -> Element:
    """Make an empty picture on paper, with a title for screen readers and as a tooltip."""
    root = Element(
        "svg",
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {_text(width)} {_text(height)}",
        width=width,
        height=height,
        role="img",
        font_family=_FONT,
        text_anchor="middle",
    )
    root.add("title", title)
    root.add("rect", width=width, height=height, rx=10, fill=PAPER)
    return root


def label(parent: Element, text: str, x: float, y: float, /, **attributes: Value) -> Element:
    """Text centred on ``(x, y)``, in both directions without relying on ``dominant-baseline``."""
    style: Style = {"font_size": 13, "fill": INK, **attributes}
    return parent.add("text", text, x=x, y=y + 0.36 * float(style["font_size"]), **style)
