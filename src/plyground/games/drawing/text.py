"""What the text boards share: glyphs, names of squares, a framed grid."""

from collections.abc import Sequence

EMPTY = "·"
WHITE, BLACK = "○", "●"
DEAD_WHITE, DEAD_BLACK = "◦", "•"
WHITE_LAND, BLACK_LAND = "□", "■"
CORNER = "╳"
DOOMED = "░"


def column_letter(column: int) -> str:
    """Name of a column counted from 0: a, b, c, ..."""
    return chr(ord("a") + column)


def square_name(column: int, row: int) -> str:
    """Name of a square, its column and row counted from 0.

    >>> square_name(2, 10)
    'c11'
    """
    return f"{column_letter(column)}{row + 1}"


def square(name: str) -> tuple[int, int]:
    """``(column, row)``, both counted from 0, of a square such as ``c3``.

    >>> square("c11")
    (2, 10)
    """
    return ord(name[0]) - ord("a"), int(name[1:]) - 1


def grid(
    cells: Sequence[Sequence[str]], ring: int = 0, names: Sequence[str] | None = None
) -> list[str]:
    """Lines of a framed board with letters above the columns and numbers beside the rows.

    ``cells`` holds one character each; ``names`` are the rows' own where they do not count from 1.
    The outermost ``ring`` rings are gone: they are left blank, so that a board that shrinks keeps
    its place on the screen.
    """
    kept, columns = range(ring, len(cells) - ring), range(ring, len(cells[0]) - ring)
    indent = "  " * ring
    border = "─" * (2 * len(columns) + 1)
    letters = " ".join(column_letter(column) for column in columns)
    lines = [f"{indent}      {letters}", f"{indent}    ┌{border}┐"]
    for row in kept:
        content = " ".join(cells[row][column] for column in columns)
        lines.append(f"{indent}{names[row] if names else row + 1:>3} │ {content} │")
    lines.append(f"{indent}    └{border}┘")
    return [*[""] * ring, *lines, *[""] * ring]
