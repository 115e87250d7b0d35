"""A player's figures: how often they enter, raise, steal, continue, fold and go to showdown.

This is the only definition of each figure; `_tally` counts them. docs/reference/statistics.md describes them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

import msgspec

from bigslick.checks import must_be
from bigslick.hand.codec import CALL, FOLD
from bigslick.hand.events import Called, Checked, Folded, Wagered
from bigslick.hand.hand import Hand, state_of
from bigslick.hand.setup import Setup
from bigslick.intervals import share_interval
from bigslick.table.positions import positions

from ._tally import Tally

STREETS: Final = ("flop", "turn", "river")
STEALERS: Final = frozenset({"CO", "BTN", "SB"})
"""The positions from which a first raise is a steal."""
DEFENDERS: Final = frozenset({"SB", "BB"})


class Figures(msgspec.Struct, frozen=True):
    """Counts over hands; the properties are the percentages that players quote, None if nothing was counted."""

    dealt: int = 0
    entered: int = 0
    """Hands in which the player put in chips before the flop by choice."""
    raised: int = 0
    """Hands in which the player raised before the flop."""
    chances: int = 0
    """Hands in which the player faced exactly one raise before the flop and had made none."""
    three_bets: int = 0
    """Those in which the player re-raised."""
    three_bets_faced: int = 0
    """Hands in which the player made the first raise before the flop and faced exactly one more."""
    three_bets_folded: int = 0
    """Those in which the player folded to it."""
    steal_chances: int = 0
    """Hands in which everyone before the player folded, and the player was on the CO, BTN or SB."""
    steals: int = 0
    """Those in which the player raised."""
    steals_faced: int = 0
    """Hands in which the player, in a blind, faced a steal that no one had called or raised."""
    steals_folded: int = 0
    """Those in which the player folded to it."""
    flop_c_bet_chances: int = 0
    """Hands in which the last raiser before the flop acted on the flop before anyone had bet there."""
    flop_c_bets: int = 0
    """Those in which they bet."""
    turn_c_bet_chances: int = 0
    """Hands in which the player's continuation bet was the flop's last bet, and no one bet the turn before them."""
    turn_c_bets: int = 0
    river_c_bet_chances: int = 0
    """The same for turn and river."""
    river_c_bets: int = 0
    flop_c_bets_faced: int = 0
    """Hands in which the player acted after a continuation bet on the flop that no one had raised."""
    flop_c_bets_folded: int = 0
    """Those in which they folded."""
    turn_c_bets_faced: int = 0
    turn_c_bets_folded: int = 0
    river_c_bets_faced: int = 0
    river_c_bets_folded: int = 0
    flops: int = 0
    """Hands in which the player saw the flop."""
    showdowns: int = 0
    """Hands in which betting ended with the player and at least one other still in."""
    settled_showdowns: int = 0
    """Those with known winners."""
    won: int = 0
    """Those in which the player won chips."""
    settled_flops: int = 0
    """Flops seen in hands with known winners."""
    won_flops: int = 0
    """Those in which the player won chips, with a showdown or without."""
    wagers: int = 0
    """Bets and raises after the flop."""
    calls: int = 0
    """Calls after the flop."""
    folds: int = 0
    """Folds after the flop."""

    def __add__(self, other: Figures) -> Figures:
        mine, theirs = msgspec.structs.astuple(self), msgspec.structs.astuple(other)
        return Figures(*(one + two for one, two in zip(mine, theirs, strict=True)))

    @property
    def vpip(self) -> float | None:
        """Percentage of hands entered."""
        return _share(self.entered, self.dealt)

    @property
    def pfr(self) -> float | None:
        """Percentage of hands raised before the flop."""
        return _share(self.raised, self.dealt)

    @property
    def three_bet(self) -> float | None:
        """Percentage of raises faced that were re-raised."""
        return _share(self.three_bets, self.chances)

    @property
    def fold_to_three_bet(self) -> float | None:
        """Percentage of 3-bets faced that made the player fold."""
        return _share(self.three_bets_folded, self.three_bets_faced)

    @property
    def steal(self) -> float | None:
        """Percentage of steal chances taken."""
        return _share(self.steals, self.steal_chances)

    @property
    def fold_to_steal(self) -> float | None:
        """Percentage of steals faced that made the player fold."""
        return _share(self.steals_folded, self.steals_faced)

    def c_bet(self, street: str = "flop") -> float | None:
        """Return the percentage of continuation bet chances taken on a street."""
        return _share(getattr(self, f"{street}_c_bets"), getattr(self, f"{street}_c_bet_chances"))

    def fold_to_c_bet(self, street: str = "flop") -> float | None:
        """Return the percentage of continuation bets faced on a street that made the player fold."""
        return _share(getattr(self, f"{street}_c_bets_folded"), getattr(self, f"{street}_c_bets_faced"))

    @property
    def aggression(self) -> float | None:
        """Bets and raises per call after the flop."""
        return self.wagers / self.calls if self.calls else None

    @property
    def aggression_frequency(self) -> float | None:
        """Percentage of bets, raises, calls and folds after the flop that were bets or raises."""
        return _share(self.wagers, self.wagers + self.calls + self.folds)

    @property
    def wtsd(self) -> float | None:
        """Percentage of flops seen that went to a showdown."""
        return _share(self.showdowns, self.flops)

    @property
    def wsd(self) -> float | None:
        """Percentage of showdowns that won chips (W$SD)."""
        return _share(self.won, self.settled_showdowns)

    @property
    def wwsf(self) -> float | None:
        """Percentage of flops seen that won chips (WWSF)."""
        return _share(self.won_flops, self.settled_flops)

    def row(self) -> tuple[str, ...]:
        """Return the best-known figures as text, in the order of `HEADINGS`."""
        return tuple(column.text(self) for column in FIGURES if column.heading in HEADINGS)

    def json(self) -> dict[str, float | int | None]:
        """Return every figure as `--json` prints it."""
        return {"hands": self.dealt} | {column.name: _round(column.of(self)) for column in FIGURES}


class Figure(NamedTuple):
    """One figure: its name in JSON and CSV, its heading in a table, and how to compute it from counts."""

    name: str
    heading: str
    of: Callable[[Figures], float | None]
    chances: Callable[[Figures], int]
    """How many hands it is a percentage of; for aggression and AFq, how many decisions."""
    by_hand: bool = True

    def text(self, figures: Figures) -> str:
        """Return the figure as text for a table."""
        value = self.of(figures)
        return "-" if value is None else f"{value:.2f}" if self.name == "aggression" else f"{value:.1f}"

    def interval(self, figures: Figures) -> tuple[float, float] | None:
        """Return the 95 % interval; None without chances, and for decisions, because those in one hand depend on each
        other.
        """
        value, chances = self.of(figures), self.chances(figures)
        if value is None or not self.by_hand:
            return None
        low, high = share_interval(round(value * chances / 100), chances)
        return 100 * low, 100 * high


FIGURES: Final[Sequence[Figure]] = (
    Figure("vpip", "VPIP", lambda counts: counts.vpip, lambda counts: counts.dealt),
    Figure("pfr", "PFR", lambda counts: counts.pfr, lambda counts: counts.dealt),
    Figure("three_bet", "3-bet", lambda counts: counts.three_bet, lambda counts: counts.chances),
    Figure(
        "fold_to_three_bet",
        "fold to 3-bet",
        lambda counts: counts.fold_to_three_bet,
        lambda counts: counts.three_bets_faced,
    ),
    Figure("steal", "steal", lambda counts: counts.steal, lambda counts: counts.steal_chances),
    Figure("fold_to_steal", "fold to steal", lambda counts: counts.fold_to_steal, lambda counts: counts.steals_faced),
    Figure("flop_c_bet", "c-bet flop", lambda counts: counts.c_bet("flop"), lambda counts: counts.flop_c_bet_chances),
    Figure("turn_c_bet", "c-bet turn", lambda counts: counts.c_bet("turn"), lambda counts: counts.turn_c_bet_chances),
    Figure(
        "river_c_bet", "c-bet river", lambda counts: counts.c_bet("river"), lambda counts: counts.river_c_bet_chances
    ),
    Figure(
        "fold_to_flop_c_bet",
        "fold to c-bet flop",
        lambda counts: counts.fold_to_c_bet("flop"),
        lambda counts: counts.flop_c_bets_faced,
    ),
    Figure(
        "fold_to_turn_c_bet",
        "fold to c-bet turn",
        lambda counts: counts.fold_to_c_bet("turn"),
        lambda counts: counts.turn_c_bets_faced,
    ),
    Figure(
        "fold_to_river_c_bet",
        "fold to c-bet river",
        lambda counts: counts.fold_to_c_bet("river"),
        lambda counts: counts.river_c_bets_faced,
    ),
    Figure(
        "aggression",
        "aggression",
        lambda counts: counts.aggression,
        lambda counts: counts.wagers + counts.calls,
        by_hand=False,
    ),
    Figure(
        "aggression_frequency",
        "AFq",
        lambda counts: counts.aggression_frequency,
        lambda counts: counts.wagers + counts.calls + counts.folds,
        by_hand=False,
    ),
    Figure("wtsd", "WTSD", lambda counts: counts.wtsd, lambda counts: counts.flops),
    Figure("wsd", "W$SD", lambda counts: counts.wsd, lambda counts: counts.settled_showdowns),
    Figure("wwsf", "WWSF", lambda counts: counts.wwsf, lambda counts: counts.settled_flops),
)
"""Every figure, in table order."""
HEADINGS: Final[Sequence[str]] = ("VPIP", "PFR", "3-bet", "aggression", "WTSD", "W$SD")
"""The figures in a narrow table."""


def figures_of(hand: Hand) -> dict[int, Figures]:
    """Return one hand's figures, by seat."""
    must_be(Hand, hand, "a hand: expected a Hand")
    tally = tally_of(hand)
    return {seat: Figures(*tally.counts(seat)) for seat in hand.setup.dealt}


def tally_of(hand: Hand) -> Tally:
    """Count a hand from its events."""
    setup = hand.setup
    tally = Tally()
    state = state_of(Hand(setup))
    tally.begin(state, *seats_that_steal(setup))
    for event in hand.events:
        if not isinstance(event, Folded | Checked | Called | Wagered):
            continue
        code = FOLD if isinstance(event, Folded) else event.to if isinstance(event, Wagered) else CALL
        seat, street, cards, due = state.turn, state.street, state.board_count, state.to_call
        state.act(code)
        tally.see(seat, street, cards, due, code)
    tally.close(state_of(hand))
    return tally


def seats_that_steal(setup: Setup) -> tuple[int, int]:
    """Return the seats from which a first raise is a steal, and those that defend against it, as bits."""
    named = positions(setup)
    return bits_at(named, STEALERS), bits_at(named, DEFENDERS)


def bits_at(named: dict[int, str], wanted: frozenset[str]) -> int:
    """Return the seats with one of these positions, as bits."""
    return sum(1 << seat for seat, position in named.items() if position in wanted)


def _share(part: int, whole: int) -> float | None:
    return 100 * part / whole if whole else None


def _round(value: float | None) -> float | None:
    return None if value is None else round(value, 4)
