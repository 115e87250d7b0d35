"""A hand's events: frozen facts in the past tense, in order."""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from bigslick.cards import Card

Street = Literal["preflop", "flop", "turn", "river", "showdown"]
STREETS: tuple[Street, ...] = ("preflop", "flop", "turn", "river", "showdown")
CARDS_BEFORE: Final[dict[Street, int]] = {"flop": 0, "turn": 3, "river": 4}
"""How many cards a board has before a street."""
PostKind = Literal["ante", "small_blind", "big_blind", "straddle", "live", "dead"]


class Posted(msgspec.Struct, frozen=True, tag="posted"):
    """A seat paid an ante, a blind, a straddle or an extra post; `all_in` if it took the seat's last chip."""

    seat: int
    kind: PostKind
    amount: int
    all_in: bool = False


class Dealt(msgspec.Struct, frozen=True, tag="dealt"):
    """A seat received one hole card; `card` is empty if it is hidden or not in the record."""

    seat: int
    card: Card | None = None


class Folded(msgspec.Struct, frozen=True, tag="folded"):
    """A seat left the hand."""

    seat: int


class Checked(msgspec.Struct, frozen=True, tag="checked"):
    """A seat stayed in for free."""

    seat: int


class Called(msgspec.Struct, frozen=True, tag="called"):
    """A seat added chips to match the bet, or its last ones."""

    seat: int
    amount: int
    all_in: bool = False


class Wagered(msgspec.Struct, frozen=True, tag="wagered"):
    """A seat bet or raised; `to` is its total on the street, `over` the bet it raised (0 for a bet)."""

    seat: int
    to: int
    over: int = 0
    all_in: bool = False


class Refunded(msgspec.Struct, frozen=True, tag="refunded"):
    """Uncalled chips went back to their seat."""

    seat: int
    amount: int


class RunOutAgreed(msgspec.Struct, frozen=True, tag="run_out_agreed"):
    """A seat agreed to run out the hand on this many boards; the fewest that any seat wants are dealt."""

    seat: int
    boards: int


class StreetDealt(msgspec.Struct, frozen=True, omit_defaults=True, repr_omit_defaults=True, tag="street_dealt"):
    """A board gained a street's cards; `board` counts from 0 if the hand has several."""

    street: Street
    cards: tuple[Card, ...]
    board: int = 0


class Shown(msgspec.Struct, frozen=True, tag="shown"):
    """A seat tabled its hand; `strength` is -1 while the board or a card is unknown."""

    seat: int
    cards: tuple[Card, ...]
    strength: int


class Mucked(msgspec.Struct, frozen=True, tag="mucked"):
    """A seat mucked its hand unseen at showdown."""

    seat: int


class PotAwarded(msgspec.Struct, frozen=True, omit_defaults=True, repr_omit_defaults=True, tag="pot_awarded"):
    """A seat won a pot or a share of it; pot 0 is the main pot, and `board` is the board it won on."""

    pot: int
    seat: int
    amount: int
    board: int = 0


class HandEnded(msgspec.Struct, frozen=True, tag="hand_ended"):
    """The hand is over, with these stacks."""

    stacks: tuple[int, ...]


Event = (
    Posted
    | Dealt
    | Folded
    | Checked
    | Called
    | Wagered
    | Refunded
    | RunOutAgreed
    | StreetDealt
    | Shown
    | Mucked
    | PotAwarded
    | HandEnded
)
