"""Opening books: stored results of long searches."""

from plyground.books.book import Book, BookMove, folded
from plyground.books.build import build
from plyground.books.check import Losing, check, mend
from plyground.books.opening import Opening, shipped
from plyground.books.tree import Plan

__all__ = [
    "Book",
    "BookMove",
    "Losing",
    "Opening",
    "Plan",
    "build",
    "check",
    "folded",
    "mend",
    "shipped",
]
