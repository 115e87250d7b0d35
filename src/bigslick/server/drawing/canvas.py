"""The parts of every picture for messengers: the felt under a lamp, cards, and lines of text that fit."""

from __future__ import annotations

from functools import cache, lru_cache
from io import BytesIO
from typing import Final, TypeAlias

import numpy as np
from PIL import Image, ImageDraw

from .fonts import Font, font_for

Colour: TypeAlias = tuple[int, int, int]

WIDTH: Final = 1200
HEIGHT: Final = 630
COLOURS: Final = 255
LEFT: Final = 84
"""Where lines of text begin."""
INK: Final = (244, 247, 244)
SOFT: Final = (188, 212, 200)
GOLD: Final = (255, 205, 122)
FINER: Final = 3
"""Cards and charts are drawn this much larger and reduced, so their edges are smooth."""
_NIGHT: Final = (9, 14, 13)
_RAIL: Final = (46, 31, 27)
_FELT: Final = ((33, 122, 94), (16, 66, 51), (8, 34, 27))
"""The felt's colours, from the light in the middle to the rail."""
_BLACK: Final = (24, 30, 32)
_RED: Final = (196, 45, 48)
_CARD_WIDTH: Final = 190
_CARD_HEIGHT: Final = 266


@cache
def _table() -> Image.Image:
    """Return everything that no picture changes: the felt and the brand."""
    found = Image.fromarray(_felt())
    write_line(ImageDraw.Draw(found), (LEFT, 112), "bigslick", INK, (34,), WIDTH)
    return found


def new_picture() -> Image.Image:
    """Return a picture of the felt, with the brand in its corner."""
    return _table().copy()


def packed(picture: Image.Image) -> bytes:
    """Return a picture as a PNG that messengers accept."""
    found = BytesIO()
    picture.quantize(COLOURS, dither=Image.Dither.FLOYDSTEINBERG).save(found, "PNG", compress_level=6)
    return found.getvalue()


def write_line(
    pen: ImageDraw.ImageDraw,
    at: tuple[int, int],
    words: str,
    colour: Colour,
    sizes: tuple[int, ...],
    width: int,
    *,
    instead: str = "",
    right: bool = False,
) -> None:
    """Write a line from a point on, or up to it: in the largest size that fits, or the smallest with the end cut off.

    `instead` replaces words that no font on this machine can draw; the link's own text still has them.
    """
    words, font = _fitting(words, instead, sizes, width)
    pen.text(at, words, colour, font=font, anchor="rs" if right else "ls")


def _fitting(words: str, instead: str, sizes: tuple[int, ...], width: int) -> tuple[str, Font]:
    font = font_for(words, sizes[0])
    if font is None:
        words, font = instead, _font(instead, sizes[0])
    for size in sizes:
        font = font.font_variant(size=size)
        if font.getlength(words) <= width:
            return words, font
    while words and font.getlength(f"{words}…") > width:
        words = words[:-1]
    return f"{words.rstrip()}…", font


def _font(words: str, size: int) -> Font:
    """Return the font for words of our own."""
    found = font_for(words, size)
    assert found is not None
    return found


def _felt() -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    """Return an oval of felt under a lamp, with a rail around it, on a dark floor."""
    y, x = np.mgrid[0:HEIGHT, 0:WIDTH].astype(np.float32)
    far = np.hypot((x / WIDTH - 0.5) / 0.62, (y / HEIGHT - 0.46) / 0.66)[..., None]
    light, felt, edge, night = (np.array(colour, np.float32) for colour in (*_FELT, _NIGHT))
    colour = np.where(far < 0.6, light + (felt - light) * far / 0.6, felt + (edge - felt) * (far - 0.6) / 0.4)
    colour = colour + 48 * np.clip(1 - np.abs(far - 0.9) / 0.004, 0, 1)
    for begins, ground in ((1.0, np.array(_RAIL, np.float32)), (1.035, night)):
        share = np.clip((far - begins) / 0.003, 0, 1)  # a smooth edge
        colour = colour + (ground - colour) * share
    return np.asarray(colour.clip(0, 255), np.uint8)


def draw_card(on: Image.Image, card: str, middle: tuple[int, int], *, width: int = _CARD_WIDTH, turn: int = 0) -> None:
    """Draw a card such as `Ks` around a point of the picture, turned by some degrees."""
    face = _face(card, width)
    turned = face.rotate(turn, Image.Resampling.BICUBIC, expand=True)
    turned = turned.resize((turned.width // FINER, turned.height // FINER), Image.Resampling.LANCZOS)
    x, y = middle[0] - turned.width // 2, middle[1] - turned.height // 2
    shade = turned.getchannel("A").point(lambda alpha: alpha * 0.35)
    far = max(1, width // 32)
    on.paste((0, 0, 0), (x + far, y + far * 5 // 3), shade)
    on.paste(turned, (x, y), turned)


@lru_cache(64)
def _face(card: str, width: int) -> Image.Image:
    one = width * FINER / _CARD_WIDTH
    wide, high = round(_CARD_WIDTH * one), round(_CARD_HEIGHT * one)
    face = Image.new("RGBA", (wide, high))
    pen = ImageDraw.Draw(face)
    edge = max(1, round(one))
    pen.rounded_rectangle((0, 0, wide - 1, high - 1), round(20 * one), (250, 248, 243, 255), (206, 204, 198, 255), edge)
    rank, suit = ("10" if card[0] == "T" else card[0]), card[1]
    colour = _RED if suit in "hd" else _BLACK
    size = 92 if len(rank) == 1 else 80
    pen.text((20 * one, 92 * one), rank, colour, font=_font(rank, round(size * one)), anchor="ls")
    _draw_suit(pen, suit, (112 * one, 178 * one), 56 * one, colour)
    return face


def _draw_suit(pen: ImageDraw.ImageDraw, suit: str, middle: tuple[float, float], size: float, colour: Colour) -> None:
    x, y = middle
    half = size * 0.5

    def disc(left: float, top: float, radius: float) -> None:
        pen.ellipse((left - radius, top - radius, left + radius, top + radius), colour)

    if suit == "d":
        pen.polygon([(x, y - size), (x + size * 0.74, y), (x, y + size), (x - size * 0.74, y)], colour)
        return
    if suit == "h":
        for centre in (x - half * 0.92, x + half * 0.92):
            disc(centre, y - half * 0.45, half)
        pen.polygon([(x, y + size), (x + size * 0.86, y - half * 0.15), (x - size * 0.86, y - half * 0.15)], colour)
        return
    if suit == "c":
        disc(x, y - half * 0.95, half * 0.92)
        for centre in (x - half * 0.98, x + half * 0.98):
            disc(centre, y + half * 0.42, half * 0.92)
    else:
        for centre in (x - half * 0.92, x + half * 0.92):
            disc(centre, y + half * 0.45, half)
        pen.polygon([(x, y - size), (x + size * 0.86, y + half * 0.15), (x - size * 0.86, y + half * 0.15)], colour)
    pen.polygon([(x, y + half * 0.2), (x + half * 0.7, y + size), (x - half * 0.7, y + size)], colour)
