"""What has happened at a live table: frozen facts in the past tense, the only thing a table is made from.

The same facts give the same table: cards, stacks, turn, clocks, and every word that viewers are told. Each fact has the
time `at` which it became true, and if a command caused it, who sent the command and under which `cmd_id`. Facts are
secret: among them are the seeds of the shuffles.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from ...actions import Action
from ...protocol.encoding import encode
from ...protocol.settings import TableSpec
from ...seats import ComesIn


class _Fact(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    at: int
    """Milliseconds since 1970."""
    by: str = ""
    """Whose command it was; empty for the table itself."""
    cmd_id: str = ""


class Opened(_Fact, frozen=True, kw_only=True, tag="opened"):
    """The first fact of every table."""

    table: str
    spec: TableSpec


class Sat(_Fact, frozen=True, kw_only=True, tag="sat"):
    """Somebody took a seat with chips; `bot` is the style of a house bot."""

    seat: int
    player: str
    chips: int
    comes_in: ComesIn | None = None
    seed: str = ""
    bot: str = ""


class ToppedUp(_Fact, frozen=True, kw_only=True, tag="topped_up"):
    """Somebody bought chips, for after the hand if he is in one."""

    seat: int
    chips: int


class SatOut(_Fact, frozen=True, kw_only=True, tag="sat_out"):
    """Somebody is away from now on."""

    seat: int
    why: Literal["asked", "timeouts"] = "asked"


class SatIn(_Fact, frozen=True, kw_only=True, tag="sat_in"):
    """Somebody wants to be dealt in again."""

    seat: int
    how: ComesIn | None = None


class Left(_Fact, frozen=True, kw_only=True, tag="left"):
    """Somebody goes, after the hand if he is in one."""

    seat: int
    why: Literal["asked", "busted", "away", "kicked", "removed"] = "asked"


class Queued(_Fact, frozen=True, kw_only=True, tag="queued"):
    """Somebody waits for a seat."""

    player: str


class Unqueued(_Fact, frozen=True, kw_only=True, tag="unqueued"):
    """Somebody waits no more, or did not take the seat that was held for him."""

    player: str
    why: Literal["asked", "expired"] = "asked"


class SeatOffered(_Fact, frozen=True, kw_only=True, tag="seat_offered"):
    """A free seat is held for somebody who waited."""

    player: str
    seat: int
    until: int


class Reseeded(_Fact, frozen=True, kw_only=True, tag="reseeded"):
    """Somebody changed what he adds to the shuffle."""

    seat: int
    seed: str


class Acted(_Fact, frozen=True, kw_only=True, tag="acted"):
    """A seat acted; `why` says who decided when its player did not."""

    seat: int
    action: Action
    why: Literal["", "timeout", "away", "bot"] = ""


class Committed(_Fact, frozen=True, kw_only=True, tag="committed"):
    """The house drew its seed for the next hand; only its hash is told."""

    hand: int
    secret: bytes


class Began(_Fact, frozen=True, kw_only=True, tag="began"):
    """The next hand was dealt."""

    hand: int


class Lost(_Fact, frozen=True, kw_only=True, tag="lost"):
    """Somebody who sits here lost the connection."""

    player: str


class Returned(_Fact, frozen=True, kw_only=True, tag="returned"):
    """Somebody who sits here is connected again."""

    player: str


class Restarted(_Fact, frozen=True, kw_only=True, tag="restarted"):
    """The server went down and is up again: everybody lost the connection, and nothing else changed."""


class Paused(_Fact, frozen=True, kw_only=True, tag="paused"):
    """No hand starts until the table is resumed."""

    why: str


class Resumed(_Fact, frozen=True, kw_only=True, tag="resumed"):
    """The table goes on."""


class ClosingAnnounced(_Fact, frozen=True, kw_only=True, tag="closing_announced"):
    """The table closes after the hand."""

    why: str


class Closed(_Fact, frozen=True, kw_only=True, tag="closed"):
    """The table is gone, and everybody has his chips back."""

    why: str


class MovedIn(_Fact, frozen=True, kw_only=True, tag="moved_in"):
    """A tournament seated a player."""

    seat: int
    player: str
    chips: int
    bot: str = ""
    seed: str = ""
    bank_ms: int | None = None
    """The time bank he brings along; a full one if it is not said."""


class MovedOut(_Fact, frozen=True, kw_only=True, tag="moved_out"):
    """A tournament took a player and his chips to another table, or closed his."""

    seat: int
    player: str
    chips: int


class LevelSet(_Fact, frozen=True, kw_only=True, tag="level_set"):
    """A tournament changed blinds and ante for the hands to come."""

    small: int
    big: int
    ante: int


class ButtonPlaced(_Fact, frozen=True, kw_only=True, tag="button_placed"):
    """A tournament placed the button anew, as after a redraw of seats."""

    where: Literal["draw", "highest"] | int


class Released(_Fact, frozen=True, kw_only=True, tag="released"):
    """A tournament lets the next hand start, not before `begins`."""

    begins: int = 0


Fact = (
    Opened
    | Sat
    | ToppedUp
    | SatOut
    | SatIn
    | Left
    | Queued
    | Unqueued
    | SeatOffered
    | Reseeded
    | Acted
    | Committed
    | Began
    | Lost
    | Returned
    | Restarted
    | Paused
    | Resumed
    | ClosingAnnounced
    | Closed
    | MovedIn
    | MovedOut
    | LevelSet
    | ButtonPlaced
    | Released
)
"""Everything that can happen at a live table."""


def write(fact: Fact) -> bytes:
    """A fact as it is stored."""
    return encode(fact)


_READER: msgspec.json.Decoder[Fact] = msgspec.json.Decoder(Fact)


def read(payload: bytes) -> Fact:
    """A fact from what `write` made."""
    return _READER.decode(payload)
