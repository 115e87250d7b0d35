"""The picture that messengers show beside an invite link: the table's name, its host, the stakes, and who is there."""

from __future__ import annotations

from functools import cache
from io import BytesIO
from typing import Final

import numpy as np
from PIL import Image, ImageDraw

from .fonts import Font, font_for
from .shown import ShownInvitation

WIDTH: Final = 1200
HEIGHT: Final = 630
COLOURS: Final = 255
_LEFT: Final = 84
_TEXT: Final = 650
"""The width for words, left of the cards."""
_NAME_SIZES: Final = (84, 72, 60, 50, 42)
_INK: Final = (244, 247, 244)
_SOFT: Final = (188, 212, 200)
_GOLD: Final = (255, 205, 122)
_NIGHT: Final = (9, 14, 13)
_RAIL: Final = (46, 31, 27)
_FELT: Final = ((33, 122, 94), (16, 66, 51), (8, 34, 27))
"""The felt's colours, from the light in the middle to the rail."""
_MOST_SEATS: Final = 10
"""Up to this many, each seat is a dot."""
_FINER: Final = 3
"""Cards are drawn this much larger and reduced, so their edges are smooth."""


def draw(invitation: ShownInvitation) -> bytes:
    """Return an invitation's picture as PNG, `WIDTH` by `HEIGHT`."""
    picture = _template().copy()
    pen = ImageDraw.Draw(picture)
    host = _line(f"{invitation.host} invites you", "You are invited", (40,), _TEXT)
    name = _line(invitation.name, "Texas hold'em", _NAME_SIZES, _TEXT)
    pen.text((_LEFT, 226), host[0], _GOLD, font=host[1], anchor="ls")
    pen.text((_LEFT, 326), name[0], _INK, font=name[1], anchor="ls")
    stakes = _line(f"Texas hold'em  ·  {invitation.stakes}", "", (40,), _TEXT)
    pen.text((_LEFT, 404), stakes[0], _SOFT, font=stakes[1], anchor="ls")
    _draw_seats(pen, invitation)
    packed = BytesIO()
    picture.quantize(COLOURS, dither=Image.Dither.FLOYDSTEINBERG).save(packed, "PNG", compress_level=6)
    return packed.getvalue()


def _line(words: str, instead: str, sizes: tuple[int, ...], width: int) -> tuple[str, Font]:
    """Return a line and its font: the largest size that fits, or the smallest with the end cut off.

    `instead` replaces words that no font on this machine can draw; the link's own text still has them.
    """
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


def _draw_seats(pen: ImageDraw.ImageDraw, invitation: ShownInvitation) -> None:
    left = _LEFT
    for seat in range(invitation.seats if invitation.seats <= _MOST_SEATS else 0):
        box = (left, 470, left + 28, 498)
        if seat < invitation.taken:
            pen.ellipse(box, _GOLD)
        else:
            pen.ellipse(box, None, _SOFT, 3)
        left += 42
    attendance = _line(invitation.attendance, "", (36,), _TEXT)
    pen.text((left + (14 if left > _LEFT else 0), 497), attendance[0], _INK, font=attendance[1], anchor="ls")


@cache
def _template() -> Image.Image:
    """Return everything that no invitation changes: the felt, the cards and the brand."""
    found = Image.fromarray(_felt())
    _draw_card(found, "A", "spade", (24, 30, 32), (868, 292), 9)
    _draw_card(found, "K", "diamond", (196, 45, 48), (988, 312), -9)
    ImageDraw.Draw(found).text((_LEFT, 112), "bigslick", _INK, font=_font("bigslick", 34), anchor="ls")
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


def _draw_card(
    on: Image.Image, rank: str, suit: str, colour: tuple[int, int, int], middle: tuple[int, int], turn: int
) -> None:
    """Draw a card around a point of the picture, turned by some degrees."""
    wide, high = 190 * _FINER, 266 * _FINER
    card = Image.new("RGBA", (wide, high))
    pen = ImageDraw.Draw(card)
    pen.rounded_rectangle((0, 0, wide - 1, high - 1), 20 * _FINER, (250, 248, 243, 255), (206, 204, 198, 255), _FINER)
    pen.text((20 * _FINER, 92 * _FINER), rank, colour, font=_font(rank, 92 * _FINER), anchor="ls")
    _draw_suit(pen, suit, (112 * _FINER, 178 * _FINER), 56 * _FINER, colour)
    turned = card.rotate(turn, Image.Resampling.BICUBIC, expand=True)
    turned = turned.resize((turned.width // _FINER, turned.height // _FINER), Image.Resampling.LANCZOS)
    x, y = middle[0] - turned.width // 2, middle[1] - turned.height // 2
    shade = turned.getchannel("A").point(lambda alpha: alpha * 0.35)
    on.paste((0, 0, 0), (x + 6, y + 10), shade)
    on.paste(turned, (x, y), turned)


def _draw_suit(
    pen: ImageDraw.ImageDraw, suit: str, middle: tuple[int, int], size: int, colour: tuple[int, int, int]
) -> None:
    x, y = middle
    if suit == "diamond":
        pen.polygon([(x, y - size), (x + size * 0.74, y), (x, y + size), (x - size * 0.74, y)], colour)
        return
    half = size * 0.5
    for centre in (x - half * 0.92, x + half * 0.92):
        pen.ellipse((centre - half, y - half * 0.55, centre + half, y + half * 1.45), colour)
    pen.polygon([(x, y - size), (x + size * 0.86, y + half * 0.15), (x - size * 0.86, y + half * 0.15)], colour)
    pen.polygon([(x, y + half * 0.2), (x + half * 0.7, y + size), (x - half * 0.7, y + size)], colour)
