"""Writes Open Tournament Summary 1.1.5: one object `{"ots": {...}}` (https://ts-specs.handhistory.org).

A summary says what a tournament cost, who entered, and who won what. Trackers import it along with the hands.
"""

from __future__ import annotations

from decimal import Decimal
from typing import Final

import msgspec

from ...history_details import Number
from .fields import OhhSpeed

SPEC_VERSION: Final = "1.1.5"
"""The version of the standard that bigslick writes."""
_encode: Final = msgspec.json.Encoder(decimal_format="number").encode


class TournamentFinish(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One entry; a player who entered twice has two. Place and prize are unknown while the player is still in."""

    player_name: str
    finish_position: int | None = None
    still_playing: bool
    prize: Number | None = None
    ticket_value: Number | None = None
    """The value of a seat won in another event."""


class TournamentRebuys(msgspec.Struct, frozen=True, kw_only=True):
    """How many times a player bought more chips: rebuys and re-entries, and add-ons."""

    player_name: str
    rebuys: int
    addons: int


class TournamentSummary(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A whole tournament; times are in UTC and end in Z, prizes are money, and the initial stack is chips."""

    site_name: str
    network_name: str
    internal_version: str
    tournament_number: str
    tournament_name: str
    start_date_utc: str
    end_date_utc: str
    currency: str
    buyin_amount: Number
    fee_amount: Number
    bounty_fee_amount: Number | None = None
    bounty_value_amount: Number | None = None
    initial_stack: Number
    type: str
    """STT for one table, MTT for several."""
    flags: tuple[str, ...] = ()
    speed: OhhSpeed
    prize_pool: Number
    hero_player_name: str | None = None
    player_count: int
    """How many players entered, counting each once."""
    tournament_finishes_and_winnings: tuple[TournamentFinish, ...]
    rebuy_cost: Number | None = None
    addon_cost: Number | None = None
    tournament_rebuys: tuple[TournamentRebuys, ...] = ()


def summary_text(summary: TournamentSummary) -> str:
    """Return the text of an `.ots` file."""
    fields = msgspec.to_builtins(summary, builtin_types=(Decimal,))
    text = _encode({"ots": {"spec_version": SPEC_VERSION, **fields}})
    return msgspec.json.format(text, indent=2).decode() + "\n"
