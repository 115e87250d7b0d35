"""The picture that messengers show beside an invite link: the table's name, its host, the stakes, and who is there."""

from __future__ import annotations

from functools import cache
from typing import Final

from PIL import Image, ImageDraw

from bigslick.server.drawing.canvas import GOLD, INK, LEFT, SOFT, draw_card, new_picture, packed, write_line

from .shown import ShownInvitation

_TEXT: Final = 650
"""The width for words, left of the cards."""
_NAME_SIZES: Final = (84, 72, 60, 50, 42)
_MOST_SEATS: Final = 10
"""Up to this many, each seat is a dot."""


def draw(invitation: ShownInvitation) -> bytes:
    """Return an invitation's picture as PNG."""
    picture = _template().copy()
    pen = ImageDraw.Draw(picture)
    host = f"{invitation.host} invites you"
    write_line(pen, (LEFT, 226), host, GOLD, (40,), _TEXT, instead="You are invited")
    write_line(pen, (LEFT, 326), invitation.name, INK, _NAME_SIZES, _TEXT, instead="Texas hold'em")
    write_line(pen, (LEFT, 404), f"Texas hold'em  ·  {invitation.stakes}", SOFT, (40,), _TEXT)
    _draw_seats(pen, invitation)
    return packed(picture)


@cache
def _template() -> Image.Image:
    """Return everything that no invitation changes: the felt, the cards and the brand."""
    found = new_picture()
    draw_card(found, "As", (868, 292), turn=9)
    draw_card(found, "Kd", (988, 312), turn=-9)
    return found


def _draw_seats(pen: ImageDraw.ImageDraw, invitation: ShownInvitation) -> None:
    left = LEFT
    for seat in range(invitation.seats if invitation.seats <= _MOST_SEATS else 0):
        box = (left, 470, left + 28, 498)
        if seat < invitation.taken:
            pen.ellipse(box, GOLD)
        else:
            pen.ellipse(box, None, SOFT, 3)
        left += 42
    write_line(pen, (left + (14 if left > LEFT else 0), 497), invitation.attendance, INK, (36,), _TEXT)
