"""Decides whether a player takes a re-entry, a rebuy or an add-on: their bot says, or a rate in the structure."""

from __future__ import annotations

from collections.abc import Collection
from decimal import Decimal
from typing import TYPE_CHECKING

import msgspec

from bigslick.shuffle import Seed

from ..director.take_up import OfferKind, takes_up

if TYPE_CHECKING:
    from ..director.director import Director
    from .python_bots import PythonBots


class Offer(msgspec.Struct, frozen=True, kw_only=True):
    """Chips for sale to one player; a Python bot with a method `buys(offer)` answers True or False."""

    kind: OfferKind
    cost: int
    """The price, including fee and bounty."""
    chips: int
    stack: int
    """The player's chips now; 0 after a bust."""
    level: int
    taken: int
    """How many offers of this kind the player has already taken."""
    left: int
    """Players still in, not counting this one after a bust."""


class RebuyRates:
    """Decides for every entry in an event."""

    def __init__(self, seed: Seed, director: Director, python_bots: PythonBots, absent: Collection[str] = ()) -> None:
        """Take the seed, the director, the Python bots, and the names of no-shows, who buy nothing."""
        self._absent = absent
        self._seed = seed
        self._director = director
        self._python_bots = python_bots

    def reenters(self, entry: int) -> bool:
        """Whether a busted entry enters again."""
        structure = self._director.structure
        rate, taken = structure.reentry_take_up_percent, self._director.bullets[entry] - 1
        return self._wants(entry, "reentry", structure.entry_cost, structure.starting_stack, 0, taken, rate)

    def rebuys(self, entry: int, stack: int = 0) -> bool:
        """Whether an entry with this stack buys more chips."""
        rebuy = self._director.structure.rebuy
        assert rebuy is not None
        taken = self._director.rebuys[entry]
        return self._wants(entry, "rebuy", rebuy.cost, rebuy.chips, stack, taken, rebuy.take_up_percent)

    def adds_on(self, entry: int, stack: int) -> bool:
        """Whether an entry takes the add-on."""
        addon = self._director.structure.addon
        assert addon is not None
        return self._wants(entry, "addon", addon.cost, addon.chips, stack, 0, addon.take_up_percent)

    def _wants(self, entry: int, kind: OfferKind, cost: int, chips: int, stack: int, taken: int, rate: Decimal) -> bool:
        director = self._director
        if director.names[entry] in self._absent:
            return False
        offer = Offer(
            kind=kind, cost=cost, chips=chips, stack=stack, level=director.level, taken=taken, left=director.left
        )
        answer = self._python_bots.buys(entry, offer)
        if answer is not None:
            return answer
        bullet = director.bullets[entry]
        return takes_up(self._seed, kind, rate, director.names[entry], bullet, taken, stack)
