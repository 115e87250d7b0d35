"""The picture for messengers: its size, and names in any script."""

from __future__ import annotations

import struct
from typing import Any

import pytest

from bigslick.server.drawing.canvas import HEIGHT, WIDTH
from bigslick.server.inviting.picture import draw
from bigslick.server.inviting.shown import ShownInvitation

MOST_BYTES = 300_000
"""WhatsApp leaves out larger pictures."""


def invitation(**changes: Any) -> ShownInvitation:
    given = {"name": "Friday night", "host": "Hanna", "seats": 6, "taken": 4, "kind": "table", **changes}
    return ShownInvitation(small_blind=5, big_blind=10, ante=0, buy_in=1000, **given)


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"kind": "tournament", "seats": 100, "taken": 27},
        {"name": "W" * 40, "host": "M" * 24},
        {"name": "Jürgens Łódź-Runde", "host": "Ольга"},
        {"name": "日本の夜", "host": "שלום"},
        {"name": "\N{PILE OF POO}", "host": "\U0010fffe"},
    ],
    ids=["a table", "a tournament", "long names", "letters with marks", "other scripts", "in no font"],
)
def test_every_invitation_has_a_picture_of_the_size_that_messengers_want(changes: dict[str, Any]) -> None:
    picture = draw(invitation(**changes))
    assert picture.startswith(b"\x89PNG\r\n\x1a\n")
    assert struct.unpack(">II", picture[16:24]) == (WIDTH, HEIGHT) == (1200, 630)
    assert len(picture) < MOST_BYTES


def test_the_picture_changes_with_everything_it_shows() -> None:
    other = {"taken": 5, "name": "Saturday", "host": "Bob", "seats": 9, "kind": "tournament"}
    assert len({draw(invitation(**{name: value})) for name, value in other.items()} | {draw(invitation())}) == 6
