"""The rules that card rooms disagree on, in one frozen value with four named profiles."""

from __future__ import annotations

from typing import Literal, TypedDict, Unpack, cast, get_args

import msgspec

from .checks import converts, did_you_mean, is_whole, plain
from .core.codes import MAX_CHIPS, MOST_BOARDS
from .errors import BigslickError

Limit = Literal["none", "pot", "fixed"]
AnteKind = Literal["per_player", "big_blind", "button"]
AnteOrder = Literal["blind_first", "ante_first"]
ButtonRule = Literal["dead", "moving"]
Reopening = Literal["cumulative", "single", "any", "every"]
ShortBlindPrice = Literal["full", "posted"]
Reveal = Literal["all", "muck", "ask"]

LIMITS: tuple[Limit, ...] = get_args(Limit)
ANTE_KINDS: tuple[AnteKind, ...] = get_args(AnteKind)
ANTE_ORDERS: tuple[AnteOrder, ...] = get_args(AnteOrder)
BUTTON_RULES: tuple[ButtonRule, ...] = get_args(ButtonRule)
REOPENINGS: tuple[Reopening, ...] = get_args(Reopening)
SHORT_BLIND_PRICES: tuple[ShortBlindPrice, ...] = get_args(ShortBlindPrice)
REVEALS: tuple[Reveal, ...] = get_args(Reveal)

_CHOICES: tuple[tuple[str, tuple[object, ...]], ...] = (
    ("limit", LIMITS),
    ("ante", ANTE_KINDS),
    ("ante_order", (None, *ANTE_ORDERS)),
    ("button", BUTTON_RULES),
    ("reopening", REOPENINGS),
    ("short_blind_price", SHORT_BLIND_PRICES),
    ("reveal", REVEALS),
)
_SWITCHES = ("burn", "open_fold", "pot_counts_antes", "pot_full_blinds")


class BadRules(BigslickError, ValueError):
    """A rule that does not exist, or an invalid choice for one."""

    __module__ = "bigslick"


class RuleChanges(TypedDict, total=False):
    """The rules that a profile can change; `Rules` explains each."""

    limit: Limit
    ante: AnteKind
    ante_order: AnteOrder | None
    button: ButtonRule
    reopening: Reopening
    short_blind_price: ShortBlindPrice
    reveal: Reveal
    burn: bool
    open_fold: bool
    pot_counts_antes: bool
    pot_full_blinds: bool
    odd_chip_unit: int
    bets_per_street: int
    run_outs: int


class Rules(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How a hand is played; the defaults are live tournament practice."""

    limit: Limit = "none"
    """How much can be wagered: no-limit, pot-limit or fixed-limit."""
    ante: AnteKind = "big_blind"
    """Who pays an ante: everyone, the big blind for all, or the button for all (TDA RP-11)."""
    ante_order: AnteOrder | None = None
    """What a short stack pays first; None means the ante for `per_player` and the blind otherwise."""
    button: ButtonRule = "dead"
    """Whether the button can be at an empty seat, or always moves to the next player."""
    reopening: Reopening = "cumulative"
    """Whether short all-ins add up to a raise that reopens betting (TDA 47), or only a full raise does, or any raise.

    Under "any" a raise of any size can follow a short all-in, and a raise that puts every opponent all-in can be below
    the minimum, as on some poker sites. Under "every" any raise reopens too, but the smallest total to raise to never
    falls, and a short all-in does not add to it (ACPC).
    """
    short_blind_price: ShortBlindPrice = "full"
    """The price of a first call when the big blind is short: the full blind, or the posted amount."""
    reveal: Reveal = "all"
    """Whether all hands are tabled, beaten hands are mucked unless someone is all-in, or each seat is asked."""
    burn: bool = True
    """Whether a card is burned before each street."""
    open_fold: bool = True
    """Whether folding is allowed when checking is free (TDA 58: it is, and it binds)."""
    pot_counts_antes: bool = True
    """Whether pot-limit counts antes before the flop."""
    pot_full_blinds: bool = True
    """Whether pot-limit assumes full blinds before the flop when one is short or dead (TDA 54-B)."""
    odd_chip_unit: int = 1
    """The smallest chip in play: odd chips are given out in this unit."""
    bets_per_street: int = 4
    """Fixed-limit: how many bets and raises a street allows, including the big blind; 0 = no limit."""
    run_outs: int = 1
    """The most boards that players can agree on to run out an all-in hand; with 1, no one is asked."""

    def __post_init__(self) -> None:
        for name, choices in _CHOICES:
            value = getattr(self, name)
            words = [choice for choice in choices if isinstance(choice, str)]
            if type(value) not in (str, type(None)) or value not in choices:
                known = ", ".join(repr(choice) for choice in choices)
                raise BadRules(f"{name}={value!r} is not a rule: expected one of {known}{did_you_mean(value, words)}")
        for name in _SWITCHES:
            if not isinstance(getattr(self, name), bool):
                raise BadRules(f"{name}={getattr(self, name)!r} is not a rule: expected True or False")
        numbers = (("odd_chip_unit", 1, MAX_CHIPS), ("bets_per_street", 0, 1000), ("run_outs", 1, MOST_BOARDS))
        for name, least, most in numbers:
            value = getattr(self, name)
            if not is_whole(value, least, most):
                expected = f"a whole number from {least} to {most}{converts(value)}"
                raise BadRules(f"{name}={value!r} is not a rule: expected {expected}")
            msgspec.structs.force_setattr(self, name, plain(value))

    @classmethod
    def tournament(cls, **changes: Unpack[RuleChanges]) -> Rules:
        """Return the rules of live tournaments (TDA 2024).

        Dead button, big-blind ante, short all-ins add up, all hands tabled.
        """
        return _varied({}, changes)

    @classmethod
    def cash(cls, **changes: Unpack[RuleChanges]) -> Rules:
        """Return the rules for a live cash table.

        Moving button, a short all-in never reopens, beaten hands can be mucked. Each profile takes changes by name:
        `Rules.cash(limit="pot")`.
        """
        return _varied({"ante": "per_player", "button": "moving", "reopening": "single", "reveal": "muck"}, changes)

    @classmethod
    def classic(cls, **changes: Unpack[RuleChanges]) -> Rules:
        """Return hold'em as textbooks simplify it: moving button, a short all-in never reopens, all hands tabled."""
        return _varied({"ante": "per_player", "button": "moving", "reopening": "single"}, changes)

    @classmethod
    def acpc(cls, **changes: Unpack[RuleChanges]) -> Rules:
        """Return the rules of the Annual Computer Poker Competition (ACPC).

        Every raise reopens, no fold if checking is free, all hands tabled.
        """
        profile: RuleChanges = {
            "ante": "per_player",
            "button": "moving",
            "reopening": "every",
            "open_fold": False,
            "burn": False,
        }
        return _varied(profile, changes)

    @property
    def ante_first(self) -> bool:
        """Whether antes are taken before blinds."""
        if self.ante_order is None:
            return self.ante == "per_player"
        return self.ante_order == "ante_first"


def _varied(profile: RuleChanges, changes: RuleChanges) -> Rules:
    for name in changes:
        if name not in Rules.__struct_fields__:
            raise BadRules(f"there is no rule {name!r}{did_you_mean(name, Rules.__struct_fields__)}")
    return Rules(**cast("RuleChanges", {**profile, **changes}))
