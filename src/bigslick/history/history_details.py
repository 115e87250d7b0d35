"""The details of a hand beyond PHH: the site, the hero, the rake, the tournament, run-outs, players sitting out.

Every format reads these into a `Details` and writes them from it. A PHH file keeps them in the user field `_details`,
an inline table with the names below. Amounts are ints, or Decimals that keep every digit of the file, in the same unit
as the hand's other amounts. Players have the names in `History.players`; if a history has none, they are p1, p2, ...
"""

from __future__ import annotations

import datetime
from decimal import Decimal
from typing import Any, Final

import msgspec

Number = int | Decimal

BOMB_POT: Final = "bomb pot"
DOUBLE_BOARD: Final = "double board"
"""The flag for a hand dealt on two boards from the flop on; `Details.boards` holds only the second."""
FLAGS_OF_RUNS: Final = ("run it twice", "run it three times", "run it four times")
"""The flags for hands with two, three and four boards."""
FLAGS: Final = (
    "anonymous",
    BOMB_POT,
    "cap",
    "cash out",
    DOUBLE_BOARD,
    "fast",
    "observed",
    "play money",
    *FLAGS_OF_RUNS,
)
"""Plain words for special hands; "fast" is what PokerStars calls Zoom."""
OUR_SITE: Final = "bigslick"
"""The site name for hands that bigslick played."""
KINDS: Final = (Decimal, datetime.datetime, datetime.date, datetime.time)
"""TOML's values besides text, whole numbers, booleans, lists and tables."""


class _Detail(msgspec.Struct, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    def __post_init__(self) -> None:
        for place, value in enumerate(msgspec.structs.astuple(self)):
            if isinstance(value, Decimal) and not value.is_finite():
                raise ValueError(f"{self.__struct_fields__[place]} is not an amount ({value})")


class TournamentDetails(_Detail):
    """The tournament a hand belongs to, as its file describes it; amounts are money, not chips."""

    number: str | None = None
    """The site's number for the tournament."""
    name: str | None = None
    kind: str | None = None
    """"STT" (one table) or "MTT" (several)."""
    currency: str | None = None
    """The buy-in's currency, as an ISO code; the hand itself is played in chips."""
    buy_in: Number | None = None
    """The part of the buy-in that goes to the prize pool, excluding fee and bounty."""
    fee: Number | None = None
    bounty: Number | None = None
    """The part of the buy-in that is a bounty."""
    level: str | None = None
    """The level's own name, such as "IV"; its number is `History.level`."""
    speed: str | None = None
    level_seconds: int | None = None
    started: datetime.datetime | None = None
    initial_stack: Number | None = None
    flags: list[str] = []


class SittingOut(_Detail):
    """A seated player who is not dealt in; the seat counts from 1."""

    seat: int
    name: str
    stack: Number | None = None


class BountyCollected(_Detail):
    """A bounty won in this hand, and the player who carried it."""

    player: str
    amount: Number
    eliminated: str | None = None


class CashOut(_Detail):
    """A payment from the site to a player in place of the pot, which then goes to the site."""

    player: str
    amount: Number
    fee: Number | None = None


class ZonedTime(_Detail):
    """A time in a zone, such as "ET"."""

    at: datetime.datetime
    zone: str


class Details(_Detail):
    """A hand's details beyond PHH's fields."""

    site: str | None = None
    """"PokerStars", "PokerNow", ...: as the file names it."""
    hero: str | None = None
    """The player whose cards the file shows."""
    rake: Number | None = None
    """Taken from the pots, excluding any jackpot."""
    jackpot: Number | None = None
    """Taken from the pots for a jackpot."""
    total_pot: Number | None = None
    """The sum of all pots according to the file: including rake, excluding uncalled bets."""
    cap: Number | None = None
    """The most a player can lose in the hand, if the game has a betting cap."""
    tournament: TournamentDetails | None = None
    """The tournament, None in a cash game."""
    flags: list[str] = []
    """Plain words for special hands: see `FLAGS`."""
    boards: list[str] = []
    """Every board after the first, such as "AhKd2c3s9h"; the first is in `actions`.

    A run-out is a whole board; the second of a double board has as many cards as the first.
    """
    sitting_out: list[SittingOut] = []
    """Seated players who are not dealt in."""
    bounties: list[BountyCollected] = []
    """Bounties won in this hand."""
    cash_outs: list[CashOut] = []
    """Players whom the site paid in place of the pot."""
    other_time: ZonedTime | None = None
    """The same time in another zone, if a header has two."""
    extra: dict[str, dict[str, Any]] = {}
    """Fields specific to one format, under its name: `extra["ohh"]["spec_version"]`."""

    def __post_init__(self) -> None:
        if not (self.rake is self.jackpot is self.total_pot is self.cap is None):
            _Detail.__post_init__(self)


def details_from(fields: Any) -> Details:
    """Read the details from a TOML table; an unknown field or a wrong type raises `msgspec.ValidationError`."""
    return msgspec.convert(fields, Details, builtin_types=KINDS)


def details_fields(details: Details) -> dict[str, Any]:
    """Return the details as a TOML table, with only the fields that are set."""
    fields: dict[str, Any] = msgspec.to_builtins(details, builtin_types=KINDS)
    return fields
