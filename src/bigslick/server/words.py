"""Text that people write for others: safe chat, and names that are legal, the same or look alike."""

from __future__ import annotations

import functools
import unicodedata
from collections.abc import Iterable
from typing import Final

from bigslick.bots import STYLES
from bigslick.errors import BigslickError
from bigslick.protocol.message import NAME_CODE_POINTS
from bigslick.sentence import Sentence, say

LONGEST_NAME: Final = 24
"""The most characters in a name, as people count them: a letter with its accents is one."""
NAME_BYTES: Final = 4 * NAME_CODE_POINTS
"""The most bytes of a name as it is sent, checked before anything is read."""
_MOST_MARKS: Final = 2
"""The most accents on one letter; taller stacks run into other lines."""
_REMEMBERED: Final = 4096
"""How many names are remembered as they are compared: a big field of players is named one by one."""
_ALSO: Final = " '\u2019-._"
"""Legal in a name beside letters, marks and digits."""
_INVISIBLE: Final = frozenset(
    map(
        chr,
        (
            *(0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180B, 0x180C, 0x180D, 0x180F, 0x3164, 0xFFA0, 0x16FE4),
            *range(0xFE00, 0xFE10),
            *range(0xE0100, 0xE01F0),
        ),
    )
)
"""Letters and marks that are not drawn (Default_Ignorable_Code_Point)."""
_LOOK_ALIKES: Final = (
    "AАΑ BВΒ CСϹ EЕΕ GԌ HНΗ JЈͿ KКΚ MМΜ NΝ O0ОΟՕ PРΡ QԚ SЅՏ TТΤ WԜ XХΧ YУΥҮ ZΖ "  # noqa: RUF001 - it is about them
    "aаαɑ cсϲ dԁ eе gɡց hһհ iіιıɩ jјϳ kк lI1|ІΙӀǀ nոη oоοօ pрρ qԛ sѕ uυս vν wԝ xхχ yуүγ"  # noqa: RUF001
)
"""Latin letters, each with letters and digits that look like it, from the confusables of UTS #39."""
_SHAPES: Final = str.maketrans({other: group[0] for group in _LOOK_ALIKES.split() for other in group[1:]})
_GLANCE: Final = str.maketrans("lкмнтвьετ$@5!", "ikmhtbbetsasi")
"""More letters that are alike at a glance, after case folding."""
_OFFICIAL: Final = (
    *(
        "house",
        "the house",
        "operator",
        "admin",
        "administrator",
        "moderator",
        "dealer",
        "staff",
        "support",
        "system",
        "bigslick",
    ),
    *STYLES,
)
"""Names for the house, the operator and the house bots, with or without a number."""


class BadName(BigslickError, ValueError):
    """A name that is not legal; the sentence says what is wrong and what is legal."""


# -- chat -------------------------------------------------------------------------------------------------------------


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


# -- names ------------------------------------------------------------------------------------------------------------


def read_name(text: str) -> str:
    """Return a legal name as it is stored, in NFC; raises `BadName`."""
    if len(text) > NAME_BYTES or len(text.encode("utf-8", "surrogatepass")) > NAME_BYTES:
        raise _bad(say("The name is too long"))
    name = unicodedata.normalize("NFC", text)
    if (wrong := _wrong_letter(name)) is not None:
        raise _bad(wrong)
    if len(name) > NAME_CODE_POINTS or graphemes(name) > LONGEST_NAME:
        raise _bad(say("The name is too long"))
    if name != " ".join(name.split()):
        raise _bad(say("The name has a blank at one end, or two in a row"))
    if not any(letter.isalnum() for letter in name):
        raise _bad(say("The name has no letter or digit") if name else say("The name is empty"))
    if is_official(name):
        raise BadName(say("{name} could be mistaken for the house or one of its bots: choose another name", name=name))
    return name


def name_like(text: str, otherwise: str) -> str:
    """Return a legal name that is as close to another site's as possible, or `otherwise` if nothing is left of it."""
    kept = ""
    for letter in clean(text[:NAME_BYTES]):
        kept += letter if _wrong_letter(kept + letter) is None else " "
    name = " ".join(kept.split())
    while len(name) > NAME_CODE_POINTS or graphemes(name) > LONGEST_NAME:
        name = name[:-1].rstrip()
    try:
        return read_name(name)
    except BadName:
        return otherwise


def _bad(wrong: Sentence) -> BadName:
    return BadName(
        say(
            "{wrong}: a name has up to {most} letters, digits, single blanks and ' - . _",
            wrong=wrong,
            most=LONGEST_NAME,
        )
    )


def _wrong_letter(name: str) -> Sentence | None:
    """Say which character does not belong in a name."""
    marks = _MOST_MARKS  # the first letter has none before it
    for letter in name:
        kind = unicodedata.category(letter)
        if letter in _INVISIBLE or kind[0] == "C" or (kind[0] == "Z" and letter != " "):
            return say("The name has an invisible character")
        if kind in ("Mn", "Mc"):
            marks += 1
            if marks > _MOST_MARKS:
                return say("The name has too many accents on one letter, or one without a letter")
        elif kind[0] == "L" or kind == "Nd":
            marks = 0
        elif letter in _ALSO:
            marks = _MOST_MARKS
        else:
            return say("The name has the character {letter}", letter=letter)
    return None


def graphemes(text: str) -> int:
    """Count the characters of a legal name as people do: extended grapheme clusters (UAX #29)."""
    return sum(not _joins(before, letter) for before, letter in zip(" " + text, text, strict=False))


def _joins(before: str, letter: str) -> bool:
    """Whether a letter belongs to the cluster of the one before it."""
    if unicodedata.category(letter) in ("Mn", "Mc") or letter in "\u0e33\u0eb3":  # GB9, GB9a
        return True
    if before in "\u094d\u09cd\u0acd\u0b4d\u0c4d\u0d4d":  # GB9c, with no other mark between
        return unicodedata.category(letter) == "Lo"
    return (_hangul(before), _hangul(letter)) in _SYLLABLES


_SYLLABLES: Final = {
    *(("L", "L"), ("L", "V"), ("L", "LV"), ("L", "LVT")),  # GB6
    *(("LV", "V"), ("LV", "T"), ("V", "V"), ("V", "T")),  # GB7
    *(("LVT", "T"), ("T", "T")),  # GB8
}


def _hangul(letter: str) -> str:
    """Return a letter's Hangul_Syllable_Type; empty for other scripts."""
    if "\uac00" <= letter <= "\ud7a3":
        return "LVT" if (ord(letter) - 0xAC00) % 28 else "LV"
    if "\u1100" <= letter <= "\u115f" or "\ua960" <= letter <= "\ua97c":
        return "L"
    if "\u1160" <= letter <= "\u11a7" or "\ud7b0" <= letter <= "\ud7c6":
        return "V"
    return "T" if "\u11a8" <= letter <= "\u11ff" or "\ud7cb" <= letter <= "\ud7fb" else ""


@functools.lru_cache(_REMEMBERED)
def fold(name: str) -> str:
    """Return a name as it is compared: names that differ only in case, width or apostrophe are the same."""
    once = unicodedata.normalize("NFKC", unicodedata.normalize("NFD", name).casefold())  # Unicode D146
    return unicodedata.normalize("NFKC", once.casefold()).replace("\u2019", "'")


@functools.lru_cache(_REMEMBERED)
def shape(name: str) -> str:
    """Return how a name looks. Players at one table have different shapes."""
    plain = unicodedata.normalize("NFKD", name).translate(_SHAPES).casefold()
    plain = plain.replace("rn", "m").replace("vv", "w")
    return "".join([letter for letter in plain if letter.isalnum() or unicodedata.category(letter)[0] == "M"]) or plain


def skeleton(name: str) -> str:
    """Return how a name looks at a glance, without accents."""
    plain = shape(fold(name))
    return "".join([letter for letter in plain.translate(_GLANCE) if letter.isalnum()]) or plain


def is_official(name: str) -> bool:
    """Whether a name could be mistaken for the house, its operator or a house bot."""
    stem = fold(name).rstrip(" '-._0123456789")
    return skeleton(stem) in _OFFICIAL_SKELETONS


_OFFICIAL_SKELETONS: Final = frozenset(map(skeleton, _OFFICIAL))


def is_shown_by(shown: str, name: str) -> bool:
    """Whether a table shows a player of this name so, perhaps with a number."""
    return shown == name or (shown.startswith(f"{name} ") and shown[len(name) + 1 :].isdecimal())


class NamesShown:
    """Names that are shown together. None equals another or looks like it."""

    def __init__(self, names: Iterable[str] = ()) -> None:
        self._folds: set[str] = set()
        self._shapes: set[str] = set()
        for name in names:
            self._take(name)

    def add(self, name: str) -> str:
        """Return the name as it is shown: the second Tom is Tom 2."""
        shown, number = name, 1
        while fold(shown) in self._folds or shape(shown) in self._shapes:
            number += 1
            shown = f"{name} {number}"
        self._take(shown)
        return shown

    def _take(self, name: str) -> None:
        self._folds.add(fold(name))
        self._shapes.add(shape(name))
