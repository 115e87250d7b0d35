"""Fonts for pictures, without the network: Inter for Latin, Greek and Cyrillic, and for other scripts what the machine
has.
"""

from __future__ import annotations

import unicodedata
from functools import cache
from importlib import resources
from io import BytesIO
from typing import Final

from PIL import ImageFont, features

INSTALLED: Final = (
    "NotoSans-Regular.ttf",
    "DejaVuSans.ttf",
    "NotoSansCJK-Regular.ttc",
    "NotoSansArabic-Regular.ttf",
    "NotoSansHebrew-Regular.ttf",
    "NotoSansDevanagari-Regular.ttf",
    "NotoSansThai-Regular.ttf",
    "Arial Unicode.ttf",
    "PingFang.ttc",
    "segoeui.ttf",
    "msgothic.ttc",
)
"""Fonts of Linux, macOS and Windows for what ours lacks, in the order we try them."""
_CHECKED: Final = 32
_MISSING: Final = "\U0010ffff"
"""A code point that no font has, so it shows the font's box for missing characters."""

Font = ImageFont.FreeTypeFont


def font_for(text: str, size: int) -> Font | None:
    """Return a font of this size that has every character of a text; None if this machine has none."""
    if not features.check("raqm") and any(map(_needs_shaping, text)):
        return None
    if _covers(_own(), text):
        return _own().font_variant(size=size)
    found = (font for name in INSTALLED if (font := _installed(name)) is not None)
    return next((font.font_variant(size=size) for font in found if _covers(font, text)), None)


def _covers(font: Font, text: str) -> bool:
    missing = _drawn(font, _MISSING)
    return all(character.isspace() or _drawn(font, character) != missing for character in set(text))


def _drawn(font: Font, character: str) -> tuple[tuple[int, int], bytes]:
    mask = font.getmask(character)
    return mask.size, bytes(mask)


def _needs_shaping(character: str) -> bool:
    """Whether a character runs from right to left or joins its neighbours, which takes the library raqm."""
    return unicodedata.bidirectional(character) in ("R", "AL") or unicodedata.category(character) in ("Mn", "Mc")


@cache
def _own() -> Font:
    return ImageFont.truetype(BytesIO((resources.files(__package__) / "inter.ttf").read_bytes()), _CHECKED)


@cache
def _installed(name: str) -> Font | None:
    try:
        return ImageFont.truetype(name, _CHECKED)
    except OSError:
        return None
