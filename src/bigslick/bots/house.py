"""The house bots as players: they decide in the core, from their own cards and what everybody sees."""

from __future__ import annotations

import difflib
from typing import Final

from ..actions import Action
from ..core.house import House
from ..hand import Hand
from ..referee import decode
from ..shuffle import Keystream, Seed
from .preflop import SHARES, WORTH
from .styles import STYLES

HOUSE_BOTS: Final[tuple[str, ...]] = tuple(STYLES)
"""The names of the house bots."""


class UnknownBot(ValueError):
    """A name that no bot has; the sentence suggests the nearest."""


def new_house() -> House:
    """The house bots for the core, for one user at a time: they keep notes while they think."""
    return House([style.row() for style in STYLES.values()], SHARES, WORTH)


def style_number(name: str) -> int:
    """The number of a house bot's style in the core."""
    if name not in STYLES:
        near = difflib.get_close_matches(name, HOUSE_BOTS, 1)
        hint = f" did you mean {near[0]!r}?" if near else ""
        raise UnknownBot(f"there is no house bot {name!r}:{hint} the house has {', '.join(HOUSE_BOTS)}")
    return HOUSE_BOTS.index(name)


class HouseBot:
    """A house bot with its own stream of chance: the same name, seed and hands give the same decisions."""

    def __init__(self, name: str, seed: Seed | None = None) -> None:
        self.name = name
        self._style = style_number(name)
        self._house = new_house()
        self._chance = Keystream(seed, "bot", name)

    def decide(self, hand: Hand) -> Action:
        """What the bot does for the seat to act."""
        return decode(hand.state, self._house.decide(hand.state, self._style, self._chance.deck))
