"""Names for guests who have not chosen one."""

from __future__ import annotations

from bigslick.server.guest_names import guest_name
from bigslick.server.words import fold, graphemes, read_name


def test_every_name_is_legal_short_and_different() -> None:
    names = {guest_name(bytes((first, second))) for first in range(256) for second in range(256)}
    assert len({fold(name) for name in names}) == 1024
    for name in names:
        assert read_name(name) == name
        assert graphemes(name) <= 14
