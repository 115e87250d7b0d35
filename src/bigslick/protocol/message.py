"""The base of every socket command: strict fields, and the values shared by several commands."""

from __future__ import annotations

from typing import Annotated, Final

import msgspec
from msgspec import Meta

Id = Annotated[str, Meta(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9_.:-]+(?!\n)$")]
NAME_CODE_POINTS: Final = 72
"""The most code points of a player's name in NFC; `server/words.py` says which names are legal."""
SHOWN_CODE_POINTS: Final = NAME_CODE_POINTS + 8
"""The most code points of a name as it is shown: a second Tom at a table is Tom 2."""
Player = Annotated[str, Meta(min_length=1, max_length=SHOWN_CODE_POINTS)]
"""A player by the name shown."""
Chips = Annotated[int, Meta(ge=1, le=10**15)]
SeatNumber = Annotated[int, Meta(ge=0, le=9)]
Text = Annotated[str, Meta(min_length=1, max_length=300)]
Hash = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}(?!\n)$")]
"""32 bytes as hex digits."""


class Message(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A client's message: unknown fields are refused."""
