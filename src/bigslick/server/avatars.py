"""The avatar that a player has before choosing one."""

from __future__ import annotations

import zlib
from typing import Final

from bigslick.protocol.social import Avatar

_GIVEN: Final[tuple[Avatar, ...]] = (
    "fox",
    "owl",
    "cat",
    "bear",
    "rabbit",
    "frog",
    "penguin",
    "dog",
    "lion",
    "panda",
    "koala",
    "duck",
    "raccoon",
)
"""Animals only, and none that is a judgement at a poker table: fish, whale and shark are worn by choice."""


def given_avatar(player: str) -> Avatar:
    """Return the avatar for a player's id, always the same one."""
    return _GIVEN[zlib.crc32(player.encode()) % len(_GIVEN)]
