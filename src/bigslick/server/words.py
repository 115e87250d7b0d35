"""Text that people write for others: safe chat, and names that are the same or look alike."""

from __future__ import annotations

import unicodedata
from typing import Final

_LETTERS: Final = str.maketrans(
    "аеорсухкмнтвіјѕԁԛԝьαεικνορτυχη01!|$@5",  # noqa: RUF001 - look-alikes are what it is about
    "aeopcyxkmhtbijsdqwbaeikvoptuxnoliisas",
)
"""Letters and digits that look like Latin letters, after case folding."""
_MOST_MARKS: Final = 2
"""The most accents on one letter; taller stacks run into other lines."""


def clean(text: str) -> str:
    """Return chat as displayed: one line without control, bidirectional or invisible characters; may be empty."""
    kept: list[str] = []
    marks = 0
    for letter in unicodedata.normalize("NFC", text):
        kind = unicodedata.category(letter)
        marks = marks + 1 if kind in ("Mn", "Me") else 0
        if kind[0] == "Z" or letter in "\t\n\r":
            kept.append(" ")
        elif kind[0] != "C" and marks <= _MOST_MARKS:
            kept.append(letter)
    return " ".join("".join(kept).split())


def fold(name: str) -> str:
    """Return a name as it is compared: names that differ only in case are the same."""
    return unicodedata.normalize("NFKC", name).casefold()


def skeleton(name: str) -> str:
    """Return a name's shape. Names with the same skeleton can be mistaken for each other."""
    plain = unicodedata.normalize("NFKD", fold(name)).casefold()
    letters = plain.translate(_LETTERS).replace("l", "i").replace("rn", "m").replace("vv", "w")
    return "".join(letter for letter in letters if letter.isalnum()) or plain
