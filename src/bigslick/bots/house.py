"""The house bots as players: they decide from what their view shows and nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bigslick.checks import did_you_mean
from bigslick.errors import BigslickError
from bigslick.hand.actions import Action, Bet, Call, Check, Fold, Raise, Show
from bigslick.hand.codec import CALL, FOLD
from bigslick.hand.events import STREETS, Called, Checked, Posted, StreetDealt, Wagered
from bigslick.hand.view import View
from bigslick.shuffle import Keystream, Seed

from ._brain import Brain
from .preflop import SHARES, WORTH
from .styles import STYLES, Style

HOUSE_BOTS: Final[tuple[str, ...]] = tuple(STYLES)
"""The names of the house bots."""


class UnknownBot(BigslickError, ValueError):
    """A name that no house bot has; the sentence suggests the nearest."""


def new_brain(styles: Mapping[str, Style] = STYLES) -> Brain:
    """The brain that house bots share, for one user at a time: it keeps notes while it thinks."""
    return Brain([style.row() for style in styles.values()], SHARES, WORTH)


def style_number(name: str, styles: Mapping[str, Style] = STYLES) -> int:
    """The number of a house bot's style in the brain."""
    names = tuple(styles)
    if name not in names:
        raise UnknownBot(f"{name!r} is not a house bot ({', '.join(names)}){did_you_mean(name, names)}")
    return names.index(name)


class HouseBot:
    """A house bot with its own random stream: the same name, seed, labels and views give the same decisions."""

    def __init__(self, name: str, seed: Seed | None = None, *labels: Seed, brain: Brain | None = None) -> None:
        """A house bot by name; one `brain` may serve many bots that never think at the same time."""
        self.name = name
        self._style = style_number(name)
        self._brain = new_brain() if brain is None else brain
        self._chance = Keystream(seed, "bot", name, *labels)

    def decide(self, view: View) -> Action:
        """What the bot does for the seat whose view it is."""
        options = view.options
        seat = view.seat
        if options is None or seat is None:
            raise ValueError(f"{self.name} cannot decide: it is not this seat's turn")
        if options.show:
            return Show()
        posted = [event.amount for event in view.events if isinstance(event, Posted) and event.kind in _LIVE_POSTS]
        price = max(view.big_blind, *posted) if posted else view.big_blind
        wager = options.wager_to
        current = view.bets[seat] + options.call
        if options.call == view.stacks[seat]:  # a call for less does not say how much more there is
            current = max(current, *view.bets, price if view.street == "preflop" else 0)
        seats = range(len(view.stacks))
        acted = _acted(view)
        code = self._brain.consider(
            self._style,
            self._chance.draws,
            (
                *(STREETS.index(view.street), seat, price, current, options.call),
                *((wager[0], wager[-1]) if wager else (0, 0)),
                view.pot,
            ),
            (
                *(view.stacks, view.bets, view.committed),
                tuple(other in view.live for other in seats),
                tuple(other in acted for other in seats),
            ),
            (*view.hole, *view.board),
        )
        if code == FOLD:
            return Fold()
        if code == CALL:
            return Call() if options.call else Check()
        return Bet(to=code) if options.bet_to else Raise(to=code)


_LIVE_POSTS: Final = ("small_blind", "big_blind", "straddle", "live")


def _acted(view: View) -> set[int]:
    """Who has called, checked or wagered on this street."""
    acted: set[int] = set()
    for event in view.events:
        if isinstance(event, StreetDealt):
            acted.clear()
        elif isinstance(event, Called | Checked | Wagered):
            acted.add(event.seat)
    return acted
