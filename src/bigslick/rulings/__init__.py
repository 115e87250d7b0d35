"""The rule book: rulings as data, each played by the engine and compared with the expected result."""

from .book import Chapter, check_book, find_case, load_book
from .case import BadRulings, Ruling
from .checker import check_file, check_rulings
from .pages import book_pages, story
from .verdict import Verdict

__all__ = [
    "BadRulings",
    "Chapter",
    "Ruling",
    "Verdict",
    "book_pages",
    "check_book",
    "check_file",
    "check_rulings",
    "find_case",
    "load_book",
    "story",
]
