"""Errors caused by user input. Each message is one line that says what was expected.

What other people wrote goes into messages and onto screens through ``shown`` or ``visible``.
"""


class PlygroundError(ValueError):
    """Base class of all errors caused by user input; the message is one line and names the fix.

    >>> import plyground as ply
    >>> ply.Limit(depth=0)
    Traceback (most recent call last):
        ...
    plyground.errors.PlygroundError: depth=0 is not valid; expected a whole number, 1 or more
    """

    def __str__(self) -> str:
        # Most messages repeat what was given: here, so that no message can forget it.
        return visible(super().__str__(), keep="")


class GameNameError(PlygroundError):
    """A game name is invalid, or the game does not have these parameters.

    >>> import plyground as ply
    >>> ply.game("kalah(0,4)")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    plyground.errors.GameNameError: kalah(0,4): houses=0 is not valid; houses takes ...
    """


class PositionTextError(PlygroundError):
    """A position text is invalid, or the position is impossible.

    >>> import plyground as ply
    >>> ply.position("squatter(3)", "+++/+++ white")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    plyground.errors.PositionTextError: a Squatter position has three words; expected ...
    """


class IllegalMove(PlygroundError):  # noqa: N818 - "illegal move" is the noun of every referee
    """The move is not legal in this position.

    >>> import plyground as ply
    >>> ply.game("kalah(6,4)").push("9")
    Traceback (most recent call last):
        ...
    plyground.errors.IllegalMove: 9 is not a house of this board; expected 1 to 6
    """


class RecordError(PlygroundError):
    r"""A record file is invalid; the message starts with the file and line.

    >>> import plyground as ply
    >>> ply.loads("Game: kalah(6,4)\n\n3 9\n")
    Traceback (most recent call last):
        ...
    plyground.errors.RecordError: record:3: 9 is not a house of this board; expected 1 to 6
    """


def shown(given: object) -> str:
    """Return user input in a form that fits into a one-line message."""
    text = str(given)
    return text if text and text.isprintable() else repr(text)


def visible(text: str, keep: str = "\n\t") -> str:
    r"""Return a text with every character that cannot be seen written as its escape.

    Whatever an agent, a server or a file wrote passes through here before a person sees it: else it
    could move the cursor, clear the screen, or turn the direction of writing.

    >>> print(visible("\x1b[2Jplain text\r \u202e\nnext"))
    \x1b[2Jplain text\r \u202e
    next
    >>> visible("one\nline", keep="")
    'one\\nline'
    """
    if text.isprintable():
        return text
    return "".join(c if c in keep or c.isprintable() else _escape(c) for c in text)


def bounded(text: str, most: int = 100_000) -> str:
    """Return a text whole; the middle of one that is absurdly long is replaced by its length.

    >>> bounded("abc"), bounded("abcdefghij", most=4)
    ('abc', 'ab … (6 of 10 characters left out) … ij')
    """
    if len(text) <= most:
        return text
    head, tail = text[: most - most // 2], text[len(text) - most // 2 :]
    return f"{head} … ({len(text) - most} of {len(text)} characters left out) … {tail}"


def _escape(character: str) -> str:
    return character.encode("unicode_escape").decode("ascii")
