"""A recorded hand: every format reads into it and writes from it, with PHH's fields and more details.

The fields come from https://phh.readthedocs.io, version 0.0.2 (December 2024).

Players come in dealing order: p1 is the first seat left of the button, and the last player has the button. With two
players the format reverses `antes` and `blinds_or_straddles`: in `[1, 2]`, p2 on the button posts 1. A negative blind
is how PokerKit writes a live post that does not change who acts first.

Amounts are ints, or Decimals that keep every digit of the file; `Decimal("Infinity")` is an unrecorded stack. Actions
are texts with their comments: chat, disconnects and the like are comments between them. `details` holds what PHH has no
field for, and `user` any fields that the format does not name.
"""

from __future__ import annotations

import datetime
from typing import TYPE_CHECKING, Any, Final

import msgspec

from bigslick.decoding import explain

from .action_kinds import MOST_PLAYERS
from .history_details import KINDS, Details, Number, details_fields
from .notation import BadHistory, shorten

if TYPE_CHECKING:
    from bigslick.hand.hand import Hand
    from bigslick.hand.setup import Setup

    from .replay.recorded_setup import ReplayRules
    from .replay.replay import Replay

__all__ = ["DETAILS", "FIELDS", "OWN", "PER_PLAYER", "REQUIRED", "VARIANTS", "History", "Number"]

DETAILS: Final = "_details"
"""The user field where a PHH file keeps the details."""
VARIANTS: Final = {"NT": "no-limit", "PT": "pot-limit", "FT": "fixed-limit"}
"""The hold'em variants. PT is ours: the format has no code for pot-limit hold'em, and this one is free."""
OTHER_VARIANTS: Final = {
    "NS": "no-limit short-deck hold'em",
    "PO": "pot-limit Omaha",
    "FO/8": "fixed-limit Omaha eight or better",
    "F7S": "fixed-limit seven card stud",
    "F7S/8": "fixed-limit seven card stud eight or better",
    "FR": "fixed-limit razz",
    "N2L1D": "no-limit deuce-to-seven single draw",
    "F2L3D": "fixed-limit deuce-to-seven triple draw",
    "FB": "fixed-limit badugi",
}
_ALWAYS: Final = ("variant", "antes", "blinds_or_straddles", "starting_stacks", "actions")
REQUIRED: Final = {
    "NT": (*_ALWAYS, "min_bet"),
    "PT": (*_ALWAYS, "min_bet"),
    "FT": (*_ALWAYS, "small_bet", "big_bet"),
}
PER_PLAYER: Final = ("antes", "blinds_or_straddles", "seats", "players", "finishing_stacks", "winnings", "time_banks")


class History(msgspec.Struct, kw_only=True, forbid_unknown_fields=True, eq=False):
    """One recorded hand: every PHH field, None if the file lacks it, and the details and user fields beyond them."""

    variant: str | None = None
    ante_trimming_status: bool | None = None
    antes: list[Any] | None = None
    blinds_or_straddles: list[Any] | None = None
    min_bet: Any = None
    small_bet: Any = None
    big_bet: Any = None
    starting_stacks: list[Any] | None = None
    actions: list[str] | None = None
    author: str | None = None
    event: str | None = None
    url: str | None = None
    venue: str | None = None
    address: str | None = None
    city: str | None = None
    region: str | None = None
    postal_code: str | None = None
    country: str | None = None
    time: datetime.time | None = None
    time_zone: str | None = None
    time_zone_abbreviation: str | None = None
    day: int | None = None
    month: int | None = None
    year: int | None = None
    hand: int | str | None = None
    level: int | None = None
    seats: list[int] | None = None
    seat_count: int | None = None
    table: int | str | None = None
    players: list[str] | None = None
    finishing_stacks: list[Any] | None = None
    winnings: list[Any] | None = None
    currency: str | None = None
    currency_symbol: str | None = None
    time_limit: Any = None
    time_banks: list[Any] | None = None
    # The names below are ours. Their encoded names cannot be keys in a file, so a field named `file` stays a user
    # field.
    details: Details | None = msgspec.field(default=None, name="#details")
    """The site, the hero, the rake, and whatever else PHH has no field for."""
    user: dict[str, Any] = msgspec.field(default_factory=dict, name="#user")
    """User fields (`_name`) and fields that the format does not know."""
    file: str = msgspec.field(default="", name="#file")
    """The file it was read from, or ""."""
    number: int | str = msgspec.field(default=0, name="#number")
    """The hand's name in its file: its PHH table (`[17]` is 17), otherwise a count from 1; 0 for a lone hand."""

    def replace(self, **changes: Any) -> History:
        """Copy the hand with some fields changed, as in `history.replace(hand=7)`."""
        return msgspec.structs.replace(self, **changes)

    def __repr__(self) -> str:
        count = len(self.actions or ())
        what = f"{VARIANTS.get(str(self.variant), self.variant)}, {len(self.starting_stacks or ())} players"
        return f"<History{' of ' + self.place if self.place else ''}: {what}, {count} actions>"

    def __eq__(self, other: object) -> bool:
        return self.fields() == other.fields() if isinstance(other, History) else NotImplemented

    def fields(self) -> dict[str, Any]:
        """Return the fields for a PHH file: the format's own that are set, then the details and the user's."""
        own = {name: value for name in FIELDS if (value := getattr(self, name)) is not None}
        if self.details is not None:
            own[DETAILS] = details_fields(self.details)
        return own | self.user

    @property
    def warnings(self) -> list[str]:
        """A sentence for each field that the format does not know and that has no leading underscore."""
        return [
            f"the field {shorten(name)} is not part of PHH: fields of your own begin with an underscore"
            for name in self.user
            if not name.startswith("_")
        ]

    def check(self) -> None:
        """Refuse a variant other than hold'em, a missing field, or lists that do not match the players."""
        stacks, antes, blinds = self.starting_stacks, self.antes, self.blinds_or_straddles
        if stacks is not None and antes is not None and blinds is not None and self.actions is not None:
            n = len(stacks)
            if (
                self._has_bets()
                and 2 <= n <= MOST_PLAYERS
                and len(antes) == n == len(blinds)
                and (self.seats is None or len(self.seats) == n)
                and (self.players is None or len(self.players) == n)
                and (self.finishing_stacks is None or len(self.finishing_stacks) == n)
                and (self.winnings is None or len(self.winnings) == n)
                and (self.time_banks is None or len(self.time_banks) == n)
            ):
                return
        raise self.bad(self._what_is_wrong())

    def check_kinds(self) -> None:
        """Refuse a field of the wrong type, which only a history made in Python can have."""
        named = {field.encode_name: getattr(self, field.name) for field in msgspec.structs.fields(self)}
        try:
            if isinstance(self.details, Details):
                named["#details"] = details_fields(self.details)
            elif self.details is not None:
                raise BadHistory(f"the details are a {type(self.details).__name__}: expected Details(site=...)")
            msgspec.convert(named, History, builtin_types=KINDS)
        except msgspec.ValidationError as error:
            raise BadHistory(f"this history was made with a field of the wrong kind: {explain(error)}") from None
        except TypeError as error:  # a type that no file can hold, somewhere in the details or user fields
            raise BadHistory(f"this history was made with a field of the wrong kind: {error}") from None

    @property
    def place(self) -> str:
        """Where the hand was read from, such as "hands.phhs, hand 3", or ""."""
        return ", ".join([*([str(self.file)] if self.file else []), *([f"hand {self.number}"] if self.number else [])])

    def bad(self, sentence: str, action: int | None = None) -> BadHistory:
        """Build a refusal of this hand, with its location; `action` counts from 1."""
        text = None
        if action is not None and self.actions is not None and 0 < action <= len(self.actions):
            text = self.actions[action - 1]
        return BadHistory(sentence, file=self.file or None, hand=self.number or None, action=action, text=text)

    def _has_bets(self) -> bool:
        if self.variant == "NT" or self.variant == "PT":
            return self.min_bet is not None
        return self.variant == "FT" and self.small_bet is not None and self.big_bet is not None

    def _what_is_wrong(self) -> str:
        if self.variant is None:
            return "the field 'variant' is missing: expected 'NT' (no-limit), 'PT' (pot-limit) or 'FT' (fixed-limit)"
        if self.variant not in VARIANTS:
            known = OTHER_VARIANTS.get(self.variant)
            what = f"the variant {shorten(self.variant)}" + (f" is {known}" if known else " is unknown")
            return f"{what}: expected hold'em, which is 'NT' (no-limit), 'PT' (pot-limit) or 'FT' (fixed-limit)"
        for name in REQUIRED[self.variant]:
            if getattr(self, name) is None:
                return f"the field '{name}' is missing: {VARIANTS[self.variant]} hold'em needs it"
        n = len(self.starting_stacks or ())
        if not 2 <= n <= MOST_PLAYERS:
            return f"'starting_stacks' has {n} entries: expected 2 to {MOST_PLAYERS}, one for each player"
        for name in PER_PLAYER:
            values = getattr(self, name)
            if values is not None and len(values) != n:
                return f"'{name}' has {len(values)} values: expected {n}, one for each of the 'starting_stacks'"
        return "the hand is not complete"

    # -- to and from the engine -----------------------------------------------------------------------------------

    def setup(self, rules: ReplayRules | None = None) -> Setup:
        """Return the start of the hand in whole chips: see `bigslick.history.replay.recorded_setup`."""
        from .replay.replay import setup

        return setup(self, rules)

    def replay(self, rules: ReplayRules | None = None) -> Replay:
        """Play the hand through the engine; raise `BadHistory` if the record breaks the rules."""
        from .replay.replay import replay

        return replay(self, rules)

    @classmethod
    def from_hand(cls, hand: Hand, /, *, places: int = 0, **metadata: Any) -> History:
        """Record a hand, finished or not: see `bigslick.history.record`."""
        from .record import record

        return record(hand, places=places, **metadata)


OWN: Final = ("details", "user", "file", "number")
FIELDS: Final[tuple[str, ...]] = tuple(name for name in History.__struct_fields__ if name not in OWN)
