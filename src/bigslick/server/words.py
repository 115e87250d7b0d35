"""Text that people write for others: chat without tricks, and table names that look alike."""

from __future__ import annotations

import unicodedata
from typing import Final

_LETTERS: Final = str.maketrans(
    "аеорсухкмнтвіјѕԁԛԝьαεικνορτυχη01!|$@5",  # noqa: RUF001 - look-alikes are what it is about
    "aeopcyxkmhtbijsdqwbaeikvoptuxnoliisas",
)
"""Letters and digits that look like Latin letters, after the case is folded."""
_MOST_MARKS: Final = 2
"""How many accents one letter may carry; stacks of them run over the lines of others."""


def clean(text: str) -> str:
    """Chat as it is shown: one line without control, bidirectional or invisible characters, or nothing."""
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


def skeleton(name: str) -> str:
    """The shape of a name: two names with the same skeleton can be taken for each other."""
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", name).casefold()).casefold()
    letters = plain.translate(_LETTERS).replace("l", "i").replace("rn", "m").replace("vv", "w")
    return "".join(letter for letter in letters if letter.isalnum()) or plain
