"""A position in a terminal: its text board, the last move marked, in colour where there is some.

This reads the board that ``str(position)`` gives and knows no rules.
"""

import re

from rich.console import Console
from rich.text import Text

from plyground.games.drawing import text as glyphs

_WOOD = "on #a9794a"
_FRAME = f"#6d4a26 {_WOOD}"
_NUMBER = f"bold #fff3dc {_WOOD}"
# On wood both colours are full discs; without colour a hollow one stands for White.
_COLOURS = {
    glyphs.WHITE: ("●", f"bold #ffffff {_WOOD}"),
    glyphs.BLACK: ("●", f"bold #14100c {_WOOD}"),
    glyphs.DEAD_WHITE: ("•", f"#ffffff {_WOOD}"),
    glyphs.DEAD_BLACK: ("•", f"#14100c {_WOOD}"),
    glyphs.WHITE_LAND: ("■", f"#ffd98a {_WOOD}"),
    glyphs.BLACK_LAND: ("■", f"#2c4a6e {_WOOD}"),
    glyphs.CORNER: (glyphs.CORNER, f"bold #4a2f17 {_WOOD}"),
    glyphs.DOOMED: (glyphs.DOOMED, f"#c8502f {_WOOD}"),
    glyphs.EMPTY: (glyphs.EMPTY, f"#d9b98e {_WOOD}"),
    "[": ("[", f"bold #8fd3ff {_WOOD}"),
    "]": ("]", f"bold #8fd3ff {_WOOD}"),
}


def board_view(board: str, console: Console, last_move: tuple[str, str] | None = None) -> Text:
    """Make a text board ready to print; ``last_move``, as (seat, move), is put in brackets."""
    lines = board.split("\n")
    if last_move is not None:
        _mark(lines, *last_move)
    if console.color_system not in ("256", "truecolor"):
        return Text("\n".join(lines))
    coloured = [_coloured(line) for line in lines[:-1]]
    return Text("\n").join([*coloured, _coloured_status(lines[-1])])


def _coloured(line: str) -> Text:
    """Colour what lies inside the frame; coordinates outside it stand back."""
    inside = re.search(r"[│┌└╭╰].*[│┐┘╮╯]", line)
    if inside is None:
        outside = Text(line, "dim")
        outside.highlight_regex(r"▸ \w+|\[\d+\]", "not dim bold")
        return outside
    view = Text().append(line[: inside.start()], "dim")
    for character in inside.group():
        drawn, style = _COLOURS.get(character, (character, _FRAME))
        view.append(drawn, _NUMBER if character.isdigit() else style)
    return view.append(line[inside.end() :], "dim")


def _coloured_status(line: str) -> Text:
    """Show the pieces as they look on the board: the line is its legend too."""
    view = Text()
    for character in line:
        is_piece = character in (glyphs.WHITE, glyphs.BLACK)
        view.append(*_COLOURS[character] if is_piece else (character, "bold"))
    return view


def _mark(lines: list[str], seat: str, move: str) -> None:
    """Put brackets around the square that a move ended on, or around the house sown from."""
    if move.isdigit():
        row = next(at for at, line in enumerate(lines) if seat in line)
        number = re.search(rf"(?<!\d){move}(?!\d)", lines[row])
        if number:
            _bracket(lines, row, number.span())
    elif squares := re.findall(r"([a-z])(\d+)", move):
        letter, row_name = squares[-1]
        top = next(at for at, line in enumerate(lines) if "┌" in line)
        column = lines[top - 1].find(letter)
        for row, line in enumerate(lines[top + 1 :], top + 1):
            if column >= 0 and line.split("│")[0].strip() == row_name:
                _bracket(lines, row, (column, column + 1))


def _bracket(lines: list[str], row: int, span: tuple[int, int]) -> None:
    """Use the blanks that stand on both sides of every cell."""
    line, (start, end) = lines[row].ljust(span[1] + 1), span
    lines[row] = f"{line[: start - 1]}[{line[start:end]}]{line[end + 1 :]}"
