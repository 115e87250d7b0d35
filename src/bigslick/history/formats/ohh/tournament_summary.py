"""Writing Open Tournament Summary 1.1.5: one object `{"ots": {...}}` (https://ts-specs.handhistory.org).

A summary says what a tournament cost, who entered, and who won what. Trackers read it beside the hands.
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
    """One entry; a player who entered twice has two. The place and the prize of a player still in are not known."""

    player_name: str
    finish_position: int | None = None
    still_playing: bool
    prize: Number | None = None
    ticket_value: Number | None = None
    """The value of a seat that the player won in another event."""


class TournamentRebuys(msgspec.Struct, frozen=True, kw_only=True):
    """How often a player bought chips again: by a rebuy or a re-entry, and by an add-on."""

    player_name: str
    rebuys: int
    addons: int


class TournamentSummary(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A whole tournament; times are in UTC and end in Z, amounts are money, and the initial stack is chips."""

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
    """How many players entered, each counted once."""
    tournament_finishes_and_winnings: tuple[TournamentFinish, ...]
    rebuy_cost: Number | None = None
    addon_cost: Number | None = None
    tournament_rebuys: tuple[TournamentRebuys, ...] = ()


def summary_text(summary: TournamentSummary) -> str:
    """The text of an `.ots` file."""
    fields = msgspec.to_builtins(summary, builtin_types=(Decimal,))
    text = _encode({"ots": {"spec_version": SPEC_VERSION, **fields}})
    return msgspec.json.format(text, indent=2).decode() + "\n"
