"""Errors caused by user input. Each message is one line that says what was expected."""


class PlygroundError(ValueError):
    """Base class of all errors caused by user input; the message is one line and names the fix."""


class GameNameError(PlygroundError):
    """A game name is invalid, or the game does not have these parameters."""


class PositionTextError(PlygroundError):
    """A position text is invalid, or the position is impossible."""


class IllegalMove(PlygroundError):  # noqa: N818 - "illegal move" is the noun of every referee
    """The move is not legal in this position."""


class RecordError(PlygroundError):
    """A record file is invalid; the message starts with the file and line."""


def shown(given: object) -> str:
    """Return user input in a form that fits into a one-line message."""
    text = str(given)
    return text if text and text.isprintable() else repr(text)
